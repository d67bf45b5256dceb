/// A failure as reports show it.
public struct Problem: Sendable, Equatable {
  /// A stable name that `homescreen explain` knows.
  public var code: String
  public var message: String
  public var hint: String?
  public var fact: String?
  /// `file:line`.
  public var place: String?
  /// The line of the script, without its indentation.
  public var sourceLine: String?
  /// The Lua stack, innermost first.
  public var traceback: [String]
  /// The simulated stack, innermost first, when the error left the app's code: `in APP: CALLBACK, at TIME s`.
  public var appStack: [String] = []

  public init(
    code: String, message: String, hint: String? = nil, fact: String? = nil, place: String? = nil,
    sourceLine: String? = nil, traceback: [String] = []
  ) {
    self.code = code
    self.message = message
    self.hint = hint
    self.fact = fact
    self.place = place
    self.sourceLine = sourceLine
    self.traceback = traceback
  }

  /// The code of a process that a script brought down.
  public static let crashCode = "crash"
  /// The code of a script that cannot be read.
  public static let missingScriptCode = "script-unreadable"

  /// What is kept of a message, in bytes. Nobody reads more, and a script may raise megabytes.
  public static let maximumMessageLength = 16_384

  /// A message as a problem keeps it.
  public static func shortened(_ message: String) -> String {
    let excess = message.utf8.count - maximumMessageLength
    guard excess > 0 else { return message }
    let kept = String(decoding: message.utf8.prefix(maximumMessageLength), as: UTF8.self)
    return "\(kept)… (\(excess) more bytes)"
  }
}
