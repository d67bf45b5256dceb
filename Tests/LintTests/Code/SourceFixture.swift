import AppPackages
import AppSources
import HomeScreenSimulator
import Lint
import PropertyLists
import Testing

/// Documents of a source reader, for an app with one file.
struct SourceFixture {
  private(set) var document = SourceDocument(program: "test", fileCount: 1, byteCount: 1)

  init(inherits: [String] = ["UIResponder", "UIApplicationDelegate"]) {
    document.entry = EntryPoint(.appDelegate, appDelegate: "AppDelegate", at: Self.at(1))
    document.handlers = [
      HandlerClass("AppDelegate", roles: [.appDelegate], inherits: inherits, at: Self.at(2)),
      HandlerClass(
        "SceneDelegate", roles: [.sceneDelegate], inherits: ["UIResponder", "UIWindowSceneDelegate"], at: Self.at(3)),
    ]
  }

  mutating func application(_ method: HandlerMethod) { document.handlers[0].methods.append(method) }
  mutating func scene(_ method: HandlerMethod) { document.handlers[1].methods.append(method) }

  static func at(_ line: Int) -> SourcePlace { SourcePlace(file: "App.swift", line: line) }

  /// A comparison with another type than that of the tests' quick action.
  static func compared(isComplete: Bool) -> Comparison {
    Comparison([.init(.literal("com.example.other"), at: at(21))], hasDefault: false, isComplete: isComplete)
  }

  static func method(
    _ callback: AppCallback, line: Int, _ change: (inout HandlerMethod) -> Void = { _ in }
  ) -> HandlerMethod {
    var method = HandlerMethod(callback.rawValue, written: callback.swiftName, at: at(line))
    change(&method)
    return method
  }

  static func appAction(line: Int, _ change: (inout HandlerMethod) -> Void = { _ in }) -> HandlerMethod {
    method(.performAction, line: line, change)
  }

  static func sceneAction(line: Int, _ change: (inout HandlerMethod) -> Void = { _ in }) -> HandlerMethod {
    method(.windowScenePerformAction, line: line, change)
  }

  static func connect(line: Int, _ change: (inout HandlerMethod) -> Void = { _ in }) -> HandlerMethod {
    method(.sceneWillConnect, line: line, change)
  }

  static func launch(line: Int, _ change: (inout HandlerMethod) -> Void = { _ in }) -> HandlerMethod {
    method(.didFinishLaunching, line: line, change)
  }

  static func package(scenes: Bool) throws -> AppPackage {
    var info: PropertyListDictionary = [
      "CFBundleIdentifier": "com.example.paint", "CFBundleName": "Paint", "UIDeviceFamily": [1, 2],
      "UIApplicationShortcutItems": [
        ["UIApplicationShortcutItemType": "com.example.new", "UIApplicationShortcutItemTitle": "New"]
      ],
    ]
    if scenes {
      info["UIApplicationSceneManifest"] = [
        "UISceneConfigurations": [
          "UIWindowSceneSessionRoleApplication": [["UISceneDelegateClassName": "Paint.SceneDelegate"]]
        ]
      ]
    }
    return try AppPackage(name: "Paint", infoPlist: info)
  }
}
