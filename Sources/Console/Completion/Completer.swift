public import LuaAPI
internal import LuaEngine

/// Completion at Tab: of Lua by the place in the line, of the REPL's commands, of what both take. It never runs code of
/// a script.
public struct Completer {
  private let begun: () -> String
  private let current: () -> Session?
  /// Nobody completes in a longer text, in bytes.
  private static let maximumBytes = 1 << 18

  /// Completes by what a session knows.
  ///
  /// - Parameters:
  ///   - begun: the lines before this one that belong to the same statement.
  ///   - session: the session of the moment; both are asked at each Tab.
  public init(begun: @escaping () -> String = { "" }, session: @escaping () -> Session?) {
    self.begun = begun
    current = session
  }

  /// What can follow at the cursor (in UTF-8 bytes), and what the place asks for.
  public func answer(line: String, cursor: Int) -> CompletionAnswer {
    let before = begun()
    guard let session = current(), before.utf8.count + line.utf8.count <= Self.maximumBytes else {
      return CompletionAnswer()
    }
    let text = String(decoding: line.utf8.prefix(cursor), as: UTF8.self)
    let rest = String(decoding: line.utf8.dropFirst(cursor), as: UTF8.self)
    if before.isEmpty {
      if text.hasPrefix(":"), !text.hasPrefix("::") {
        return CommandCompletion(session).answer(text, rest: rest)
      }
      if text.hasPrefix("?") { return LuaCompletion(session, explains: true).answer(String(text.dropFirst()), rest) }
    }
    return LuaCompletion(session).answer(before.isEmpty ? text : "\(before)\n\(text)", rest)
  }

  /// The ways to go on alone.
  public func completions(line: String, cursor: Int) -> [Completion] { answer(line: line, cursor: cursor).completions }
}
