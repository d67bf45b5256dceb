/// One named set of an asset catalog.
public struct AssetSet: Sendable, Equatable {
  public enum Kind: Sendable, Equatable {
    /// `.appiconset`.
    case appIcon
    /// `.icon` of Icon Composer: layers, from which the system draws every size and appearance (ICON-148).
    case iconComposer
    /// `.imageset`.
    case image
    /// Everything else, by the name of its folder's extension: `colorset`, `symbolset`.
    case other(String)
  }

  /// What the Info.plist and the app call it.
  public var name: String
  public var kind: Kind
  public var entries: [AssetEntry]

  public init(name: String, kind: Kind, entries: [AssetEntry] = []) {
    self.name = name
    self.kind = kind
    self.entries = entries
  }
}
