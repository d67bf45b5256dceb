/// What a method of the app returns to the system.
public enum CallbackReply: Sendable, Equatable {
  /// Nothing: a method without result, or one that the app does not implement.
  case none
  /// The Bool of the launch methods.
  case boolean(Bool)
}
