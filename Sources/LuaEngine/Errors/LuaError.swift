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
