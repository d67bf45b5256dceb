internal import AppPackages
internal import HomeScreenSimulator

/// One screen being drawn, as layers. Each layer is a part of the pool, because most of them stay the same from one
/// step to the next.
struct ScreenCanvas {
  let picture: ScreenPicture
  let look: ScreenLook
  let layout: ScreenLayout
  var painter: IconPainter
  var pool: SVGPool

  typealias Frame = ScreenLayout.Frame

  var isRightToLeft: Bool { picture.isRightToLeft }

  mutating func draw() -> String {
    var layers: [String] = []
    if picture.mode == .locked {
      layers.append(lockScreen())
    } else if let front = picture.front {
      layers.append(app(front))
      if !picture.dockPlaces.isEmpty { layers.append(dockOverApp()) }
    } else {
      layers.append(homeScreen())
    }
    if let folder = picture.openFolder { layers.append(open(folder)) }
    if let menu = picture.menu { layers.append(self.menu(menu)) }
    if let alert = picture.alert { layers.append(self.alert(alert)) }
    var body = SVGMarkup()
    guard layout.radius > 0 else {
      for layer in layers { body.use(layer) }
      return body.text
    }
    let screen = pool.add(
      "<clipPath><rect width=\"\(SVGMarkup.number(layout.width))\" height=\"\(SVGMarkup.number(layout.height))\" "
        + "rx=\"\(SVGMarkup.number(layout.radius))\"/></clipPath>")
    body.group("clip-path=\"url(#\(screen))\"") { for layer in layers { $0.use(layer) } }
    return body.text
  }

  /// Adds the markup that `body` writes to the pool, and returns the name of the part.
  mutating func part(_ body: (inout SVGMarkup, inout ScreenCanvas) -> Void) -> String {
    var markup = SVGMarkup()
    body(&markup, &self)
    return pool.add("<g>\(markup.text)</g>")
  }

  /// Returns the part with the wallpaper.
  mutating func wallpaper() -> String {
    let colours = look.wallpaper
    var stops = ""
    for (index, colour) in colours.enumerated() {
      let offset = SVGMarkup.number(Double(index) / Double(max(1, colours.count - 1)))
      stops += "<stop offset=\"\(offset)\" stop-color=\"\(colour)\"/>"
    }
    let gradient = pool.add("<linearGradient x1=\"0\" y1=\"0\" x2=\"0.4\" y2=\"1\">\(stops)</linearGradient>")
    return part { markup, canvas in
      markup.rectangle(0, 0, canvas.layout.width, canvas.layout.height, fill: "url(#\(gradient))")
      guard canvas.look.generation == .glass else { return }
      // Large shapes in the background, which make glass visible.
      let (width, height) = (canvas.layout.width, canvas.layout.height)
      let opacity = canvas.look.isDark ? 0.05 : 0.13
      markup.circle(width * 0.9, height * 0.18, width * 0.5, fill: "#ffffff", opacity: opacity)
      markup.circle(width * 0.05, height * 0.72, width * 0.6, fill: "#ffffff", opacity: opacity)
    }
  }

  /// Draws the time and the battery. The time is always the same, so that frames differ only in what changes.
  mutating func statusBar(colour: String) -> String {
    part { markup, canvas in
      let layout = canvas.layout
      let size = layout.top < 45 ? 12.0 : 16.0
      let inset = layout.radius > 30 ? 40.0 : 12.0
      let y = layout.statusLine
      let (clock, battery) = canvas.isRightToLeft ? (layout.width - inset, inset) : (inset, layout.width - inset - 25)
      markup.words(
        "9:41", clock, y, size: size, fill: colour, anchor: canvas.isRightToLeft ? .end : .start, weight: 600)
      markup.append(
        "<g fill=\"none\" stroke=\"\(colour)\" transform=\"translate(\(SVGMarkup.number(battery)) "
          + "\(SVGMarkup.number(y - 11)))\"><rect x=\"0.5\" y=\"0.5\" width=\"22\" height=\"11\" rx=\"3.5\" "
          + "stroke-opacity=\"0.5\"/><path d=\"M24 4v4\" stroke-opacity=\"0.5\"/><rect x=\"2.5\" y=\"2.5\" width=\"16\" "
          + "height=\"7\" rx=\"1.5\" fill=\"\(colour)\" stroke=\"none\"/></g>")
    }
  }
}

