internal import AppPackages
import PropertyLists

/// Windows that the app's own code makes, beside the one that the system makes (LAUNCH-150 to LAUNCH-152).
extension Device {
  /// Shows a window over the others.
  ///
  /// The system's own window stands for what the code of most apps makes. An app whose Info.plist names a storyboard has
  /// it for the storyboard's root, and keeps it under the window of its own (LAUNCH-151); in any other one the window of
  /// its own takes its place, if it is made while the app launches.
  func show(_ window: AppWindow, asKey isKey: Bool) throws {
    guard let stack = window.stack else {
      return note(
        .presentation(.refused), app: window.process.bundleIdentifier, .text("UIWindow"), fact: "LAUNCH-152")
    }
    if !stack.hasAppeared, let stand = stack.windows.first, stand !== window, stand.isOfSystem,
      !hasStoryboard(window.process, window.scene)
    {
      stack.hide(stand)
      stand.tearDown()
    }
    guard stack.windows.count < Device.maximumScenes || !window.isHidden else {
      throw SimulatorError(
        .tooManyItems, "\(window.process.bundleIdentifier) shows \(Device.maximumScenes) windows over each other",
        hint: "Hide some of them: window.isHidden = true.", fact: "LAUNCH-150")
    }
    stack.show(window)
    if isKey || stack.key == nil { stack.makeKey(window) }
    guard let root = window.rootViewController else {
      window.isVisible = stack.hasAppeared
      return
    }
    try loadView(of: root)
    guard stack.hasAppeared, !window.isVisible else { return }
    window.isVisible = true
    rootWillAppear(in: window)
  }

  /// The root of a window that is seen appears in the next turn, once, whatever the code does with both until then.
  func rootWillAppear(in window: AppWindow) {
    guard window.isVisible, !window.rootIsAppearing else { return }
    window.rootIsAppearing = true
    enqueue(on: window.process) { device in
      window.rootIsAppearing = false
      guard let root = window.rootViewController, window.isVisible else { return }
      try device.loadView(of: root)
      try device.callViewDidAppear(of: root)
    }
  }

  /// The views of the windows' roots are loaded, those that the code has not loaded yet (LAUNCH-081).
  func loadRoots(of stack: WindowStack, _ process: AppProcess) {
    for window in stack.windows {
      guard process.isAlive, let root = window.rootViewController else { continue }
      enterForSystem(process) { try loadView(of: root) }
    }
  }

  /// Their views have appeared.
  func rootsAppeared(in stack: WindowStack, _ process: AppProcess) {
    for window in stack.windows {
      guard process.isAlive, let root = window.rootViewController else { continue }
      enterForSystem(process) { try callViewDidAppear(of: root) }
    }
  }

  /// Whether the window that the system makes has the root of a storyboard; SwiftUI's has the root of its scene.
  private func hasStoryboard(_ process: AppProcess, _ scene: AppScene?) -> Bool {
    if process.lifeCycle == .swiftUI { return true }
    let info = process.record.prepared.info(on: deviceClass)
    guard let scene else { return info["UIMainStoryboardFile"]?.string?.isEmpty == false }
    let manifest = info["UIApplicationSceneManifest"]?.dictionary
    let role = scene.session.role.name(on: os)
    let configurations = manifest?["UISceneConfigurations"]?.dictionary?[role]?.array ?? []
    let name = scene.session.configuration.name
    let configuration = configurations.compactMap(\.value.dictionary).first { configuration in
      name == nil || configuration["UISceneConfigurationName"]?.string == name
    }
    return configuration?["UISceneStoryboardFile"]?.string?.isEmpty == false
  }
}

extension Application {
  /// `UIWindow(windowScene:)`, and `UIWindow()` for an app without scenes: a window that is not shown yet (LAUNCH-150).
  ///
  /// - Throws: ``SimulatorError`` `outside-the-app` or `process-ended`; `scene-disconnected` for a scene of another process;
  ///   `not-modelled` for that of a car, which has no windows (LAUNCH-153).
  public func makeWindow(in scene: AppScene?) throws -> AppWindow {
    _ = try process.requireInside("UIWindow")
    if let scene {
      guard scene.process === process else {
        throw SimulatorError(
          .sceneDisconnected, "The scene \(scene.identifier) is not in this process of \(process.bundleIdentifier)",
          hint: "Use one of UIApplication.shared.connectedScenes, or the one that the scene's delegate gets.",
          fact: "LAUNCH-150")
      }
      guard scene.session.role != .carPlay else {
        throw SimulatorError(
          .notModelled, "The scene \(scene.identifier) of a car is not a UIWindowScene, so it takes no window",
          hint: "Its session’s role is CPTemplateApplicationSceneSessionRoleApplication; ask for it first.",
          fact: "LAUNCH-153")
      }
    }
    return AppWindow(process: process, scene: scene, isOfSystem: false)
  }

  /// `windows` of a scene, which that of a car does not have (LAUNCH-153).
  ///
  /// - Throws: ``AppException`` for the scene of a car.
  public func windows(of scene: AppScene) throws -> [AppWindow] {
    guard scene.session.role != .carPlay else {
      throw AppException.invalidArgument(
        "-[CPTemplateApplicationScene windows]: unrecognized selector sent to instance \(process.nextAddress())")
    }
    return scene.windows
  }

  /// `windows` of the app, those of the scene that was active last after the others' (LAUNCH-150).
  public var windows: [AppWindow] { process.scenes.flatMap(\.windows) + process.stack.windows }
}
