package import AppPackages
package import HomeScreenSimulator
import LuaEngine
import Platform

/// Describes the screen of a device as text with frames.
enum ScreenText {
  /// The maximum number of Home Screen pages to show.
  private static let maximumPages = 5
  /// The number of columns for an icon's label.
  private static let cellWidth = 17

  // MARK: The Home Screen

  /// Returns the icons in their positions with their pictures, the Dock, and anything that covers them.
  static func home(_ device: Device) -> [String] {
    var frame = TextFrame("\(device.model.title(device.os)) — \(device.milliseconds.asSeconds)")
    let icons = device.springboard.icons
    var pages: [Int: [(row: Int, column: Int, icon: HomeScreenIcon)]] = [:]
    var dock: [(column: Int, icon: HomeScreenIcon)] = []
    for icon in icons {
      switch icon.place {
      case .grid(let page, let row, let column): pages[page, default: []].append((row, column, icon))
      case .dock(let column): dock.append((column, icon))
      case nil: break
      }
    }
    if icons.isEmpty { frame.add("no icons; device:install installs an app") }
    for (number, page) in pages.sorted(by: { $0.key < $1.key }).prefix(maximumPages) {
      if number > 1 { frame.add("page \(number)") }
      for row in Set(page.map(\.row)).sorted() {
        add(page.filter { $0.row == row }.map { ($0.column, $0.icon) }, &frame)
      }
    }
    for folder in device.springboard.folders {
      let name = TerminalText.visible((try? folder.name) ?? "", isOneLine: true)
      let labels = ((try? folder.icons) ?? []).map { TerminalText.visible($0.label, isOneLine: true) }
      frame.add("folder “\(name)”: \(labels.joined(separator: ", "))")
    }
    if pages.count > maximumPages { frame.add("… \(Counted.text(pages.count - maximumPages, "more page"))") }
    if !dock.isEmpty {
      frame.addRule()
      add(dock, &frame)
    }
    return frame.lines + cover(device)
  }

  /// Adds a row of icons: the labels, and the drawn files below them.
  private static func add(_ icons: [(column: Int, icon: HomeScreenIcon)], _ frame: inout TextFrame) {
    var labels = ""
    var files = ""
    for (column, icon) in icons.sorted(by: { $0.column < $1.column }) {
      let start = (column - 1) * (cellWidth + 1)
      labels = DisplayWidth.padded(labels, to: start) + cell(icon.label)
      files = DisplayWidth.padded(files, to: start) + cell(file(of: icon))
    }
    frame.add(labels)
    frame.add(files)
  }

  private static func cell(_ text: String) -> String {
    DisplayWidth.clipped(TerminalText.visible(text, isOneLine: true), to: cellWidth)
  }

  private static func file(of icon: HomeScreenIcon) -> String {
    guard let picture = try? icon.picture() else { return "" }
    return picture.isPlaceholder ? "(placeholder)" : picture.file ?? picture.iconName ?? "(its icon)"
  }

  private static func openName(_ device: Device) -> String {
    TerminalText.visible((try? device.springboard.openFolder?.name) ?? "", isOneLine: true)
  }

  /// Returns why the Home Screen cannot be touched.
  private static func cover(_ device: Device) -> [String] {
    let mode: String? =
      switch device.springboard.mode {
      case .home: nil
      case .menu: "a menu is open; \(REPLWord.menu.usage) shows it"
      case .folder: "the folder “\(openName(device))” is open; device:pressHome() closes it"
      case .editing: "the icons jiggle; device:pressHome() ends that"
      case .app: "\((try? device.front?.label) ?? "an app") is in front; device:pressHome() leaves the app"
      case .locked: "the screen is locked; device.locked = false unlocks it"
      }
    let alert = device.alert == nil ? nil : "an alert covers the screen; \(REPLWord.alert.usage) shows the alert"
    return [mode, alert].compactMap(\.self)
  }

  // MARK: Menus and alerts

