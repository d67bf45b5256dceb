import LuaEngine

internal import LuaAPI

/// Files that a person names at the prompt.
extension REPL {
  /// Lets a line read the files that it names, wherever they lie. What a file of `:load` names, nobody has typed.
  func allowPaths(typedIn chunk: SourceChunk, in session: Session) {
    guard chunk.file == nil else { return }
    if let words = CommandLineWords(chunk.text) {
      words.arguments.forEach(session.files.allow(typed:))
      return
    }
    let bytes = Array(chunk.text.utf8)
    for token in LuaLexer.tokens(of: bytes) where token.isString {
      let text = String(decoding: bytes[token.range], as: UTF8.self)
      let quotes = LuaQuotes(of: text)
      let inside = text.utf8.dropFirst(quotes.open.utf8.count).dropLast(quotes.close.utf8.count)
      session.files.allow(typed: String(Substring(inside)))
    }
  }
}
