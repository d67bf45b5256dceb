/// One picture, or one empty slot, of a set.
public struct AssetEntry: Sendable, Equatable {
  public enum Appearance: String, Sendable, CaseIterable {
    case any, dark, tinted
  }

  /// Width and height, in points or pixels as the field says.
  public struct Size: Sendable, Equatable {
    public var width: Double
    public var height: Double

    public init(width: Double, height: Double) {
      self.width = width
      self.height = height
    }
  }

  /// As in `Contents.json`: `iphone`, `ipad`, `universal`, `ios-marketing`, …
  public var idiom: String
  /// Points; nil for image sets, and where the source does not say.
  public var size: Size?
  /// Pixels per point; nil for a single-size entry.
  public var scale: Int?
  public var appearance: Appearance
  /// nil for an empty slot, and for pictures inside an Assets.car that have no file.
  public var filename: String?
  /// Of the picture itself.
  public var pixelSize: Size?

  public init(
    idiom: String = "universal", size: Size? = nil, scale: Int? = nil, appearance: Appearance = .any,
    filename: String? = nil, pixelSize: Size? = nil
  ) {
    self.idiom = idiom
    self.size = size
    self.scale = scale
    self.appearance = appearance
    self.filename = filename
    self.pixelSize = pixelSize
  }
}
