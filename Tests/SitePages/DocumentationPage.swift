/// A page of the documentation, in Markdown as DocC reads it.
struct DocumentationPage: Sendable {
  /// The name by which `<doc:NAME>` leads to it, without the end of its file.
  let name: String
  /// Title, abstract, and the rest.
  let text: String

  /// A page of sections, a part of text each.
  ///
  /// - Parameters:
  ///   - title: one line; what does not fit into a list is cut off.
  ///   - abstract: one paragraph, which stands in lists of pages.
  init(_ name: String, title: String, abstract: String, _ sections: [String]) {
    self.name = name
    text = (["# \(Self.title(title))", Self.paragraph(abstract)] + sections).joined(separator: "\n\n") + "\n"
  }

  /// The path of its file.
  var file: String { "\(name).md" }

  /// Letters, digits, points and dashes of a text, for a name.
  static func name(_ text: String) -> String {
    String(text.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "." || $0 == "_") ? $0 : "-" })
  }

  /// A list of pages, with what each is about.
  static func list(_ pages: some Sequence<DocumentationPage>) -> String {
    pages.map { "- <doc:\($0.name)>" }.joined(separator: "\n")
  }

  /// A text that is shown as it is.
  static func code(_ text: String, _ language: String = "") -> String {
    // More backticks than the text has in a row.
    let longest = text.split { $0 != "`" }.map(\.count).max() ?? 0
    let fence = String(repeating: "`", count: max(3, longest + 1))
    return "\(fence)\(language)\n\(text)\n\(fence)"
  }

  /// A picture that lies beside the page.
  ///
  /// - Parameter words: what is to be seen in it, for who does not see it.
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

  /// Text of the project’s that is Markdown but for brackets, which would be taken for HTML.
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