/// The Home Screen: the current page, its dots, the Dock, jiggling icons, and the lock screen.
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
    // The dots of many pages do not fit.
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
    // The name of an offloaded app starts with a small cloud.
    let cloud = icon.state == .offloaded ? "☁\u{FE0E} " : ""
    let text = SVGText.cut(cloud + clean, to: layout.labelWidth, size: layout.labelSize)
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

  /// Draws the button that removes an icon while icons jiggle.
  static func drawBadge(_ look: ScreenLook, _ markup: inout SVGMarkup) {
    markup.circle(2, 2, 11, fill: look.isDark ? "#4a4a4e" : "#e3e3e8")
    let colour = look.isDark ? "#ffffff" : "#1c1c1e"
    let cross = look.generation == .flat ? "M-2 -2L6 6M6 -2L-2 6" : "M-3 2H7"
    markup.append("<path d=\"\(cross)\" stroke=\"\(colour)\" stroke-width=\"2\" stroke-linecap=\"round\"/>")
  }

  private func drawDone(_ markup: inout SVGMarkup) {
    // Earlier versions used the Home button instead.
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

  /// Returns the Dock that slides up over an app on an iPad (LAUNCH-106).
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
      if layout.bottom > 0 { markup.rectangle(x - 65, layout.height - 13, 130, 5, radius: 2.5, fill: "#ffffff") }
    }
  }
}

extension IconPlace {
  /// The column, from the left.
  var column: Int {
    switch self {
    case .grid(_, _, let column), .dock(let column): column
    }
  }
}

extension ScreenPicture {
  /// The occupied columns of the Dock, from the left; icons and folders are centred together.
  var dockPlaces: [Int] {
    let inDock = folders.map(\.place).filter { if case .dock = $0 { true } else { false } }
    return (dock.map(\.place) + inDock).map(\.column).sorted()
  }
}

/// Folders of the Home Screen: a plate with the first icons, and the panel of the open folder.
extension ScreenCanvas {
  /// Returns the part with an icon, with its upper left corner at 0, 0.
  mutating func icon(_ artworks: [ScreenPicture.Artwork], _ side: Double) -> String {
    artworks.first.map { painter.icon($0, size: side, look, in: &pool) } ?? pool.add("<g></g>")
  }

  /// Returns the part with a folder: three rows of three icons.
  mutating func folder(_ artworks: [ScreenPicture.Artwork], _ side: Double) -> String {
    let parts = artworks.prefix(9).map { painter.icon($0, size: side, look, in: &pool) }
    return part { markup, canvas in
      let outline = IconMask.path(side: side, share: canvas.look.cornerShare)
      let dock = canvas.look.dock
      markup.append(
        "<path d=\"\(outline)\" fill=\"\(dock.fill)\" fill-opacity=\"\(SVGMarkup.number(dock.opacity + 0.1))\"/>")
      let share = 0.22
      for (index, part) in parts.enumerated() {
        let x = side * (0.11 + 0.28 * Double(index % 3))
        let y = side * (0.11 + 0.28 * Double(index / 3))
        markup.group(
          "transform=\"translate(\(SVGMarkup.number(x)) \(SVGMarkup.number(y))) scale(\(SVGMarkup.factor(share)))\""
        ) { $0.use(part) }
      }
    }
  }

  /// Draws the folders of the page and the Dock.
  mutating func drawFolders(_ markup: inout SVGMarkup, isEditing: Bool) {
    for folder in picture.folders {
      guard case .grid(_, let row, let column) = folder.place else { continue }
      draw(folder, layout.cell(row: row, column: column), label: true, isEditing: isEditing, &markup)
    }
  }

  mutating func draw(
    _ folder: ScreenPicture.Folder, _ cell: Frame, label: Bool, isEditing: Bool, _ markup: inout SVGMarkup
  ) {
    markup.use(self.folder(folder.artworks, cell.width), cell.x, cell.y)
    // From iOS 14, a folder has a badge that removes it (QUICK-149).
    if isEditing, picture.os >= OSVersion(14) {
      markup.group("transform=\"translate(\(SVGMarkup.number(cell.x)) \(SVGMarkup.number(cell.y)))\"") {
        Self.drawBadge(look, &$0)
      }
    }
    guard label else { return }
    let text = SVGText.cut(SVGText.clean(folder.name), to: layout.labelWidth, size: layout.labelSize)
    markup.words(
      text, cell.x + cell.width / 2, cell.maxY + layout.labelSize + 4, size: layout.labelSize, fill: "#ffffff",
      anchor: .middle)
  }

