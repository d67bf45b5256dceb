/// `UIViewController`: a screen of the app.
public class ViewController {
  /// The maximum length of a chain of presented controllers.
  public static let maximumDepth = 100

  let process: AppProcess
  /// The name of the class, for the console.
  public let className: String
  /// The title of the screen, which an alert shows above its message. Nil for none.
  public var title: String?
  /// An identifier for the tester.
  public var identifier: String?
  /// The app's code for the controller.
  public var lifeCycle: (any ViewLifeCycle)?
  /// The controller that this one presents; nil if there is none.
  public internal(set) var presentedViewController: ViewController?
  /// The controller that presents this one.
  public internal(set) weak var presentingViewController: ViewController?
  /// The window that has this controller as root.
  weak var window: AppWindow?
  /// Whether the view is loaded, which happens at its first use; ``ViewLifeCycle/viewDidLoad(_:)`` is called right after.
  public internal(set) var isViewLoaded = false
  /// Whether the controller's `viewDidLoad` is running: the view is not in a window yet (LAUNCH-040).
  var isLoadingView = false

  /// The address in console output.
  private(set) lazy var address = process.nextAddress()

  /// Creates a controller; it is not shown until it is presented or is the root of a window.
  public init(
    _ application: Application, className: String = "UIViewController", title: String? = nil,
    identifier: String? = nil, lifeCycle: (any ViewLifeCycle)? = nil
  ) {
    process = application.process
    (self.className, self.title, self.identifier, self.lifeCycle) = (className, title, identifier, lifeCycle)
  }

  /// Presents a controller over this one, through the process's ``PresentationInterceptor`` if it has one, so that code
  /// that replaces `present` on the class is called.
  ///
  /// If the presenter's view is not in a window, or if the presenter already presents a controller, the call is refused
  /// with a line on the console, and `completion` never runs (LAUNCH-039).
  /// - Throws: ``SimulatorError`` `outside-the-app`, `process-ended` or `too-many-presented`; ``AppException`` for a
  ///   controller that is already shown (LAUNCH-084); errors that escape the app's code.
  public func present(
    _ controller: ViewController, animated: Bool = true, completion: (() throws -> Void)? = nil
  ) throws {
    let presentation = Presentation(
      presenter: self, controller: controller, isAnimated: animated, completion: completion, isBySystem: false)
    try process.dispatch(presentation)
  }

  /// Dismisses the presented controller, or this one if it presents none. `completion` runs afterwards, even if there
  /// was nothing to dismiss.
  ///
  /// - Throws: ``SimulatorError`` `outside-the-app` or `process-ended`.
  public func dismiss(animated: Bool = true, completion: (() throws -> Void)? = nil) throws {
    let device = try process.requireInside("UIViewController.dismiss")
    device.dismiss(self, animated: animated, completion: completion)
  }

  /// Whether a presented controller is on the screen: its transition is over.
  var hasAppeared = false

  /// Whether the controller's view is in the window hierarchy.
  public var isViewInWindow: Bool {
    guard !isLoadingView else { return false }
    var controller = self
    while let presenter = controller.presentingViewController { controller = presenter }
    return controller.window?.isVisible ?? false
  }

  /// The name in console output: `UIViewController: 0x…`.
  public var consoleName: String { "\(className): \(address)" }

  /// The last controller in the chain of presented controllers.
  var top: ViewController {
    var controller = self
    while let presented = controller.presentedViewController { controller = presented }
    return controller
  }

  /// Releases all references, to break retain cycles between the app's code and the controllers.
  func tearDown() {
    lifeCycle = nil
    presentedViewController?.tearDown()
    presentedViewController = nil
    window = nil
  }

  /// Returns the exception for a selector that the controller does not implement, such as an exchanged method that only
  /// another class has (ICON-174).
  public func unrecognizedSelector(_ selector: String) -> AppException {
    .invalidArgument("-[\(className) \(selector)]: unrecognized selector sent to instance \(address)")
  }
}

/// The app's code in a view controller: the overridden methods of its class.
public protocol ViewLifeCycle: AnyObject {
  /// Called after the view was loaded; it is not in a window yet (LAUNCH-040).
  func viewDidLoad(_ controller: ViewController) throws
  /// Called after the view has appeared in the window.
  func viewDidAppear(_ controller: ViewController) throws
  /// Returns whether the app's code has the method; a method that it lacks is not called and not traced.
  func implements(_ method: ViewMethod) -> Bool
}

