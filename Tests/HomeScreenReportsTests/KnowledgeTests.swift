import AppPackages
import HomeScreenReports
import HomeScreenSimulator
import Testing

/// `explain` for text from elsewhere: keys, errors, lines of a console.
@Suite struct KnowledgeTests {
  /// STORE-040 lists the numbers of all mails, which must not bring the rules of other mails.
  @Test func mailIsExplainedByItsOwnRules() throws {
    let explanation = try #require(Knowledge.explain("ITMS-90717"))
    #expect(explanation.hasPrefix("90717\n") && explanation.contains("STORE-015"), "\(explanation)")
    #expect(explanation.contains("appiconset-1024-transparent") && !explanation.contains("primary-icon-missing"))
    #expect(!explanation.contains("url-scheme-format"))
  }

  @Test(arguments: [
    // Raw keys, the names in Xcode, and short keys of static items.
    ("CFBundleIcons", ["“Icon files (iOS 5)”", "ICON-084", "ICON-111"]),
    ("Icon files (iOS 5)", ["CFBundleIcons", "ICON-084"]), ("icon FILES (ios 5)", ["CFBundleIcons"]),
    ("Bundle display name", ["CFBundleDisplayName", "ICON-061", "ICON-167"]),
    ("UIApplicationShortcutItemTitle", ["QUICK-004", "QUICK-014"]), ("UIPrerenderedIcon", ["ICON-102"]),
    ("CFBundleIcons~ipad", ["ICON-111"]), ("UIApplicationSceneManifest", ["LAUNCH-"]),
    // Errors as people write them, and as a console prints them.
    ("NSCocoaErrorDomain 4", ["The file doesn’t exist.", "ICON-039"]),
    ("NSCocoaErrorDomain, code 3072", ["The operation was cancelled.", "ICON-041"]),
    ("The operation couldn’t be completed. (OSStatus error -54.)", ["NSOSStatusErrorDomain -54", "ICON-054"]),
    (
      "Error Domain=NSPOSIXErrorDomain Code=35 \"Resource temporarily unavailable\"",
      ["NSPOSIXErrorDomain 35", "ICON-046"]
    ),
    (
      "Error Domain=NSCocoaErrorDomain Code=4 \"The file doesn't exist.\" UserInfo={NSUnderlyingError=0x6000 {Error "
        + "Domain=LSApplicationWorkspaceErrorDomain Code=-105 \"iconName not found\"}}",
      [
        "NSCocoaErrorDomain 4", "ICON-039", "under it: LSApplicationWorkspaceErrorDomain -105",
        "iconName not found in CFBundleAlternateIcons entry",
      ]
    ),
    ("Error Domain=NSCocoaErrorDomain\n   Code=4 “The file doesn’t exist.”", ["ICON-039"]),
    ("Error Domain=NSCocoaErr\norDomain Co\nde=4 \"The file", ["ICON-039"]),
    // Lines.
    (
      "2015-09-01 10:00 Tools[1:2] Warning: Attempt to present <UIAlertController: 0x7f8> on <ViewController: 0x7f9> "
        + "whose view is not in the window hierarchy!", ["LAUNCH-037"]
    ),
    (
      "[Presentation] Attempt to present <A: 0x1> on <B: 0x2> (from <B: 0x2>) whose view is not in the window "
        + "hierarchy.", ["LAUNCH-038"]
    ),
    ("UIScene lifecycle will soon be required.", ["LAUNCH-060"]),
    (
      "CLIENT OF UIKIT REQUIRES UPDATE: This process does not adopt UIScene lifecycle. This will become an assert",
      ["LAUNCH-059"]
    ),
    ("0x8badf00d", ["LAUNCH-067"]), ("Termination Reason: FRONTBOARD code:0x8BADF00D", ["LAUNCH-067"]),
    ("ITMS-90895", ["STORE-022"]), ("90022", ["STORE-006"]),
    ("ERROR ITMS-90704: \"Missing App Icon. An app icon measuring 1024 by 1024 pixels\"", ["STORE-012"]),
  ])
  func namesAreExplained(text: String, parts: [String]) throws {
    let explanation = try #require(Knowledge.explain(text))
    for part in parts { #expect(explanation.contains(part), "\(part) in \(explanation)") }
  }

  /// STORE-002, and the texts of each message; an older and a newer form have the same meaning.
  @Test(arguments: [
    (
      "ERROR ITMS-90022: \"Missing required icon file. The bundle does not contain an app icon for iPhone / iPod Touch of "
        + "exactly '120x120' pixels, in .png format for iOS versions >= 10.0.", ["STORE-006"]
    ),
    (
      "ITMS-90022: Missing required icon file - The bundle does not contain an app icon for iPhone / iPod Touch of exactly "
        + "'120x120' pixels, in .png format for iOS versions >= 10.0. To support older versions of iOS, the icon may be "
        + "required in the bundle outside of an asset catalog.", ["STORE-006", "STORE-007"]
    ),
    (
      "ITMS-90023: Missing required icon file. The bundle does not contain an app icon for iPad of exactly '152x152' "
        + "pixels", ["STORE-008"]
    ),
    (
      "ITMS-90023: Missing required icon file. The bundle does not contain an app icon for iPad of exactly '152x152' "
        + "pixels, in .png format for iOS versions >= 10.0. To support older operating systems, the icon may be required "
        + "in the bundle outside of an asset catalog.", ["STORE-007", "STORE-008"]
    ),
    (
      "ERROR ITMS-90022: \"Missing required icon file. The bundle does not contain an app icon for iPhone / iPod Touch of "
        + "exactly '120x120' pixels, in .png format for iOS versions >= 7.0.", ["STORE-006"]
    ),
    (
      "ITMS-90032: Invalid Image Path - - No image found at the path referenced under key 'CFBundleAlternateIcons': "
        + "'Night'", ["STORE-009", "STORE-010"]
    ),
    ("WARNING ITMS-90704: \"Missing Marketing Icon. iOS Apps must include a 1024x1024px Marketing Icon", ["STORE-011"]),
    ("Missing App Store Icon - iOS Apps must include a 1024x1024px App Store Icon in PNG format.", ["STORE-011"]),
    ("91111 Missing app icon. Include a large app icon as a 1024 by 1024 pixel PNG", ["STORE-012"]),
    (
      "ITMS-90713: Missing Info.plist value. A value for the Info.plist key CFBundleIconName is missing in the bundle",
      ["STORE-013", "STORE-014", "STORE-037", "STORE-038"]
    ),
    (
      "ITMS-90717: Invalid App Store Icon. The App Store Icon in the asset catalog in 'Paint.app' can't be transparent",
      ["STORE-015"]
    ),
    ("Invalid large app icon. The large app icon in the asset catalog in “Paint.app”", ["STORE-015"]),
    (
      "ITMS-90890: Missing recommended icon - The bundle does not contain an alternate app icon for iPhone",
      ["STORE-017", "STORE-032"]
    ),
    (
      "ITMS-90892: Missing recommended icon - The bundle does not contain an alternate app icon for iPad of exactly "
        + "'152x152' pixels", ["STORE-018", "STORE-033"]
    ),
    (
      "ITMS-90892: Missing recommended icon - The bundle does not contain an alternate app icon for iPad of exactly "
        + "'167x167' pixels, in .png format for iOS versions supporting iPad Pro.", ["STORE-019", "STORE-033"]
    ),
    ("ITMS-90895", ["STORE-022", "STORE-023", "STORE-024"]),
  ])
  func messagesOfTheStoreAreExplained(text: String, facts: [String]) throws {
    let explanation = try #require(Knowledge.explain(text))
    for fact in facts { #expect(explanation.contains(fact), "\(fact) in \(explanation)") }
  }

  /// A code may belong to an error and a remark; then both are explained.
  @Test func everyMeaningOfACodeIsExplained() throws {
    for code in SimulatorErrorCode.allCases {
      #expect(try #require(Knowledge.explain(code.rawValue)).contains(code.explanation), "\(code)")
    }
    for code in PackageWarning.Code.allCases {
      // Its first sentence is the summary, followed by an empty line.
      let explanation = code.explanation.split(separator: ". ", maxSplits: 1).last ?? ""
      #expect(try #require(Knowledge.explain(code.rawValue)).contains(explanation), "\(code)")
      let rule = try #require(Knowledge.explain("[\(code.rawValue)]"))
      #expect(rule.hasPrefix("\(code.rawValue)  (") && rule.contains(explanation), "\(rule)")
    }
    for name in ["unreadable", "no-bundle-identifier"] {
      let lines = try #require(Knowledge.explain(name)).split(separator: "\n")
      #expect(lines.filter { !$0.hasPrefix(" ") } == ["\(name), an error", "\(name)  (warning)"])
    }
    #expect(try #require(Knowledge.explain("unreadable")).contains("A file that a script names could not be read."))
  }

  /// Errors that the simulator prints are explained, so neither can change alone.
  @Test(arguments: NSErrorValue.ofIcons)
  func simulatorErrorsAreExplained(error: NSErrorValue) throws {
    let explanation = try #require(Knowledge.explain(error.consoleDescription))
    #expect(explanation.hasPrefix("\(error.domain) \(error.code)\n  \(error.localizedDescription)"))
    #expect(explanation.contains("ICON-"))
  }

  @Test(arguments: [
    ("CFBundleIcnos", "did you mean CFBundleIcons"), ("Icon file (iOS 5)", "Icon files (iOS 5)"),
    ("NSCocoaErrorDomain 260", "facts about this domain: 4, 3072, 3328"), ("0xdeadbeef", "homescreen facts"),
    ("the quick brown fox jumps over the lazy dog", "homescreen facts"), ("`", "homescreen facts"),
    ("Domain Code=", "homescreen facts"), ("ITMS-12345", "unknown name"),
    // A word that facts happen to quote is not suggested, unless it is equal.
    ("nope", "“nope”; homescreen facts"), ("defaul", "“defaul”; homescreen facts"), ("none", "did you mean None?"),
    ("budgt", "did you mean budget?"), ("handled twice", "did you mean handled-twice?"),
  ])
  func nearNamesAreSuggested(text: String, answer: String) {
    #expect(Knowledge.explain(text) == nil)
    #expect(Knowledge.unknown(text).contains(answer), "\(Knowledge.unknown(text))")
  }

  /// A megabyte of input is answered immediately.
  @Test(arguments: ["Domain=A Code=1 ", "a b c d ", "`", "\n", "CFBundleIcons "])
  func inputLengthIsBounded(part: String) {
    let text = String(repeating: part, count: 1_000_000 / part.utf8.count)
    if Knowledge.explain(text) == nil { #expect(Knowledge.unknown(text).utf8.count < 1_000) }
  }
}
