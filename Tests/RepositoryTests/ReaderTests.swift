import TestSupport
import Testing

/// The reader of sources is a package of its own, which nobody fetches or builds without asking for it.
@Suite struct ReaderTests {
  private static func version(in file: String) throws -> Substring? {
    try Repository.text(file).firstMatch(of: /static let version = "([0-9.]+)"/)?.1
  }

  /// Programs of different versions do not talk to each other.
  @Test func readerHasTheVersionOfTheProgram() throws {
    let reader = try Self.version(in: "Sources/homescreen-sources/Sources/SourceReading/SourceReader.swift")
    let program = try Self.version(in: "Sources/Platform/Homescreen.swift")
    #expect(reader != nil)
    #expect(reader == program)
  }

  @Test func programDoesNotDependOnTheParser() throws {
    #expect(try !Repository.text("Package.swift").contains("swift-syntax"))
    #expect(try Repository.text("Sources/homescreen-sources/Package.swift").contains("swift-syntax\", exact: "))
  }
}
