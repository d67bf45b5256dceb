/// `UIAlertController`: an alert or action sheet of the app.
public final class AlertController: ViewController {
  /// `UIAlertController.Style`.
  public enum Style: String, Sendable, CaseIterable {
    case alert
    case actionSheet
  }

  /// The text below the title; nil for none.
  public let message: String?
  /// How the app wants it drawn; the simulator treats both alike.
  public let preferredStyle: Style
  /// The buttons in the order in which they were added.
  public private(set) var actions: [AlertAction] = []
  /// What is on the screen while it is presented.
  var content: AlertContent?
  /// The icon alert's own text, and its picture (ICON-064); nil for an alert of the app.
  var systemContent: (label: String, picture: () -> IconPicture?)?

  /// The controller that draws what stands between title and buttons: the icon alert has one (ICON-065), an alert of the
  /// app none.
  public internal(set) var contentViewController: ViewController?

  /// The most buttons of an alert.
  public static let maximumActions = 1000

  /// An alert without buttons; nothing is shown before it is presented.
  public init(
    _ application: Application, title: String? = nil, message: String? = nil, preferredStyle: Style = .alert
  ) {
    self.message = message
    self.preferredStyle = preferredStyle
    super.init(application, className: "UIAlertController", title: title)
  }

  /// Adds a button.
  ///
  /// - Throws: ``SimulatorError`` `too-many-items` beyond ``maximumActions``.
  public func addAction(_ action: AlertAction) throws {
    guard actions.count < AlertController.maximumActions else {
      throw SimulatorError(
        .tooManyItems, "An alert of \(process.bundleIdentifier) has \(AlertController.maximumActions) actions",
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

  /// The text of the button, by which the tester finds it.
  public let title: String
  /// How the app wants it drawn; the simulator treats all alike.
  public let style: Style
  /// Runs after the tap, when the alert has gone.
  public let handler: (() throws -> Void)?

  /// A button; nil for a handler means that a tap only closes the alert.
  public init(title: String, style: Style = .default, handler: (() throws -> Void)? = nil) {
    self.title = title
    self.style = style
    self.handler = handler
  }
}
