/// What is known of a build besides its package.
public struct InstallOptions: Sendable {
  /// The life cycle, where it should differ from what the package says (LAUNCH-058).
  public var lifeCycle: LifeCycle?
  /// How the build came onto the device.
  public var distribution: Distribution
  /// Whether the app is on the App Store.
  public var isPublished: Bool
  /// The SDK it was built with; nil takes the package's own word, if it has one.
  public var sdk: BuildSDK?
  /// The bundle identifier that the app was signed under, if it was re-signed (ICON-054); nil: its own.
  public var signedAs: String?
  /// It is still being downloaded from the store (QUICK-094).
  public var isDownloading: Bool

  /// By default the build was run from Xcode and is not published, and its package says the rest.
  public init(
    lifeCycle: LifeCycle? = nil, distribution: Distribution = .development, isPublished: Bool = false,
    sdk: BuildSDK? = nil, signedAs: String? = nil, isDownloading: Bool = false
  ) {
    self.lifeCycle = lifeCycle
    self.distribution = distribution
    self.isPublished = isPublished
    self.sdk = sdk
    self.signedAs = signedAs
    self.isDownloading = isDownloading
  }
}

/// How a build came onto the device.
public enum Distribution: String, Sendable, CaseIterable {
  /// Run from Xcode.
  case development
  case adHoc
  case enterprise
  case testFlight
  case appStore
}
