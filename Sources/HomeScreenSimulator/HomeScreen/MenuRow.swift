/// A row of the menu of an icon.
public struct MenuRow {
  let device: Device
  let menu: MenuContent
  let content: MenuRowContent

  /// The title of the app's item, or the words of the system, uncut; ``lines`` has what is drawn.
  public var title: String { content.title }
  /// The text below the title; nil for an item without one and for a row of the system.
  public var subtitle: String? { content.subtitle }
  /// The type of the app's item; nil for a row of the system.
  public var type: String? { content.type }
  /// What UI tests find it by: an item's type, a system row's own (QUICK-096); nil where none is known.
  public var identifier: String? { content.identifier }
  /// The item's icon; nil for a row of the system and for an item without one.
  public var icon: ShortcutIcon? { content.icon }
  /// Whether the row is one of the system, not an item of the app.
  public var isSystem: Bool { item == nil }
  /// The lines as they are drawn: a title without subtitle may take two, else title and subtitle take one each, cut with
  /// an ellipsis (QUICK-004, QUICK-005).
  public var lines: [String] { MenuText.lines(title: title, subtitle: subtitle) }
  /// What is drawn beside the text, and why; nil for a row of the system.
  public var glyph: ShortcutGlyph? {
    item.flatMap { item in menu.subject.record.map { device.glyph(of: item, in: $0) } }
  }
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

/// A row of a menu as the device keeps it.
struct MenuRowContent {
  /// What a tap on it does.
  enum Action {
    case item(ShortcutItem)
    case system(SystemRow)
  }

  let title: String
  var subtitle: String?
  /// The name for UI tests: an item's type, a system row's own (QUICK-096).
  var identifier: String?
  var icon: ShortcutIcon?
  let action: Action

  /// The type of the app's item.
  var type: String? {
    if case .item(let item) = action { item.type } else { nil }
  }
}
