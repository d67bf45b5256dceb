/// A delegate written as a table of closures, for Swift code that wants no class of its own.
public final class CallbackHandlers: AppDelegate, SceneDelegate {
  /// What runs for one callback.
  public typealias Handler = (CallbackInvocation) throws -> CallbackReply

  private var handlers: [AppCallback: Handler] = [:]

  public init() {}

  /// The handler of a callback; nil means that the app does not implement it.
  public subscript(callback: AppCallback) -> Handler? {
    get { handlers[callback] }
    set { handlers[callback] = newValue }
  }

  /// Implements a method that returns nothing.
  public func on(_ callback: AppCallback, _ body: @escaping (Application) throws -> Void) {
    handlers[callback] = { call in
      try body(call.application)
      return .none
    }
  }

  public func implements(_ callback: AppCallback) -> Bool {
    handlers[callback] != nil
  }

  public func receive(_ call: CallbackInvocation) throws -> CallbackReply {
    try handlers[call.callback]?(call) ?? .none
  }
}
