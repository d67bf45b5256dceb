import CLuaSupport

/// An error that ends a script.
public struct LuaError: Error {
  /// The kinds of errors.
  public enum Kind: String, Sendable {
    /// The text is not valid Lua.
    case syntax
    /// The script, or a function that it called, raised an error.
    case runtime
    /// The memory ceiling was reached.
    case memory
    /// The script was stopped from outside; see ``LuaError/stop``.
    case stopped
  }

  /// The reason for a stop from outside.
  public enum Stop: String, Sendable {
    case budget, interrupt, deadline

    init?(_ reason: hs_stop_reason) {
      switch reason {
      case HS_STOP_BUDGET: self = .budget
      case HS_STOP_INTERRUPT: self = .interrupt
      case HS_STOP_DEADLINE: self = .deadline
      default: return nil
      }
    }
  }

  /// A line of a script.
  public struct Place: Hashable, Sendable, CustomStringConvertible {
    /// The name of the chunk, usually the script's path. Lua shortens long names.
    public var file: String
    /// The line number, from 1.
    public var line: Int

    /// Creates a place. The file need not exist.
    public init(file: String, line: Int) { (self.file, self.line) = (file, line) }

    /// Parses the place at the beginning of a line such as `file:line: in main chunk`.
    public init?(parsing text: String) {
      guard let place = Self.split(text)?.place else { return nil }
      self = place
    }

    /// The place as text: `Tests/icons.lua:12`.
    public var description: String { "\(file):\(line)" }

    /// The place without folders, because a trace must not depend on the spelling of the script's path.
    public var inTrace: String {
      "\(file.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(file[file.utf8.index(after: $0)...]) } ?? file):\(line)"
    }
  }

  /// The kind of the error.
  public var kind: Kind
  /// The message, without the place. A very long text that does not fit in memory a second time is shortened; ``value``
  /// has all of it.
  public var message: String
  /// The line of Lua that failed; nil if unknown.
  public var place: Place?
  /// The Lua stack, innermost first, as `file:line: in …`.
  public var traceback: [String]
  /// The reason for the stop; nil if the script was not stopped.
  public var stop: Stop?
  /// The failure, if a Swift function raised the error.
  public var failure: LuaFailure?
  /// The error value, for scripts that raise tables, and to raise it again.
  ///
  /// `Error` requires `Sendable`, but a reference is bound to the thread of its state. This is safe because the state
  /// is not `Sendable`: its errors are thrown, caught and released on that thread.
  nonisolated(unsafe) public var value: LuaReference?

  /// Creates an error without a ``failure`` and an error value.
  public init(kind: Kind, message: String, place: Place? = nil, traceback: [String] = [], stop: Stop? = nil) {
    (self.kind, self.message, self.place, self.traceback, self.stop) = (kind, message, place, traceback, stop)
  }

  /// The stable code that `explain` knows.
  public var code: String {
    if let code = failure?.code { return code }
    if let stop { return stop.rawValue }
    return switch kind {
    case .syntax: "syntax"
    case .runtime: "runtime"
    case .memory: "memory"
    case .stopped: "stopped"
    }
  }

  /// The limit in bytes, with room for the count of omitted bytes, so that a report does not shorten the message again.
  private static let maximumMessageLength = 16_384 - 64

