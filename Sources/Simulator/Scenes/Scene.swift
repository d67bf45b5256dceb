/// A `UIWindowScene` of a process: one window of the app on the screen, with its own delegate and memory.
public final class Scene {
  let process: AppProcess
  public let session: SceneSession
  public internal(set) var state = SceneState.unattached
  /// The delegate; the app's code made it for this scene.
  public internal(set) var delegate: (any SceneDelegate)?
  /// The root view of a SwiftUI app; the app's code made it for this scene.
  public internal(set) var rootView: (any RootView)?
  /// The window with the root view controller; nil after the scene was disconnected.
  public internal(set) var window: Window?

  init(process: AppProcess, session: SceneSession) {
    self.process = process
    self.session = session
    session.scene = self
  }

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
    guard isConnected, let device = process.device else {
      throw SimulatorError(
        .sceneDisconnected, "The scene \(identifier) is not connected any more",
        hint: "Ask the app for its scenes again.")
    }
    try device.perform("scene:disconnect") { try device.disconnect(self) }
  }

  /// Forgets what belongs to the scene.
  func tearDown() {
    state = .unattached
    delegate = nil
    rootView = nil
    window?.tearDown()
    window = nil
  }
}
