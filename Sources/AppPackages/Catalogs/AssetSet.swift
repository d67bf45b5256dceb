public import PropertyLists

/// One named set of an asset catalog.
public struct AssetSet: Sendable, Equatable {
  /// What a set holds, which the extension of its folder says.
  public enum Kind: Sendable, Equatable {
    /// `.appiconset`, or an Icon Composer `.icon` (see ``AssetSet/iconComposer``).
    case appIcon
    /// `.imageset`.
    case image
    /// Everything else, by the name of its folder's extension: `colorset`, `symbolset`.
    case other(String)
  }

  /// How the system colours the pictures of an image set.
  public enum RenderingIntent: String, Sendable, CaseIterable {
    /// In the colour of what is around; only the shape counts.
    case template
    /// As they are.
    case original
  }

  /// What the Info.plist and the app call it, namespaces of its groups in front: `Actions/Compose`.
  public var name: String
  /// An app icon, an image, or something else.
  public var kind: Kind
  /// Its pictures and empty slots, in the order of their source; a `.icon` has one for each appearance that it names.
  public var entries: [AssetEntry]
  /// `template-rendering-intent`; nil where the set leaves it to the system.
  public var renderingIntent: RenderingIntent?
  /// `pre-rendered`, of app icons before iOS 7.
  public var isPrerendered: Bool
  /// What an Icon Composer document says; nil for a set of an asset catalog.
  public var iconComposer: IconComposerDocument?
  /// The set's folder inside its file tree; nil for a set that was not read from files.
  public var path: String?
  /// Its `Contents.json` or `icon.json`.
  public var location: SourceLocation?

  /// A set with what is known about it; only its name and kind have to be.
  public init(
    name: String, kind: Kind, entries: [AssetEntry] = [], renderingIntent: RenderingIntent? = nil,
    isPrerendered: Bool = false, iconComposer: IconComposerDocument? = nil, path: String? = nil,
    location: SourceLocation? = nil
  ) {
    self.name = name
    self.kind = kind
    self.entries = entries
    self.renderingIntent = renderingIntent
    self.isPrerendered = isPrerendered
    self.iconComposer = iconComposer
    self.path = path
    self.location = location
  }

  /// True for a `.icon` of Icon Composer, which Xcode knows from version 26 on (ICON-148).
  public var isIconComposer: Bool { iconComposer != nil }

  /// False for a set of which only the name is known, as a script or a compiled catalog may give it.
  public var isContentKnown: Bool { path != nil || isIconComposer || !entries.isEmpty }
}
