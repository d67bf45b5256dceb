/// A documentation page in DocC's Markdown.
struct DocumentationPage: Sendable {
  /// The name in `<doc:NAME>`, without the file extension.
  let name: String
  /// Title, abstract and contents.
  let text: String

  /// Creates a page of sections.
  ///
  /// - Parameters:
  ///   - title: One line, truncated for lists.
  ///   - abstract: One paragraph, shown in lists of pages.
  init(_ name: String, title: String, abstract: String, _ sections: [String]) {
    self.name = name
    text = (["# \(Self.title(title))", Self.paragraph(abstract)] + sections).joined(separator: "\n\n") + "\n"
  }

  /// The path of its file.
  var file: String { "\(name).md" }

  /// The letters, digits, dots and dashes of a text, for a name.
  static func name(_ text: String) -> String {
    String(text.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "." || $0 == "_") ? $0 : "-" })
  }

  /// A list of pages with their abstracts.
  static func list(_ pages: some Sequence<DocumentationPage>) -> String {
    pages.map { "- <doc:\($0.name)>" }.joined(separator: "\n")
  }

  /// A text shown verbatim.
  static func code(_ text: String, _ language: String = "") -> String {
    // More backticks than any run in the text.
    let longest = text.split { $0 != "`" }.map(\.count).max() ?? 0
    let fence = String(repeating: "`", count: max(3, longest + 1))
    return "\(fence)\(language)\n\(text)\n\(fence)"
  }

  /// A picture next to the page.
  ///
  /// - Parameter words: The alternative text.
  static func picture(_ file: String, _ words: String) -> String {
    var plain = ""
    for scalar in words.unicodeScalars {
      if "\\[]*_`<>!&".unicodeScalars.contains(scalar) { plain += "\\" }
      plain.unicodeScalars.append(scalar)
    }
    return "![\(plain)](\(file))"
  }

  /// A cell of a table.
  static func cell(_ text: String) -> String { text.replacing("|", with: "\\|") }

  /// Project text in Markdown, with brackets escaped that would be taken for HTML.
  static func paragraph(_ text: String) -> String {
    var isCode = false
    var result = ""
    for character in text {
      if character == "`" { isCode.toggle() }
      if character == "<", !isCode { result += "\\" }
      result.append(character.isNewline ? " " : character)
    }
    return result
  }

  private static let longestTitle = 100

  private static func title(_ text: String) -> String {
    let plain = text.filter { $0 != "`" && !$0.isNewline }
    guard plain.count > longestTitle else { return paragraph(plain) }
    let words = plain.prefix(longestTitle).split(separator: " ", omittingEmptySubsequences: false).dropLast()
    return paragraph(words.joined(separator: " ") + " …")
  }
}
