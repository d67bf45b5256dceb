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
