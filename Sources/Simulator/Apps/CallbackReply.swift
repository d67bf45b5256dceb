/// What a method of the app returns to the system.
public enum CallbackReply {
  /// Nothing: a method without result, or one that the app does not implement.
  case none
  /// The Bool of the launch methods and of `application(_:open:options:)`; of a `performActionFor` method the outcome,
  /// as its asynchronous form returns it (LAUNCH-049).
  case boolean(Bool)
  /// The result of `application(_:configurationForConnecting:options:)`.
  case configuration(SceneConfiguration)
  /// The result of `stateRestorationActivity(for:)`.
  case activity(UserActivity)
}
