import HomeScreenSimulator
import TestSupport
import Testing

/// iOS versions.
@Suite struct OSVersionTests {
  @Test(arguments: ["9.0", "10.3", "12.5.7", "26.1", "27.0"])
  func versionsAreReadAndWrittenLikeApples(text: String) throws {
    #expect(try OSVersion(parsing: text).description == text)
  }

  @Test func versionsAreOrderedByNumber() throws {
    #expect(try OSVersion(parsing: "9.3") < OSVersion(parsing: "10.3"))
    #expect(try OSVersion(parsing: "26.0") < OSVersion(parsing: "26.1"))
    #expect(try OSVersion(parsing: "26") == OSVersion(26, 0))
    #expect(try OSVersion(parsing: "12.4") < OSVersion(parsing: "12.4.1"))
  }

  @Test(arguments: [
    "", "x", "17,5", "17.", ".5", "17..5", "17.5.1.2", "-1", "1e3", "１７.5", "99999999999", "8.4", "17 ",
    "\(OSVersion.newest.major + 1).0",
  ])
  func invalidAndUnknownVersionsAreRefusedWithAReason(text: String) {
    #expect(simulatorError { _ = try OSVersion(parsing: text) }?.code == .unknownOSVersion)
  }

  @Test func testsCoverTheNewestYear() {
    let newest = OSVersion.newest.major
    for (list, versions) in [
      ("all", Versions.all), ("alertOfSystem", Versions.alertOfSystem), ("withScenes", Versions.withScenes),
    ] {
      #expect(versions.contains { OSVersion($0)?.major == newest }, "Versions.\(list) stops before iOS \(newest)")
    }
  }

  @Test func documentationNamesTheRange() throws {
    let range = "every iOS from \(OSVersion.oldest.major) to \(OSVersion.newest.major)"
    let readme = try Repository.text("README.md").split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(readme.contains(range), "README.md does not say “\(range)”")
    let ledgers = try Repository.files(under: "Sources/CFacts/ledgers", endings: [".md"])
    let ends = ledgers.flatMap { file in
      file.text.matches(of: /everything later known \(up to (\d+)\)/).map { (file.path, String($0.1)) }
    }
    #expect(ends.count == 3)
    for (path, end) in ends {
      #expect(end == "\(OSVersion.newest.major)", "\(path) says “up to \(end)” in “How to read”")
    }
  }
}
