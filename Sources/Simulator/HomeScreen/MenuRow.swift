/// A row of the menu of an icon.
public struct MenuRow {
  let device: Device
  let menu: MenuContent
  let content: MenuRowContent

  public var title: String { content.title }
  public var subtitle: String? { content.subtitle }
  /// The type of the app's item; nil for a row of the system.
  public var type: String? { item?.type }
  /// What UI tests find it by: an item's type, a system row's own (QUICK-096); nil where none is known.
  public var identifier: String? { content.identifier }
  /// The item's icon; nil for a row of the system and for an item without one.
  public var icon: ShortcutIcon? { content.icon }
  public var isSystem: Bool { item == nil }
  /// The app's item; nil for a row of the system.
  public var item: ShortcutItem? {
    if case .item(let item) = content.action { item } else { nil }
  }

  /// Taps it: the menu closes, and what the row stands for happens.
  ///
  /// - Throws: ``SimulatorError`` `menu-closed`, `alert-covers`, `not-modelled`; what escapes the app's code.
  public func tap() throws {
    try device.perform("row:tap") { try device.tap(content, of: menu) }
  }
}
