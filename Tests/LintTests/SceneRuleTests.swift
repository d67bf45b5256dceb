import AppPackages
import AppSources
import Events
import HomeScreenSimulator
import Lint
import Platform
import PropertyLists
import TestSupport
import Testing

/// Whether an app launches on iOS 27: the verdict, its severity, and the tables of `check`.
@Suite struct SceneRuleTests {
  private typealias S = CodeSample

  private static let window = "UIWindowSceneSessionRoleApplication"
  private static let car = "CPTemplateApplicationSceneSessionRoleApplication"
  private static let manifests: [(name: String, value: PropertyListValue?)] = [
    ("none", nil), ("no key", ["UIApplicationSupportsMultipleScenes": true]), ("empty", ["UISceneConfigurations": [:]]),
    ("no class", ["UISceneConfigurations": [.init(window): [["UISceneConfigurationName": "a"]]]]),
    ("car", ["UISceneConfigurations": [.init(car): [["UISceneDelegateClassName": "Car"]]]]),
    ("class", ["UISceneConfigurations": [.init(window): [["UISceneDelegateClassName": "App.SceneDelegate"]]]]),
  ]

  /// An app with this manifest; its app delegate may name a scene delegate.
  private static func sample(
    _ manifest: PropertyListValue?, swiftUI: Bool = false, answers: Bool = false
  ) -> CodeSample {
    S(swiftUI ? .swiftUI : .appDelegate).with { sample in
      sample.info["UIApplicationSceneManifest"] = manifest
      if answers { sample.add(.configurationForConnecting, 10, to: "AppDelegate") }
    }
  }

  private static func subject(_ sample: CodeSample, xcode: Int = 27, code: Bool = true) throws -> LintSubject {
    LintSubject(
      try AppPackage(name: "App", infoPlist: sample.info), sources: code ? sample.document : nil,
      xcode: XcodeVersion(xcode))
  }

  private static func findings(_ subject: LintSubject) throws -> [Finding] {
    try #require(Rules.named("scene-manifest-missing")).check(subject)
  }

  /// LAUNCH-058, LAUNCH-061, LAUNCH-158, LAUNCH-159, LAUNCH-174, LAUNCH-191, LAUNCH-192
  @Test func verdictFollowsTheManifestAndThenTheCode() throws {
    typealias Answer = SceneRequirement.Answer
    let expected: [String: (plain: Answer, answering: Answer)] = [
      "none": (.ends, .launches), "no key": (.ends, .contradicted), "empty": (.ends, .contradicted),
      "no class": (.ends, .contradicted), "car": (.contradicted, .contradicted), "class": (.launches, .launches),
    ]
    for (name, manifest) in Self.manifests {
      let row = try #require(expected[name])
      #expect(try Self.subject(Self.sample(manifest)).sceneRequirement.answer == row.plain, "\(name)")
      let answering = try Self.subject(Self.sample(manifest, answers: true)).sceneRequirement
      #expect(answering.answer == row.answering, "\(name)")
      #expect(try Self.subject(Self.sample(manifest, swiftUI: true)).sceneRequirement.answer == .launches, "\(name)")
      let unread = try Self.subject(Self.sample(manifest), code: false).sceneRequirement.answer
      #expect(unread == (name == "class" ? .launches : .notKnown), "\(name)")
    }
  }

