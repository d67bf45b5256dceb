/// One call of the system into the app's code.
public struct CallbackInvocation {
  /// Which method.
  public let callback: AppCallback
  /// The process that is called.
  public let application: Application
}
