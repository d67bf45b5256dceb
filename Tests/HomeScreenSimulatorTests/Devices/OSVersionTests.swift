import HomeScreenSimulator
import Testing

/// IOS versions.
@Suite struct OSVersionTests {
  @Test(arguments: ["9.0", "10.3", "12.5.7", "26.1", "27.0"])
  func areReadAndWrittenAsAppleWritesThem(text: String) throws {
    #expect(try OSVersion(parsing: text).description == text)
  }

  @Test func areOrderedByNumberNotByText() throws {
    #expect(try OSVersion(parsing: "9.3") < OSVersion(parsing: "10.3"))
    #expect(try OSVersion(parsing: "26.0") < OSVersion(parsing: "26.1"))
    #expect(try OSVersion(parsing: "26") == OSVersion(26, 0))
    #expect(try OSVersion(parsing: "12.4") < OSVersion(parsing: "12.4.1"))
  }

  @Test(arguments: [
    "", "x", "17,5", "17.", ".5", "17..5", "17.5.1.2", "-1", "1e3", "１７.5", "99999999999", "8.4", "17 ",
    "\(OSVersion.newest.major + 1).0",
  ])
  func areRefusedWithAReasonWhenTheyAreNoneOrNotKnown(text: String) {
    #expect(simulatorError { _ = try OSVersion(parsing: text) }?.code == .unknownOSVersion)
  }
}
