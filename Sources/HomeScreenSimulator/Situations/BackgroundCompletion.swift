/// The completion handler of a notification's answer, a silent notification or a background fetch.
///
/// The first call counts, and all that it does is to stand in the trace (LAUNCH-097).
public final class BackgroundCompletion {
  /// `UIBackgroundFetchResult`. The raw values are the names that scripts use.
  public enum Outcome: String, Sendable, CaseIterable {
    case newData
    case noData
    case failed
  }

  private let process: AppProcess
  private let delivery: Delivery
  private var isCalled = false

  init(process: AppProcess, delivery: Delivery) {
    self.process = process
    self.delivery = delivery
  }

  /// Says that the app has finished; nil for a handler without argument. Works in code of the process only.
  ///
  /// - Throws: ``SimulatorError`` `process-ended` or `outside-the-app`.
  public func callAsFunction(_ outcome: Outcome? = nil) throws {
    let device = try process.requireInside("The completion handler of “\(delivery.label)”")
    let event: TraceEventName.DeliveryEvent = isCalled ? .completedAgain : .completed
    isCalled = true
    device.note(
      .delivery(event), app: process.bundleIdentifier,
      .fields(delivery.fields + [TraceDetail.Field(.outcome, outcome)]), fact: "LAUNCH-097")
  }
}