  /// Returns the open folder, drawn over everything.
  mutating func open(_ folder: ScreenPicture.OpenFolder) -> String {
    let isEditing = picture.mode == .editing
    let columns = Double(folder.columns)
    let side = min(layout.width * 0.84, layout.height * 0.7)
    let step = side / columns
    let (left, top) = ((layout.width - side) / 2, (layout.height - side) / 2)
    return part { markup, canvas in
      markup.rectangle(0, 0, canvas.layout.width, canvas.layout.height, fill: "#000000", opacity: canvas.look.veil)
      markup.words(
        SVGText.cut(SVGText.clean(folder.name), to: side, size: 28), canvas.layout.width / 2, top - 24, size: 28,
        fill: "#ffffff", anchor: .middle, weight: 500)
      let dock = canvas.look.dock
      markup.rectangle(left, top, side, side, radius: 38, fill: dock.fill, opacity: dock.opacity)
      for (index, icon) in folder.icons.enumerated() {
        guard case .grid(_, let row, let column) = icon.place else { continue }
        let size = min(canvas.layout.icon, step * 0.7)
        let frame = Frame(
          x: left + step * (Double(column) - 0.5) - size / 2, y: top + step * (Double(row) - 0.5) - size / 2 - 8,
          width: size, height: size)
        canvas.draw(icon, frame, label: true, isEditing: isEditing, turn: index, &markup)
      }
    }
  }
}

/// A foreground app. Its content is unknown, so each window shows a title, its icon, and its controllers on top of each
/// other.
extension ScreenCanvas {
  mutating func app(_ front: ScreenPicture.FrontApp) -> String {
    let bar = statusBar(colour: look.text)
    let shown = front.windows.filter { $0.place != nil }.sorted { ($0.place ?? 0) < ($1.place ?? 0) }
    let others = front.windows.filter { $0.place == nil }
    return part { markup, canvas in
      let layout = canvas.layout
      markup.rectangle(0, 0, layout.width, layout.height, fill: canvas.look.background)
      let shelf = others.isEmpty ? 0 : 150.0
      let frame = Frame(x: 0, y: 0, width: layout.width, height: layout.height - shelf)
      for (window, part) in zip(shown, frame.columns(shown.count)) { canvas.draw(window, of: front, in: part, &markup) }
      for part in frame.columns(shown.count).dropFirst() {
        markup.rectangle(part.x - 2, part.y, 4, part.height, fill: canvas.look.isDark ? "#000000" : "#8e8e93")
      }
      markup.use(bar)
      if !others.isEmpty { canvas.drawShelf(others, of: front, &markup) }
      if layout.bottom > 0 {
        markup.rectangle(
          layout.width / 2 - 65, layout.height - 13, 130, 5, radius: 2.5, fill: canvas.look.text, opacity: 0.8)
      }
    }
  }

  private mutating func draw(
    _ window: ScreenPicture.Window, of front: ScreenPicture.FrontApp, in frame: Frame, _ markup: inout SVGMarkup
  ) {
    let side = min(96, frame.width * 0.26)
    let icon = painter.icon(front.artwork, size: side, look, in: &pool)
    let middle = frame.x + frame.width / 2
    guard window.isVisible else {
      // The launch screen.
      markup.use(icon, middle - side / 2, frame.y + (frame.height - side) / 2)
      return
    }
    let barHeight = layout.top + 48
    markup.rectangle(frame.x, frame.y, frame.width, barHeight, fill: look.bar)
    if look.generation != .glass {
      markup.rectangle(frame.x, frame.y + barHeight - 0.5, frame.width, 0.5, fill: look.line)
    }
    let title = Self.title(window.controllers.first, window.title, front.label)
    markup.words(
      SVGText.cut(title, to: frame.width - 60, size: 17), middle, frame.y + barHeight - 17, size: 17, fill: look.text,
      anchor: .middle, weight: 600)
    let y = frame.y + barHeight + (frame.height - barHeight) * 0.24
    markup.use(icon, middle - side / 2, y)
    markup.words(
      SVGText.cut(SVGText.clean(front.label), to: frame.width - 40, size: 20), middle, y + side + 34, size: 20,
      fill: look.text, anchor: .middle, weight: 600)
    if let root = window.controllers.first {
      markup.words(
        SVGText.cut(SVGText.clean(root.className), to: frame.width - 40, size: 13), middle, y + side + 56, size: 13,
        fill: look.secondaryText, anchor: .middle)
    }
    drawSheets(window.controllers.dropFirst(), in: frame, &markup)
  }

  private static let maximumSheets = 4

