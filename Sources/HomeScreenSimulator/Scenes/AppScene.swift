/// A `UIWindowScene` of a process: one window of the app on the screen, with its own delegate and memory.
public final class AppScene {
  let process: AppProcess
  /// What the system keeps about the scene, and may keep beyond it (LAUNCH-029).
  public let session: SceneSession
  /// How the scene stands to the user; ``SceneState/unattached`` once it was disconnected.
  public internal(set) var state = SceneState.unattached
  /// The delegate; the app's code made it for this scene.
  public internal(set) var delegate: (any SceneDelegate)?
  /// The root view of a SwiftUI app; the app's code made it for this scene.
  public internal(set) var rootView: (any RootView)?
  /// The controller that SwiftUI shows its root view in; nil in other life cycles.
  weak var hostingController: ViewController?
  /// Its windows on the screen; none after the scene was disconnected.
  let stack = WindowStack()

  /// Which content it can show and prefers to (LAUNCH-030).
  public var activationConditions = ActivationConditions()
  /// Counts up with each connection.
  let number: Int

  init(process: AppProcess, session: SceneSession, number: Int) {
    self.process = process
    self.number = number
    self.session = session
    session.scene = self
  }

  /// The key window; nil after the scene was disconnected.
  public var window: AppWindow? { stack.key }

  /// Its windows, the one that lies over the others last (LAUNCH-150).
  public var windows: [AppWindow] { stack.windows }

  /// The same text as the session's.
  public var identifier: String { session.persistentIdentifier }

  /// The title, if the app gave one.
  public var title: String?

  /// Whether it is one of its process's scenes.
  public var isConnected: Bool { process.scenes.contains { $0 === self } }

  /// The system lets go of the scene, as it does for want of memory: the process goes on without it, and the next
  /// action connects a new one (LAUNCH-017).
  ///
  /// - Throws: ``SimulatorError`` `scene-disconnected` or `app-in-front`; what escapes the app's code.
  public func disconnect() throws {
    let device = try requireConnected()
    try device.perform("scene:disconnect") { try device.disconnect(self) }
  }

  /// Brings the scene to the front, as a tap on its window in the switcher does (LAUNCH-101).
  ///
  /// - Throws: ``SimulatorError`` `scene-disconnected`, `device-locked` or `alert-covers`; what escapes the app's code.
  public func activate() throws {
    let device = try requireConnected()
    try device.perform("scene:activate") { try device.bringToFront(process.record, scene: self) }
  }

  /// Shows the window beside the one of its app that is on the screen (LAUNCH-147).
  ///
  /// - Throws: ``SimulatorError`` `scene-disconnected`, `app-not-running` when the app is not in front, `device-locked` or
  ///   `alert-covers`; what escapes the app's code.
  public func showBeside() throws {
    let device = try requireConnected()
    try device.perform("scene:showBeside") { try device.showBeside(self) }
  }

  /// Lets the window fill the screen: the others go to the background (LAUNCH-148).
  ///
  /// - Throws: as ``activate()``.
  public func fillScreen() throws {
    let device = try requireConnected()
    try device.perform("scene:fillScreen") { try device.fillScreen(self) }
  }

  /// Closes the window in the switcher: the scene is disconnected, and its session is gone for good (LAUNCH-103).
  ///
  /// - Throws: as ``activate()``.
  public func discard() throws {
    let device = try requireConnected()
    try device.perform("scene:discard") { try device.discard(self) }
  }

  private func requireConnected() throws(SimulatorError) -> Device {
    guard isConnected, let device = process.device else {
      throw SimulatorError(
        .sceneDisconnected, "The scene \(identifier) is no longer connected",
        hint: "Ask the app for its scenes again.")
    }
    return device
  }

  /// Forgets what belongs to the scene.
  func tearDown() {
    state = .unattached
    session.scene = nil
    delegate = nil
    rootView = nil
    stack.tearDown()
  }
}

/// `UIScene.activationState`. The raw values are the names that scripts use.
public enum SceneState: String, Sendable, CaseIterable {
  case unattached
  case foregroundInactive
  case foregroundActive
  case background
}
