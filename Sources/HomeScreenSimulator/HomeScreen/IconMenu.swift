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
