/// Windows, as the app's own code opens and closes them.
extension Application {
  /// What hears why the system does not do it.
  public typealias SceneErrorHandler = (NSErrorValue) throws -> Void

  /// The sessions of the app's windows: first those that wait for a scene, then those of connected ones.
  public var openSessions: [SceneSession] { process.openSessions }

  /// `requestSceneSessionActivation(_:userActivity:options:errorHandler:)`: brings the window of a session to the front,
  /// or opens one (LAUNCH-143). The call returns at once.
  ///
  /// - Parameters:
  ///   - session: nil: a new window is wanted.
  ///   - activity: a new window has it in its connection options, another one gets it to continue.
  ///   - errorHandler: runs on the main queue if the system does not do it.
  /// - Throws: ``SimulatorError`` `outside-the-app`, `process-ended`, or `api-unavailable` before iOS 13.
  public func requestSceneSessionActivation(
    _ session: SceneSession?, userActivity activity: UserActivity? = nil, errorHandler: SceneErrorHandler? = nil
  ) throws {
    let device = try requireScenes("requestSceneSessionActivation")
    device.activate(session, activity, for: process, errorHandler: errorHandler)
  }

  /// `requestSceneSessionDestruction(_:options:errorHandler:)`: closes a window for good (LAUNCH-144). The call returns at
  /// once.
  ///
  /// - Throws: as ``requestSceneSessionActivation(_:userActivity:errorHandler:)``.
  public func requestSceneSessionDestruction(
    _ session: SceneSession, errorHandler: SceneErrorHandler? = nil
  ) throws {
    let device = try requireScenes("requestSceneSessionDestruction")
    device.destroy(session, for: process, errorHandler: errorHandler)
  }

  private func requireScenes(_ name: String) throws(SimulatorError) -> Device {
    let device = try process.requireInside("UIApplication." + name)
    guard device.os >= .scenes else {
      throw SimulatorError(
        .apiUnavailable, "UIApplication.\(name) does not exist in iOS \(device.os)",
        hint: "Scenes begin with iOS 13: guard the call by availability.", fact: "LAUNCH-080")
    }
    return device
  }
}
