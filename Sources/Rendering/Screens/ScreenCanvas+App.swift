internal import HomeScreenSimulator

/// An app in front: nobody knows what it shows, so its windows have a title, its icon, and the controllers over each
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

  /// What is presented over the root, the last one in front.
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

  private static func title(
    _ controller: ScreenPicture.Controller?, _ window: String?, _ label: String
  ) -> String {
    let candidates = [controller?.title, window, label]
    return SVGText.clean(candidates.compactMap(\.self).first { !$0.isEmpty } ?? "")
  }

  // MARK: Several windows

  private static let maximumCards = 5

  /// The app's other windows, small, below those on the screen.
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
