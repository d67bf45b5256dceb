import HomeScreenReports
import HomeScreenSimulator
import Lint
import Testing

/// `explain` for lines that lint, the tools and iOS print.
@Suite struct KnownLineTests {
  /// Each rule, error and fact with lines is found by each of its lines.
  @Test func everyLineIsExplained() throws {
    let names = Set(Rules.descriptions.map(\.code.rawValue))
    var explained: Set<String> = []
    for (key, line) in Knowledge.lines {
      // A future or removed rule.
      guard names.contains(key) || key.contains(" ") || FactLedger.fact(FactID(key)) != nil else { continue }
      let pasted = line.replacing("…", with: "x")
      let answer = try #require(Knowledge.explain(pasted), "\(key): \(pasted)")
      #expect(answer.contains(key), "\(pasted): \(answer.prefix(200))")
      explained.insert(key)
    }
    #expect(names.subtracting(explained).isEmpty)
    for error in NSErrorValue.ofIcons { #expect(explained.contains("\(error.domain) \(error.code)")) }
  }

  @Test(arguments: [
    (
      #"error: None of the input catalogs contained a matching stickers icon set or app icon set named "AppIcon"."#,
      "primary-icon-set-missing"
    ),
    ("/x/Assets.xcassets: warning: The app icon set \"AppIcon\" has 2 unassigned children.", "unassigned-child"),
    ("unassigned children", "unassigned-child"), ("did not have any applicable content", "icon-set-empty"),
    (
      "error: Build input file cannot be found: '/x/night.png'. Did you forget to declare this file",
      "resource-file-absent"
    ),
    (
      "Exception while running actool: *** -[__NSPlaceholderArray initWithObjects:count:]: attempt to insert nil object from objects[0]",
      "ICON-281"
    ),
    (
      "ITMS-90892: Missing recommended icon - The bundle does not contain an alternate app icon for iPad of exactly '167x167' pixels",
      "ipad-sizes-missing"
    ),
    (
      "[SceneConfiguration] Info.plist contained no UIScene configuration dictionary (looking for configuration named \"(no name)\")",
      "LAUNCH-170"
    ),
    ("There is no scene delegate set", "LAUNCH-171"),
    (
      "*** Terminating app due to uncaught exception 'NSInternalInconsistencyException', reason: 'All launch handlers must be registered before application finishes launching'",
      "LAUNCH-172"
    ),
    ("'Launch handler for task with identifier com.a.b has already been registered'", "LAUNCH-172"),
    ("Main Thread Checker: UI API called on a background thread: -[UIApplication delegate]", "ICON-022"),
    ("-105", "LSApplicationWorkspaceErrorDomain -105"), ("3072", "NSCocoaErrorDomain 3072"),
    ("error 35", "NSPOSIXErrorDomain 35"),
    ("Resource temporarily unavailable", "NSPOSIXErrorDomain 35"), ("the file doesn't exist", "NSCocoaErrorDomain 4"),
    // Lines of lint and check: complete, broken, and without the code.
    ("App/Info.plist:9:4: error: CFBundleIcons.light names no picture [icon-without-picture]", "icon-without-picture"),
    ("CFBundleIcons.light names\n  no picture", "icon-without-picture"),
    ("lint › icon-dimension: CFBundleIcons.night: night.png is 7 × 7 px", "icon-dimension"),
    ("night  ✗ placeholder (home) and 4 more (ICON-123)", "ICON-123"),
  ])
  func knownLinesAreExplained(text: String, key: String) throws {
    #expect(try #require(Knowledge.explain(text)).contains(key), "\(Knowledge.explain(text)?.prefix(300) ?? "")")
  }

  @Test(arguments: [
    "", "the file", "-999", "99", "names", "hello world of icons", "error: something else failed",
  ])
  func unknownLinesStayUnknown(text: String) { #expect(Knowledge.explain(text) == nil) }
}
