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
  /// What is wrong with the picture; nil when nothing is, or when nobody has looked.
  public var problem: ImageProblem?

  /// A picture at a path, with what its name and its first bytes say.
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
