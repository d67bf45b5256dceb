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

  /// The label of the pressed icon.
  public var label: String { device.label(of: content.subject) }

  /// Whether the menu is still on the screen.
  public var isOpen: Bool { device.screen.menu === content }

  /// Whether the menu opens upward, because the icon is low on the screen or in the Dock. From iOS 13 on, the rows are
  /// then mirrored, with the first item nearest to the icon (QUICK-071, QUICK-142).
  public var opensUpward: Bool { content.opensUpward }

  /// The side of the icons in the rows; it follows the place of the app's icon (QUICK-072).
  public var iconSide: MenuSide { content.iconSide }

  /// The bundle identifier of the Today widget above the rows, on iOS 10 to 13 if the Info.plist names one (QUICK-011,
  /// QUICK-012).
  public var widget: String? { content.widget }

  /// The rows as the user sees them, from top to bottom: the app's items, then those of the system; reversed, from iOS
  /// 13 on, in a menu that ``opensUpward``.
  public var rows: [MenuRow] { content.rows.map { MenuRow(device: device, menu: content, content: $0) } }

  /// Returns the row for `text`: by title, then by the item's type, then by identifier.
  ///
  /// - Throws: ``SimulatorError`` `no-such-row`, or `ambiguous-row` if two rows match equally.
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
          hint: "Use menu.rows[N] for one of: \(IconMenu.list(found.map { rows[$0] })).", fact: "QUICK-030")
      }
      return MenuRow(device: device, menu: content, content: content.rows[place])
    }
    let rows = rows
    let titles = rows.map(\.title)
    let names = titles + rows.compactMap(\.identifier)
    let named = SystemRow.allCases.first { $0.isNamed(text, on: device) }
    let shown = content.rows.first { if case .system(let row) = $0.action { row == named } else { false } }
    let absent = shown == nil ? named?.condition : nil
    throw SimulatorError(
      .noSuchRow, "The menu has no row “\(Spelling.beginning(of: text))”",
      hint: "The menu has: \(IconMenu.list(rows))."
        + (shown.map { " On this device, in “\(device.locale)”, that row is “\($0.title)”." } ?? absent.map {
          " The system adds that row only \($0.words)."
        } ?? Spelling.didYouMean(text, in: names))
        + " To test that a row is missing, use assert.error(function() menu:item(…) end).",
      fact: absent?.fact)
  }

  private static func list(_ rows: [MenuRow]) -> String {
    rows.map { row in "“\(row.title)”" + (row.type.map { " (\($0))" } ?? "") }.joined(separator: ", ")
  }
}

extension IconMenu: Equatable {
  /// Returns whether both are the same menu on the screen; equal rows are not enough.
  public static func == (a: IconMenu, b: IconMenu) -> Bool { a.content === b.content }
}

/// The icon or folder that was pressed.
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
  /// The rows from top to bottom.
  let rows: [MenuRowContent]
  /// Whether the menu opens upward: the first item is the lowest row (QUICK-071).
  let opensUpward: Bool
  /// The side of the icons in the rows (QUICK-072).
  let iconSide: MenuSide
  /// The Today widget above the rows (QUICK-011).
  let widget: String?

  init(subject: MenuSubject, rows: [MenuRowContent], opensUpward: Bool, iconSide: MenuSide, widget: String?) {
    (self.subject, self.rows, self.opensUpward, self.iconSide) = (subject, rows, opensUpward, iconSide)
    self.widget = widget
  }
}

/// A side of the menu. The raw values are the names in scripts.
public enum MenuSide: String, Sendable, CaseIterable {
  case left
  case right
}

/// A row in the menu of an icon.
public struct MenuRow {
  let device: Device
  let menu: MenuContent
  let content: MenuRowContent

  /// The title of the app's item or of the system's row, uncut; ``lines`` has the drawn text.
  public var title: String { content.title }
  /// The text below the title; nil for an item without one and for a system row.
  public var subtitle: String? { content.subtitle }
  /// The type of the app's item; nil for a system row.
  public var type: String? { content.type }
  /// The identifier for UI tests: the type of an item, or a system row's own (QUICK-096); nil if none is known.
  public var identifier: String? { content.identifier }
  /// The item's icon; nil for a system row and for an item without one.
  public var icon: ShortcutIcon? { content.icon }
  /// Whether the row is the system's, not an item of the app.
  public var isSystem: Bool { item == nil }
  /// The drawn lines: a title without a subtitle may take two; otherwise, title and subtitle take one each, truncated
  /// with an ellipsis (QUICK-004, QUICK-005).
  public var lines: [String] { MenuText.lines(title: title, subtitle: subtitle) }
  /// Why the title is English on a device in another language (QUICK-153); otherwise nil, as for an item.
  public var english: String? { isSystem ? device.reasonForEnglish([title]) : nil }
  /// The picture next to the text, with the reasons for it; nil for a system row.
  public var glyph: ShortcutGlyph? {
    item.flatMap { item in menu.subject.record.map { device.glyph(of: item, in: $0) } }
  }
  /// When the system adds a row, with the fact; nil for an item.
  package var condition: String? {
    guard case .system(let row) = content.action else { return nil }
    return "\(row.condition.words) (\(row.condition.fact))"
  }
  /// The app's item; nil for a system row.
  public var item: ShortcutItem? { if case .item(let item) = content.action { item } else { nil } }

