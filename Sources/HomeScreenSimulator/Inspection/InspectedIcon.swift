public import AppPackages
public import PropertyLists

/// One icon as one class of device would find it.
public struct InspectedIcon: Sendable {
  /// Who declares it.
  public enum Declaration: String, Sendable {
    /// Written in the Info.plist.
    case infoPlist
    /// Added by the build from the asset catalog (ICON-136, ICON-137).
    case generated
    /// Both; the two are merged.
    case both
    /// By nobody: the device does not know the icon (ICON-036).
    case none
  }

  /// Why no alternate of the app can be set on the device, whatever is declared.
  public struct Refusal: Sendable {
    /// What the handler gets.
    public let error: NSErrorValue
    /// The fact behind it.
    public let fact: FactID
  }

  /// What `setAlternateIconName` takes; nil for the primary icon.
  public let name: String?
  /// Whether the Info.plist, the build, both or nobody declares it.
  public let declaration: Declaration
  /// Where the entry is written.
  public let location: SourceLocation?
  /// `CFBundleIconName`, or the set that the build takes for the primary icon.
  public let catalogName: String?
  /// What the Home Screen shows.
  public let picture: IconPicture
  /// All pictures that belong to the icon on this device.
  public let sizes: [Size]
  /// For an alternate on a device that lets the app change its icon in no case; nil otherwise.
  public let refusal: Refusal?

  /// A picture that is there.
  public struct Size: Sendable, Equatable {
    /// The picture's file: its path in the bundle, or its name inside the catalog.
    public let file: String
    /// Pixels from left to right.
    public let width: Int
    /// Pixels from top to bottom.
    public let height: Int
    /// In a catalog for one appearance only.
    public let appearance: AssetEntry.Appearance

    /// `120`, or `120x80` for a picture that is no square.
    public var title: String { width == height ? "\(width)" : "\(width)x\(height)" }
  }

  /// Whether anybody declares it: the Info.plist, the build, or both.
  public var isDeclared: Bool { declaration != .none }
}