  /// Pops the error value from the top of the stack.
  /// - Parameter isOfDescription: whether a `__tostring` raised the error. It is then not described with `__tostring`,
  ///   which could recurse forever.
  static func pop(from state: LuaState, on stack: LuaStack, status: Int32, isOfDescription: Bool = false) -> LuaError {
    defer { stack.removeLast() }
    let traceback = String(cString: hs_traceback(state.thread)).split(separator: "\n").map(String.init)
    if state.stop != nil { return pop(from: state, copying: stack, traceback: traceback) }
    let kind: Kind =
      switch status {
      case LUA_ERRSYNTAX: .syntax
      case LUA_ERRMEM: .memory
      default: .runtime
      }
    if let failure = stack.failure(at: -1) {
      var error = LuaError(
        kind: .runtime, message: failure.message,
        place: failure.place.flatMap { Place.split($0 + ":")?.place }, traceback: traceback)
      error.failure = failure
      error.value = stack.reference(to: -1)
      return error
    }
    var text = stack.string(at: -1, limit: maximumMessageLength) ?? ""
    if stack.kind(at: -1) != .string, isOfDescription {
      text = "__tostring raised an error of type \(stack.kind(at: -1).rawValue) instead of a string"
    } else if stack.kind(at: -1) != .string {
      text =
        (try? stack.describe(at: -1, limit: maximumMessageLength))
        ?? "a \(stack.kind(at: -1).rawValue) whose __tostring fails"
      if text.hasPrefix("table: "), let content = state.contentOfTable?(stack.reference(to: -1)) { text = content }
      // The value's `__tostring` may have used up the budget.
      if state.stop != nil { return pop(from: state, copying: stack, traceback: traceback) }
      if stack.kind(at: -1) != .userdata { text = "error value: \(text)" }
    }
    let split = Place.split(text)
    var error = LuaError(
      kind: kind, message: split.map { String($0.rest) } ?? text, place: split?.place,
      traceback: kind == .syntax ? [] : traceback)
    if kind == .memory {
      error.message = "not enough memory: the script reached its limit of \(state.options.memoryCeiling >> 20) MiB"
    }
    // `error({})`, `error("x", 0)` and a full memory give no place. The innermost line of Lua code is the best guess.
    if error.place == nil { error.place = error.traceback.lazy.compactMap { Place.split($0)?.place }.first }
    error.value = stack.reference(to: -1)
    return error
  }
}

extension LuaError {
  /// Returns the error for the current stop.
  private static func pop(from state: LuaState, copying stack: LuaStack, traceback: [String]) -> LuaError {
    var error = LuaError(
      kind: .stopped, message: stack.string(at: -1) ?? "the script was stopped",
      place: Place.split(String(cString: hs_stop_place(state.thread)) + ":")?.place, traceback: traceback,
      stop: state.stop)
    error.value = stack.reference(to: -1)
    return error
  }
}

/// The description is the message alone, as crash records and other errors show it. It leaves out the place, because a
/// trace must not depend on the spelling of the script's path.
extension LuaError: CustomStringConvertible {
  /// The ``message``, without the place: `attempt to index a nil value (local 'app')`.
  public var description: String { message }
}

extension LuaError.Place {
  /// The maximum length of a place in a message: Lua shortens chunk names to 60 bytes, and the host its places to 200.
  private static let maximumLength = 256

  /// Splits `file:line: message`; nil if the text does not begin with a place.
  static func split(_ text: String) -> (place: LuaError.Place, rest: Substring)? {
    let end = text.utf8.index(text.startIndex, offsetBy: maximumLength, limitedBy: text.endIndex) ?? text.endIndex
    var search = text.startIndex
    while search < end, let colon = text[search..<end].firstIndex(of: ":") {
      let afterColon = text.index(after: colon)
      let digits = text[afterColon...].prefix { $0.isASCII && $0.isNumber }
      if !digits.isEmpty, let line = Int(digits), text[digits.endIndex...].hasPrefix(":") {
        let rest = text[text.index(after: digits.endIndex)...].drop { $0 == " " }
        return (LuaError.Place(file: String(text[..<colon]), line: line), rest)
      }
      if text[colon...].hasPrefix(":\n") { return nil }
      search = afterColon
    }
    return nil
  }
}

/// An error that a Swift function raises in Lua. In a script, it is an error value with the same members; `tostring`
/// returns the place, message and hint.
public struct LuaFailure: Error, Sendable, CustomStringConvertible {
  /// A plain description of the error, without a full stop.
  public var message: String
  /// The stable code that `help` and `explain` know.
  public var code: String?
  /// Advice on how to fix it.
  public var hint: String?
  /// The fact about iOS that the error rests on.
  public var fact: String?
  /// The `file:line` of the Lua code, set when the failure is raised.
  public var place: String?
  /// Data that reports show in addition to the message. Scripts cannot see it.
  public var attachment: (any Sendable)?

  /// Creates a failure. The place may be nil; it is set when the failure is raised.
  public init(_ message: String, code: String? = nil, hint: String? = nil, fact: String? = nil, place: String? = nil) {
    (self.message, self.code, self.hint, self.fact, self.place) = (message, code, hint, fact, place)
  }

  /// The type tag of failures in C.
  static var typeTag: UnsafeMutableRawPointer { hs_failure_tag() }

  /// The place and the message.
  public var description: String { place.map { "\($0): \(message)" } ?? message }

