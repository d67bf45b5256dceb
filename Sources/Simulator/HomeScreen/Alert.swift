/// The alert on the screen.
public struct Alert {
  private let device: Device
  private let content: AlertContent

  init(device: Device, content: AlertContent) {
    self.device = device
    self.content = content
  }

  /// What a person reads in it.
  public var label: String { content.label }
  /// The controller's title; nil for the icon alert (ICON-064).
  public var title: String? { content.title }
  /// The controller's message; nil for the icon alert (ICON-064).
  public var message: String? { content.message }
  /// The titles of its buttons, in order.
  public var buttons: [String] { content.buttons }
  /// Whose window it is in.
  public var owner: AlertOwner { content.owner }
  /// The picture in it: for the icon alert a preview of the new icon (ICON-062).
  public var picture: IconPicture? { content.picture() }

  /// Whether a UI test of the app can tap it by the app's own elements: not an alert of the system's window (ICON-081).
  public var isInReachOfUITests: Bool { content.owner != .system }

  /// Taps a button. The alert goes away, and what the answer leads to has happened when this returns.
  ///
  /// - Throws: ``SimulatorError`` `alert-gone`, `alert-covers`, `alert-not-visible` or `no-such-button`; what escapes
  ///   the app's code.
  public func tap(_ button: String) throws {
    try device.perform("alert:tap") { try device.answer(content, with: button) }
  }
}

extension Alert: Equatable {
  /// The same alert on the screen, not just one of equal text.
  public static func == (a: Alert, b: Alert) -> Bool { a.content === b.content }
}
