internal import HomeScreenSimulator

/// A screen in one sentence, for who does not see the drawing.
enum ScreenWords {
  private static let maximumIcons = 24

  static func text(_ picture: ScreenPicture) -> String {
    var parts = ["\(picture.model.name), \(picture.model.systemName(picture.os)) \(picture.os)"]
    if picture.appearance != .light { parts[0] += ", \(picture.appearance.rawValue)" }
    switch picture.mode {
    case .locked: parts.append("The screen is locked")
    case .app: parts += picture.front.map(words) ?? []
    case .home, .menu, .folder: parts.append(home(picture))
    case .editing: parts.append("\(home(picture)). The icons jiggle")
    }
    for folder in picture.folders.prefix(maximumIcons) {
      parts.append(
        "Folder \(folder.name) with \(folder.count) \(folder.count == 1 ? "icon" : "icons")")
    }
    if let open = picture.openFolder {
      let pages = open.pageCount > 1 ? ", page 1 of \(open.pageCount)" : ""
      parts.append("Open is \(open.name)\(pages): " + open.icons.map(\.label).joined(separator: ", "))
    }
    if let menu = picture.menu {
      parts.append(
        "Menu of \(menu.label): " + menu.rows.map { $0.lines.joined(separator: " – ") }.joined(separator: ", "))
    }
    if let alert = picture.alert {
      let texts = [alert.title, alert.message].compactMap(\.self).filter { !$0.isEmpty }
      parts.append("Alert: " + (texts.isEmpty ? alert.label : texts.joined(separator: " – ")))
      parts.append("Buttons: " + alert.buttons.map(\.title).joined(separator: ", "))
    }
    return parts.map { SVGText.clean($0) }.joined(separator: ". ") + "."
  }

  /// A menu alone.
  static func text(_ menu: ScreenPicture.Menu) -> String {
    let rows = menu.rows.prefix(maximumIcons).map { $0.lines.joined(separator: " – ") }
    return SVGText.clean("Menu of \(menu.label): \(rows.joined(separator: ", "))")
  }

  private static func home(_ picture: ScreenPicture) -> String {
    let icons = (picture.icons + picture.dock).prefix(maximumIcons).map { icon in
      var notes: [String] = []
      if icon.artwork.picture.isPlaceholder { notes.append("placeholder") }
      if icon.artwork.picture.isScaled { notes.append("scaled") }
      if !icon.artwork.picture.doubts.isEmpty { notes.append("picture not sure") }
      switch icon.state {
      case .installed: break
      case .downloading, .paused, .offloaded: notes.append(icon.state.rawValue)
      }
      return icon.label + (notes.isEmpty ? "" : " (\(notes.joined(separator: ", ")))")
    }
    return icons.isEmpty ? "Home Screen without icons" : "Home Screen: \(icons.joined(separator: ", "))"
  }

  private static func words(_ front: ScreenPicture.FrontApp) -> [String] {
    var parts = ["\(front.label) is in front" + (front.isActive ? "" : ", not active")]
    let beside = front.windows.filter { $0.place != nil }.count
    if front.windows.count > 1 {
      parts.append("It has \(front.windows.count) windows" + (beside > 1 ? ", \(beside) of them side by side" : ""))
    }
    if let top = front.windows.first?.controllers.last, front.windows[0].controllers.count > 1 {
      parts.append("It is covered by \(top.title ?? top.className)")
    }
    return parts
  }
}
