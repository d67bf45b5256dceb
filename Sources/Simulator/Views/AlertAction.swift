/// `UIAlertAction`: a button of an alert.
public struct AlertAction {
  /// `UIAlertAction.Style`.
  public enum Style: String, Sendable, CaseIterable {
    case `default`
    case cancel
    case destructive
  }

  public let title: String
  public let style: Style
  /// Runs after the tap, when the alert has gone.
  public let handler: (() throws -> Void)?

  public init(title: String, style: Style = .default, handler: (() throws -> Void)? = nil) {
    self.title = title
    self.style = style
    self.handler = handler
  }
}
