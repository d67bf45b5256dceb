internal import AppPackages

/// What the screen of a device shows, as a value: equal screens are equal, whenever they were there.
///
/// It has no pixels. What each icon is drawn from says its ``IconPicture``; the packages with the files are
/// ``Device/packages``.
public struct ScreenPicture: Sendable, Equatable {
  /// Which iPhone or iPad it is; its size in points is ``DeviceModel/screenSize``.
  public let model: DeviceModel
  /// The version, which decides about the look.
  public let os: OSVersion
  /// The language of the device as a tag.
  public let locale: String
  /// The look that the version has: see ``ScreenAppearance/known(to:)``.
  public let appearance: ScreenAppearance
  /// The colour of tinted icons.
  public let tint: IconTint
  /// What is in front.
  public let mode: SpringboardMode
  /// Places for icons.
  public let grid: Grid
  /// The page of the Home Screen that is shown, from 1: that of the icon whose menu is open, else the first.
  public let page: Int
  /// How many pages there are, at least 1.
  public let pageCount: Int
  /// The icons of the page, in the order of installation; none while an app is in front or the screen is locked.
  public let icons: [Icon]
  /// The icons in the Dock; none where it is not to be seen.
  public let dock: [Icon]
  /// The folders of the page and in the Dock.
  public let folders: [Folder]
  /// The folder that is open.
  public let openFolder: OpenFolder?
  /// The app that fills the screen.
  public let front: FrontApp?
  /// The menu of an icon that is open.
  public let menu: Menu?
  /// The alert on top of everything.
  public let alert: Alert?

  /// Whether the device's language is written from right to left, and its screen mirrored.
  public var isRightToLeft: Bool { TextDirection.isRightToLeft(locale) }

  /// Rows and columns of a page, and places in the Dock (QUICK-118).
  public struct Grid: Sendable, Equatable {
    /// From top to bottom.
    public let rows: Int
    /// From left to right.
    public let columns: Int
    /// Places in the Dock.
    public let dockColumns: Int
  }

  /// A picture of an app's icon, and the app's package that has it.
  public struct Artwork: Sendable, Equatable {
    /// What is drawn, and why.
    public let picture: IconPicture
    /// Which of ``Device/packages`` has its files. No part of what is equal: it is another one in each run.
    public let package: String
    /// What the colour of a stand-in is made of, the same on every machine.
    public let seed: String

    /// A picture of the app that ``Device/packages`` has under this name.
    public init(picture: IconPicture, package: String, seed: String) {
      self.picture = picture
      self.package = package
      self.seed = seed
    }

    /// Whether two apps that say the same of themselves show the same picture.
    public static func == (left: Artwork, right: Artwork) -> Bool {
      left.picture == right.picture && left.seed == right.seed
    }
  }

  /// A folder as it lies on the Home Screen (QUICK-146).
  public struct Folder: Sendable, Equatable {
    /// The text under it, uncut.
    public let name: String
    /// Where it is.
    public let place: IconPlace
    /// The first icons in it, as many as its picture shows.
    public let artworks: [Artwork]
    /// How many icons are in it.
    public let count: Int
  }

  /// A folder that is open (QUICK-147).
  public struct OpenFolder: Sendable, Equatable {
    /// What stands over it.
    public let name: String
    /// The icons of its first page, each at its row and column in the folder.
    public let icons: [Icon]
    /// Columns of a page.
    public let columns: Int
    /// How many pages it has.
    public let pageCount: Int
  }

  /// An icon on the Home Screen.
  public struct Icon: Sendable, Equatable {
    /// What a person sees of the app's presence on the device.
    public enum State: String, Sendable, CaseIterable {
      case installed
      /// A new app or an update is on its way (QUICK-094).
      case downloading
      /// The same, held by the person (QUICK-094).
      case paused
      /// The app's code was removed to make room (ICON-156).
      case offloaded
    }

    /// Of the app that it belongs to.
    public let bundleIdentifier: String
    /// The text under it, uncut (ICON-167).
    public let label: String
    /// Where it is.
    public let place: IconPlace
    /// What is drawn.
    public let artwork: Artwork
    /// Whether the app is complete.
    public let state: State
  }
}

/// Which languages are written from right to left.
enum TextDirection {
  private static let languages: Set<String> = [
    "ar", "arc", "ckb", "dv", "fa", "he", "iw", "ks", "ku", "nqo", "ps", "sd", "syr", "ug", "ur", "yi",
  ]

  /// By the script that a tag names, else by its language.
  static func isRightToLeft(_ locale: String) -> Bool {
    let parts = locale.lowercased().split { $0 == "-" || $0 == "_" }
    if parts.contains(where: { $0 == "arab" || $0 == "hebr" }) { return true }
    if parts.contains(where: { $0 == "latn" || $0 == "cyrl" }) { return false }
    return parts.first.map { languages.contains(String($0)) } ?? false
  }
}
