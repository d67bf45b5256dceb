/// The main queue of a process: `DispatchQueue.main` of the app's code.
///
/// Blocks run in virtual time, one after the other, before the command that is running returns if they are due, else
/// when the device's time reaches them. They are lost when the process ends, and wait while it is suspended
/// (LAUNCH-073).
public struct MainQueue {
  /// The most blocks and timers that may wait at once.
  public static let maximumWaiting = 50_000

  let process: AppProcess

  /// Queues a block; it runs after the code that is running now.
  ///
  /// - Throws: ``SimulatorError`` `main-queue-full`, `process-ended`, `outside-the-app`. What the block throws is a
  ///   crash of the app.
  public func async(_ block: @escaping () throws -> Void) throws {
    try enqueue(after: .zero, from: "DispatchQueue.main", block)
  }

  /// Queues a block that runs `seconds` later; a negative time counts as 0.
  ///
  /// - Throws: as ``async(_:)``; `bad-time` for a time that is not a number or far out of range.
  public func asyncAfter(_ seconds: Double, _ block: @escaping () throws -> Void) throws {
    try enqueue(after: VirtualTime(seconds: seconds < 0 ? 0 : seconds), from: "DispatchQueue.main", block)
  }

  func enqueue(after delay: VirtualTime, from queue: String, _ block: @escaping () throws -> Void) throws {
    let device = try process.requireInside(queue)
    guard process.queues.waiting < MainQueue.maximumWaiting else {
      throw SimulatorError(
        .mainQueueFull, "\(process.bundleIdentifier) has \(MainQueue.maximumWaiting) blocks waiting on its queues",
        hint: "Look for code that never stops queueing blocks.")
    }
    device.enqueue(on: process, after: delay) { _ in try block() }
  }
}

extension Application {
  /// Runs a block on a later turn of the queue of the code that runs now, as a `Task` does: the main queue, or a global one
  /// (ICON-273). As ``MainQueue/async(_:)``.
  public func continueLater(_ block: @escaping () throws -> Void) throws {
    guard process.execution.isOffMainThread else { return try mainQueue.async(block) }
    try GlobalQueue(process: process).async(block)
  }
}

/// `DispatchQueue.global()` of the app's code: a queue beside the main thread.
///
/// Its blocks run one after the other on later turns, in the same virtual time as the main queue's; what makes the
/// difference is that UIKit notices a call that does not come from the main thread (ICON-022).
public struct GlobalQueue {
  let process: AppProcess

  /// Queues a block. As ``MainQueue/async(_:)``.
  public func async(_ block: @escaping () throws -> Void) throws {
    try enqueue(after: .zero, block)
  }

  /// Queues a block that runs `seconds` later. As ``MainQueue/asyncAfter(_:_:)``.
  public func asyncAfter(_ seconds: Double, _ block: @escaping () throws -> Void) throws {
    try enqueue(after: VirtualTime(seconds: seconds < 0 ? 0 : seconds), block)
  }

  private func enqueue(after delay: VirtualTime, _ block: @escaping () throws -> Void) throws {
    let process = process
    try MainQueue(process: process).enqueue(after: delay, from: "DispatchQueue.global") {
      try process.offMainThread(block)
    }
  }
}
