/// The completion handler of a quick action, as the app's callback gets it.
///
/// The first call counts (LAUNCH-044), and all that it does is to stand in the trace (LAUNCH-045). Another call has no
/// effect (LAUNCH-047); without any call nothing happens (LAUNCH-046). A method that returns a Bool, as the asynchronous
/// form does, calls it by that (LAUNCH-049).
public final class ActionCompletion {
  private let process: AppProcess
  private let delivery: Delivery
  /// What the app said; nil before the first call.
  public private(set) var outcome: Bool?

  init(process: AppProcess, delivery: Delivery) {
    self.process = process
    self.delivery = delivery
  }

  /// Says whether the app completed the action: false for a type that it does not know (LAUNCH-050). Works in code of
  /// the process only.
  ///
  /// - Throws: ``SimulatorError`` `process-ended` or `outside-the-app`; ``AppException`` for true from another queue than
  ///   the main one, from iOS 26 on (LAUNCH-048).
  public func callAsFunction(_ completed: Bool) throws {
    let device = try process.requireInside("The completion handler of the quick action “\(delivery.label)”")
    if completed, process.execution.isOffMainThread, device.os >= .v26 {
      throw AppException(name: "NSInternalInconsistencyException", reason: device.words(.mainThreadCall))  // LAUNCH-048
    }
    let isFirst = outcome == nil
    if isFirst { outcome = completed }
    device.note(
      .delivery(isFirst ? .completed : .completedAgain), app: process.bundleIdentifier,
      .fields(delivery.fields + [TraceDetail.Field(.outcome, .boolean(completed))]),
      fact: isFirst ? "LAUNCH-044" : "LAUNCH-047")
  }
}
