import AppPackages
import AppSources
import Events
import HomeScreenSimulator
import Lint
import PropertyLists

/// Apps with source documents, as code rules receive them.
struct CodeSample: Sendable {
  /// The life cycle of a sample app.
  enum Life {
    case appDelegate, scene, swiftUI
  }

  var info: PropertyListDictionary = ["CFBundleIdentifier": "com.example.app", "UIMainStoryboardFile": "Main"]
  var document = SourceDocument(program: "test", fileCount: 3)

  /// An app with a quick action that its delegates ignore.
  init(_ life: Life) {
    info["MinimumOSVersion"] = "15.0"
    info["UIApplicationShortcutItems"] = [
      ["UIApplicationShortcutItemType": "com.example.new", "UIApplicationShortcutItemTitle": "New"]
    ]
    document.entry = EntryPoint(
      life == .swiftUI ? .swiftUI : .appDelegate, appDelegate: "AppDelegate", at: Self.place(1))
    var delegate = HandlerClass(
      "AppDelegate", roles: [.appDelegate], inherits: ["UIResponder", "UIApplicationDelegate"], at: Self.place(2))
    delegate.methods = [Self.method(.didFinishLaunching, 3)]
    delegate.methods[0].returned = ReturnedValue(.yes, at: Self.place(4))
    document.handlers = [delegate]
    guard life != .appDelegate else { return }
    var scene = HandlerClass(
      "SceneDelegate", roles: [.sceneDelegate], inherits: ["UIResponder", "UIWindowSceneDelegate"], at: Self.place(20))
    scene.methods = [Self.method(.sceneWillConnect, 21)]
    document.handlers.append(scene)
    if life == .scene {
      info["UIApplicationSceneManifest"] = [
        "UISceneConfigurations": [
          "UIWindowSceneSessionRoleApplication": [["UISceneDelegateClassName": "App.SceneDelegate"]]
        ]
      ]
    } else {
      info.remove("UIMainStoryboardFile")
      var configuration = Self.method(.configurationForConnecting, 10)
      configuration.sceneDelegate = "SceneDelegate"
      document.handlers[0].methods.append(configuration)
    }
  }

  static func place(_ line: Int) -> SourcePlace { SourcePlace(file: "App/Code.swift", line: line, column: 3) }

  static func method(_ callback: AppCallback, _ line: Int) -> HandlerMethod {
    HandlerMethod(callback.rawValue, written: callback.swiftName, at: place(line))
  }

  /// The app after a change.
  func with(_ change: (inout CodeSample) -> Void) -> CodeSample {
    var sample = self
    change(&sample)
    return sample
  }

  /// Adds a method to the class with this name.
  mutating func add(
    _ callback: AppCallback, _ line: Int, to name: String, _ steps: [HandlerStep] = [],
    completion: CompletionUse.Paths? = nil
  ) {
    guard let index = document.handlers.firstIndex(where: { $0.name == name }) else { return }
    var method = Self.method(callback, line)
    method.steps = steps
    method.completion = completion.map { CompletionUse($0, calls: [Self.place(line + 1), Self.place(line + 2)]) }
    document.handlers[index].methods.removeAll { $0.name == callback.rawValue }
    document.handlers[index].methods.append(method)
  }

  /// Handles quick actions correctly in any life cycle.
  mutating func handle(completion: CompletionUse.Paths = .all) {
    let step = HandlerStep(.handle, .shortcutItem, at: Self.place(41))
    if document.handlers.count == 1 {
      add(.performAction, 40, to: "AppDelegate", [step], completion: completion)
    } else {
      add(.windowScenePerformAction, 40, to: "SceneDelegate", [step], completion: completion)
      add(
        .sceneWillConnect, 21, to: "SceneDelegate",
        [HandlerStep(.handle, .shortcutItem, .whenGiven, at: Self.place(22))])
    }
  }

  /// Adds a call that changes the icon, in an app that declares these.
  mutating func change(
    _ names: [TextValue], declared: [String] = ["Night", "Day"], _ change: (inout IconChange) -> Void = { _ in }
  ) {
    info["CFBundleIcons"] = [
      "CFBundleAlternateIcons": .dictionary(
        PropertyListDictionary(declared.map { ($0, ["CFBundleIconFiles": [.string($0)]]) }))
    ]
    var call = IconChange(
      "setAlternateIconName:completionHandler:", isPrivate: false, names: names, error: .used, function: "choose(_:)",
      at: Self.place(60))
    call.asksForSupport = true
    change(&call)
    document.iconChanges.append(call)
  }

  func findings(_ code: RuleCode? = nil) throws -> [Finding] {
    let subject = LintSubject(try AppPackage(name: "App", infoPlist: info), sources: document)
    let rules = code.map { [$0] } ?? CodeExamples.all.map(\.code)
    return rules.compactMap { Rules.named($0.rawValue) }.flatMap { $0.check(subject) }
  }
}
