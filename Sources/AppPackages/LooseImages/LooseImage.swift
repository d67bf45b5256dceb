/// A picture in the bundle that a name in the Info.plist can mean.
public struct LooseImage: Sendable, Equatable {
  /// Inside the bundle.
  public var path: String
  /// Pixels per point, from the name.
  public var scale: Int
  /// `iphone`, `ipad`, or nil for every device.
  public var deviceSuffix: String?
  /// What its first bytes say; nil when they say nothing usable, see ``problem``.
  public var header: ImageHeader?
  public var problem: ImageProblem?

  public init(
    path: String, scale: Int, deviceSuffix: String? = nil, header: ImageHeader? = nil, problem: ImageProblem? = nil
  ) {
    self.path = path
    self.scale = scale
    self.deviceSuffix = deviceSuffix
    self.header = header
    self.problem = problem
  }
}
