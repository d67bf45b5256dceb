import TestSupport
import Testing

/// The source reader is a nested package, which is built only on request.
@Suite struct ReaderTests {
  private static func version(in file: String) throws -> Substring? {
    try Repository.text(file).firstMatch(of: /static let version = "([0-9.]+)"/)?.1
  }

  /// Programs of different versions do not work together.
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
