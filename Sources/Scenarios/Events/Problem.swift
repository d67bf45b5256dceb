import LuaAPI
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

  /// What a script raised.
  public init(_ error: LuaError, source: SourceLines? = nil) {
    let explained = ErrorAdvice.explain(error)
    self.init(
      code: error.code, message: explained.message, hint: explained.hint, fact: error.failure?.fact,
      place: error.place?.description, sourceLine: error.place.flatMap { source?.line($0.line, of: $0.file) },
      traceback: error.traceback.filter { !$0.hasPrefix("[homescreen]/") })
  }
}
