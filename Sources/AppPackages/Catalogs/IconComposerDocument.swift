public import PropertyLists

/// What the `icon.json` of an Icon Composer bundle says (ICON-148).
public struct IconComposerDocument: Sendable, Equatable {
  /// One layer, from the front to the back.
  public struct Layer: Sendable, Equatable {
    /// What the document calls the layer; nil when it gives it no name.
    public var name: String?
    /// Its file in the bundle's `Assets`; nil for a layer without picture.
    public var imageName: String?
    /// Whether the document says that the layer is not drawn.
    public var isHidden: Bool

    /// A layer with what the document says of it.
    public init(name: String? = nil, imageName: String? = nil, isHidden: Bool = false) {
      self.name = name
      self.imageName = imageName
      self.isHidden = isHidden
    }
  }

  /// All layers of all groups, the front one first.
  public var layers: [Layer]
  /// The appearances for which something is said; the system works out all others by itself.
  public var appearances: [AssetEntry.Appearance]
  /// The platforms of the square shape: empty for "shared", which is all of them.
  public var squarePlatforms: [String]
  /// The platforms of the round shape: `watchOS`, or nothing.
  public var circlePlatforms: [String]

  /// Keys that came with Icon Composer 27, each once, where it is written first.
  public internal(set) var newerKeys: [NewerKey] = []

  /// A key, with its value where only that is new.
  public struct NewerKey: Sendable, Equatable {
    /// As messages quote it: `“specular”: “inside”`.
    public let text: String
    /// Where it is written.
    public let location: SourceLocation?
  }

  /// A document with what is given; without anything, one without layers for all platforms.
  public init(
    layers: [Layer] = [], appearances: [AssetEntry.Appearance] = [.any], squarePlatforms: [String] = [],
    circlePlatforms: [String] = []
  ) {
    self.layers = layers
    self.appearances = appearances
    self.squarePlatforms = squarePlatforms
    self.circlePlatforms = circlePlatforms
  }

  /// Whether the icon is meant for iPhone and iPad.
  public var supportsIOS: Bool { squarePlatforms.isEmpty || squarePlatforms.contains("iOS") }
}