extension ViewLifeCycle {
  /// Does nothing.
  public func viewDidLoad(_ controller: ViewController) throws {}
  /// Does nothing.
  public func viewDidAppear(_ controller: ViewController) throws {}
  /// Returns true: every method is implemented.
  public func implements(_ method: ViewMethod) -> Bool { true }
}

/// The methods of a view controller that the system calls: a closed list. The raw value is the slot.
public enum ViewMethod: String, Sendable, CaseIterable {
  case viewDidLoad
  case viewDidAppear
}

/// The modifiers of a SwiftUI root view that the system runs: a closed list. The raw value is the slot.
public enum RootViewMethod: String, Sendable, CaseIterable {
  case onAppear
  case onOpenURL
  case onContinueUserActivity
  case onScenePhase
}

/// SwiftUI's `ScenePhase`. The raw values are the names in scripts.
public enum AppScenePhase: String, Sendable, CaseIterable {
  case active
  case inactive
  case background
}

/// `UIAlertController`: an alert or action sheet of the app.
public final class AlertController: ViewController {
  /// `UIAlertController.Style`.
  public enum Style: String, Sendable, CaseIterable {
    case alert
    case actionSheet
  }

  /// The text below the title; nil if there is none.
  public let message: String?
  /// The preferred style; the simulator treats all alike.
  public let preferredStyle: Style
  /// The buttons in the order of addition.
  public private(set) var actions: [AlertAction] = []
  /// The alert on the screen while it is presented.
  var content: AlertContent?
  /// The icon alert's own text and picture (ICON-064); nil for an alert of the app.
  var systemContent: (label: String, picture: () -> IconPicture?)?

  /// The controller that draws the content between title and buttons: only the icon alert has one (ICON-065).
  public internal(set) var contentViewController: ViewController?

  /// The maximum number of buttons of an alert.
  public static let maximumActions = 1000

  /// Creates an alert without buttons; it is not shown until it is presented.
  public init(
    _ application: Application, title: String? = nil, message: String? = nil, preferredStyle: Style = .alert
  ) {
    (self.message, self.preferredStyle) = (message, preferredStyle)
    super.init(application, className: "UIAlertController", title: title)
  }

  /// Adds a button.
  ///
  /// - Throws: ``SimulatorError`` `too-many-items` beyond ``maximumActions``.
  public func addAction(_ action: AlertAction) throws {
    guard actions.count < AlertController.maximumActions else {
      throw SimulatorError(
        .tooManyItems,
        "An alert of \(process.bundleIdentifier) has \(AlertController.maximumActions) actions (the limit)",
        hint: "Look for code that never stops adding actions.")
    }
    actions.append(action)
    content?.buttons.append(action.title)
  }

  override func tearDown() {
    actions = []
    content = nil
    contentViewController = nil
    super.tearDown()
  }
}

/// `UIAlertAction`: a button of an alert.
public struct AlertAction {
  /// `UIAlertAction.Style`.
  public enum Style: String, Sendable, CaseIterable {
    case `default`
    case cancel
    case destructive
  }

  /// The text of the button, which identifies it in tests.
  public let title: String
  /// The style; the simulator treats all alike.
  public let style: Style
  /// The closure that runs after the tap has dismissed the alert.
  public let handler: (() throws -> Void)?

  /// Creates a button; without a handler, a tap only closes the alert.
  public init(title: String, style: Style = .default, handler: (() throws -> Void)? = nil) {
    (self.title, self.style, self.handler) = (title, style, handler)
  }
}

/// A call of `present(_:animated:completion:)` on its way to UIKit.
public struct Presentation {
  /// The presenting controller.
  public let presenter: ViewController
  /// The controller to present: for the icon alert, an ``AlertController``.
  public let controller: ViewController
  /// Whether the presentation takes the duration of a transition (``DeviceConditions/alertTransition``).
  public let isAnimated: Bool
  /// The closure that runs after the controller has appeared, but not if it is refused (LAUNCH-039); nil for none.
  public let completion: (() throws -> Void)?
  /// Whether the system presents for the app: the icon alert, up to iOS 26.0 (ICON-064).
  public let isBySystem: Bool