  /// Taps the row: closes the menu and performs the row's action.
  ///
  /// - Throws: ``SimulatorError`` `menu-closed`, `alert-covers`, `not-modelled`; errors that escape the app's code.
  public func tap() throws { try device.perform("row:tap") { try device.tap(content, of: menu) } }
}

/// A row of a menu as the device keeps it.
struct MenuRowContent {
  /// The action of a tap.
  enum Action {
    case item(ShortcutItem)
    case system(SystemRow)
  }

  let title: String
  var subtitle: String?
  /// The identifier for UI tests: the type of an item, or a system row's own (QUICK-096).
  var identifier: String?
  var icon: ShortcutIcon?
  let action: Action

  /// The type of the app's item.
  var type: String? { if case .item(let item) = action { item.type } else { nil } }
}

/// Breaks the text of a row into lines.
enum MenuText {
  /// The width of a line, in narrow characters; wide ones count twice (QUICK-117).
  static let lineWidth = 30
  private static let ellipsis = "…"

  /// Returns the lines of a row: one or two for a title alone (QUICK-004), otherwise one each (QUICK-005).
  static func lines(title: String, subtitle: String?) -> [String] {
    if let subtitle, !subtitle.isEmpty { return [cut(title), cut(subtitle)] }
    let first = head(of: title[...])
    guard first.endIndex < title.endIndex else { return [title] }
    let rest = title[first.endIndex...].drop { $0 == " " }
    return [trimmed(first), cut(String(rest))]
  }

  /// Truncates the text to one line, with an ellipsis.
  private static func cut(_ text: String) -> String {
    guard fitting(text[...], lineWidth).endIndex < text.endIndex else { return text }
    return trimmed(fitting(text[...], lineWidth - 1)) + ellipsis
  }

  /// Returns the start of the text that fits on a line, up to the end of a word if possible.
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

  /// Returns whether the character takes two columns: East Asian letters and pictures.
  private static func isWide(_ character: Character) -> Bool {
    switch character.unicodeScalars[character.unicodeScalars.startIndex].value {
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
      0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
      return true
    default: return false
    }
  }
}

extension SystemRow {
  /// When the system adds the row, and the fact that says so.
  var condition: (words: String, fact: FactID) {
    switch self {
    case .widgetSizes:
      (
        "from iOS 18 on, on the Home Screen, if it can be edited; on real devices only if the app has a widget",
        "QUICK-088"
      )
    case .newWindow: ("on an iPad from iOS 26 on, for an app that supports several scenes", "QUICK-089")
    case .showAllWindows: ("on an iPad, for an app with several scenes and an open window", "QUICK-090")
    case .editHomeScreen: ("from iOS 13 on, unless the condition homeScreenEditing is false", "QUICK-092")
    case .shareApp: ("for an app that is on the App Store: install it with published = true", "QUICK-081")
    case .sendBetaFeedback: ("for a TestFlight build: install it with distribution = \"testFlight\"", "QUICK-084")
    case .requireAuthentication: ("from iOS 18 on, with the name of the device's own lock", "QUICK-086")
    case .removeApp: ("from iOS 14 on, outside of the App Library", "QUICK-077")
    case .deleteApp: ("on iOS 13 and in the App Library", "QUICK-078")
    case .addToHomeScreen: ("in the App Library, for an app that is not on the Home Screen", "QUICK-091")
    case .prioritiseDownload, .pauseDownload, .resumeDownload, .cancelDownload:
      ("while the app is downloading: install it with downloading = true", "QUICK-094")
    case .renameFolder, .removeFolder: ("in the menu of a folder", "QUICK-095")
    }
  }

  /// Whether a text is the title of the row on a device, or its identifier.
  func isNamed(_ text: String, on device: Device) -> Bool {
    let values = ["Face ID", "Touch ID", "App"]
    let titles = [OSVersion.oldest, .scenes, .newest].flatMap { os in
      values.flatMap { value in
        ["en", device.locale].map { SystemText.row(self).words(os: os, locale: $0, value) }
          + [SystemText.rowIdentifier(self).words(os: os)]
      }
    }
    return titles.contains { $0.map { Spelling.isSame($0.lowercased(), text.lowercased()) } ?? false }
  }
}

/// Apple's own apps, by their bundle identifiers.
enum SystemApps {
  /// Returns whether the app is one of Apple's, which have no share row (QUICK-082).
  static func contains(_ identifier: String) -> Bool { identifier.hasPrefix("com.apple.") }

  /// The apps that cannot be locked (QUICK-087): Calculator, Camera, Clock, Contacts, Find My, Maps, Shortcuts,
  /// Settings, Stocks, Watch, Magnifier.
  static let withoutLock: Set<String> = [
    "com.apple.calculator", "com.apple.camera", "com.apple.mobiletimer", "com.apple.MobileAddressBook",
    "com.apple.findmy", "com.apple.Maps", "com.apple.shortcuts", "com.apple.Preferences", "com.apple.stocks",
    "com.apple.Bridge", "com.apple.Magnifier",
  ]
}
