import CLuaSupport

/// How a script failed.
public struct LuaError: Error {
  /// At which stage a script failed, or what ended it.
  public enum Kind: String, Sendable {
    /// The text is not Lua.
    case syntax
    /// The script raised an error, or a function it called did.
    case runtime
    /// The memory ceiling was reached.
    case memory
    /// The script was stopped from outside; see ``LuaError/stop``.
    case stopped
  }

  /// Who stopped it.
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
    /// The name of the chunk, usually the script's path; Lua shortens long ones.
    public var file: String
    /// Counted from 1.
    public var line: Int

    /// A line of a file, which need not exist.
    public init(file: String, line: Int) {
      self.file = file
      self.line = line
    }

    /// The place that a line such as `file:line: in main chunk` begins with.
    public init?(parsing text: String) {
      guard let place = Self.split(text)?.place else { return nil }
      self = place
    }

    /// `Tests/icons.lua:12`
    public var description: String { "\(file):\(line)" }

    /// The same without folders: a trace must not depend on how the path of the script was written.
    public var inTrace: String {
      "\(file.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(file[file.utf8.index(after: $0)...]) } ?? file):\(line)"
    }
  }

  /// At which stage the script failed, or what ended it.
  public var kind: Kind
  /// What happened, without the place. Of a text that is longer than a person reads, and that the memory of scripts does
  /// not hold a second time, the beginning; ``value`` has the whole.
  public var message: String
  /// The line of Lua that failed; nil when none is known.
  public var place: Place?
  /// The Lua stack, innermost first, as `file:line: in …`.
  public var traceback: [String]
  /// Who stopped the script; nil when nobody did.
  public var stop: Stop?
  /// The failure, when a Swift function raised it.
  public var failure: LuaFailure?
  /// The error value, for scripts that raise tables, and to raise it again.
  ///
  /// `Error` asks for `Sendable`, a reference is bound to its state's thread. It is safe all the same: the state is not
  /// `Sendable`, so what it throws is thrown, caught and dropped on the thread that the state lives on.
  nonisolated(unsafe) public var value: LuaReference?

  /// An error that carries neither a ``failure`` nor an error value.
  public init(kind: Kind, message: String, place: Place? = nil, traceback: [String] = [], stop: Stop? = nil) {
    self.kind = kind
    self.message = message
    self.place = place
    self.traceback = traceback
    self.stop = stop
  }

  /// The stable name that `explain` knows.
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

  /// In bytes: with the count of what is left out, a report does not have to shorten it again.
  private static let maximumMessageLength = 16_384 - 64

  /// Takes the error value from the top of the stack.
  /// - Parameter isOfDescription: a `__tostring` failed with it. Then it is not described in its turn, which could go on
  ///   for ever.
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
      text = "__tostring failed with a value of type \(stack.kind(at: -1).rawValue)"
    } else if stack.kind(at: -1) != .string {
      text =
        (try? stack.describe(at: -1, limit: maximumMessageLength))
        ?? "a \(stack.kind(at: -1).rawValue) whose __tostring fails"
      if text.hasPrefix("table: "), let content = state.contentOfTable?(stack.reference(to: -1)) { text = content }
      // Its __tostring may have used up the budget.
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
    // `error({})`, `error("x", 0)` and a full memory say no place; the innermost line of Lua code is the best answer.
    if error.place == nil { error.place = error.traceback.lazy.compactMap { Place.split($0)?.place }.first }
    error.value = stack.reference(to: -1)
    return error
  }
}

extension LuaError {
  /// The error of a stop that is in force.
  private static func pop(from state: LuaState, copying stack: LuaStack, traceback: [String]) -> LuaError {
    var error = LuaError(
      kind: .stopped, message: stack.string(at: -1) ?? "the script was stopped",
      place: Place.split(String(cString: hs_stop_place(state.thread)) + ":")?.place, traceback: traceback,
      stop: state.stop)
    error.value = stack.reference(to: -1)
    return error
  }
}

/// The message alone: what a crash record or another error shows of it. No place, because a trace must not depend on
/// how the path of the script was written.
extension LuaError: CustomStringConvertible {
  /// ``message``, without the place: `attempt to index a nil value (local 'app')`.
  public var description: String { message }
}

extension LuaError.Place {
  /// How far into a message a place can reach: Lua shortens names of chunks to 60 bytes, the host's places to 200.
  private static let maximumLength = 256

  /// Splits `file:line: message`; nil when the text does not begin with a place.
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

/// What a Swift function raises in Lua. In the script it is an error value with the same members; `tostring` gives
/// place, message and hint.
public struct LuaFailure: Error, Sendable {
  /// What happened, in plain words, without a full stop at the end.
  public var message: String
  /// A stable name that `help` and `explain` know.
  public var code: String?
  /// What to do.
  public var hint: String?
  /// The fact of iOS behind it.
  public var fact: String?
  /// "file:line" of the Lua code; filled in when it is raised.
  public var place: String?
  /// What reports show beside the words; scripts do not see it.
  public var attachment: (any Sendable)?

  /// A failure with what is known about it; the place can wait until it is raised.
  public init(
    _ message: String, code: String? = nil, hint: String? = nil, fact: String? = nil, place: String? = nil
  ) {
    self.message = message
    self.code = code
    self.hint = hint
    self.fact = fact
    self.place = place
  }

  /// The pseudo type of failures in C.
  static var typeTag: UnsafeMutableRawPointer { hs_failure_tag() }

  /// Place, message and hint, as a script sees them.
  public var text: String {
    var text = place.map { "\($0): \(message)" } ?? message
    if let hint { text += "\n  \(hint)" }
    return text
  }

  /// A script uses an object after it was released.
  /// - Parameter type: what the object was: a ``LuaType``'s tag, or a pseudo type of C.
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

/// What the carrier of a failure owns, and how it looks in Lua.
final class LuaFailureBox {
  let failure: LuaFailure

  init(_ failure: LuaFailure) {
    self.failure = failure
  }

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

  /// `err:match("…")` works on the text of the error, because scripts know errors as strings: the method is the one that
  /// strings have for the code that asks.
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
  /// `tostring` and `..` of error values.
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

/// A Swift error that is an error value of Lua's: raised in Lua again, it is that very value.
public protocol LuaRaisable: Error {
  /// Pushes the value; false, and nothing is pushed, when there is none.
  func pushErrorValue(onto stack: LuaStack) -> Bool
}

extension LuaError: LuaRaisable {
  /// Pushes ``LuaError/value``; false when there is none.
  public func pushErrorValue(onto stack: LuaStack) -> Bool {
    guard let value else { return false }
    stack.push(value)
    return true
  }
}

/// An error of another module that knows how to appear in Lua.
public protocol LuaFailureConvertible: Error {
  /// The failure that a script gets when the error leaves a Swift function.
  var luaFailure: LuaFailure { get }
}

extension LuaFailure: LuaFailureConvertible {
  /// The failure itself.
  public var luaFailure: LuaFailure { self }
}

extension LuaError: LuaFailureConvertible {
  /// The failure that a Swift function raised; for other errors one with their message, code and place.
  public var luaFailure: LuaFailure {
    failure ?? LuaFailure(message, code: code, place: place?.description)
  }
}
