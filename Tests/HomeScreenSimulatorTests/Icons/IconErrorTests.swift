import HomeScreenSimulator
import Testing

/// The errors of setAlternateIconName.
@Suite struct IconErrorTests {
  /// ICON-039, ICON-040.
  @Test func undeclaredNamePrintsItsUnderlyingError() throws {
    let error = NSErrorValue.iconNameNotFound
    #expect(error.domain == "NSCocoaErrorDomain")
    #expect(error.code == 4)
    #expect(error.localizedDescription == "The file doesn’t exist.")
    let underlying = try #require(error.underlyingError)
    #expect(underlying.domain == "LSApplicationWorkspaceErrorDomain")
    #expect(underlying.code == -105)
    #expect(underlying.localizedDescription == "iconName not found in CFBundleAlternateIcons entry")
    #expect(
      error.consoleDescription
        == "Error Domain=NSCocoaErrorDomain Code=4 \"The file doesn’t exist.\" "
        + "UserInfo={NSUnderlyingError=0x0000000000000001 {Error Domain=LSApplicationWorkspaceErrorDomain Code=-105 "
        + "\"iconName not found in CFBundleAlternateIcons entry\" "
        + "UserInfo={NSLocalizedDescription=iconName not found in CFBundleAlternateIcons entry}}}"
    )
  }

  /// ICON-038, ICON-045.
  @Test func theUnderlyingErrorsOfAMissingDictionaryAndOfThePolicy() throws {
    let missing = NSErrorValue.iconsDictionaryMissing
    #expect(missing.code == NSErrorValue.iconNameNotFound.code && missing != .iconNameNotFound)
    #expect(missing.localizedDescription == NSErrorValue.iconNameNotFound.localizedDescription)
    #expect(
      missing.underlyingError?.consoleDescription
        == "Error Domain=LSApplicationWorkspaceErrorDomain Code=-105 "
        + "\"CFBundleIcons dictionary is missing or incorrect type\" UserInfo={NSLocalizedDescription="
        + "CFBundleIcons dictionary is missing or incorrect type}")
    let forbidden = NSErrorValue.forbiddenByPolicy
    #expect(forbidden.localizedDescription == NSErrorValue.featureUnsupported.localizedDescription)
    #expect(
      forbidden.underlyingError?.consoleDescription
        == "Error Domain=LSApplicationWorkspaceErrorDomain Code=110 \"alternateIcons not allowed\" "
        + "UserInfo={NSLocalizedDescription=alternateIcons not allowed}")
  }

  /// ICON-041, ICON-044, ICON-046, ICON-054.
  @Test func otherErrorsPrintTheirTexts() {
    let rows: [(NSErrorValue, String, Int, String, String)] = [
      (
        .operationCancelled, "NSCocoaErrorDomain", 3072, "The operation was cancelled.",
        "Error Domain=NSCocoaErrorDomain Code=3072 \"The operation was cancelled.\""
      ),
      (
        .featureUnsupported, "NSCocoaErrorDomain", 3328,
        "The requested operation couldn’t be completed because the feature is not supported.",
        "Error Domain=NSCocoaErrorDomain Code=3328 "
          + "\"The requested operation couldn’t be completed because the feature is not supported.\""
      ),
      (
        .resourceTemporarilyUnavailable, "NSPOSIXErrorDomain", 35,
        "The operation couldn’t be completed. Resource temporarily unavailable",
        "Error Domain=NSPOSIXErrorDomain Code=35 \"Resource temporarily unavailable\""
      ),
      (
        .identityMismatch, "NSOSStatusErrorDomain", -54, "The operation couldn’t be completed. (OSStatus error -54.)",
        "Error Domain=NSOSStatusErrorDomain Code=-54 \"(null)\""
      ),
    ]
    for (error, domain, code, text, printed) in rows {
      #expect(error.domain == domain)
      #expect(error.code == code)
      #expect(error.localizedDescription == text)
      #expect(error.consoleDescription == printed)
      #expect(error.underlyingError == nil)
      #expect(error.userInfo.isEmpty)
    }
  }

  @Test func appErrorsPrintInTheSameFormAtAnyDepth() {
    let plain = NSErrorValue(domain: "com.example", code: 7)
    #expect(plain.localizedDescription == "The operation couldn’t be completed. (com.example error 7.)")
    #expect(plain.consoleDescription == "Error Domain=com.example Code=7 \"(null)\"")
    var deep = plain
    for _ in 0..<100_000 {
      deep = NSErrorValue(domain: "d", code: 1, userInfo: [.init(NSErrorValue.underlyingErrorKey, .error(deep))])
    }
    #expect(deep.consoleDescription.count < 10_000)
    #expect(deep == deep)
    let mixed = NSErrorValue(
      domain: "d", code: 1,
      userInfo: [
        .init("a", .integer(1)), .init("b", .boolean(true)), .init("c", .real(0.5)),
        .init("NSLocalizedDescription", .string("Own text.")),
      ])
    #expect(
      mixed.consoleDescription
        == "Error Domain=d Code=1 \"Own text.\" UserInfo={a=1, b=1, c=0.5, NSLocalizedDescription=Own text.}")
    #expect(mixed["a"] == .integer(1))
    #expect(mixed["x"] == nil)
  }
}