  /// Runs UIKit's own implementation, even if it was replaced.
  ///
  /// - Throws: as ``ViewController/present(_:animated:completion:)``.
  public func callOriginal() throws {
    let device = try presenter.process.requireInside("UIViewController.present")
    try device.present(self)
  }
}

/// Code of the app that replaces `present(_:animated:completion:)` on the class (ICON-067).
///
/// Set it as ``Application/presentationInterceptor``; it is removed with the process. Setting nil restores UIKit's own
/// implementation, like a second exchange of the two (ICON-175). It receives presentations of controllers of every
/// class (ICON-174), and may mistake another alert without title and message for the icon alert (ICON-069). It must not
/// call `present` for a presentation that it received: that would call it again.
public protocol PresentationInterceptor: AnyObject {
  /// Called instead of UIKit's implementation, which is ``Presentation/callOriginal()``. If it does nothing, the
  /// presentation is lost and its handlers never run (ICON-068).
  func present(_ presentation: Presentation) throws
}

/// Presenting and dismissing view controllers, and changing roots of windows.
extension Device {
  /// Performs UIKit's own `present(_:animated:completion:)`.
  ///
  /// - Throws: as ``ViewController/present(_:animated:completion:)``.
  func present(_ presentation: Presentation) throws {
    let presenter = presentation.presenter
    let controller = presentation.controller
    let process = presenter.process
    guard controller.process === process else {
      throw SimulatorError(
        .processEnded, "The controller \(controller.consoleName) belongs to another process",
        hint: "Create the controller in the process that presents it.")
    }
    if controller.presentingViewController === presenter {
      // Presenting every controller twice only prints a line (ICON-070).
      return refuse(presentation, alreadyPresenting(controller), fact: "ICON-070")
    }
    try requireFree(controller, for: presenter)
    guard presenter.isViewInWindow else {
      return refuse(presentation, consoleLine(.notInHierarchy) ?? "", fact: os < .v14 ? "LAUNCH-037" : "LAUNCH-038")
    }
    if let shown = presenter.presentedViewController {
      return refuse(presentation, alreadyPresenting(shown), fact: "ICON-184")
    }
    guard depth(of: presenter) < ViewController.maximumDepth else {
      throw SimulatorError(
        .tooManyPresented,
        "\(process.bundleIdentifier) presents more than \(ViewController.maximumDepth) stacked controllers",
        hint: "Look for code that never stops presenting.")
    }
    presenter.presentedViewController = controller
    controller.presentingViewController = presenter
    try loadView(of: controller)
    guard controller.presentingViewController === presenter else { return }
    if let alert = controller as? AlertController {
      let content = content(of: alert, isBySystem: presentation.isBySystem)
      alert.content = content
      noteShown(content, fact: presentation.isBySystem ? "ICON-064" : nil)
    } else {
      note(.presentation(.presented), app: process.bundleIdentifier, .text(controller.className))
    }
    let completion = presentation.completion
    scheduler.schedule(.transition, process: process, after: presentation.isAnimated ? alertSpan : .zero) { device in
      guard controller.presentingViewController != nil else { return }
      controller.hasAppeared = true
      device.enterForSystem(process) {
        try device.callViewDidAppear(of: controller)
        try completion?()
      }
    }
  }

  /// `dismiss(animated:completion:)`: dismisses without running the handlers of an alert.
  func dismiss(_ controller: ViewController, animated: Bool, completion: (() throws -> Void)?) {
    let process = controller.process
    if let target = controller.presentedViewController
      ?? (controller.presentingViewController == nil ? nil : controller)
    {
      if let alert = (target.top as? AlertController)?.content {
        note(.alert(.dismissed), app: process.bundleIdentifier, [TraceDetail.Field(.label, .string(alert.label))])
      } else {
        note(.presentation(.dismissed), app: process.bundleIdentifier, .text(target.className))
      }
      target.detach()
      modalClosed(in: process)
    }
    scheduler.schedule(.transition, process: process, after: animated ? alertSpan : .zero) { device in
      guard let completion else { return }
      device.enterForSystem(process, completion)
    }
  }

  /// Updates a window with a new root: dismisses the controllers that the old one presents, and shows the new one in
  /// the next turn (LAUNCH-115).
  func rootChanged(of window: AppWindow, from old: ViewController?) {
    let process = window.process
    guard process.isAlive else { return }
    if window.isVisible, let alert = (old?.top as? AlertController)?.content {
      note(.alert(.lost), app: process.bundleIdentifier, [TraceDetail.Field(.label, .string(alert.label))])
    }
    old?.presentedViewController?.detach()
    old?.window = nil
    guard let root = window.rootViewController else { return }
    root.detach()
    root.window?.rootViewController = nil
    root.window = window
    rootWillAppear(in: window)
  }

