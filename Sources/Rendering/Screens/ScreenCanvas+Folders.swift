internal import HomeScreenSimulator

/// Folders of the Home Screen: a plate with the first icons in it, and the panel of the one that is open.
extension ScreenCanvas {
  /// The part with an icon whose upper left corner is at 0, 0.
  mutating func icon(_ artworks: [ScreenPicture.Artwork], _ side: Double) -> String {
    artworks.first.map { painter.icon($0, size: side, look, in: &pool) } ?? pool.add("<g></g>")
  }

  /// The same with a folder: three rows of three icons.
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

  /// The folders of the page and in the Dock.
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
    // From iOS 14 on a folder has a badge that takes it away (QUICK-149).
    if isEditing, picture.os >= OSVersion(14) {
      markup.group("transform=\"translate(\(SVGMarkup.number(cell.x)) \(SVGMarkup.number(cell.y)))\"") {
        Self.drawBadge(look, &$0)
      }
    }
    guard label else { return }
    let text = SVGText.cut(SVGText.clean(folder.name), to: layout.labelRoom, size: layout.labelSize)
    markup.words(
      text, cell.x + cell.width / 2, cell.maxY + layout.labelSize + 4, size: layout.labelSize, fill: "#ffffff",
      anchor: .middle)
  }

  /// The folder that is open, over everything.
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
