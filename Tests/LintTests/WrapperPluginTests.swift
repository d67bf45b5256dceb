import AppPackages
import AppSources
import Events
import HomeScreenSimulator
import Lint
import Platform
import PropertyLists
import TestSupport
import Testing

/// Plugins of cross-platform frameworks.
@Suite struct WrapperPluginTests {
  private static func findings(_ files: [String: String], manifest: String = "") throws -> [Finding] {
    var files = files.mapValues { Array($0.utf8) }
    files["ios/App/Info.plist"] = Array(xml("<dict>\(manifest)</dict>").utf8)
    let tree = try MemoryTree(name: "Repo", files)
    let package = try AppPackage(tree: tree, infoPlistPath: "ios/App/Info.plist")
    return try #require(Rules.named("wrapper-plugin")).check(LintSubject(package))
  }

  /// LAUNCH-194
  @Test(arguments: [
    ("6.4.1", true), ("7.0.0", false), ("10.0.0", false), ("any", false), ("", false), ("\"6.9", true),
  ])
  func pluginBeforeItsAdoptionIsReportedInAnAppWithScenes(version: String, isFound: Bool) throws {
    let files = [
      "pubspec.yaml": "dependencies:\n  app_links: any\n",
      "pubspec.lock": "packages:\n  app_links:\n    dependency: main\n    version: \"\(version)\"\n",
    ]
    let found = try Self.findings(files, manifest: Self.scenes)
    #expect(found.map(\.severity) == (isFound ? [.note] : []), "\(found)")
    #expect(found.allSatisfy { $0.message.contains("it adopts scenes in 7.0.0") && $0.facts == ["LAUNCH-194"] })
    #expect(try Self.findings(files).isEmpty)
  }

  /// LAUNCH-194: the last version before the adoption, and the one that adopts.
  @Test(arguments: [
    ("app_links", "6.9.9", "7.0.0"), ("receive_sharing_intent", "1.8.9", "1.9.0"),
    ("flutter_appauth", "11.9.0", "12.0.0"),
    ("facebook_app_events", "0.28.9", "0.29.0"), ("appmetrica_plugin", "3.9.9", "4.0.0"),
    ("customer_io", "4.3.9", "4.4.0"),
  ])
  func everyPluginHasItsVersion(name: String, before: String, adoption: String) throws {
    for (version, isFound) in [(before, true), (adoption, false)] {
      let files = [
        "pubspec.yaml": "dependencies:\n  \(name): any\n",
        "pubspec.lock": "packages:\n  \(name):\n    dependency: main\n    version: \"\(version)\"\n",
      ]
      let found = try Self.findings(files, manifest: Self.scenes)
      #expect(found.count == (isFound ? 1 : 0), "\(found)")
      #expect(found.allSatisfy { $0.message.contains("it adopts scenes in \(adoption)") })
    }
  }

  private static let scenes = "<key>UIApplicationSceneManifest</key><dict/>"

