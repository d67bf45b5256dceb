/// `UIImage`: a picture that the app's code found by its name.
public struct AppImage: Sendable, Equatable {
  /// Where it was found.
  public enum Source: String, Sendable, CaseIterable {
    /// A file in the bundle.
    case loose
    /// A set of the asset catalog.
    case catalog
  }

  /// The name that the app's code asked for.
  public let name: String
  /// Whether it is a file of the bundle or from the asset catalog.
  public let source: Source
  /// The picture's file: its path in the bundle, or its name inside the catalog; nil when a set does not tell.
  public let file: String?
  /// Pixels per point.
  public let scale: Int
  /// The side lengths in points; nil when the picture's size is not known.
  public let size: Size?

  /// Width and height in points.
  public struct Size: Sendable, Equatable {
    /// Points from left to right: the pixels divided by the scale.
    public let width: Double
    /// Points from top to bottom: the pixels divided by the scale.
    public let height: Double
  }

  init(name: String, source: Source, file: String?, scale: Int, pixels: Size?) {
    self.name = name
    self.source = source
    self.file = file
    self.scale = max(1, scale)
    let scale = Double(self.scale)
    size = pixels.map { Size(width: $0.width / scale, height: $0.height / scale) }
  }
}
