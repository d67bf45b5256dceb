import PropertyLists

/// A screen in lines, for who compares two of them: what is in front, each icon with its place and its picture, the menu
/// with its rows, the alert with its buttons.
public enum ScreenLines {
  /// The lines; equal screens have equal ones.
  public static func of(_ picture: ScreenPicture) -> [String] {
    let isTinted = picture.appearance == .tinted || picture.appearance == .tintedLight
    let look =
      picture.appearance == .light ? "" : ", \(picture.appearance.rawValue)\(isTinted ? " \(picture.tint)" : "")"
    var lines = [
      "\(picture.model.name), \(picture.model.systemName(picture.os)) \(picture.os), \(picture.locale)\(look)"
    ]
    switch picture.mode {
    case .locked: lines.append("the screen is locked")
    case .app: if let front = picture.front { lines += of(front) }
    case .home, .menu, .folder, .editing:
      if let front = picture.front {
        lines += of(front)
      } else {
        lines.append(
          "Home Screen, page \(picture.page) of \(picture.pageCount)"
            + (picture.mode == .editing ? ", the icons jiggle" : ""))
      }
    }
    lines += picture.icons.map(of) + picture.dock.map(of) + picture.folders.map(of)
    if let folder = picture.openFolder {
      lines.append("open: folder “\(folder.name)”, page 1 of \(folder.pageCount)")
      lines += folder.icons.map(of)
    }
    if let menu = picture.menu { lines += of(menu) }
    if let alert = picture.alert { lines += of(alert) }
    return lines.map { ControlCharacters.cleaned($0, limit: 1000) }
  }

  /// What is drawn for an icon: `AppIcon60x60@3x.png, 180 px`.
  public static func of(_ picture: IconPicture) -> String {
    var parts = [picture.isPlaceholder ? "placeholder" : picture.file ?? "a picture without a name"]
    if let name = picture.iconName { parts.append("icon “\(name)”") }
    parts.append("\(picture.pixels) px")
    if picture.isScaled { parts.append(picture.filePixels.map { "scaled from \($0) px" } ?? "scaled") }
    if picture.source == .unchanged { parts.append("as it was before") }
    if !picture.doubts.isEmpty { parts.append("not sure") }
    return parts.joined(separator: ", ")
  }

  private static func of(_ place: IconPlace) -> String {
    switch place {
    case .grid(_, let row, let column): "row \(row), column \(column)"
    case .dock(let column): "Dock, \(column)"
    }
  }

  private static func of(_ folder: ScreenPicture.Folder) -> String {
    let pictures = folder.artworks.map { of($0.picture) }
    return "  \(of(folder.place)): folder “\(folder.name)”, \(folder.count) icons: \(pictures.joined(separator: "; "))"
  }

  private static func of(_ icon: ScreenPicture.Icon) -> String {
    let state =
      switch icon.state {
      case .installed: ""
      case .downloading, .paused, .offloaded: " (\(icon.state.rawValue))"
      }
    return "  \(of(icon.place)): \(icon.label)\(state), \(of(icon.artwork.picture))"
  }

  private static func of(_ front: ScreenPicture.FrontApp) -> [String] {
    ["\(front.label) is in front\(front.isActive ? "" : ", not active")"]
      + front.windows.enumerated().map { index, window in
        let title = window.title.map { " “\($0)”" } ?? ""
        guard window.isVisible else { return "  window \(index + 1)\(title): the launch screen" }
        let controllers = window.controllers.map { controller in
          controller.title.map { "\($0) (\(controller.className))" } ?? controller.className
        }
        return "  window \(index + 1)\(title): \(controllers.joined(separator: ", over it "))"
      }
  }

  private static func of(_ menu: ScreenPicture.Menu) -> [String] {
    ["menu of \(menu.label), opens \(menu.opensUpward ? "upward" : "downward")"]
      + (menu.widget.map { ["  widget \($0)"] } ?? [])
      + menu.rows.map { row in
        let glyph = row.glyph.flatMap { glyph in glyph.name.map { ", \(glyph.source.rawValue) \($0)" } } ?? ""
        return "  \(row.lines.joined(separator: " – "))\(row.isSystem ? ", of the system" : glyph)"
      }
  }

  private static func of(_ alert: ScreenPicture.Alert) -> [String] {
    let texts = [alert.title, alert.message].compactMap(\.self).filter { !$0.isEmpty }
    return ["alert: \(texts.isEmpty ? alert.label : texts.joined(separator: " – "))"]
      + (alert.artwork.map { ["  picture: \(of($0.picture))"] } ?? [])
      + alert.buttons.map { "  button \($0.title)\($0.style == .default ? "" : ", \($0.style.rawValue)")" }
  }
}
