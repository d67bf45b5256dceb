import LuaEngine
import Simulator

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
      "code of \(bundleIdentifier) does not come to an end", code: "app-hangs",
      hint: "It used up a tenth of the script's budget in one call. --budget N gives the script more.",
      fact: "LAUNCH-067", place: place?.description)
  }

  var description: String { place.map { "\($0.inTrace): \(luaFailure.message)" } ?? luaFailure.message }
}
