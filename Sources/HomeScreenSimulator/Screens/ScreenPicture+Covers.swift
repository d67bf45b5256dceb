internal import AppPackages

/// What lies over the Home Screen.
extension ScreenPicture {
  /// The app in front.
  public struct FrontApp: Sendable, Equatable {
    /// The app.
    public let bundleIdentifier: String
    /// The text under its icon (ICON-167).
    public let label: String
    /// Its icon.
    public let artwork: Artwork
    /// Whether it is active: not while an alert of the system lies over it (ICON-076).
    public let isActive: Bool
    /// Its windows; those that the person sees are the first, the one that was used last before the others. An app
    /// without scenes has one.
    public let windows: [Window]
  }

  /// A window of an app.
  public struct Window: Sendable, Equatable {
    /// The title of its scene, if the app gave one.
    public let title: String?
    /// Whether its root view has appeared; before that the launch screen is seen (LAUNCH-081).
    public let isVisible: Bool
    /// Which place it has on the screen, counted from the left; nil for one that is not there (LAUNCH-147).
    public let place: Int?
    /// The controllers over each other, the root first; alerts are not among them.
    public let controllers: [Controller]
  }

  /// A controller of the app.
  public struct Controller: Sendable, Equatable {
    /// What the app calls the screen; nil for nothing.
    public let title: String?
    /// The name of its class.
    public let className: String
  }

  /// An alert.
  public struct Alert: Sendable, Equatable {
    /// A button.
    public struct Button: Sendable, Equatable {
      /// Its text.
      public let title: String
      /// How the app wants it drawn.
      public let style: AlertAction.Style
    }

    /// All that a person reads in it.
    public let label: String
    /// The controller's title; nil for the icon alert (ICON-064).
    public let title: String?
    /// The controller's message; nil for the icon alert (ICON-064).
    public let message: String?
    /// In order.
    public let buttons: [Button]
    /// Whose window it is in.
    public let owner: AlertOwner
    /// How the app wants it drawn.
    public let style: AlertController.Style
    /// The picture in it: for the icon alert a preview of the new icon (ICON-062).
    public let artwork: Artwork?
  }

  /// The menu of an icon.
  public struct Menu: Sendable, Equatable {
    /// Of the app whose icon was pressed; nil for the menu of a folder.
    public let bundleIdentifier: String?
    /// The text under the icon.
    public let label: String
    /// Where the icon is; nil in the App Library and in a folder.
    public let place: IconPlace?
    /// What the icon shows; a folder shows several.
    public let artworks: [Artwork]
    /// From top to bottom.
    public let rows: [Row]
    /// Whether it opens upward (QUICK-071).
    public let opensUpward: Bool
    /// On which side of the texts the icons are (QUICK-072).
    public let iconSide: MenuSide
    /// The bundle identifier of the Today widget above the rows (QUICK-011).
    public let widget: String?

    /// One row.
    public struct Row: Sendable, Equatable {
      /// Uncut.
      public let title: String
      /// Uncut; nil for none.
      public let subtitle: String?
      /// The lines as they are drawn (QUICK-004, QUICK-005).
      public let lines: [String]
      /// The picture beside the text; nil for a row of the system.
      public let glyph: ShortcutGlyph?
      /// The type of the app's item; nil for a row of the system.
      public let type: String?
      /// What a row of the system does; nil for an item of the app.
      package let system: SystemRow?
      /// Whether it is one of the system.
      public var isSystem: Bool { system != nil }
    }
  }
}
