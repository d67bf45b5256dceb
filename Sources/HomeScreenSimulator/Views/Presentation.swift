/// One call of `present(_:animated:completion:)` on its way to UIKit.
public struct Presentation {
  /// The controller whose `present` was called.
  public let presenter: ViewController
  /// What is to be shown: for the icon alert an ``AlertController``.
  public let controller: ViewController
  /// Whether it takes the time of a transition (``DeviceConditions/alertTransition``).
  public let isAnimated: Bool
  /// Runs once the controller has appeared, and never for a presentation that is refused (LAUNCH-039); nil: nothing
  /// does.
  public let completion: (() throws -> Void)?
  /// The system presents in the app's name: the icon alert, up to iOS 26.0 (ICON-064).
  public let isBySystem: Bool

  /// Runs UIKit's own implementation, whatever replaces it.
  ///
  /// - Throws: as ``ViewController/present(_:animated:completion:)``.
  public func callOriginal() throws {
    let device = try presenter.process.requireInside("UIViewController.present")
    try device.present(self)
  }
}

/// Code of the app that replaces `present(_:animated:completion:)` on the class (ICON-067).
///
/// Set it as ``Application/presentationInterceptor``; it is forgotten with the process. Taking it away restores UIKit's
/// own, as a second exchange of the two implementations does (ICON-175). It gets what controllers of every class present
/// (ICON-174), and what it takes for the icon's alert may be another alert without title and message (ICON-069). It may
/// not call `present` for what it got: that would come to it again.
public protocol PresentationInterceptor: AnyObject {
  /// Called in place of UIKit's implementation, which is ``Presentation/callOriginal()``. Doing nothing swallows the
  /// presentation: its handlers never run (ICON-068).
  func present(_ presentation: Presentation) throws
}
