import AppPackages
import AppSources
import Events
import HomeScreenSimulator
import Lint
import Platform
import PropertyLists
import TestSupport
import Testing

/// `scene-window-missing`: a scene without a delegate class, a storyboard or a window.
@Suite struct SceneWindowRuleTests {
  private typealias S = CodeSample

  static let manifest = """
    <plist><dict><key>UIApplicationSceneManifest</key><dict><key>UISceneConfigurations</key><dict>
    <key>UIWindowSceneSessionRoleApplication</key><array><dict>
    <key>UISceneDelegateClassName</key><string>CLASS</string>MORE
    </dict></array></dict></dict></dict></plist>
    """

  /// The findings about an app with this scene delegate class, storyboard, and code.
  private static func windows(
    _ named: String, storyboard: String? = nil, _ sources: [String: String], leftOut: [String] = [],
    code: CodeSample? = nil
  ) throws -> [Finding] {
    var files: [String: String] = [:]
    for (name, text) in sources { files["ios/Notes/\(name)"] = text }
    let more = storyboard.map { "<key>UISceneStoryboardFile</key><string>\($0)</string>" } ?? ""
    files["ios/Info.plist"] = manifest.replacing("CLASS", with: named).replacing("MORE", with: more)
    let package = try SceneRuleTests.project(files, settings: "INFOPLIST_FILE = Info.plist;", leftOut: leftOut)
    let rule = try #require(Rules.named("scene-window-missing"))
    return rule.check(LintSubject(package, sources: code?.document))
  }

  private static let delegate = "class SceneDelegate: UIResponder, UIWindowSceneDelegate {}"

  /// LAUNCH-171
  @Test(arguments: [
    ("$(PRODUCT_MODULE_NAME).SceneDelegate", delegate, nil),
    ("Notes.SceneDelegate", "@objc(SceneDelegate) final class SceneDelegate: UIResponder {}", nil),
    ("Old.SceneDelegate", delegate, "the class is in the module “Notes”"),
    ("Notes.Missing", delegate, "no source of the target declares this class"),
    // A framework's class, a nested class, code that names another class, SwiftUI's app.
    ("Kit.KitDelegate", delegate, nil), ("Notes.Outer.Inner", delegate, nil),
    ("$(UNKNOWN).SceneDelegate", delegate, nil), ("", delegate, nil), (".", delegate, nil),
    ("Notes.Missing", "configuration.delegateClass = SceneDelegate.self", nil),
    ("Notes.Missing", "@main struct Notes: App { var body: some Scene { WindowGroup { A() } } }", nil),
  ])
  func delegateClassThatCannotBeLoadedIsFound(named: String, source: String, reason: String?) throws {
    let found = try Self.windows(named, ["Scene.swift": source], code: S(.scene))
    // Without the app's code, no rule reads the sources.
    #expect(try Self.windows(named, ["Scene.swift": source]).isEmpty)
    #expect(found.map(\.severity) == (reason == nil ? [] : [.warning]), "\(found)")
    if let reason {
      #expect(found[0].message == "UISceneDelegateClassName names “\(named)”, but \(reason): the screen stays black")
      #expect(found[0].location?.line == 3)
    }
  }

