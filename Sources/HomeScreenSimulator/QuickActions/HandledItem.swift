/// What became of one quick action, by the events of a trace; see ``Trace/handling()``.
public struct HandledItem: Sendable, Equatable {
  /// A callback that carried the item to the app.
  public struct Carrier: Sendable, Equatable {
    /// The method that has the item among its arguments.
    public let callback: AppCallback
    /// Whether the app's code has the method.
    public let isImplemented: Bool
  }

  /// The bundle identifier of the app.
  public let app: String?
  /// The item's type.
  public let type: String
  /// How often it was sent within the trace: 1, or 0 when the item was handled though it came before the trace began, or
  /// never came.
  public internal(set) var delivered = 0
  /// How often the app declared it handled.
  public internal(set) var handled = 0
  /// The callbacks in which the app said so, in order; nil: in a block, a timer or another piece of its code.
  public internal(set) var handlers: [AppCallback?] = []
  /// A method that the app has for it, but that is never called in this life cycle (LAUNCH-021).
  public internal(set) var unused: AppCallback?
  /// The callbacks that carried it, in order.
  public internal(set) var carriers: [Carrier] = []
  /// The method that has to handle it in this life cycle and situation; nil when it was not sent within the trace.
  public internal(set) var method: AppCallback?
  /// All callbacks of the app from the delivery up to the next one, or to the end of the trace.
  public internal(set) var callbacks: [String] = []
}
