import CLuaSupport

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
