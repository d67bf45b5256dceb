public import PropertyLists

/// One picture, or one empty slot, of a set.
public struct AssetEntry: Sendable, Equatable {
  /// The look of the system that a picture is for; `any` where the slot names neither of the others.
  public enum Appearance: String, Sendable, CaseIterable {
    case any, dark, tinted
  }

  /// Width and height, in points or pixels as the field says.
  public struct Size: Sendable, Equatable {
    /// From left to right.
    public var width: Double
    /// From top to bottom.
    public var height: Double

    /// Both in the same unit.
    public init(width: Double, height: Double) {
      self.width = width
      self.height = height
    }
  }

  /// As in `Contents.json`: `iphone`, `ipad`, `universal`, `ios-marketing`, …
  public var idiom: String
  /// `ios`, `watchos`, …; only beside the idiom `universal` of app icons.
  public var platform: String? {
    get { rare?.platform }
    set { change(\.platform, to: newValue) }
  }
  /// Points; nil for image sets, and where the source does not say.
  public var size: Size?
  /// Pixels per point; nil for a single-size entry.
  public var scale: Int?
  /// Which look of the system the picture is for.
  public var appearance: Appearance
  /// Appearances that no app icon has, as `luminosity light` or `contrast high`.
  public var otherAppearances: [String]
  /// nil for an empty slot. In an Assets.car the name of the file that the picture was made of.
  public var filename: String?
  /// The file of a slot that the build leaves empty, because the file is missing or has the wrong size.
  public var rejectedFilename: String? {
    get { rare?.rejectedFilename }
    set { change(\.rejectedFilename, to: newValue) }
  }
  /// Of the picture itself.
  public var pixelSize: Size?
  /// What the picture's first bytes say, where they were read.
  public var header: ImageHeader? {
    get { rare?.header }
    set { change(\.header, to: newValue) }
  }
  /// What is wrong with the picture; a header and a problem may come together (WebP data in `icon.png`).
  public var problem: ImageProblem? {
    get { rare?.problem }
    set { change(\.problem, to: newValue) }
  }
  /// The slot in `Contents.json`, or the picture in the `Assets.car`.
  public var location: SourceLocation?
  /// In an `Assets.car` the bytes of the picture, with its header; nil for everything else.
  public internal(set) var rendition: Range<Int>?

  /// What the pictures of an Assets.car lack: apps have tens of thousands of them.
  private struct Rare: Equatable {
    var platform: String?
    var rejectedFilename: String?
    var header: ImageHeader?
    var problem: ImageProblem?
  }

  /// An array of at most one, which takes the room of a pointer.
  private var rareValues: [Rare] = []

  private var rare: Rare? { rareValues.first }

  private mutating func change<Value: Equatable>(_ value: WritableKeyPath<Rare, Value?>, to new: Value?) {
    guard new != nil || !rareValues.isEmpty else { return }
    if rareValues.isEmpty { rareValues.append(Rare()) }
    rareValues[0][keyPath: value] = new
    if rareValues[0] == Rare() { rareValues = [] }
  }

  /// An entry whose picture has no problem and was not rejected; ``problem`` and ``rejectedFilename`` are set later.
  public init(
    idiom: String = "universal", platform: String? = nil, size: Size? = nil, scale: Int? = nil,
    appearance: Appearance = .any, otherAppearances: [String] = [], filename: String? = nil, pixelSize: Size? = nil,
    header: ImageHeader? = nil, location: SourceLocation? = nil
  ) {
    self.idiom = idiom
    self.size = size
    self.scale = scale
    self.appearance = appearance
    self.otherAppearances = otherAppearances
    self.filename = filename
    self.pixelSize = pixelSize
    self.location = location
    self.platform = platform
    self.header = header
  }

  /// The pixels that the slot wants, size times scale; nil where it does not say.
  public var wantedPixelSize: Size? {
    size.map { Size(width: $0.width * Double(scale ?? 1), height: $0.height * Double(scale ?? 1)) }
  }

  /// Whether a build for iPhone and iPad takes the entry: not the slots for Macs, watches and cars.
  public var isForIOS: Bool {
    switch idiom {
    case "iphone", "ipad", "ios-marketing": true
    case "universal": platform == nil || platform == "ios"
    default: false
    }
  }
}

extension AssetEntry.Size: CustomStringConvertible {
  /// `60x60`, `83.5x83.5`
  public var description: String { "\(Self.text(width))x\(Self.text(height))" }

  private static func text(_ number: Double) -> String {
    Int(exactly: number).map(String.init) ?? String(number)
  }
}
