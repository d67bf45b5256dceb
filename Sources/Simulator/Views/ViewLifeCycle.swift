/// What the app's code does at the turning points of a view controller: the overridden methods of its class.
public protocol ViewLifeCycle: AnyObject {
  /// The view was made; it is in no window yet (LAUNCH-040).
  func viewDidLoad(_ controller: ViewController) throws
  /// The view is in the window, and its appearance has ended.
  func viewDidAppear(_ controller: ViewController) throws
  /// Whether the app's code has the method; only those are called, and stand in the trace.
  func implements(_ method: ViewMethod) -> Bool
}

extension ViewLifeCycle {
  public func viewDidLoad(_ controller: ViewController) throws {}
  public func viewDidAppear(_ controller: ViewController) throws {}
  public func implements(_ method: ViewMethod) -> Bool { true }
}
