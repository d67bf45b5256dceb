public import LuaAPI
public import LuaEngine

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
  static let crashCode = "crash"
  /// The code of a script that cannot be read.
  static let missingScriptCode = "script-unreadable"

  /// What a script raised.
  /// - Parameter session: knows where the app's code was when the error left it.
  public init(_ error: LuaError, source: SourceLines? = nil, in session: Session? = nil) {
    let explained = ErrorAdvice.explain(error)
    let place = ErrorAdvice.place(of: error)
    self.init(
      code: error.code, message: Self.shortened(explained.message), hint: explained.hint, fact: error.failure?.fact,
      place: place?.description, sourceLine: place.flatMap { source?.line($0.line, of: $0.file) },
      traceback: error.traceback.filter { !ErrorAdvice.isHidden($0) })
    appStack = session?.appStack(of: error) ?? []
  }

  /// What is wrong with a plugin or the project's settings.
  public init(_ problem: PluginProblem) {
    self.init(problem.error)
  }

  /// What is kept of a message, in bytes. Nobody reads more, and a script may raise megabytes.
  public static let maximumMessageLength = 16_384

  private static func shortened(_ message: String) -> String {
    let excess = message.utf8.count - maximumMessageLength
    guard excess > 0 else { return message }
    let kept = String(decoding: message.utf8.prefix(maximumMessageLength), as: UTF8.self)
    return "\(kept)… (\(excess) more bytes)"
  }
}
