public import LuaAPI
import LuaEngine

/// Completion at Tab: names of the API, globals and fields of tables, members of objects.
public struct Completer {
  private let current: () -> Session?
  private var session: Session? { current() }

  /// Completes by what a session knows.
  ///
  /// - Parameter session: the session of the moment, asked at each Tab.
  public init(session: @escaping () -> Session?) {
    current = session
  }

  /// What can follow at the cursor (in UTF-8 bytes).
  public func completions(line: String, cursor: Int) -> [Completion] {
    guard let session else { return [] }
    if line.hasPrefix(":"), !line.utf8.prefix(cursor).contains(UInt8(ascii: " ")) {
      let word = String(decoding: line.utf8.prefix(cursor).dropFirst(), as: UTF8.self)
      return match(word, in: session.commandNames)
    }
    let before = line.utf8.prefix(cursor)
    let chain = before.reversed().prefix {
      LuaWords.isNamePart($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ":")
    }
    let text = String(decoding: chain.reversed(), as: UTF8.self)
    guard let separator = text.lastIndex(where: { $0 == "." || $0 == ":" }) else {
      return match(text, in: globals(session))
    }
    let path = text[..<separator].split(whereSeparator: { $0 == "." || $0 == ":" }).map(String.init)
    let word = String(text[text.index(after: separator)...])
    let isCall = text[separator] == ":"
    // A key of a table can be any text; only a name can follow a dot, and only a name is put into the line.
    return match(word, in: session.memberNames(of: path, methodsOnly: isCall).filter(LuaWords.isName))
  }

  private func globals(_ session: Session) -> [String] {
    APICatalog.homescreen.globals.map(\.name)
      + session.localNames
      + session.globalNames.filter(LuaWords.isName)
      + LuaWords.keywords
  }

  private func match(_ word: String, in names: [String]) -> [Completion] {
    var seen: Set<String> = []
    return names.filter { $0.hasPrefix(word) && seen.insert($0).inserted }.sorted()
      .map { Completion($0, replacing: word.utf8.count) }
  }
}
