import AppPackages
import HomeScreenSimulator
import PropertyLists
import Testing

/// The scenes that a manifest connects, and whether it satisfies the 27 SDK.
@Suite struct SceneAdoptionTests {
  private static let window = "UIWindowSceneSessionRoleApplication"
  private static let car = "CPTemplateApplicationSceneSessionRoleApplication"

  private static func manifest(_ role: String, _ configuration: PropertyListDictionary) -> PropertyListValue {
    ["UISceneConfigurations": .dictionary([role: [.dictionary(configuration)]])]
  }

  /// The manifest, whether it has a configuration, and whether it names a delegate of windows.
  private static let manifests: [(value: PropertyListValue, isEmpty: Bool, namesDelegate: Bool)] = [
    ([:], true, false), (["UISceneConfigurations": [:]], true, false),
    (manifest(window, ["UISceneConfigurationName": "Default"]), false, false),
    (manifest(car, ["UISceneDelegateClassName": "Car"]), false, false),
    (manifest(window, ["UISceneDelegateClassName": "Demo.SceneDelegate"]), false, true),
  ]

  /// A cold launch by a quick action.
  private func scene(
    _ manifest: PropertyListValue, os: String, sdk: String, lifeCycle: LifeCycle? = nil, answers: Bool = false
  ) throws -> (app: InstalledApp, callbacks: [AppCallback]) {
    let device = try Device(os: OSVersion(parsing: os))
    let package = try Packages.toolBox { $0["UIApplicationSceneManifest"] = manifest }
    let app = try device.install(
      package, options: InstallOptions(lifeCycle: lifeCycle, sdk: try BuildSDK(parsing: sdk)))
    var seen: [AppCallback] = []
    let code = ClosureCode()
    code.appDelegate = {
      let handlers = CallbackHandlers()
      if answers { handlers.on(.configurationForConnecting) { _ in } }
      return handlers
    }
    code.sceneDelegate = {
      let handlers = CallbackHandlers()
      handlers.on(.sceneWillConnect) { _ in seen.append(.sceneWillConnect) }
      return handlers
    }
    app.code = code
    try device.springboard.icon(for: app).press()?.item("Tool Box").tap()
    return (app, seen)
  }

  /// LAUNCH-158: the SDK and the version of the device decide together.
  @Test(arguments: [("27.0", "27.0", true), ("26.4", "27.0", false), ("27.0", "26.4", false)])
  func manifestWithoutADelegateEndsAUIKitAppOfThe27SDK(os: String, sdk: String, isChecked: Bool) throws {
    for manifest in Self.manifests {
      let plain = try scene(manifest.value, os: os, sdk: sdk)
      let ends = isChecked && !manifest.namesDelegate
      #expect(try plain.app.state == (ends ? .notRunning : .runningForeground), "\(manifest.value)")
      #expect(try plain.app.crash?.reason.hasPrefix("Application failed to launch: UIScene") == (ends ? true : nil))
      #expect(try scene(manifest.value, os: os, sdk: sdk, answers: true).app.state == .runningForeground)
      #expect(try scene(manifest.value, os: os, sdk: sdk, lifeCycle: .swiftUI).app.state == .runningForeground)
    }
  }

  /// LAUNCH-159: an unnamed delegate is never called, unless the manifest has no configuration.
  @Test(arguments: ["13.0", "26.4"]) func unreferencedDelegateIsNotConnected(os: String) throws {
    for manifest in Self.manifests {
      let plain = try scene(manifest.value, os: os, sdk: "18.0")
      #expect(plain.callbacks.isEmpty == !(manifest.isEmpty || manifest.namesDelegate), "\(manifest.value)")
      #expect(try plain.app.state == .runningForeground)
      #expect(try scene(manifest.value, os: os, sdk: "18.0", lifeCycle: .scene).callbacks == [.sceneWillConnect])
    }
  }
}
