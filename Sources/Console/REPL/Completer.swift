public import LuaAPI
import LuaEngine

/// Completion at Tab: names of the API, globals and fields of tables, members of objects.
public struct Completer {
  private let current: () -> Session?
  private var session: Session? { current() }

  /// - Parameter session: the session of the moment, asked at each Tab.
  public init(session: @escaping () -> Session?) {
    current = session
  }

  private static let keywords = [
    "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "goto", "if", "in", "local", "nil",
    "not", "or", "repeat", "return", "then", "true", "until", "while",
  ]

  /// What can follow at the cursor (in UTF-8 bytes).
  public func completions(line: String, cursor: Int) -> [Completion] {
    guard let session else { return [] }
    if line.hasPrefix(":"), !line.utf8.prefix(cursor).contains(UInt8(ascii: " ")) {
      let word = String(decoding: line.utf8.prefix(cursor).dropFirst(), as: UTF8.self)
      return match(word, in: session.commandNames)
    }
    let before = line.utf8.prefix(cursor)
    let chain = before.reversed().prefix { Self.isNamePart($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ":") }
    let text = String(decoding: chain.reversed(), as: UTF8.self)
    guard let separator = text.lastIndex(where: { $0 == "." || $0 == ":" }) else {
      return match(text, in: globals(session))
    }
    let path = text[..<separator].split(whereSeparator: { $0 == "." || $0 == ":" }).map(String.init)
    let word = String(text[text.index(after: separator)...])
    let isCall = text[separator] == ":"
    return match(word, in: session.memberNames(of: path, methodsOnly: isCall).filter(Self.isName))
  }

  private static func isNamePart(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }

  private func globals(_ session: Session) -> [String] {
    APICatalog.homescreen.globals.filter { $0.status == .available }.map(\.name)
      + session.globalNames.filter(Self.isName)
      + Self.keywords
  }

  /// A key of a table can be any text; only a name can follow a dot, and only a name is put into the line.
  private static func isName(_ text: String) -> Bool {
    guard let first = text.utf8.first, !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) else { return false }
    return text.utf8.allSatisfy(isNamePart)
  }

  private func match(_ word: String, in names: [String]) -> [Completion] {
    var seen: Set<String> = []
    return names.filter { $0.hasPrefix(word) && seen.insert($0).inserted }.sorted()
      .map { Completion($0, replacing: word.utf8.count) }
  }
}
