/// `UIApplicationShortcutIcon`: the icon of a quick action (QUICK-042).
public enum ShortcutIcon: Sendable, Hashable, CustomStringConvertible {
  /// One of UIKit's own.
  case type(SystemIconType)
  /// An SF Symbol by its name; iOS 13 and later.
  case systemImageName(String)
  /// A picture of the app: an asset-catalog name or a file in the bundle (QUICK-043).
  case templateImageName(String)
  /// A contact, by name: the photo if there is one, else the monogram (QUICK-045).
  case contact(String, hasPhoto: Bool = false)

  /// The first version that has this kind of icon.
  public var firstOS: OSVersion {
    switch self {
    case .type(let type): type.firstOS
    case .systemImageName: .scenes
    case .templateImageName, .contact: .oldest
    }
  }

  /// `type search`, `symbol star`, `template gear`, `contact Ada`.
  public var description: String {
    switch self {
    case .type(let type): "type \(type.name)"
    case .systemImageName(let name): "symbol \(name)"
    case .templateImageName(let name): "template \(name)"
    case .contact(let name, _): "contact \(name)"
    }
  }
}

/// The icons that UIKit offers for quick actions; the raw values are UIKit's (QUICK-046).
public enum SystemIconType: Int, Sendable, CaseIterable {
  case compose, play, pause, add, location, search, share
  case prohibit, contact, home, markLocation, favorite, love, cloud, invitation, confirmation, mail, message, date
  case time, capturePhoto, captureVideo, task, taskCompleted, alarm, bookmark, shuffle, audio, update

  /// What all names in an Info.plist begin with.
  public static let plistPrefix = "UIApplicationShortcutIconType"

  /// The case of the name in an Info.plist: `UIApplicationShortcutIconTypeMarkLocation`; compared exactly, with letter
  /// case (QUICK-019). Nil for any other text.
  public init?(plistName: String) {
    guard let found = SystemIconType.byPlistName[plistName] else { return nil }
    self = found
  }

  /// The Swift name: `markLocation`.
  public var name: String { "\(self)" }

  /// The name in an Info.plist: `UIApplicationShortcutIconTypeMarkLocation`.
  public var plistName: String {
    let name = name
    return SystemIconType.plistPrefix + name.prefix(1).uppercased() + name.dropFirst()
  }

  /// The first version that has it: 9.0 for the first seven, 9.1 for the others (QUICK-046).
  public var firstOS: OSVersion { rawValue <= SystemIconType.share.rawValue ? .oldest : .moreSystemIcons }

  private static let byPlistName = Dictionary(uniqueKeysWithValues: allCases.map { ($0.plistName, $0) })
}
