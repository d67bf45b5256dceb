/// One file of the package.
public struct Resource: Sendable, Equatable {
  /// Inside the bundle.
  public var path: String
  /// Bytes; 0 for a picture that a script gives by its pixels only.
  public var size: Int
  /// What its first bytes say, for files that look like pictures.
  public var image: ImageHeader?
  /// What is wrong with the picture; a header and a problem may come together (WebP data in `icon.png`).
  public var problem: ImageProblem?

  public init(path: String, size: Int = 0, image: ImageHeader? = nil, problem: ImageProblem? = nil) {
    self.path = path
    self.size = size
    self.image = image
    self.problem = problem
  }
}