  /// Draws the controllers presented over the root, the last one in front.
  private func drawSheets(
    _ controllers: ArraySlice<ScreenPicture.Controller>, in frame: Frame, _ markup: inout SVGMarkup
  ) {
    let shown = controllers.suffix(Self.maximumSheets)
    for (index, controller) in shown.enumerated() {
      markup.rectangle(frame.x, frame.y, frame.width, frame.height, fill: "#000000", opacity: 0.2)
      let top = look.generation == .flat ? frame.y + layout.top : frame.y + layout.top + 8 + 12 * Double(index)
      let inset = look.generation == .glass ? 6.0 : 0
      let radius = look.generation == .flat ? 0 : look.generation == .glass ? 34 : 11.0
      markup.rectangle(
        frame.x + inset, top, frame.width - 2 * inset, frame.height - (top - frame.y) + radius, radius: radius,
        fill: look.isDark ? "#1c1c1e" : "#ffffff", stroke: look.line, strokeWidth: 0.5)
      let middle = frame.x + frame.width / 2
      let title = SVGText.clean(controller.title ?? controller.className)
      markup.words(
        SVGText.cut(title, to: frame.width - 60, size: 17), middle, top + 34, size: 17, fill: look.text,
        anchor: .middle, weight: 600)
      if controller.title != nil {
        markup.words(
          SVGText.cut(SVGText.clean(controller.className), to: frame.width - 60, size: 13), middle, top + 56, size: 13,
          fill: look.secondaryText, anchor: .middle)
      }
    }
  }

  private static func title(_ controller: ScreenPicture.Controller?, _ window: String?, _ label: String) -> String {
    let candidates = [controller?.title, window, label]
    return SVGText.clean(candidates.compactMap(\.self).first { !$0.isEmpty } ?? "")
  }

  // MARK: Several windows

  private static let maximumCards = 5

  /// Draws the app's other windows, small, below those on the screen.
  private mutating func drawShelf(
    _ windows: [ScreenPicture.Window], of front: ScreenPicture.FrontApp, _ markup: inout SVGMarkup
  ) {
    let top = layout.height - 150
    markup.rectangle(0, top, layout.width, 150, fill: look.isDark ? "#2c2c2e" : "#dcdce2")
    let shown = windows.prefix(Self.maximumCards)
    let (width, height) = (104.0, 108.0)
    let start = (layout.width - (width + 16) * Double(shown.count) + 16) / 2
    let icon = painter.icon(front.artwork, size: 32, look, in: &pool)
    for (index, window) in shown.enumerated() {
      let place = isRightToLeft ? shown.count - 1 - index : index
      let x = start + Double(place) * (width + 16)
      markup.rectangle(x, top + 14, width, height, radius: 10, fill: look.background, stroke: look.line)
      markup.use(icon, x + width / 2 - 16, top + 38)
      let title = Self.title(window.controllers.first, window.title, front.label)
      markup.words(
        SVGText.cut(title, to: width - 12, size: 12), x + width / 2, top + 92, size: 12, fill: look.text,
        anchor: .middle)
    }
    if windows.count > shown.count {
      markup.words(
        "+\(windows.count - shown.count)", layout.width - 16, top + 78, size: 15, fill: look.text, anchor: .end)
    }
  }
}

/// An alert or an action sheet, drawn over everything.
extension ScreenCanvas {
  private static let titleSize = 17.0
  private static let messageSize = 14.0
  private static let buttonHeight = 46.0