  /// Returns the open menu; nil if there is none.
  static func menu(_ device: Device) -> [String]? {
    guard let menu = device.openMenu else { return nil }
    var frame = TextFrame(TerminalText.visible(menu.label, isOneLine: true))
    if let widget = menu.widget {
      frame.add("widget \(widget)")
      frame.addRule()
    }
    var wasSystem: Bool?
    for row in menu.rows {
      if let wasSystem, wasSystem != row.isSystem { frame.addRule() }
      wasSystem = row.isSystem
      let lines = row.lines.map { TerminalText.visible($0, isOneLine: true) }
      let glyph = row.glyph.map { glyph in glyph.name ?? glyph.source.rawValue }.map { "   (\($0))" } ?? ""
      frame.add((lines.first ?? "") + glyph)
      for line in lines.dropFirst() { frame.add("  \(line)") }
    }
    return frame.lines
  }

  /// Returns the alert on the screen; nil if there is none.
  static func alert(_ device: Device) -> [String]? {
    guard let alert = device.alert else { return nil }
    let owner =
      switch alert.owner {
      case .app(let bundleIdentifier): bundleIdentifier
      case .system: "system"
      }
    var frame = TextFrame("alert, \(owner)")
    if alert.title == nil, alert.message == nil {
      frame.add(alert.label)
    } else {
      for text in [alert.title, alert.message].compactMap(\.self) where !text.isEmpty { frame.add(text) }
    }
    if let picture = alert.picture { frame.add("picture \(picture.file ?? picture.iconName ?? "placeholder")") }
    frame.addRule()
    frame.add(alert.buttons.map { "[\(TerminalText.visible($0, isOneLine: true))]" }.joined(separator: "  "))
    return frame.lines
  }

  /// Returns the picture of an icon, and the reason for it.
  static func icon(_ icon: HomeScreenIcon) throws -> [String] {
    let picture = try icon.picture()
    var frame = TextFrame(icon.label)
    let name = picture.file ?? picture.iconName ?? "no file"
    frame.add("\(picture.isPlaceholder ? "placeholder" : name) (\(picture.source.rawValue), \(picture.pixels) px)")
    frame.add(picture.iconName.map { "alternate icon “\($0)”" } ?? "primary icon")
    frame.addRule()
    for line in picture.why { frame.add(line) }
    return frame.lines
  }
}

extension Int64 { fileprivate var asSeconds: String { VirtualTime(milliseconds: self).description } }

/// The screen in the form that a console shows.
extension Session {
  package enum ScreenPart: Sendable {
    case home, menu, alert
    /// The icon with a label; nil for the icon of the current app.
    case icon(String?)
  }

  /// Returns the lines of a part of the current device's screen, or a message if there is none.
  package func screen(_ part: ScreenPart) -> (lines: [String], isThere: Bool) {
    guard let device = devices.current else { return (["there is no device"], false) }
    switch part {
    case .home: return (ScreenText.home(device), true)
    case .menu:
      guard let lines = ScreenText.menu(device) else {
        return (["no menu is open; device.springboard:icon(app):press() opens one"], false)
      }
      return (lines, true)
    case .alert:
      guard let lines = ScreenText.alert(device) else { return (["no alert is on the screen"], false) }
      return (lines, true)
    case .icon(let label):
      do {
        return (try ScreenText.icon(try icon(label, on: device)), true)
      } catch {
        return ([(error as? SimulatorError).map { "\($0)" } ?? "\(error)"], false)
      }
    }
  }

  func icon(_ label: String?, on device: Device) throws -> HomeScreenIcon {
    if let label { return try device.springboard.icon(labelled: label) }
    let stack = lua.stack
    lua.global("app").push(onto: stack)
    defer { stack.removeLast() }
    if let app = stack.object(at: -1) as? InstalledApp, app.device === device {
      return try device.springboard.icon(for: app)
    }
    let icons = device.springboard.icons
    guard icons.count == 1 else {
      let labels = icons.prefix(10).map { "“\($0.label)”" }.joined(separator: ", ")
      throw SimulatorError(
        .noSuchIcon, "Which icon", hint: icons.isEmpty ? "The Home Screen has no icons." : "There are: \(labels).")
    }
    return icons[0]
  }
}