  /// Calls `viewDidLoad` at the first use of the view, only once (LAUNCH-116).
  func loadView(of controller: ViewController) throws {
    guard !controller.isViewLoaded else { return }
    controller.isViewLoaded = true
    controller.isLoadingView = true
    defer { controller.isLoadingView = false }
    try call(.viewDidLoad, of: controller) { try $0.viewDidLoad(controller) }
  }

  func callViewDidAppear(of controller: ViewController) throws {
    try call(.viewDidAppear, of: controller) { try $0.viewDidAppear(controller) }
  }

  /// Calls a method of a controller's class. The trace shows it as a presentation, not as a callback of a delegate, so
  /// that lists of callbacks match those of the ledger.
  private func call(
    _ method: ViewMethod, of controller: ViewController, _ body: (any ViewLifeCycle) throws -> Void
  ) throws {
    guard controller.process.isAlive, let code = controller.lifeCycle, code.implements(method) else { return }
    note(
      .view(method), app: controller.process.bundleIdentifier, .text(controller.className),
      fact: "LAUNCH-081")
    try enter(controller.process) { try body(code) }
  }

  private func alreadyPresenting(_ controller: ViewController) -> String {
    "which is already presenting <\(controller.consoleName)>" + (os < .v14 ? "" : ".")
  }

  /// Refuses the presentation; its completion never runs (LAUNCH-039).
  private func refuse(_ presentation: Presentation, _ why: String, fact: FactID) {
    let process = presentation.presenter.process
    let line = SystemText.presentationRefused.words(
      os: os, presentation.controller.consoleName, presentation.presenter.consoleName, why)
    log(line ?? "", from: process, fact: fact)
    note(
      .presentation(.refused), app: process.bundleIdentifier, .text(presentation.controller.className),
      fact: presentation.isBySystem ? "ICON-177" : "LAUNCH-039")
  }

  /// - Throws: ``AppException`` for a controller that is already on the screen (LAUNCH-084).
  private func requireFree(_ controller: ViewController, for presenter: ViewController) throws {
    if controller === presenter {
      throw AppException.invalidArgument(
        "Application tried to present modal view controller on itself. Presenting controller is "
          + "<\(presenter.consoleName)>.")
    }
    if let other = controller.presentingViewController {
      throw AppException.invalidArgument(
        "Application tried to present modally a view controller <\(controller.consoleName)> that is already being "
          + "presented by <\(other.consoleName)>.")
    }
    if controller.window != nil {
      throw AppException.invalidArgument(
        "Application tried to present modally a view controller <\(controller.consoleName)> that is the root of a "
          + "window.")
    }
  }

  private func depth(of controller: ViewController) -> Int {
    var depth = 1
    var controller = controller
    while let presenter = controller.presentingViewController {
      controller = presenter
      depth += 1
    }
    return depth
  }

  private func content(of alert: AlertController, isBySystem: Bool) -> AlertContent {
    let system = isBySystem ? alert.systemContent : nil
    return AlertContent(
      label: system?.label ?? alert.title ?? alert.message ?? "", title: alert.title, message: alert.message,
      buttons: alert.actions.map(\.title), owner: .app(alert.process.bundleIdentifier), process: alert.process,
      picture: system?.picture ?? { nil },
      answered: { device, button in
        guard let handler = alert.actions.first(where: { $0.title == button })?.handler else { return }
        device.enterForSystem(alert.process, handler)
      })
  }
}

extension ViewController {
  /// Removes this controller, and those that it presents, from its presenter.
  func detach() {
    presentedViewController?.detach()
    presentingViewController?.presentedViewController = nil
    presentingViewController = nil
    hasAppeared = false
    (self as? AlertController)?.content = nil
  }
}

extension AppProcess {
  /// Calls `present`: the app's replacement on the class, or UIKit's own.
  func dispatch(_ presentation: Presentation) throws {
    _ = try requireInside("UIViewController.present")
    guard let interceptor = presentationInterceptor else { return try presentation.callOriginal() }
    try interceptor.present(presentation)
  }
}
