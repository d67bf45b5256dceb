import TestSupport
import Testing

/// Paths are split by bytes: a slash and an adjacent mark are one character, and such a part would escape all checks.
@Suite struct PathTests {
  private static let forbidden = [#"split(separator: "/""#, #"lastIndex(of: "/""#, #"firstIndex(of: "/""#]

  private static func violations(in text: String) -> [Substring] {
    text.split(separator: "\n").filter { line in forbidden.contains { line.contains($0) } }
  }

  @Test func sourcesDoNotSplitPathsByCharacters() throws {
    for file in try Repository.swiftFiles(under: "Sources") {
      #expect(Self.violations(in: file.text) == [], "\(file.path): use FileTreePath.parts(of:), or utf8")
    }
  }

  @Test func splittingByCharactersIsFound() {
    #expect(Self.violations(in: #"for part in path.split(separator: "/") {}"#).count == 1)
    #expect(Self.violations(in: #"path.utf8.split(separator: UInt8(ascii: "/"))"#).isEmpty)
    #expect("x\u{600}/y".split(separator: "/").count == 1)
  }
}