  @Test(arguments: [
    (
      "package.json", #"{"dependencies": {"react-native-quick-actions": "^0.3.13"}}"#,
      "“react-native-quick-actions” ^0.3.13"
    ),
    ("package.json", #"{"dependencies": {"expo-quick-actions": "6.0.0", "x": "1"}}"#, "“expo-quick-actions” 6.0.0"),
    (
      "config.xml", "<widget>\n <plugin name=\"cordova-plugin-3dtouch\" spec=\"1.3.8\" /></widget>",
      "“cordova-plugin-3dtouch” 1.3.8"
    ),
    (
      "pubspec.yaml", "name: a\ndependencies:\n  flutter:\n    sdk: flutter\n  quick_actions: ^1.0.7\n",
      "“quick_actions” ^1.0.7"
    ),
    ("ios/pubspec.yaml", "dependencies:\n  flutter_dynamic_icon:\n", "“flutter_dynamic_icon” (Flutter)"),
  ])
  func pluginIsReported(file: String, text: String, words: String) throws {
    let findings = try Self.findings([file: text])
    #expect(findings.count == 1)
    #expect(findings.first?.message.contains(words) == true, "\(findings)")
    #expect(findings.first?.location?.file == "Repo/\(file)")
    #expect(findings.first?.location?.line != nil)
    #expect(findings.first?.severity == .note)
  }

  /// The newest version that matches need not be installed.
  @Test(arguments: [
    (
      "pubspec.yaml", "dependencies:\n  quick_actions: ^1.0.7\n", "pubspec.lock",
      "packages:\n  quick:\n    version: \"9.0.0\"\n  quick_actions:\n    dependency: \"direct main\"\n    version: \"1.1.0\"\n",
      "“quick_actions” ^1.0.7, installed: 1.1.0 (Flutter)"
    ),
    (
      "package.json", #"{"dependencies": {"react-native-quick-actions": "^0.3.12"}}"#, "ios/Podfile.lock",
      "PODS:\n  - RNQuickAction (0.3.13):\n    - React\n\nDEPENDENCIES:\n  - RNQuickAction (from `x`)\n",
      "“react-native-quick-actions” ^0.3.12, installed: 0.3.13 (React Native)"
    ),
    (
      "package.json", #"{"dependencies": {"expo-quick-actions": "6.0.0"}}"#, "ios/Podfile.lock",
      "PODS:\n  - ExpoQuickActions (6.0.0):\n", "“expo-quick-actions” 6.0.0 (Expo)"
    ),
    (
      "pubspec.yaml", "dependencies:\n  quick_actions: ^1.0.7\n", "pubspec.lock", "  quick_actions:",
      "“quick_actions” ^1.0.7 (Flutter)"
    ),
  ])
  func installedVersionIsReported(file: String, text: String, lock: String, locked: String, words: String) throws {
    let findings = try Self.findings([file: text, lock: locked])
    #expect(findings.first?.message.hasPrefix(words) == true, "\(findings)")
  }

  @Test func sceneAppIsWarnedOfLostActions() throws {
    let file = ["package.json": #"{"dependencies": {"react-native-quick-actions": "1"}}"#]
    #expect(try Self.findings(file, manifest: Self.scenes).first?.message.hasSuffix("this app has scenes") == true)
    #expect(try Self.findings(file).first?.message.contains("this app") == false)
  }

  /// A file may have parts that the reader does not know, so the name of the method counts.
  @Test(arguments: [("- (void)start {}", true), ("application:(id)a performActionForShortcutItem:(id)item", false)])
  func delegateThatPassesNothingOnIsNamed(code: String, isSilent: Bool) throws {
    let tree = try MemoryTree(
      name: "Repo",
      [
        "package.json": Array(#"{"dependencies": {"react-native-quick-actions": "1"}}"#.utf8),
        "ios/App/AppDelegate.m": Array(code.utf8), "ios/App/Info.plist": Array(xml("<dict/>").utf8),
      ])
    let package = try AppPackage(tree: tree, infoPlistPath: "ios/App/Info.plist")
    var document = SourceDocument(program: "")
    document.handlers = [
      HandlerClass(
        "AppDelegate", roles: [.appDelegate], inherits: ["UIResponder"],
        at: SourcePlace(file: "ios/App/AppDelegate.m", line: 1))
    ]
    let rule = try #require(Rules.named("wrapper-plugin"))
    let found = rule.check(LintSubject(package, sources: document))
    #expect(found.first?.message.hasSuffix("; this app’s delegate passes none on") == isSilent, "\(found)")
    #expect(rule.check(LintSubject(package)).first?.message.contains("this app’s") == false)
  }

  /// In a Capacitor app, a category of a Cordova plugin extends another class than the app's delegate.
  @Test(arguments: [
    (#""cordova-plugin-3dtouch": "1.3.8""#, ["cordova-plugin-3dtouch"]),
    (#""cordova-plugin-3dtouch": "1.3.8", "@capacitor/core": "5.1.0""#, []),
    (#""@capacitor/ios": "5.1.0", "@capawesome/capacitor-app-icon": "5.0.0""#, ["@capawesome/capacitor-app-icon"]),
  ])
  func pluginOfCordovaGetsNothingInACapacitorApp(dependencies: String, names: [String]) throws {
    let findings = try Self.findings([
      "package.json": "{\"dependencies\": {\(dependencies)}}",
      "config.xml": names.isEmpty ? "<widget>\n <plugin name=\"cordova-plugin-3dtouch\" /></widget>" : "<widget />",
    ])
    #expect(findings.count == names.count, "\(findings)")
    for name in names { #expect(findings.contains { $0.message.contains("“\(name)”") }) }
  }

  @Test(arguments: [
    ("package.json", "{"), ("package.json", "[]"), ("package.json", #"{"dependencies": 3}"#),
    ("package.json", #"{"devDependencies": {"expo-quick-actions": "1"}}"#),
    ("package.json", #"{"name": "expo-quick-actions"}"#),
    ("config.xml", "<plugin name=\"cordova-plugin-3dtouch"), ("config.xml", "\u{0}"),
    ("pubspec.yaml", "dev_dependencies:\n  quick_actions: 1\n"), ("pubspec.yaml", "quick_actions: 1"),
    ("other.json", "{}"),
  ])
  func filesWithoutAPluginGiveNoFinding(file: String, text: String) throws {
    #expect(try Self.findings([file: text]).isEmpty)
  }
}
