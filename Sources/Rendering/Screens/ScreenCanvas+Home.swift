internal import HomeScreenSimulator

/// The Home Screen: the page that is shown, its dots, the Dock; jiggling icons, and the lock.
extension ScreenCanvas {
  mutating func homeScreen() -> String {
    let back = wallpaper()
    let bar = statusBar(colour: "#ffffff")
    let isEditing = picture.mode == .editing
    return part { markup, canvas in
      markup.use(back)
      markup.use(bar)
      canvas.drawPage(&markup, isEditing: isEditing)
      canvas.drawDots(&markup)
      canvas.drawDock(&markup, isEditing: isEditing)
      if isEditing { canvas.drawDone(&markup) }
    }
  }

  private mutating func drawPage(_ markup: inout SVGMarkup, isEditing: Bool) {
    for (index, icon) in picture.icons.enumerated() {
      guard case .grid(_, let row, let column) = icon.place else { continue }
      draw(icon, layout.cell(row: row, column: column), label: true, isEditing: isEditing, turn: index, &markup)
    }
    drawFolders(&markup, isEditing: isEditing)
    if picture.icons.isEmpty, picture.folders.isEmpty, picture.pageCount == 1, picture.dock.isEmpty {
      markup.words(
        "no apps", layout.width / 2, layout.height * 0.42, size: 17, fill: "#ffffff", anchor: .middle, weight: 500)
    }
  }

  private func drawDots(_ markup: inout SVGMarkup) {
    // Many pages have no room for their dots.
    let count = min(picture.pageCount, 12)
    guard count > 1 else { return }
    for index in 0..<count {
      let isShown = index == min(picture.page, count) - 1
      let place = isRightToLeft ? count - 1 - index : index
      markup.circle(
        layout.width / 2 + (Double(place) - Double(count - 1) / 2) * 15, layout.dots, 3.5, fill: "#ffffff",
        opacity: isShown ? 1 : 0.45)
    }
  }

  mutating func drawDock(_ markup: inout SVGMarkup, isEditing: Bool) {
    let frame = layout.dock
    let radius = layout.radius == 0 ? 0 : look.generation == .glass ? 38.0 : 30
    markup.rectangle(
      frame.x, frame.y, frame.width, frame.height, radius: radius, fill: look.dock.fill, opacity: look.dock.opacity)
    let columns = picture.dockPlaces
    for (index, icon) in picture.dock.sorted(by: { $0.place.column < $1.place.column }).enumerated() {
      let cell = layout.dockCell(columns.firstIndex(of: icon.place.column) ?? 0, of: columns.count)
      draw(icon, cell, label: false, isEditing: isEditing, turn: index, &markup)
    }
    for folder in picture.folders {
      guard case .dock(let column) = folder.place else { continue }
      let cell = layout.dockCell(columns.firstIndex(of: column) ?? 0, of: columns.count)
      draw(folder, cell, label: false, isEditing: isEditing, &markup)
    }
  }

  mutating func draw(
    _ icon: ScreenPicture.Icon, _ cell: Frame, label: Bool, isEditing: Bool, turn: Int, _ markup: inout SVGMarkup
  ) {
    let part = painter.icon(icon.artwork, size: cell.width, look, in: &pool)
    let angle = !isEditing ? 0.0 : turn % 2 == 0 ? -1.8 : 1.8
    let middle = cell.width / 2
    let place = "translate(\(SVGMarkup.number(cell.x)) \(SVGMarkup.number(cell.y)))"
    let turned =
      angle == 0
      ? place : "\(place) rotate(\(SVGMarkup.number(angle)) \(SVGMarkup.number(middle)) \(SVGMarkup.number(middle)))"
    let outline = IconMask.path(side: cell.width, share: look.cornerShare)
    markup.group("transform=\"\(turned)\"") { markup in
      markup.use(part)
      switch icon.state {
      case .installed, .offloaded: break
      case .downloading, .paused:
        markup.append("<path d=\"\(outline)\" fill=\"#000000\" fill-opacity=\"0.55\"/>")
        Self.drawProgress(isPaused: icon.state == .paused, middle, &markup)
      }
      if isEditing { Self.drawBadge(look, &markup) }
    }
    guard label else { return }
    let clean = SVGText.clean(icon.label)
    // Of an app whose code was removed a small cloud stands before the name.
    let cloud = icon.state == .offloaded ? "☁\u{FE0E} " : ""
    let text = SVGText.cut(cloud + clean, to: layout.labelRoom, size: layout.labelSize)
    markup.words(
      text, cell.x + middle, cell.maxY + layout.labelSize + 4, size: layout.labelSize, fill: "#ffffff",
      anchor: .middle)
  }