  mutating func alert(_ alert: ScreenPicture.Alert) -> String {
    let width = min(look.generation == .glass ? 300.0 : 272, layout.width - 24)
    let inner = width - 40
    var texts: [(text: String, size: Double, weight: Int)] = []
    func add(_ text: String?, size: Double, weight: Int, atMost limit: Int) {
      for line in SVGText.lines(SVGText.clean(text ?? ""), to: inner, size: size, atMost: limit) {
        texts.append((line, size, weight))
      }
    }
    if alert.title == nil, alert.message == nil {
      add(alert.label, size: Self.messageSize + 1, weight: 400, atMost: 6)
    } else {
      add(alert.title, size: Self.titleSize, weight: 600, atMost: 4)
      add(alert.message, size: Self.messageSize, weight: 400, atMost: 12)
    }
    add(alert.english.map { "In English: \($0)" }, size: Self.messageSize - 3, weight: 400, atMost: 4)
    let icon = alert.artwork.map { painter.icon($0, size: 60, look, in: &pool) }
    let head = 22 + (icon == nil ? 0 : 72) + texts.reduce(0) { $0 + $1.size + 6 } + 14
    let isBeside = alert.buttons.count == 2 && alert.buttons.allSatisfy { fits($0.title, (width - 24) / 2 - 16) }
    let available = Int((layout.height - layout.top - 40 - head) / Self.buttonHeight)
    let shown = Array(alert.buttons.prefix(max(1, alert.buttons.count > available ? available - 1 : available)))
    let left = alert.buttons.count - shown.count
    let height =
      head + Self.buttonHeight * Double(isBeside ? 1 : shown.count) + (left > 0 ? 28 : 0) + (shown.isEmpty ? 0 : inset)
    let x = (layout.width - width) / 2
    let isSheet = alert.style == .actionSheet && picture.model.deviceClass == .iPhone
    let y = isSheet ? layout.height - height - 24 : max(layout.top, (layout.height - height) / 2)
    return part { markup, canvas in
      let look = canvas.look
      markup.rectangle(0, 0, canvas.layout.width, canvas.layout.height, fill: "#000000", opacity: 0.32)
      markup.rectangle(
        x, y, width, height, radius: look.alertRadius, fill: look.panel.fill, opacity: max(0.95, look.panel.opacity),
        stroke: look.generation == .glass ? "#ffffff" : nil, strokeWidth: 0.7)
      var top = y + 22
      if let icon {
        markup.use(icon, x + (width - 60) / 2, top)
        top += 72
      }
      canvas.draw(texts, x, width, &top, &markup)
      top = y + head
      canvas.draw(shown, isBeside: isBeside, Frame(x: x, y: top, width: width, height: 0), &markup)
      if left > 0 {
        markup.words("+\(left)", x + width / 2, y + height - 10, size: 13, fill: look.secondaryText, anchor: .middle)
      }
    }
  }

  /// The space around buttons drawn as separate shapes.
  private var inset: Double { look.generation == .glass ? 14 : 0 }

  private func fits(_ title: String, _ available: Double) -> Bool {
    SVGText.width(SVGText.clean(title), size: Self.titleSize) <= available
  }

  /// Draws texts from the leading edge from iOS 26 on, and centred before.
  private func draw(
    _ texts: [(text: String, size: Double, weight: Int)], _ x: Double, _ width: Double, _ top: inout Double,
    _ markup: inout SVGMarkup
  ) {
    let isCentred = look.generation != .glass
    for line in texts {
      top += line.size + 6
      let place = isCentred ? x + width / 2 : isRightToLeft ? x + width - 24 : x + 24
      markup.words(
        line.text, place, top - 8, size: line.size, fill: look.text,
        anchor: isCentred ? .middle : isRightToLeft ? .end : .start, weight: line.weight)
    }
  }

  private func draw(
    _ buttons: [ScreenPicture.Alert.Button], isBeside: Bool, _ frame: Frame, _ markup: inout SVGMarkup
  ) {
    let height = Self.buttonHeight
    let count = buttons.count
    for (index, button) in buttons.enumerated() {
      var cell = Frame(x: frame.x, y: frame.y + height * Double(index), width: frame.width, height: height)
      if isBeside {
        let place = isRightToLeft ? count - 1 - index : index
        cell = Frame(x: frame.x + frame.width / 2 * Double(place), y: frame.y, width: frame.width / 2, height: height)
      }
      let middle = cell.x + cell.width / 2
      let colour = button.style == .destructive ? look.destructive : look.accent
      var fill = colour
      switch look.generation {
      case .glass:
        let gap = isBeside ? 5.0 : 0
        let isMain = button.style == .default && (count == 1 || isBeside && index == count - 1)
        markup.rectangle(
          cell.x + 14 - (isBeside && cell.x > frame.x ? 9 : 0), cell.y, cell.width - 28 + (isBeside ? 9 : 0) - gap + 5,
          height - 6, radius: 20, fill: isMain ? look.accent : look.line, opacity: isMain ? 1 : 0.5)
        fill = isMain ? (look.isDark ? "#00172e" : "#ffffff") : button.style == .destructive ? colour : look.text
      case .flat, .cards:
        markup.rectangle(cell.x, cell.y, cell.width, 0.5, fill: look.line)
        if isBeside, cell.x > frame.x { markup.rectangle(cell.x, cell.y, 0.5, height, fill: look.line) }
      }
      let baseline = cell.y + (look.generation == .glass ? 26 : 29)
      markup.words(
        SVGText.cut(SVGText.clean(button.title), to: cell.width - 24, size: Self.titleSize), middle, baseline,
        size: Self.titleSize, fill: fill, anchor: .middle, weight: button.style == .cancel ? 600 : 400)
    }
  }
}