  /// A device with iOS 27 agrees with every certain verdict.
  @Test func deviceAgreesWithTheVerdict() throws {
    for (name, manifest) in Self.manifests {
      for answers in [false, true] {
        let subject = try Self.subject(Self.sample(manifest, answers: answers))
        let device = try Device(os: OSVersion(parsing: "27.0"))
        let options = InstallOptions(sdk: try BuildSDK(parsing: "27.0"))
        let app = try device.install(subject.package, options: options)
        app.code = SourceDrivenCode(try #require(subject.code))
        try device.launch(app)
        switch subject.sceneRequirement.answer {
        case .ends: #expect(try app.state == .notRunning, "\(name)")
        case .launches: #expect(try app.state == .runningForeground, "\(name)")
        case .contradicted, .notKnown: break
        }
      }
    }
  }

  @Test func severityFollowsXcode() throws {
    func severities(_ sample: CodeSample, code: Bool = true) throws -> [Finding.Severity?] {
      try [26, 27].map { try Self.findings(Self.subject(sample, xcode: $0, code: code)).first?.severity }
    }
    #expect(try severities(Self.sample(nil)) == [.warning, .error])
    #expect(try severities(Self.sample(["UISceneConfigurations": [:]], answers: true)) == [.note, .warning])
    #expect(try severities(Self.sample(nil, answers: true)) == [nil, nil])
    #expect(try severities(Self.sample(nil), code: false) == [nil, .warning])
    // It may be one of SwiftUI: nothing says that it is one of UIKit.
    let unknown = Self.sample(nil).with { $0.info.remove("UIMainStoryboardFile") }
    #expect(try severities(unknown, code: false) == [nil, .note])
  }

  @Test func findingNamesPlacesAndHelp() throws {
    let found = try Self.findings(Self.subject(Self.sample(nil)))
    #expect(found.first?.otherLocations.map(\.line) == [2])
    #expect(found.first?.message.contains("Xcode 27 (--xcode)") == true)
    #expect(found.first?.help?.contains("An empty manifest is not enough") == true)
  }

  /// A baseline that is written with the code is also one for a run without it.
  @Test func findingIsTheSameWithoutTheCode() throws {
    let found = try [true, false].map { try #require(Self.findings(Self.subject(Self.sample(nil), code: $0)).first) }
    #expect(found[0].message != found[1].message)
    #expect(found[0].key == found[1].key)
  }

  // MARK: Code that was not read

  /// LAUNCH-193
  @Test(arguments: [
    ("FlutterAppDelegate", "Flutter 3.41"), ("ExpoAppDelegate", "Expo 58"), ("Kit.CDVAppDelegate", "cordova-ios 8"),
    ("RCTAppDelegate", "React Native"), ("RCTDefaultReactNativeFactoryDelegate", "React Native"),
  ])
  func appDelegatesOfFrameworksAreOfUIKit(base: String, help: String) throws {
    let sample = Self.sample(nil).with { $0.document.handlers[0].inherits = [base] }
    let verdict = try Self.subject(sample).sceneRequirement
    #expect(verdict.answer == .ends && verdict.help?.contains(help) == true, "\(verdict)")
  }

  /// The help fits the version of the framework, and a project that its tool does not make.
  @Test(arguments: [
    ("FlutterAppDelegate", ["pubspec.yaml": "flutter:\n  uses-material-design: true\n"], "Update to Flutter 3.41"),
    (
      "FlutterAppDelegate", ["pubspec.yaml": "name: a\nenvironment:\n  sdk: ^3.11.5\n  flutter: ^3.41.9\nflutter:\n"],
      "Run flutter build ios once"
    ),
    (
      "FlutterAppDelegate",
      [
        "pubspec.yaml": "environment:\n  sdk: ^3.11.5\nflutter:\n",
        "pubspec.lock": "packages: {}\nsdks:\n  dart: \">=3.10.0 <4.0.0\"\n  flutter: \">=3.44.0\"\n",
      ], "Run flutter build ios once"
    ),
    (
      "FlutterAppDelegate", ["pubspec.yaml": "environment:\n  flutter: \">=3.38.0 <4.0.0\"\nflutter:\n"],
      "Update to Flutter 3.41"
    ),
    (
      "FlutterAppDelegate", ["pubspec.yaml": "environment:\n  sdk: ^3.50.0\nx:\n  flutter: ^4.0.0\nflutter:\n"],
      "Update to Flutter 3.41"
    ),
    (
      "ExpoAppDelegate", ["package.json": #"{"expo": 1}"#, "app.json": #"{"name": "Notes"}"#], "Update to Expo 57.0.23"
    ),
    (
      "ExpoAppDelegate", ["package.json": #"{"expo": 1}"#, "app.json": #"{"expo": {"plugins": ["a"]}}"#],
      "Update to Expo 57.0.23"
    ),
    (
      "ExpoAppDelegate",
      [
        "package.json": #"{"expo": 1}"#, ".gitignore": "node_modules\n/ios\n/android\n",
        "app.json": #"{"expo": {"ios": {"bundleIdentifier": "a.b"}}}"#,
      ], "Update to Expo 58"
    ),
    (
      "ExpoAppDelegate",
      [
        "package.json": #"{"expo": 1}"#, ".gitignore": "ios/",
        "app.config.ts": "export default { ios: { bundleIdentifier: 'a' } }",
      ], "Update to Expo 58"
    ),
    // An ios folder in version control is kept by hand.
    (
      "ExpoAppDelegate",
      [
        "package.json": #"{"expo": 1}"#, ".gitignore": "/ios/Pods/\nios/build\n",
        "app.config.ts": "export default { ios: { bundleIdentifier: 'a' } }",
      ], "Update to Expo 57.0.23"
    ),
    (
      "ExpoAppDelegate",
      [
        "package.json": #"{"expo": 1}"#, ".gitignore": "ios", "app.config.js": "module.exports = require('./config')",
      ], "Update to Expo 58"
    ),
    (
      "ExpoAppDelegate",
      ["package.json": #"{"expo": 1}"#, "app.config.ts": "import { x } from 'y'\nexport default x({})"],
      "Update to Expo 57.0.23"
    ),
    ("ExpoAppDelegate", [:], "Update to Expo 58"),
    // A lock file names the installed version.
    (
      "ExpoAppDelegate",
      [
        "package.json": #"{"expo": 1}"#,
        "yarn.lock": "a@1:\n  version \"1.0\"\n\nexpo@^45.0.0:\n  version \"45.0.8\"\n",
      ],
      "Update from Expo 45.0.8 through each major version to 57.0.23 or later"
    ),
    (
      "ExpoAppDelegate",
      [
        "package.json": #"{"expo": 1}"#, "app.json": #"{"bundleIdentifier": "a.b"}"#, ".gitignore": "/ios",
        "yarn.lock": "\n\"expo@npm:~57.0.1\":\n  version: 57.0.1\n",
      ], "Update from Expo 57.0.1 to 58, or set"
    ),
    (
      "UIResponder",
      [
        "package.json": #"{"@capacitor/ios": "^3.4.0"}"#,
        "package-lock.json": "{\n\"node_modules/@capacitor/ios\": {\n      \"version\": \"3.9.0\",\n",
      ], "Update from Capacitor 3.9.0 through each major version to 8.5 and"
    ),
    // npm before version 7 names the package without its folder.
    (
      "UIResponder",
      [
        "package.json": #"{"@capacitor/ios": "^3.4.0"}"#,
        "package-lock.json":
          "{\n\"lockfileVersion\": 1,\n\"@capacitor/ios\": {\n      \"version\": \"7.1.0\",\n",
      ], "Update from Capacitor 7.1.0 to 8.5 and"
    ),
    (
      "RCTAppDelegate", ["package.json": #"{"react-native": "0.79", "react-native-navigation": "8"}"#],
      "React Native Navigation makes the window itself"
    ),
    // Without a lock file, a range of versions names the major version.
    (
      "ExpoAppDelegate", ["package.json": #"{"expo": "^54.0.33"}"#],
      "Update from Expo 54.0.33 through each major version to 57.0.23 or later"
    ),
    ("ExpoAppDelegate", ["package.json": #"{"expo": ">=48.0.0-0 <49.0.0"}"#], "Update from Expo 48.0.0 through"),
    ("ExpoAppDelegate", ["package.json": #"{"expo": ">=48.0.0"}"#], "Update to Expo 57.0.23"),
    // The wanted version, two versions, and a version of another package.
    (
      "UIResponder",
      [
        "package.json": #"{"@capacitor/ios": "8"}"#,
        "package-lock.json": "{\n\"node_modules/@capacitor/ios\": {\n      \"version\": \"8.0.1\",\n",
      ], "Update to Capacitor 8.5 and"
    ),
    (
      "ExpoAppDelegate",
      [
        "package.json": #"{"expo": 1}"#,
        "yarn.lock": "\nexpo@^45.0.0:\n  version \"45.0.8\"\nexpo@*:\n  version \"50.0.0\"\n",
      ],
      "Update to Expo 57.0.23"
    ),
    (
      "ExpoAppDelegate", ["package.json": #"{"expo": 1}"#, "yarn.lock": "\nexpo-app@^45.0.0:\n  version \"45.0.8\"\n"],
      "Update to Expo 57.0.23"
    ),
    // An app delegate that is not Expo’s.
    (
      "UIResponder", ["package.json": #"{"expo": "53", "react-native": "0.79"}"#],
      "Add a scene delegate that puts React Native’s root view"
    ),
    // A platform in version control may have code of its own.
    ("CDVAppDelegate", ["config.xml": "<widget>", ".gitignore": "platforms/\n"], "Update to cordova-ios 8"),
    (
      "CDVAppDelegate", ["config.xml": "<widget>"],
      "Update to cordova-ios 8 first: older versions have no scene delegate"
    ),
  ])
  func helpFitsTheProject(base: String, files: [String: String], help: String) throws {
    let sample = Self.sample(nil).with { $0.document.handlers[0].inherits = [base] }
    let requirement = LintSubject(try Self.project(files), sources: sample.document).sceneRequirement
    #expect(requirement.answer == .ends && requirement.help?.hasPrefix(help) == true, "\(requirement)")
  }

  /// A native app may use React Native for some views only.
  @Test(arguments: [
    ("#import <React/RCTBridge.h>", true), ("import React\n", true), ("client.add(FlipperReactPlugin())", false),
  ])
  func helpIsAboutReactNativeOnlyIfTheAppDelegateUsesIt(text: String, isFound: Bool) throws {
    let package = try Self.project(["package.json": #"{"react-native": "0.79"}"#, "App/Code.swift": text])
    let help = try #require(LintSubject(package, sources: Self.sample(nil).document).sceneRequirement.help)
    #expect(help.contains("React Native’s root view") == isFound, "\(help)")
  }

  /// The class that UIApplicationMain uses may be unknown: the note shows where.
  @Test func unknownAppDelegateIsANoteWithThePlace() throws {
    let sample = Self.sample(nil).with {
      $0.document.entry = EntryPoint(.mainFile, appDelegate: nil, at: CodeSample.place(7))
      $0.document.handlers += [HandlerClass("Other", roles: [.appDelegate], inherits: [], at: CodeSample.place(20))]
    }
    let package = try Self.project()
    let found = try Self.findings(LintSubject(package, sources: sample.document))
    #expect(found.map(\.severity) == [.note] && found.first?.otherLocations.map(\.line) == [7])
    #expect(found.first?.message.contains("which class UIApplicationMain uses is not known") == true)
  }

  /// Code that was not read decides about a .NET app, which is one of UIKit.
  @Test func dotNetAppWithoutScenesHasANote() throws {
    let tree = try MemoryTree(
      name: "App",
      [
        "App.csproj": Array(
          "<Project><PropertyGroup><TargetFramework>net9.0-ios</TargetFramework><OutputType>Exe</OutputType></PropertyGroup></Project>"
            .utf8),
        "Info.plist": Array(xml("<dict><key>CFBundleIdentifier</key><string>a.b</string></dict>").utf8),
      ])
    let package = try AppPackage(foundIn: tree)
    #expect(try Self.findings(LintSubject(package)).map(\.severity) == [.note])
  }

  /// Code of an app delegate that iOS no longer calls must move, unless a framework's scene delegate replaces it.
  @Test func helpNamesCodeThatMoves() throws {
    let moves = "Move your own code in application(_:open:options:) to the scene delegate’s methods"
    for (base, action, isFound) in [
      ("UIResponder", HandlerStep.Action.handle, true), ("UIResponder", .pass, true),
      ("ExpoAppDelegate", .handle, true),
      ("ExpoAppDelegate", .keep, true), ("ExpoAppDelegate", .pass, false), ("ExpoAppDelegate", .read, false),
      // React Native has no scene delegate that passes links on.
      ("RCTAppDelegate", .pass, true), ("CDVAppDelegate", .pass, false),
    ] {
      let sample = Self.sample(nil).with {
        $0.add(.openURL, 10, to: "AppDelegate", [HandlerStep(action, .url, at: CodeSample.place(11))])
        $0.document.handlers[0].inherits = [base]
      }
      let help = try Self.subject(sample).sceneRequirement.help
      #expect(help?.contains(moves) == isFound, "\(base) \(action): \(help ?? "")")
    }
    #expect(try Self.subject(Self.sample(nil)).sceneRequirement.help?.contains("Move your own code") == false)
  }

  /// LAUNCH-024: with scenes, iOS does not tell the app delegate that the app becomes active or leaves the screen.
  @Test(arguments: [
    ("UIResponder", nil, true), ("FlutterAppDelegate", nil, true), ("RCTAppDelegate", nil, true),
    ("UnityAppController", nil, false), ("UIResponder", true, false),
  ])
  func helpNamesMethodsThatScenesReplace(base: String, isIdle: Bool?, isFound: Bool) throws {
    let callbacks: [AppCallback] = [.applicationDidBecomeActive, .applicationDidEnterBackground]
    let sample = Self.sample(nil).with {
      for callback in callbacks { $0.add(callback, 10, to: "AppDelegate") }
      for index in $0.document.handlers[0].methods.indices { $0.document.handlers[0].methods[index].isIdle = isIdle }
      $0.document.handlers[0].inherits = [base]
    }
    let help = try #require(Self.subject(sample).sceneRequirement.help)
    let words =
      "Move your own code in applicationDidBecomeActive(_:) and applicationDidEnterBackground(_:) to the scene"
    #expect(help.contains(words) == isFound && !help.contains("for launches to scene"), "\(help)")
  }

  /// LAUNCH-012
  @Test(arguments: [("RCTAppDelegate", true, true), ("RCTAppDelegate", false, false), ("UIResponder", true, false)])
  func helpExplainsTheURLOfALaunchToReactNative(base: String, hasScheme: Bool, isFound: Bool) throws {
    var sample = Self.sample(nil).with { $0.document.handlers[0].inherits = [base] }
    sample.info["CFBundleURLTypes"] = hasScheme ? RuleExamples.schemes("paint")["CFBundleURLTypes"] : nil
    let help = try Self.subject(sample).sceneRequirement.help
    #expect(help?.contains("for Linking.getInitialURL, pass the URL of connectionOptions") == isFound, "\(help ?? "")")
  }

  /// A plugin of Cordova that extends the app delegate is not the app's own code.
  @Test func helpNamesPluginsThatExtendTheAppDelegate() throws {
    let sample = Self.sample(nil).with {
      $0.add(.openURL, 10, to: "AppDelegate", [HandlerStep(.handle, .url, at: CodeSample.place(11))])
      $0.document.handlers[0].methods[1].place.file = "ios/App/Plugins/links/AppDelegate+Links.m"
      $0.document.handlers[0].inherits = ["CDVAppDelegate"]
    }
    let help = try #require(Self.subject(sample).sceneRequirement.help)
    #expect(help.contains("Update or replace the plugin with AppDelegate+Links.m") && !help.contains("your own code"))
  }

  @Test(arguments: [
    { @Sendable (sample: inout CodeSample) in sample.document.handlers[0].inherits = ["Kit.AppBase"] },
    { @Sendable (sample: inout CodeSample) in sample.document.unread = [UnreadSource(CodeSample.place(1), .outside)] },
    { @Sendable (sample: inout CodeSample) in
      sample.document.unread = [
        UnreadSource(SourcePlace(file: "App/AppDelegate+Scenes.swift", line: 1, column: 1), .tooLarge)
      ]
    },
    { @Sendable (sample: inout CodeSample) in sample.document.entry = nil },
    { @Sendable (sample: inout CodeSample) in sample.document.handlers = [] },
    { @Sendable (sample: inout CodeSample) in
      sample.add(.configurationForConnecting, 10, to: "AppDelegate")
      sample.document.handlers[0].methods[1].condition = "DEBUG"
    },
  ])
  func incompleteCodeIsNotKnown(change: @Sendable (inout CodeSample) -> Void) throws {
    let subject = try Self.subject(Self.sample(nil).with(change))
    #expect(subject.sceneRequirement.answer == .notKnown, "\(subject.sceneRequirement)")
    #expect(try Self.findings(subject).map(\.severity) == [.warning])
  }

  /// A missing file that has nothing to do with the app delegate does not matter.
  @Test func otherUnreadFilesDoNotMatter() throws {
    let place = SourcePlace(file: "App/R.generated.swift", line: 1, column: 1)
    let sample = Self.sample(nil).with { $0.document.unread = [UnreadSource(place, .unreadable)] }
    #expect(try Self.subject(sample).sceneRequirement.answer == .ends)
  }

  // MARK: Xcode

  /// - Parameter leftOut: files that are not in the target.
  static func project(
    _ files: [String: String] = [:], attributes: String = "", settings: String = "", leftOut: [String] = []
  ) throws -> AppPackage {
    let project = """
      { rootObject = P; objects = {
      P = { isa = PBXProject; attributes = { \(attributes) }; buildConfigurationList = L; mainGroup = G; targets = (T); };
      L = { isa = XCConfigurationList; buildConfigurations = (C); };
      C = { isa = XCBuildConfiguration; name = Release; buildSettings = { SDKROOT = iphoneos; \(settings)
        GENERATE_INFOPLIST_FILE = YES; PRODUCT_BUNDLE_IDENTIFIER = "com.example.notes"; }; };
      G = { isa = PBXGroup; children = (S); sourceTree = "<group>"; };
      S = { isa = PBXFileSystemSynchronizedRootGroup; path = Notes; sourceTree = "<group>"; exceptions = (X); };
      X = { isa = PBXFileSystemSynchronizedBuildFileExceptionSet; target = T;
        membershipExceptions = (\(leftOut.joined(separator: ", "))); };
      T = { isa = PBXNativeTarget; name = Notes; productType = "com.apple.product-type.application";
        buildConfigurationList = L; buildPhases = (); fileSystemSynchronizedGroups = (S); }; }; }
      """
    var all = files.mapValues { Array($0.utf8) }
    all["ios/Notes.xcodeproj/project.pbxproj"] = Array(project.utf8)
    return try AppPackage(projectAt: "ios/Notes.xcodeproj", in: try MemoryTree(name: "Notes", all))
  }

  @Test(arguments: [
    ([:], "", "Xcode 26 (assumed)"),
    ([".xcode-version": "27.1\n"], "", "Xcode 27.1 (.xcode-version)"),
    (["ios/.xcode-version": "26.0.1-beta.2", ".xcode-version": "27"], "", "Xcode 26.0.1 (ios/.xcode-version)"),
    (
      [".github/workflows/ci.yml": "jobs:\n  # xcode-version: '28'\n  with:\n    xcode-version: '27.0'"], "",
      "Xcode 27 (.github/workflows/ci.yml)"
    ),
    (
      [
        ".github/workflows/a.yaml":
          "run: sudo xcode-select -s /Applications/Xcode_26.1.app\nrun: x -s /Applications/Xcode_16.4.app"
      ], "", "Xcode 26.1 (.github/workflows/a.yaml)"
    ),
    ([:], "LastUpgradeCheck = 2700;", "Xcode 27 (LastUpgradeCheck)"),
    // Older upgrades, and what is not a version, say nothing.
    ([:], "LastUpgradeCheck = 0830;", "Xcode 26 (assumed)"), ([:], "LastUpgradeCheck = (27);", "Xcode 26 (assumed)"),
    ([".xcode-version": "latest\n"], "", "Xcode 26 (assumed)"), ([".xcode-version": ""], "", "Xcode 26 (assumed)"),
    ([".xcode-version/27": "27"], "", "Xcode 26 (assumed)"),
    (
      [".github/workflows/a.yml": "xcode-version: '27.0'", ".github/workflows/b.yml": "xcode-version: '26.2'"], "",
      "Xcode 26.2 (.github/workflows/b.yml)"
    ),
    ([".github/workflows/a.yml": "xcode-version: ${{ matrix.xcode }}"], "", "Xcode 26 (assumed)"),
    ([".github/workflows/a.txt": "xcode-version: 27"], "", "Xcode 26 (assumed)"),
    // An action can ask for the latest one, which a version in another file or a newer upgrade replaces.
    (
      [".github/workflows/a.yml": "  xcode-version: latest-stable"], "",
      "Xcode 26 (assumed: .github/workflows/a.yml uses the latest)"
    ),
    ([".github/workflows/a.yml": "# xcode-version: latest-stable"], "", "Xcode 26 (assumed)"),
    (
      [".github/workflows/a.yml": "xcode-version: latest", ".xcode-version": "26.1"], "", "Xcode 26.1 (.xcode-version)"
    ),
    ([".github/workflows/a.yml": "xcode-version: latest"], "LastUpgradeCheck = 2700;", "Xcode 27 (LastUpgradeCheck)"),
    (
      [".github/workflows/a.yml": "xcode-version: latest\nxcode-version: '26.2'"], "",
      "Xcode 26.2 (.github/workflows/a.yml)"
    ),
  ])
  func filesNameTheXcode(files: [String: String], attributes: String, text: String) throws {
    let package = try Self.project(files, attributes: attributes)
    #expect(XcodeChoice(of: package).text == text)
    #expect(XcodeChoice(of: package, given: XcodeVersion(27)).text == "Xcode 27 (--xcode)")
  }

  /// Xcode 26 does not build Swift 3: nothing is said about it.
  @Test(arguments: [
    ("SWIFT_VERSION = 3.0;", "", true), ("SWIFT_VERSION = 4.2;", "", false), ("", "LastUpgradeCheck = 0830;", true),
    ("", "LastUpgradeCheck = 1600;", false), ("", "", false),
  ])
  func versionForOldProjectsIsNotNamed(settings: String, attributes: String, isOld: Bool) throws {
    let package = try Self.project(attributes: attributes, settings: settings)
    #expect(XcodeChoice(of: package).isForOldProject == isOld)
    #expect(!XcodeChoice(of: package, given: XcodeVersion(26)).isForOldProject)
    let subject = LintSubject(package, sources: Self.sample(nil).document)
    let found = try #require(try Self.findings(subject).first)
    #expect(found.message.contains("Xcode 26") == !isOld)
    // An app in Swift 3 must be migrated first.
    #expect(found.severity == (settings.contains("3.0") ? .note : .warning))
  }

  @Test(arguments: [
    (["DTSDKName": "iphoneos27.1", "DTXcode": "2700"], "Xcode 27.1 (DTSDKName)"),
    (["DTSDKName": "iphoneos18.5", "DTXcode": "1640"], "Xcode 16.4 (DTXcode)"),
    (["DTSDKName": "iphoneos", "DTXcode": "no"], "Xcode 26 (DTSDKName)"), ([:], "Xcode 26 (assumed)"),
  ])
  func buildNamesTheXcode(info: [String: String], text: String) throws {
    let plist = PropertyListDictionary(info.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) })
    #expect(XcodeChoice(of: try AppPackage(name: "App", infoPlist: plist)).text == text)
  }

  /// Before Swift 3, the methods of a delegate have names that the source reader does not know.
  @Test(arguments: [("2.3", false), ("3.0", true), ("5", true), ("$(OTHER)", true)])
  func methodsOfSwift2AreNotKnown(version: String, isKnown: Bool) throws {
    let project = try Self.project(settings: "SWIFT_VERSION = \"\(version)\";")
    let code = LintSubject(project, sources: Self.sample(nil).document).code
    #expect((code?.unreadPart == nil) == isKnown, "\(code?.unreadPart ?? "")")
  }

  /// LAUNCH-190
  @Test(arguments: [
    ("", true), ("INFOPLIST_KEY_UILaunchScreen_Generation = YES;", false),
    ("INFOPLIST_KEY_UILaunchStoryboardName = Launch;", false), ("INFOPLIST_KEY_UIRequiresFullScreen = YES;", true),
  ])
  func launchScreenIsRequired(settings: String, isFound: Bool) throws {
    let rule = try #require(Rules.named("launch-screen-missing"))
    let package = try Self.project(settings: settings)
    #expect(rule.check(LintSubject(package, xcode: XcodeVersion(27))).count == (isFound ? 1 : 0))
    #expect(rule.check(LintSubject(package, xcode: XcodeVersion(26))).isEmpty)
  }

  /// LAUNCH-190: each of the four keys is enough.
  @Test(arguments: [
    ("UILaunchStoryboardName", false), ("UILaunchStoryboards", false), ("UILaunchScreen", false),
    ("UILaunchScreens", false), ("UIRequiresFullScreen", true),
  ])
  func eachKeyOfALaunchScreenIsEnough(key: String, isFound: Bool) throws {
    let rule = try #require(Rules.named("launch-screen-missing"))
    let package = try AppPackage(name: "Notes", infoPlist: [key: "x"])
    #expect(rule.check(LintSubject(package, xcode: XcodeVersion(27))).isEmpty != isFound)
  }

  /// LAUNCH-195
  @Test(arguments: [
    ("applinks:example.com/shop/*", "example.com"), ("applinks:https://example.com", "example.com"),
    ("applinks:example.com:8080", "example.com"), ("applinks:*.example.com", nil), ("applinks:$(HOST)/x", nil),
    ("applinks:example.com?mode=developer", nil), ("webcredentials:example.com/x", nil),
  ])
  func linkDomainHasNoPath(entry: String, domain: String?) throws {
    let rule = try #require(Rules.named("link-domain-path"))
    let package = try AppPackage(
      name: "Notes", infoPlist: [:], entitlements: [LinkDomain.entitlement: [.string(entry)]])
    let found = rule.check(LintSubject(package))
    #expect(found.count == (domain == nil ? 0 : 1))
    if let domain { #expect(found.first?.help?.hasPrefix("write applinks:\(domain);") == true) }
  }

  /// STORE-045
  @Test(arguments: [
    ("ferry://", "warning", "write “ferry”: the scheme alone"),
    ("a.b:/oauth", "warning", "write “a.b”: the scheme alone"),
    ("1234-abc", "warning", "begin with a letter"), ("my_app", "warning", "begin with a letter"),
    ("my app", "warning", "begin with a letter"), ("://", "warning", "begin with a letter"),
    ("https", "note", "remove it, unless the app is a browser"), ("HTTP", "note", "remove it"), ("httpx", nil, nil),
  ])
  func schemesThatCannotBeAreFound(scheme: String, severity: String?, help: String?) throws {
    let rule = try #require(Rules.named("url-scheme-format"))
    let found = rule.check(LintSubject(try AppPackage(name: "Paint", infoPlist: RuleExamples.schemes("paint", scheme))))
    #expect(found.map(\.severity.rawValue) == [severity].compactMap(\.self), "\(found)")
    #expect(found.first?.help?.hasPrefix(help ?? "") != false && found.first?.message.contains(scheme) != false)
  }

  @Test func domainWithAPathIsNotTried() throws {
    let step = HandlerStep(.handle, .userActivity, at: S.place(41))
    let sample = S(.appDelegate).with { $0.add(.continueUserActivity, 40, to: "AppDelegate", [step]) }
    let package = try AppPackage(
      name: "Notes", infoPlist: sample.info, entitlements: [LinkDomain.entitlement: ["applinks:example.com/shop/*"]])
    let rows = AppCheck(package, sources: sample.document).rows.filter { row in
      if case .code(.universalLink, _) = row.subject { true } else { false }
    }
    #expect(rows.count == 3)
    let cells = rows.flatMap { $0.spans.flatMap { $0.map(\.cell) } }
    #expect(cells.allSatisfy { $0.verdict == .absent && $0.text == "“applinks:example.com/shop/*” is not a domain" })
  }

  // MARK: One cause

  /// Builds of a target with an Info.plist for each configuration, and a second target with the same app delegate.
  private static func builds(_ sample: CodeSample) throws -> [AppPackage] {
    let plist = XMLPropertyListWriter.write(.dictionary(sample.info))
    let configurations = ["A", "B"].flatMap { target in
      ["Debug", "Release"].map { name in
        "\(target)\(name) = { isa = XCBuildConfiguration; name = \(name); buildSettings = { SDKROOT = iphoneos; "
          + "INFOPLIST_FILE = \(target)\(name).plist; }; };"
      }
    }
    let targets = ["A", "B"].map { target in
      "T\(target) = { isa = PBXNativeTarget; name = \(target); productType = \"com.apple.product-type.application\"; "
        + "buildConfigurationList = L\(target); buildPhases = (); }; "
        + "L\(target) = { isa = XCConfigurationList; buildConfigurations = (\(target)Debug, \(target)Release); };"
    }
    let project = """
      { rootObject = P; objects = {
      P = { isa = PBXProject; buildConfigurationList = LA; mainGroup = G; targets = (TA, TB); };
      G = { isa = PBXGroup; children = (); sourceTree = "<group>"; };
      \((configurations + targets).joined(separator: "\n")) }; }
      """
    var files = ["Notes.xcodeproj/project.pbxproj": Array(project.utf8)]
    for name in ["ADebug", "ARelease", "BDebug", "BRelease"] { files["\(name).plist"] = plist }
    let tree = try MemoryTree(name: "Notes", files)
    return try ["A", "B"].flatMap { target in
      try ["Debug", "Release"].map { configuration in
        try AppPackage(
          projectAt: "Notes.xcodeproj", in: tree,
          options: PackageOptions(target: target, configuration: configuration))
      }
    }
  }

  /// The text names the same Xcode as the heading of `check`.
  @Test func findingNamesTheXcodeOfTheCheck() throws {
    let package = try Self.project([".xcode-version": "16.2"])
    let subject = LintSubject(package, sources: Self.sample(nil).document)
    let found = try #require(try Self.findings(subject).first)
    #expect(
      found.message.hasSuffix("; it is checked with \(XcodeChoice(of: package).text(of: package))"), "\(found)")
  }

  @Test func oneAppDelegateIsOneFinding() throws {
    let sample = Self.sample(nil)
    let builds = try Self.builds(sample)
    let rule = try #require(Rules.named("scene-manifest-missing"))
    let found = Linter([rule], sources: { _ in sample.document }).findings(in: builds)
    #expect(found.count == 1)
    #expect(found.first?.builds.count == 4)
    let others = Set(found.first?.otherLocations.map(\.file) ?? [])
    #expect(others.isSuperset(of: ["Notes/ARelease.plist", "Notes/BDebug.plist", "Notes/BRelease.plist"]))
  }

  @Test func configurationsOfATargetShareTheirFindings() throws {
    var sample = Self.sample(nil)
    sample.info["UIApplicationShortcutItems"] = [["UIApplicationShortcutItemTitle": "Scan"]]
    let found = Linter().findings(in: try Self.builds(sample)).filter { $0.code.rawValue.hasPrefix("shortcut") }
    #expect(!found.isEmpty && found.allSatisfy { $0.builds.count == 2 }, "\(found)")
  }

  /// LAUNCH-076: the generated manifest replaces the configurations of the one in the file.
  @Test(arguments: [("YES", true), ("NO", false)])
  func generatedManifestReplacesTheWrittenOne(value: String, isReplaced: Bool) throws {
    let package = try Self.project(
      [
        "ios/Info.plist": SceneWindowRuleTests.manifest.replacing("CLASS", with: "Notes.SceneDelegate").replacing(
          "MORE", with: "")
      ],
      settings: "INFOPLIST_FILE = Info.plist; INFOPLIST_KEY_UIApplicationSceneManifest_Generation = \(value);")
    let verdict = SceneRequirement(package, SubjectCode(S(.appDelegate).document, of: package))
    #expect(verdict.answer == (isReplaced ? .ends : .launches))
    #expect(verdict.reason.hasSuffix("replaces the configurations of the file)") == isReplaced)
  }

  // MARK: Entry points

  @Test func appThatEndsReachesNoEntryPoint() throws {
    let sample = Self.sample(nil).with { $0.handle() }
    let package = try AppPackage(name: "App", infoPlist: sample.info)
    func cells(_ xcode: Int, _ document: SourceDocument) -> [CheckCell] {
      AppCheck(package, sources: document, xcode: XcodeVersion(xcode)).rows.filter {
        if case .code = $0.subject { true } else { false }
      }.flatMap { $0.spans.compactMap(\.last?.cell) }
    }
    #expect(cells(26, sample.document).allSatisfy { $0.verdict == .holds })
    let ends = cells(27, sample.document)
    #expect(!ends.isEmpty && ends.allSatisfy { $0.verdict == .fails && $0.fact == "LAUNCH-061" })
    var unread = sample.document
    unread.handlers[0].inherits = ["Kit.AppBase"]
    #expect(cells(27, unread).allSatisfy { $0.verdict == .unknown && $0.text.contains("Kit.AppBase") })
  }
}