  private static func drawProgress(isPaused: Bool, _ middle: Double, _ markup: inout SVGMarkup) {
    let radius = middle * 0.55
    func n(_ value: Double) -> String { SVGMarkup.number(value) }
    markup.append(
      "<circle cx=\"\(n(middle))\" cy=\"\(n(middle))\" r=\"\(n(radius))\" fill=\"none\" stroke=\"#ffffff\" "
        + "stroke-width=\"2\"/>")
    if isPaused {
      let (bar, half) = (radius * 0.28, radius * 0.45)
      markup.append(
        "<path d=\"M\(n(middle - bar)) \(n(middle - half))v\(n(2 * half))M\(n(middle + bar)) \(n(middle - half))"
          + "v\(n(2 * half))\" stroke=\"#ffffff\" stroke-width=\"4\"/>")
    } else {
      let inner = radius - 3
      markup.append(
        "<path d=\"M\(n(middle)) \(n(middle))v\(n(-inner))a\(n(inner)) \(n(inner)) 0 0 1 0 \(n(2 * inner))z\" "
          + "fill=\"#ffffff\"/>")
    }
  }

  /// What takes an icon away while icons jiggle.
  static func drawBadge(_ look: ScreenLook, _ markup: inout SVGMarkup) {
    markup.circle(2, 2, 11, fill: look.isDark ? "#4a4a4e" : "#e3e3e8")
    let colour = look.isDark ? "#ffffff" : "#1c1c1e"
    let cross = look.generation == .flat ? "M-2 -2L6 6M6 -2L-2 6" : "M-3 2H7"
    markup.append("<path d=\"\(cross)\" stroke=\"\(colour)\" stroke-width=\"2\" stroke-linecap=\"round\"/>")
  }

  private func drawDone(_ markup: inout SVGMarkup) {
    // Before, the Home button was the way out.
    guard look.generation != .flat || layout.radius > 0 else { return }
    let (width, height) = (64.0, 26.0)
    let x = isRightToLeft ? 20 : layout.width - width - 20
    let y = layout.statusLine + 8
    markup.rectangle(x, y, width, height, radius: 13, fill: "#ffffff", opacity: 0.85)
    markup.append(
      "<path d=\"M\(SVGMarkup.number(x + 25)) \(SVGMarkup.number(y + 13))l5 5 9 -10\" fill=\"none\" stroke=\"#1c1c1e\" "
        + "stroke-width=\"2\" stroke-linecap=\"round\"/>")
  }

  // MARK: Elsewhere

  /// The Dock that comes up over an app on an iPad (LAUNCH-106).
  mutating func dockOverApp() -> String {
    part { markup, canvas in canvas.drawDock(&markup, isEditing: false) }
  }

  mutating func lockScreen() -> String {
    let back = wallpaper()
    return part { markup, canvas in
      let layout = canvas.layout
      markup.use(back)
      markup.rectangle(0, 0, layout.width, layout.height, fill: "#000000", opacity: 0.25)
      let (x, y) = (layout.width / 2, layout.height * 0.13)
      markup.group("transform=\"translate(\(SVGMarkup.number(x - 10)) \(SVGMarkup.number(y - 34)))\"") {
        $0.append(Glyph.element("M5 9h10v8H5zM7 9V6c0-4 6-4 6 0v3", colour: "#ffffff"))
      }
      markup.words(
        "9:41", x, y + layout.width * 0.2, size: layout.width * 0.22, fill: "#ffffff", anchor: .middle,
        weight: canvas.look.generation == .flat ? 200 : 600)
      if layout.bottom > 0 {
        markup.rectangle(x - 65, layout.height - 13, 130, 5, radius: 2.5, fill: "#ffffff")
      }
    }
  }
}

extension IconPlace {
  /// From the left.
  var column: Int {
    switch self {
    case .grid(_, _, let column), .dock(let column): column
    }
  }
}

extension ScreenPicture {
  /// The columns of the Dock that are taken, from the left; icons and folders stand together in its middle.
  var dockPlaces: [Int] {
    let inDock = folders.map(\.place).filter { if case .dock = $0 { true } else { false } }
    return (dock.map(\.place) + inDock).map(\.column).sorted()
  }
}
