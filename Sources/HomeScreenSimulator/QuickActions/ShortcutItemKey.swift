public import PropertyLists

/// A key of an element of `UIApplicationShortcutItems`: the one table for the device that reads them and for whoever
/// explains what it makes of them.
public enum ShortcutItemKey: String, Sendable, CaseIterable {
  /// What the app knows the action by (QUICK-003).
  case type = "Type"
  /// The line in the menu (QUICK-004).
  case title = "Title"
  /// The smaller line below it (QUICK-005).
  case subtitle = "Subtitle"
  /// The name of one of UIKit's icons (QUICK-006).
  case iconType = "IconType"
  /// The name of a picture of the app (QUICK-007).
  case iconFile = "IconFile"
  /// The name of an SF Symbol (QUICK-008).
  case iconSymbolName = "IconSymbolName"
  /// What the app wants to have back (QUICK-009).
  case userInfo = "UserInfo"

  /// What all of them begin with.
  public static let prefix = "UIApplicationShortcutItem"
  /// The key of the Info.plist that holds the array.
  public static let array = "UIApplicationShortcutItems"
  /// All of them as they are written.
  public static let names = allCases.map(\.name)

  /// As it is written: `UIApplicationShortcutItemType`.
  public var name: String { Self.prefix + rawValue }

  /// Whether an item is displayed only with it (QUICK-013).
  public var isRequired: Bool { self == .type || self == .title }

  /// Whether a value has the class that the system takes (QUICK-016, QUICK-017).
  public func accepts(_ value: PropertyListValue) -> Bool {
    self == .userInfo ? value.dictionary != nil : value.string != nil
  }

  /// The class that the system takes, in words.
  public var wanted: String { self == .userInfo ? "a dictionary" : "a string" }

  /// The key that a text is nearly, by what is left of it without what all keys begin with; nil when none is near, or
  /// when it is one of them.
  public static func nearest(to text: String) -> ShortcutItemKey? {
    guard !names.contains(where: { ExactText.isSame($0, text) }) else { return nil }
    let lower = text.lowercased()
    let start = beginnings.first { lower.hasPrefix($0) } ?? ""
    let near = Spelling.nearest(to: String(text.dropFirst(start.count)), in: allCases.map(\.rawValue))
    return near.first.flatMap(ShortcutItemKey.init)
  }

  private static let beginnings = [
    "uiapplicationshortcutitem", "uiapplicationshortcut", "uishortcutitem", "shortcutitem",
  ]
}
