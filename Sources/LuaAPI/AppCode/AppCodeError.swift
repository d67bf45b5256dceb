import HomeScreenSimulator
import LuaEngine

/// A Lua error that left an app's code and ended the app.
///
/// The device keeps it (`app.crash`), so the error value is kept by the device's anchor: a value that refers to the
/// device does not keep it alive. Raised in Lua again, by the command that led to the app's code, it is the same value.
struct AppCodeError: LuaRaisable {
  /// Without its value.
  let error: LuaError
  /// `Error` asks for `Sendable`, a reference is bound to its state's thread. It is safe for the reason that
  /// ``LuaError/value`` gives: what a state throws stays on its thread.
  private nonisolated(unsafe) let value: LuaAnchoredReference?

  init(_ error: LuaError, anchor: LuaAnchor?, on stack: LuaStack) {
    var kept = error
    kept.value = nil
    self.error = kept
    guard error.pushErrorValue(onto: stack) else {
      value = nil
      return
    }
    value = anchor?.keep(-1, on: stack)
    stack.removeLast()
  }

  func pushErrorValue(onto stack: LuaStack) -> Bool {
    guard let value else { return false }
    value.push(onto: stack)
    return true
  }
}

extension AppCodeError: LuaFailureConvertible, CustomStringConvertible {
  var luaFailure: LuaFailure { error.luaFailure }

  /// The reason of the crash: `test.lua:3: attempt to index a nil value`.
  var description: String { error.place.map { "\($0.inTrace): \(error.message)" } ?? error.message }
}

/// Code of an app did not end within its share of the budget: the simulated watchdog ends the app, and the script goes
/// on.
struct AppCodeHangs: AppHangs {
  let bundleIdentifier: String
  /// Where it was then.
  let place: LuaError.Place?
}

extension AppCodeHangs: LuaFailureConvertible, CustomStringConvertible {
  var luaFailure: LuaFailure {
    LuaFailure(
      "code of \(bundleIdentifier) does not end", code: "app-hangs",
      hint: "It used up a tenth of the script's budget in one call. --budget N allows the script more.",
      fact: "LAUNCH-067", place: place?.description)
  }

  var description: String { place.map { "\($0.inTrace): \(luaFailure.message)" } ?? luaFailure.message }
}
