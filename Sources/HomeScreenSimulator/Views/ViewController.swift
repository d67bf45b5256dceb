/// `UIViewController`: a screen of the app.
public class ViewController {
  /// The most controllers that may lie over each other.
  public static let maximumDepth = 100

  let process: AppProcess
  /// The name of the class, for the console.
  public let className: String
  /// What the app calls the screen; an alert shows it above its message. Nil for none.
  public var title: String?
  /// A name that the tester can find it by.
  public var identifier: String?
  /// The app's code for it.
  public var lifeCycle: (any ViewLifeCycle)?
  /// The controller that it presents; nil when it presents none.
  public internal(set) var presentedViewController: ViewController?
  /// The controller that presents it.
  public internal(set) weak var presentingViewController: ViewController?
  /// The window whose root it is.
  weak var window: AppWindow?
  /// Whether the view was made, as it is at its first use; ``ViewLifeCycle/viewDidLoad(_:)`` comes once, right after.
  public internal(set) var isViewLoaded = false
  /// Its `viewDidLoad` is running: the view is not in a window yet, whatever will hold it (LAUNCH-040).
  var isLoadingView = false

  /// The address that the console prints.
  private(set) lazy var address = process.nextAddress()

  /// Makes a controller; nothing of it is shown before it is presented, or the root of a window.
  public init(
    _ application: Application, className: String = "UIViewController", title: String? = nil,
    identifier: String? = nil, lifeCycle: (any ViewLifeCycle)? = nil
  ) {
    process = application.process
    self.className = className
    self.title = title
    self.identifier = identifier
    self.lifeCycle = lifeCycle
  }

  /// Shows a controller over this one: through the process's ``PresentationInterceptor`` if there is one, which is how
  /// code that replaces `present` on the class sees it.
  ///
  /// A presenter whose view is in no window, or that already presents, is refused with a line on the console; then
  /// `completion` never runs (LAUNCH-039).
  /// - Throws: ``SimulatorError`` `outside-the-app`, `process-ended` or `too-many-presented`; ``AppException`` for a
  ///   controller that is shown already (LAUNCH-084); what escapes the app's code.
  public func present(
    _ controller: ViewController, animated: Bool = true, completion: (() throws -> Void)? = nil
  ) throws {
    let presentation = Presentation(
      presenter: self, controller: controller, isAnimated: animated, completion: completion, isBySystem: false)
    try process.dispatch(presentation)
  }

  /// Takes away what this controller presents, or the controller itself when it presents nothing; `completion` runs
  /// afterwards, also when there was nothing to take away.
  ///
  /// - Throws: ``SimulatorError`` `outside-the-app` or `process-ended`.
  public func dismiss(animated: Bool = true, completion: (() throws -> Void)? = nil) throws {
    let device = try process.requireInside("UIViewController.dismiss")
    device.dismiss(self, animated: animated, completion: completion)
  }

  /// Whether its view is in the window hierarchy.
  public var isViewInWindow: Bool {
    guard !isLoadingView else { return false }
    var controller = self
    while let presenter = controller.presentingViewController { controller = presenter }
    return controller.window?.isVisible ?? false
  }

  /// As the console prints it: `UIViewController: 0x…`.
  public var consoleName: String { "\(className): \(address)" }

  /// The last controller of the chain that this one begins.
  var top: ViewController {
    var controller = self
    while let presented = controller.presentedViewController { controller = presented }
    return controller
  }

  /// Lets go of everything, so that the app's code and the controllers do not hold each other for ever.
  func tearDown() {
    lifeCycle = nil
    presentedViewController?.tearDown()
    presentedViewController = nil
    window = nil
  }

  /// The exception for a message that the controller does not understand, such as an exchanged method that only another
  /// class has (ICON-174).
  public func unrecognizedSelector(_ selector: String) -> AppException {
    .invalidArgument("-[\(className) \(selector)]: unrecognized selector sent to instance \(address)")
  }
}

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
  /// Does nothing.
  public func viewDidLoad(_ controller: ViewController) throws {}
  /// Does nothing.
  public func viewDidAppear(_ controller: ViewController) throws {}
  /// Every method is implemented.
  public func implements(_ method: ViewMethod) -> Bool { true }
}
