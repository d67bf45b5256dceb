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
      process.execution.isOffMainThread = true
      defer { process.execution.isOffMainThread = false }
      try block()
    }
  }
}
