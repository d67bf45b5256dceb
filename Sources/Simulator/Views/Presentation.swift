/// One call of `present(_:animated:completion:)` on its way to UIKit.
public struct Presentation {
  public let presenter: ViewController
  public let controller: ViewController
  public let animated: Bool
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
