/// An object of the app's code that the system calls: the door through which every callback goes.
///
/// Each process has its own instances; they are released when it ends.
public protocol CallbackReceiver: AnyObject {
  /// Whether the app's code has this method. The system asks before each call, and records the call in the trace in
  /// both cases.
  func implements(_ callback: AppCallback) -> Bool

  /// Runs the method. Called only for a callback that ``implements(_:)`` has.
  ///
  /// - Throws: whatever escapes the app's code; it ends the app, and the command that led here throws it again.
  func receive(_ call: CallbackInvocation) throws -> CallbackReply
}

/// The app delegate of a process.
public protocol AppDelegate: CallbackReceiver {}

/// The scene delegate of a scene.
public protocol SceneDelegate: CallbackReceiver {}
