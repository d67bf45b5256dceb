import TestSupport
import Testing

/// Links in documents have a target.
@Suite struct LinkTests {
  /// The files that links and pictures name, without the part after `#`.
  private static func targets(in text: String) -> [String] {
    text.matches(of: /\]\(([^)\s]+)\)/).map { String($0.1.prefix { $0 != "#" }) }.filter {
      !$0.isEmpty && !$0.contains(":") && $0.contains(".")
    }
  }

  /// The text without code blocks, in which brackets are not links.
  private static func prose(_ text: String) -> String {
    var isCode = false
    return text.split(separator: "\n", omittingEmptySubsequences: false).filter { line in
      if line.hasPrefix("```") { isCode.toggle() }
      return !isCode
    }.joined(separator: "\n")
  }

  private static func isThere(_ target: String, from folder: String) -> Bool {
    let places = [folder, "\(folder)/Resources"].map { "\(Repository.root)/\($0)/\(target)" }
    return places.contains { Files.bytes($0) != nil || !Files.names(in: $0).isEmpty }
  }

  @Test func linkedFilesExist() throws {
    var documents = ["README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"]
    documents += try Repository.files(under: "Sources", endings: [".md"]).map { "Sources/\($0.path)" }
      .filter { $0.contains(".docc/") }
    var count = 0
    for document in documents {
      let folder = document.split(separator: "/").dropLast().joined(separator: "/")
      let targets = Self.targets(in: Self.prose(try Repository.text(document)))
      count += targets.count
      #expect(targets.filter { !Self.isThere($0, from: folder) } == [], "\(document)")
    }
    #expect(count > 60)
  }

  @Test(arguments: [
    ("[a](b.md)", ["b.md"]), ("![a](c.svg) and [d](e.md#part)", ["c.svg", "e.md"]), ("[a](https://b.c/d.md)", []),
    ("[a](#part)", []), ("a[1](x)", []),
  ]) func linksAreFound(text: String, targets: [String]) {
    #expect(Self.targets(in: text) == targets)
  }
}