  /// The place, message and hint, as scripts see them.
  public var text: String { description + (hint.map { "\n  \($0)" } ?? "") }

  /// Returns the error for an object that a script uses after its release.
  /// - Parameter type: the type of the object: the tag of a ``LuaType``, or a type tag of C.
  static func freed(_ type: UnsafeRawPointer?) -> LuaFailure {
    let name: String
    if let type, type != UnsafeRawPointer(typeTag), type != UnsafeRawPointer(hs_function_tag()) {
      name = LuaType.at(UnsafeMutableRawPointer(mutating: type)).name
    } else {
      name = type == UnsafeRawPointer(typeTag) ? "error" : "function"
    }
    return LuaFailure(
      "this \(name) was freed: only a weak table still held it", code: "freed",
      hint: "Keep it in a local variable or in a table without __mode for as long as it is needed.")
  }
}

/// The box that a failure's userdata owns, and its behaviour in Lua.
final class LuaFailureBox {
  let failure: LuaFailure

  init(_ failure: LuaFailure) { self.failure = failure }

  /// Reads a member of an error value (stack: error, key).
  static func index(_ call: LuaCall) throws -> Int32 {
    let stack = call.stack
    guard let failure = stack.failure(at: 1) else { throw LuaFailure.freed(LuaFailure.typeTag) }
    guard let key = stack.string(at: 2) else { return call.result(String?.none) }
    switch key {
    case "message": return call.result(failure.message)
    case "code": return call.result(failure.code)
    case "hint": return call.result(failure.hint)
    case "fact": return call.result(failure.fact)
    case "place": return call.result(failure.place)
    default: return try pushStringMethod(key, call)
    }
  }

  /// Pushes a string method for `err:match("…")`, because Lua errors are usually strings. The method is the one in the
  /// string library of the calling code.
  private static func pushStringMethod(_ name: String, _ call: LuaCall) throws -> Int32 {
    let stack = call.stack
    stack.push("")
    try stack.pushMember(name, of: -1)
    guard stack.kind(at: -1) == .function else { return call.result(String?.none) }
    let method = stack.reference(to: -1)
    stack.pushFunction { call in
      if let freed = call.freed(1) { throw freed }
      let text = call.stack.failure(at: 1)?.text ?? ""
      var arguments: [any LuaPushable] = [text]
      for index in stride(from: 2, through: call.count, by: 1) { arguments.append(call.stack.value(at: index)) }
      let results = try call.state.call(method, arguments: arguments)
      try call.stack.reserve(results.count + 8)
      for result in results { result.push(onto: call.stack) }
      return Int32(results.count)
    }
    return 1
  }
}

extension LuaState {
  /// Installs `tostring` and `..` for error values.
  func installFailureMembers() {
    let stack = self.stack
    hs_push_metatable(thread, LuaFailure.typeTag)
    stack.pushFunction { call in call.result(call.stack.failure(at: 1)?.text ?? "error") }
    stack.setRaw("__tostring", in: -2)
    stack.pushFunction { call in
      let parts = [1, 2].map { index in
        call.stack.failure(at: index)?.text ?? (try? call.stack.describe(at: index)) ?? ""
      }
      return call.result(parts[0] + parts[1])
    }
    stack.setRaw("__concat", in: -2)
    stack.removeLast()
  }
}

/// A Swift error that wraps a Lua error value, which it raises again in Lua.
public protocol LuaRaisable: Error {
  /// Pushes the value; returns false, without pushing, if there is none.
  func pushErrorValue(onto stack: LuaStack) -> Bool
}

extension LuaError: LuaRaisable {
  /// Pushes ``LuaError/value``; returns false if there is none.
  public func pushErrorValue(onto stack: LuaStack) -> Bool {
    guard let value else { return false }
    stack.push(value)
    return true
  }
}

/// An error of another module that can be converted for Lua.
public protocol LuaFailureConvertible: Error {
  /// The failure that a script receives if the error leaves a Swift function.
  var luaFailure: LuaFailure { get }
}

extension LuaFailure: LuaFailureConvertible {
  /// This failure.
  public var luaFailure: LuaFailure { self }
}

extension LuaError: LuaFailureConvertible {
  /// The failure that a Swift function raised, or a new one with the message, code and place of the error.
  public var luaFailure: LuaFailure { failure ?? LuaFailure(message, code: code, place: place?.description) }
}
