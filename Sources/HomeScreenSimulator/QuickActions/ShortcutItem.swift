public import PropertyLists

/// `UIApplicationShortcutItem`: a quick action, as the Info.plist declares it or as the app makes it (QUICK-032).
///
/// A value, which also stands for the mutable class (QUICK-033): a copy can be changed freely, and nothing that is registered changes with it (QUICK-041). The user info is
/// a property list by its type, so it holds no cycles and nothing else (QUICK-037), and it is a copy (QUICK-039).
public struct ShortcutItem: Sendable, Equatable, CustomStringConvertible {
  /// What the app knows the action by; several items may share one (QUICK-030). Empty is allowed for a dynamic item
  /// (QUICK-035).
  public var type: String
  /// The title in the menu; an item with an empty one is kept, but not shown (QUICK-036).
  public var localizedTitle: String
  /// The line below the title in the menu; nil leaves the title two lines (QUICK-004, QUICK-005).
  public var localizedSubtitle: String?
  /// What is drawn beside the text; nil draws nothing.
  public var icon: ShortcutIcon?
  /// What the app wants to have back with the action; nil when it is nothing.
  public var userInfo: PropertyListDictionary?
  /// Which scene should take the action; only the mutable class can set it (QUICK-034).
  public var targetContentIdentifier: String?

  /// How the icon of a static item was chosen; nil for an item that the app made.
  public internal(set) var iconChoice: ShortcutIconChoice?

  /// An item as the app makes it; only type and title are needed (QUICK-032).
  public init(
    type: String, localizedTitle: String, localizedSubtitle: String? = nil, icon: ShortcutIcon? = nil,
    userInfo: PropertyListDictionary? = nil, targetContentIdentifier: String? = nil
  ) {
    self.type = type
    self.localizedTitle = localizedTitle
    self.localizedSubtitle = localizedSubtitle
    self.icon = icon
    self.userInfo = userInfo
    self.targetContentIdentifier = targetContentIdentifier
  }

  /// Equal in type, title, subtitle, icon and user info; the target content identifier does not count (QUICK-040).
  public static func == (a: ShortcutItem, b: ShortcutItem) -> Bool {
    a.type == b.type && a.localizedTitle == b.localizedTitle && a.localizedSubtitle == b.localizedSubtitle
      && a.icon == b.icon && a.userInfo == b.userInfo
  }

  /// What `description` and `%@` print: `<UIApplicationShortcutItem: 0x…; type: TYPE, title: TITLE>` (QUICK-105).
  ///
  /// In place of an address stands the number 1, so that equal items print equal lines.
  public var consoleDescription: String {
    "<UIApplicationShortcutItem: \(Address.text(1)); type: \(type), title: \(localizedTitle)>"
  }

  /// The same as ``consoleDescription``: `<UIApplicationShortcutItem: 0x…; type: TYPE, title: TITLE>`.
  public var description: String { consoleDescription }

  func write(to state: inout DeviceState, at path: String) {
    state.write(path, type)
    state.write("\(path).title", localizedTitle)
    state.write("\(path).subtitle", localizedSubtitle)
    state.write("\(path).icon", icon)
    state.write("\(path).target", targetContentIdentifier)
    state.write("\(path).userInfo", userInfo)
  }
}