  /// LAUNCH-171: a class that cannot be loaded gets nothing, whatever its code does.
  @Test(arguments: [
    ("Old.SceneDelegate", nil, "“Old.SceneDelegate”, but the class is in the module “Notes”"),
    ("Notes.SceneDelegat", nil, "“Notes.SceneDelegat”, but no source of the target declares this class"),
    ("Notes.SceneDelegate", nil, nil), ("Old.SceneDelegate", "import Old", nil),
    ("Notes.SceneDelegat", "objc_runtime_name", nil), ("Notes.SceneDelegat", "@objc(SceneDelegat) class A {}", nil),
  ])
  func classThatCannotBeLoadedGetsNothing(named: String, more: String?, lack: String?) throws {
    var app = SourceFixture()
    app.scene(
      SourceFixture.sceneAction(line: 20) { $0.steps = [HandlerStep(.handle, .shortcutItem, at: SourceFixture.at(21))] }
    )
    let files = [
      "ios/Notes/Scene.swift": Self.delegate, "ios/Notes/More.swift": more ?? "",
      "ios/Info.plist": Self.manifest.replacing("CLASS", with: named).replacing("MORE", with: ""),
    ]
    let package = try SceneRuleTests.project(files, settings: "INFOPLIST_FILE = Info.plist;")
    let code = SubjectCode(app.document, of: package)
    let item = ShortcutItem(type: "com.example.new", localizedTitle: "New")
    let trial = try CodeTrial(.quickAction(item), .warm, of: PreparedPackage(package), code, on: .iPhone, os: .newest)
    #expect((trial.outcome == .lost) == (lack != nil), "\(trial)")
    let verdict = SceneRequirement(package, code)
    #expect(verdict.answer == .launches && verdict.reason.contains("the screen stays black") == (lack != nil))
    guard let lack else { return }
    #expect(trial.reason == "the Info.plist names \(lack)" && verdict.reason.hasSuffix(lack), "\(trial)")
    let help = try Self.windows(named, ["Scene.swift": Self.delegate], code: S(.scene)).first?.help
    #expect(
      help?.hasPrefix("Did you mean “$(PRODUCT_MODULE_NAME).SceneDelegate”?") == named.hasPrefix("Notes"),
      "\(help ?? "")")
  }

  /// LAUNCH-171: a file with the class that the target does not compile.
  @Test(arguments: [
    ("SceneDelegate", "SceneDelegate.m", true, true), ("SceneDelegate", "SceneDelegate.m", false, false),
    ("Notes.SceneDelegate", "SceneDelegate.swift", true, true), ("SceneDelegate", "Other.m", true, false),
  ])
  func delegateClassThatIsLeftOutIsFound(named: String, file: String, isLeftOut: Bool, isFound: Bool) throws {
    let text = file.hasSuffix(".m") ? "@implementation SceneDelegate\n@end\n" : Self.delegate
    let all = [file: text, "AppDelegate.m": "@implementation AppDelegate\n@end\n"]
    let found = try Self.windows(named, all, leftOut: isLeftOut ? [file] : [], code: S(.scene))
    #expect(found.map(\.message).filter { $0.contains("is not in the target") }.count == (isFound ? 1 : 0), "\(found)")
    if isFound { #expect(found[0].message.contains("Notes/\(file)") && found[0].location?.line == 3) }
  }

  /// A class of Swift has the name of its module before its own.
  @Test(arguments: [("SceneDelegate", true), ("Notes.SceneDelegate", false)])
  func delegateWithoutItsModuleIsFound(named: String, isFound: Bool) throws {
    let found = try Self.windows(named, ["Scene.swift": Self.delegate], code: S(.scene))
    #expect(
      found.contains { $0.message.contains("without its module: iOS finds no such class") } == isFound, "\(found)")
  }

  /// A local variable is released when the method ends.
  @Test(arguments: [(SourcePlace?.some(S.place(11)), nil, true), (S.place(11), "Main", false), (nil, nil, false)])
  func windowThatNothingKeepsIsFound(window: SourcePlace?, storyboard: String?, isFound: Bool) throws {
    var code = S(.scene)
    code.document.handlers[1].methods[0].lostWindow = window
    let found = try Self.windows(
      "Notes.SceneDelegate", storyboard: storyboard, ["Scene.swift": Self.delegate, "Main.storyboard": "<document/>"],
      code: code)
    #expect(found.filter { $0.message.hasPrefix("no code keeps the window") }.count == (isFound ? 1 : 0), "\(found)")
  }

  /// LAUNCH-171: among several configurations, only the one of the first window is checked.
  @Test(arguments: [
    (nil, "Missing", true), (nil, "SceneDelegate", false),
    (TextValue.literal("A"), "Missing", true), (TextValue.literal("B"), "Missing", false),
    (TextValue.literal("A"), "SceneDelegate", false), (TextValue.literal("B"), "SceneDelegate", true),
    (TextValue.computed(""), "Missing", false), (TextValue.computed(""), "SceneDelegate", false),
  ])
  func onlyTheUsedConfigurationIsChecked(chosen: TextValue?, first: String, isFound: Bool) throws {
    func entry(_ name: String, _ delegate: String) -> String {
      "Notes.\(delegate)</string><key>UISceneConfigurationName</key><string>\(name)</string></dict><dict>"
    }
    let second = first == "Missing" ? "SceneDelegate" : "Missing"
    let entries =
      entry("A", first) + "<key>UISceneDelegateClassName</key><string>" + entry("B", second)
      + "<key>UISceneConfigurationName</key><string>C"
    var code = S(.scene)
    if let chosen {
      code.add(.configurationForConnecting, 10, to: "AppDelegate")
      code.document.handlers[0].methods[1].configuration = chosen
    }
    let found = try Self.windows(entries, ["Scene.swift": Self.delegate], code: code)
    #expect(found.map(\.code) == (isFound ? ["scene-window-missing"] : []), "\(found)")
    // Without an app delegate, it is not known which configuration is used.
    code.document.handlers.removeFirst()
    #expect(try Self.windows(entries, ["Scene.swift": Self.delegate], code: code).isEmpty)
  }

  /// LAUNCH-230
  @Test(arguments: [
    ("Main", ["Base.lproj/Main.storyboard"], true), ("Main", ["main.storyboard"], false),
    ("Start", ["Main.storyboard"], false),
    ("", ["Main.storyboard"], true),
    // Without any storyboard this copy may lack them all.
    ("Start", [], true),
  ])
  func storyboardThatIsNotInTheTargetIsFound(name: String, files: [String], isRight: Bool) throws {
    var sources = ["Scene.swift": Self.delegate]
    for file in files { sources[file] = "<document/>" }
    let found = try Self.windows("Notes.SceneDelegate", storyboard: name, sources)
    #expect(
      found.map(\.message)
        == (isRight
          ? []
          : [
            "UISceneStoryboardFile names “\(name)”, but the target contains no such storyboard: the app crashes at launch"
          ]))
  }

  private static let template = """
    class SceneDelegate: UIResponder, UIWindowSceneDelegate {
      var window: UIWindow?
      func scene(_ scene: UIScene, willConnectTo session: UISceneSession, options: UIScene.ConnectionOptions) {
        // Nothing yet.
        BODY
      }
    }
    """
  private static let empty = "guard let _ = (scene as? UIWindowScene) else { return }"
  private static let launch = """
    class AppDelegate: UIResponder, UIApplicationDelegate {
      var window: UIWindow?
      func application(_ a: UIApplication, didFinishLaunchingWithOptions o: [Key: Any]?) -> Bool {
        BODY
        return true
      }
    }
    """

  /// LAUNCH-152, LAUNCH-231
  @Test(arguments: [
    ("window = UIWindow(frame: UIScreen.main.bounds)", empty, "AppDelegate makes a window"),
    ("window = UIWindow(frame: UIScreen.main.bounds)", "", "AppDelegate makes a window"),
    ("window = UIWindow(frame: UIScreen.main.bounds)", "start(scene)", nil),
    ("window = UIWindow(frame: UIScreen.main.bounds)", "window = UIWindow(windowScene: scene)", nil),
    ("start()", empty, nil),
    ("window!.tintColor = .red", "start(scene)", "AppDelegate unwraps window"),
    ("self.window!.tintColor = .red", "start(scene)", "AppDelegate unwraps window"),
    ("let top = UIApplication.shared.keyWindow!.rootViewController", "start(scene)", "AppDelegate unwraps keyWindow"),
    ("UIApplication.shared.windows.first!.isHidden = true", "start(scene)", "AppDelegate unwraps windows.first"),
    ("if ready { window!.tintColor = .red }", "start(scene)", nil),
    ("later { self.window!.isHidden = true }", "start(scene)", nil),
    ("window?.tintColor = .red", "start(scene)", nil), ("// window!.tintColor", "start(scene)", nil),
    ("other.window!.tintColor = .red", "start(scene)", nil),
    ("window = make(); window!.isHidden = true", "start(scene)", nil),
  ])
  func windowsOfTheAppDelegateAreFound(launched: String, connected: String, message: String?) throws {
    var code = S(.scene)
    func move(_ handler: Int, to file: String, _ line: Int) {
      let place = SourcePlace(file: "ios/Notes/\(file)", line: 1, column: 1)
      code.document.handlers[handler].place = place
      code.document.handlers[handler].methods[0].place = place
      code.document.handlers[handler].methods[0].place.line = line
    }
    move(0, to: "AppDelegate.swift", 3)
    move(1, to: "SceneDelegate.swift", 3)
    let found = try Self.windows(
      "Notes.SceneDelegate",
      [
        "AppDelegate.swift": Self.launch.replacing("BODY", with: launched),
        "SceneDelegate.swift": Self.template.replacing("BODY", with: connected),
      ], code: code)
    #expect(found.map(\.severity) == (message == nil ? [] : [.warning]), "\(found)")
    if let message {
      #expect(found.first?.message.hasPrefix(message) == true)
      #expect(found.first?.location?.line == 4)
    }
  }
}