/// The icons of a part of the screen, for consoles that can show their pictures next to the text.
package struct ScreenArtwork {
  /// An icon in a row.
  package struct Cell {
    /// The column, from 1.
    package let column: Int
    /// The label below the icon; empty if the text includes it.
    package let label: String
    /// The artwork of the icon.
    package let artwork: ScreenPicture.Artwork
  }

  /// The rows, top to bottom.
  package let rows: [[Cell]]
  /// The number of columns of a row.
  package let columns: Int
  /// The iOS version that shows the icons.
  package let os: OSVersion
  /// The packages with the pixels: ``Device/packages``.
  package let packages: [(identifier: String, package: AppPackage)]
}

extension Session {
  /// Returns the icons that the text of ``screen(_:)`` shows; nil if it shows none.
  package func artwork(_ part: ScreenPart) -> ScreenArtwork? {
    guard let device = devices.current else { return nil }
    let picture = device.screenPicture
    let single: ScreenPicture.Artwork?
    switch part {
    case .home: return home(picture, device)
    case .menu: single = picture.menu?.artworks.first
    case .alert: single = picture.alert?.artwork
    case .icon(let label):
      single = (try? icon(label, on: device)).flatMap { icon in
        (try? icon.picture()).flatMap { device.artwork($0, of: icon.app) }
      }
    }
    return single.map { artwork in
      ScreenArtwork(
        rows: [[ScreenArtwork.Cell(column: 1, label: "", artwork: artwork)]], columns: 1, os: device.os,
        packages: device.packages)
    }
  }

  private func home(_ picture: ScreenPicture, _ device: Device) -> ScreenArtwork? {
    var rows: [Int: [ScreenArtwork.Cell]] = [:]
    for icon in picture.icons {
      guard case .grid(_, let row, let column) = icon.place else { continue }
      rows[row, default: []].append(ScreenArtwork.Cell(column: column, label: icon.label, artwork: icon.artwork))
    }
    var lines = rows.sorted { $0.key < $1.key }.map(\.value)
    let dock = picture.dock.prefix(picture.grid.columns).enumerated().map { index, icon in
      ScreenArtwork.Cell(column: index + 1, label: icon.label, artwork: icon.artwork)
    }
    if !dock.isEmpty { lines.append(dock) }
    guard !lines.isEmpty else { return nil }
    return ScreenArtwork(rows: lines, columns: picture.grid.columns, os: device.os, packages: device.packages)
  }
}

/// A frame with a title around lines of text, as wide as necessary.
struct TextFrame {
  let title: String
  /// The lines; nil is a rule across the frame.
  var rows: [String?] = []

  /// The maximum width. Longer lines are cut.
  private static let maximumWidth = 74

  /// Creates an empty frame.
  init(_ title: String) { self.title = Self.clean(title) }

  mutating func add(_ text: String) {
    // Splits by scalar, because a carriage return and a line feed are one Character.
    rows += text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { Self.clean(String($0)) }
  }

  /// Adds a rule across the frame.
  mutating func addRule() { rows.append(nil) }

  /// The lines with the frame.
  var lines: [String] {
    let widest = ([title] + rows.compactMap(\.self)).map { DisplayWidth.of($0) }.max() ?? 0
    let width = min(Self.maximumWidth, widest + 2)
    func rule(_ left: String, _ right: String, _ title: String = "") -> String {
      let text = title.isEmpty ? "" : " \(DisplayWidth.clipped(title, to: width - 2)) "
      let bar = String(repeating: "─", count: max(0, width + 2 - DisplayWidth.of(text)))
      return left + text + bar + right
    }
    return [rule("╭", "╮", title)]
      + rows.map { row in
        row.map { "│ \(DisplayWidth.padded(DisplayWidth.clipped($0, to: width), to: width)) │" } ?? rule("├", "┤")
      } + [rule("╰", "╯")]
  }

  /// Removes control characters, because they would make the width unknown.
  private static func clean(_ text: String) -> String { TerminalText.visible(text, isOneLine: true) }
}
