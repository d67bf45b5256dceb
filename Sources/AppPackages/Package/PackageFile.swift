/// The content of a file in a package that is written down as data.
public enum PackageFile: Sendable, Equatable {
  /// A picture of which only the size in pixels matters.
  case pixels(width: Int, height: Int)
  /// A picture with everything that its header would say.
  case image(ImageHeader)
  /// The bytes themselves; pictures are recognised as on disk.
  case bytes([UInt8])
  /// Any other file, of this many bytes.
  case opaque(size: Int)
}
