import PropertyLists

/// The menu that a press on an icon opened.
public struct IconMenu {
  let device: Device
  let content: MenuContent

  /// The app whose icon was pressed; nil for the menu of a folder.
  public var app: InstalledApp? { content.subject.record.map(device.handle(for:)) }

  /// The folder that was pressed; nil for the menu of an app's icon.
  public var folder: HomeScreenFolder? {
    content.subject.folderNumber.map { HomeScreenFolder(device: device, number: $0) }
  }

  /// What stands under the icon that was pressed.
  public var label: String { device.label(of: content.subject) }

  /// Whether it is still on the screen.
  public var isOpen: Bool { device.screen.menu === content }

  /// Whether it opens upward, because the icon is low on the screen or in the Dock: then the rows are mirrored, and the
  /// first item is the one nearest to the icon (QUICK-071). Before iOS 13 menus are not mirrored.
  public var opensUpward: Bool { content.opensUpward }

  /// On which side of the texts the icons are: it follows the place of the app's icon (QUICK-072).
  public var iconSide: MenuSide { content.iconSide }

  /// The bundle identifier of the Today widget that is shown above the rows: iOS 10 to 13, if the Info.plist names one
  /// (QUICK-011, QUICK-012).
  public var widget: String? { content.widget }

  /// The rows as a person sees them, from top to bottom: the app's items, then the system's; the other way round in a
  /// menu that ``opensUpward``.
  public var rows: [MenuRow] { content.rows.map { MenuRow(device: device, menu: content, content: $0) } }

  /// The row that a person means by `text`: by title, else by the item's type, else by identifier.
  ///
  /// - Throws: ``SimulatorError`` `no-such-row`, or `ambiguous-row` when two fit equally.
  public func item(_ text: String) throws(SimulatorError) -> MenuRow {
    for name in [\.title, \.type, \.identifier] as [(MenuRowContent) -> String?] {
      let found = content.rows.indices.filter { index in
        name(content.rows[index]).map { Spelling.isSame($0, text) } ?? false
      }
      guard let place = found.first else { continue }
      guard found.count == 1 else {
        let rows = rows
        throw SimulatorError(
          .ambiguousRow, "\(found.count) rows of the menu match “\(Spelling.beginning(of: text))”",
          hint: "Use one of the menu's rows: \(IconMenu.list(found.map { rows[$0] })).", fact: "QUICK-030")
      }
      return MenuRow(device: device, menu: content, content: content.rows[place])
    }
    let rows = rows
    let titles = rows.map(\.title)
    let names = titles + rows.compactMap(\.identifier)
    throw SimulatorError(
      .noSuchRow, "The menu has no row “\(Spelling.beginning(of: text))”",
      hint: "It has: \(IconMenu.list(rows)).\(Spelling.didYouMean(text, in: names))", fact: "QUICK-065")
  }

  private static func list(_ rows: [MenuRow]) -> String {
    rows.map { row in "“\(row.title)”" + (row.type.map { " (\($0))" } ?? "") }.joined(separator: ", ")
  }
}

extension IconMenu: Equatable {
  /// The same menu on the screen, not just one of equal rows.
  public static func == (a: IconMenu, b: IconMenu) -> Bool { a.content === b.content }
}

/// What was pressed.
enum MenuSubject {
  case app(AppRecord)
  /// A folder by its number (QUICK-095).
  case folder(Int)

  var record: AppRecord? { if case .app(let record) = self { record } else { nil } }
  var folderNumber: Int? { if case .folder(let number) = self { number } else { nil } }
}

/// The menu of an icon as the device keeps it.
final class MenuContent {
  let subject: MenuSubject
  /// From top to bottom.
  let rows: [MenuRowContent]
  /// It opens upward: the first item is the lowest row (QUICK-071).
  let opensUpward: Bool
  /// On which side of the texts the icons are (QUICK-072).
  let iconSide: MenuSide
  /// The Today widget above the rows (QUICK-011).
  let widget: String?

  init(subject: MenuSubject, rows: [MenuRowContent], opensUpward: Bool, iconSide: MenuSide, widget: String?) {
    self.subject = subject
    self.rows = rows
    self.opensUpward = opensUpward
    self.iconSide = iconSide
    self.widget = widget
  }
}

/// A side of the menu. The raw values are the names that scripts use.
public enum MenuSide: String, Sendable, CaseIterable {
  case left
  case right
}

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

/// How the text of a row is broken into lines.
enum MenuText {
  /// The width of a line, in narrow characters; wide ones count twice (QUICK-117).
  static let lineWidth = 30
  private static let ellipsis = "…"

  /// A title alone may take two lines (QUICK-004); with a subtitle each has one (QUICK-005).
  static func lines(title: String, subtitle: String?) -> [String] {
    if let subtitle, !subtitle.isEmpty { return [cut(title), cut(subtitle)] }
    let first = head(of: title[...])
    guard first.endIndex < title.endIndex else { return [title] }
    let rest = title[first.endIndex...].drop { $0 == " " }
    return [trimmed(first), cut(String(rest))]
  }

  /// One line, with an ellipsis when something is missing.
  private static func cut(_ text: String) -> String {
    guard fitting(text[...], lineWidth).endIndex < text.endIndex else { return text }
    return trimmed(fitting(text[...], lineWidth - 1)) + ellipsis
  }

  /// As much of the text as fits on a line, up to the end of a word if there is one.
  private static func head(of text: Substring) -> Substring {
    let fits = fitting(text, lineWidth)
    guard fits.endIndex < text.endIndex, text[fits.endIndex] != " ",
      let blank = fits.lastIndex(of: " "), blank > fits.startIndex
    else { return fits }
    return fits[..<blank]
  }

  private static func fitting(_ text: Substring, _ width: Int) -> Substring {
    var used = 0
    var end = text.startIndex
    while end < text.endIndex {
      used += isWide(text[end]) ? 2 : 1
      guard used <= width else { break }
      end = text.index(after: end)
    }
    return text[..<end]
  }

  private static func trimmed(_ text: Substring) -> String {
    var text = text
    while text.last == " " { text.removeLast() }
    return String(text)
  }

  /// East Asian letters and pictures.
  private static func isWide(_ character: Character) -> Bool {
    switch character.unicodeScalars[character.unicodeScalars.startIndex].value {
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
      0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
      return true
    default: return false
    }
  }
}

/// The rows that the system adds to the menu of an icon.
package enum SystemRow: Sendable, CaseIterable {
  case widgetSizes
  case newWindow
  case showAllWindows
  case editHomeScreen
  case shareApp
  case sendBetaFeedback
  case requireAuthentication
  case removeApp
  case deleteApp
  case addToHomeScreen
  case prioritiseDownload
  case pauseDownload
  case resumeDownload
  case cancelDownload
  /// Of a folder (QUICK-095).
  case renameFolder
  case removeFolder
}

/// Apple's own apps, by their bundle identifiers.
enum SystemApps {
  /// Whether an app is one of them; they have no share row (QUICK-082).
  static func contains(_ identifier: String) -> Bool { identifier.hasPrefix("com.apple.") }

  /// Those that cannot be locked (QUICK-087): Calculator, Camera, Clock, Contacts, Find My, Maps, Shortcuts, Settings,
  /// Stocks.
  static let withoutLock: Set<String> = [
    "com.apple.calculator", "com.apple.camera", "com.apple.mobiletimer", "com.apple.MobileAddressBook",
    "com.apple.findmy", "com.apple.Maps", "com.apple.shortcuts", "com.apple.Preferences", "com.apple.stocks",
  ]
}
