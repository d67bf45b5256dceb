import TestSupport
import Testing

/// The executable does not contain the path of the checkout, so that packages are the same wherever they are built.
@Suite struct FolderTests {
  /// Some are the path of a file; for the last, the compiler records the length of that path.
  private static let forbidden = ["#filePath", "#file)", "#file,", "withoutActuallyEscaping"]

  private static func violations(in text: String) -> [Substring] {
    text.split(separator: "\n").filter { line in forbidden.contains { line.contains($0) } }
  }

  @Test func sourcesDoNotNameTheirFolder() throws {
    for file in try Repository.swiftFiles(under: "Sources") {
      #expect(Self.violations(in: file.text) == [], "\(file.path): use #fileID, or take a closure that escapes")
    }
  }

  @Test func usesAreFound() {
    #expect(Self.violations(in: "print(#filePath)").count == 1)
    #expect(Self.violations(in: "let a = 1\nwithoutActuallyEscaping(body) { $0() }").count == 1)
    #expect(Self.violations(in: "fail(#fileID, #line)").isEmpty)
  }
}
