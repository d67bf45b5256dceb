internal import HomeScreenSimulator

/// The menu of an icon: the screen is darkened except for the icon, and the rows are next to it.
extension ScreenCanvas {
  private static let titleSize = 16.0
  private static let subtitleSize = 13.0
  private static let padding = 16.0
  private static let gap = 10.0

  private var rowPadding: Double { look.generation == .flat ? 15 : look.generation == .glass ? 12 : 11 }

  private func height(of row: ScreenPicture.Menu.Row) -> Double {
    let lines = max(1, row.lines.count)
    return 2 * rowPadding + 20 + Double(lines - 1) * 18
  }

  mutating func menu(_ menu: ScreenPicture.Menu) -> String {
    let cell = cell(of: menu)
    let icon = menu.bundleIdentifier == nil ? folder(menu.artworks, cell.width) : icon(menu.artworks, cell.width)
    let (panel, width, height) = menuPanel(menu)
    // On the side of the screen with the icon; always inside the screen.
    let x = max(
      8, min(layout.width - width - 8, cell.x + cell.width / 2 > layout.width / 2 ? cell.maxX - width : cell.x))
    let wanted = menu.opensUpward ? cell.y - Self.gap - height : cell.maxY + Self.gap
    let y = max(layout.top, min(layout.height - height - 12, wanted))
    return part { markup, canvas in
      markup.rectangle(0, 0, canvas.layout.width, canvas.layout.height, fill: "#000000", opacity: canvas.look.veil)
      markup.use(icon, cell.x, cell.y)
      markup.use(panel, x, y)
    }
  }

  /// Returns the part with the panel of rows, at 0, 0.
  mutating func menuPanel(_ menu: ScreenPicture.Menu) -> (part: String, width: Double, height: Double) {
    let width = min(look.generation == .flat ? 280 : 256, layout.width - 32)
    let (rows, left) = fittingRows(menu)
    let height =
      rows.indices.reduce(menu.widget == nil ? 0 : 54.0) { sum, index in
        sum + self.height(of: rows[index]) + (isBoundary(rows, index) ? 7 : 0)
      } + (left > 0 ? 34 : 0)
    let glyphs = rows.map { glyph(of: $0, in: menu) }
    let panel = part { markup, canvas in
      let look = canvas.look
      markup.rectangle(
        0, 0, width, height, radius: look.menuRadius, fill: look.panel.fill, opacity: look.panel.opacity,
        stroke: look.generation == .glass ? "#ffffff" : nil, strokeWidth: 0.7)
      var top = 0.0
      if let widget = menu.widget {
        canvas.draw(widget: widget, Frame(x: 0, y: top, width: width, height: 54), &markup)
        top += 54
      }
      for (index, row) in rows.enumerated() {
        if canvas.isBoundary(rows, index) {
          markup.rectangle(0, top, width, 7, fill: look.line, opacity: 0.55)
          top += 7
        }
        let height = canvas.height(of: row)
        canvas.draw(row, glyphs[index], side: menu.iconSide, Frame(x: 0, y: top, width: width, height: height), &markup)
        top += height
        let isLast = index == rows.count - 1
        if !isLast, !canvas.isBoundary(rows, index + 1), look.generation != .glass {
          markup.rectangle(0, top - 0.5, width, 0.5, fill: look.line)
        }
      }
      if left > 0 { markup.words("+\(left)", width / 2, top + 22, size: 13, fill: look.secondaryText, anchor: .middle) }
    }
    return (panel, width, height)
  }

  private func cell(of menu: ScreenPicture.Menu) -> Frame {
    switch menu.place {
    case .grid(_, let row, let column): return layout.cell(row: row, column: column)
    case .dock(let column):
      let columns = picture.dockPlaces
      return layout.dockCell(columns.firstIndex(of: column) ?? 0, of: max(1, columns.count))
    case nil:
      // The icon is in the App Library, which is not drawn, or in a folder.
      return Frame(
        x: layout.width / 2 - layout.icon / 2, y: layout.height * 0.2, width: layout.icon, height: layout.icon)
    }
  }

  /// Returns as many rows as fit on the screen, and the number of further ones.
  private func fittingRows(_ menu: ScreenPicture.Menu) -> (rows: [ScreenPicture.Menu.Row], left: Int) {
    var available = layout.height - layout.top - 60 - (menu.widget == nil ? 0 : 54)
    var rows: [ScreenPicture.Menu.Row] = []
    for row in menu.rows {
      available -= height(of: row) + 7
      guard available > 0 else { break }
      rows.append(row)
    }
    return (rows, menu.rows.count - rows.count)
  }

  /// Whether this row starts or ends the system's rows.
  private func isBoundary(_ rows: [ScreenPicture.Menu.Row], _ index: Int) -> Bool {
    guard index > 0, index < rows.count else { return false }
    return rows[index].isSystem != rows[index - 1].isSystem
  }

  private func draw(widget: String, _ frame: Frame, _ markup: inout SVGMarkup) {
    markup.rectangle(frame.x + 8, frame.y + 8, frame.width - 16, 38, radius: 8, fill: look.line, opacity: 0.5)
    markup.words(
      SVGText.cut(SVGText.clean(widget), to: frame.width - 32, size: 13), frame.x + frame.width / 2, frame.y + 32,
      size: 13, fill: look.secondaryText, anchor: .middle)
  }

  private func draw(
    _ row: ScreenPicture.Menu.Row, _ glyph: String?, side: MenuSide, _ frame: Frame, _ markup: inout SVGMarkup
  ) {
    let hasGlyphLeft = side == .left
    let glyphX = hasGlyphLeft ? frame.x + Self.padding : frame.maxX - Self.padding - 20
    if let glyph {
      markup.group(
        "transform=\"translate(\(SVGMarkup.number(glyphX)) \(SVGMarkup.number(frame.y + frame.height / 2 - 10)))\""
      ) { $0.append(glyph) }
    }
    let available = frame.width - 2 * Self.padding - 30
    let start = hasGlyphLeft ? frame.x + Self.padding + 30 : frame.x + Self.padding
    let x = isRightToLeft ? start + available : start
    // Whatever the language, the text's own direction applies inside it.
    let anchor: SVGMarkup.Anchor = isRightToLeft ? .end : .start
    var baseline = frame.y + rowPadding + 15
    for (index, line) in row.lines.prefix(2).enumerated() {
      let isSubtitle = index > 0 && row.subtitle?.isEmpty == false
      let size = isSubtitle ? Self.subtitleSize : Self.titleSize
      markup.words(
        SVGText.cut(SVGText.clean(line), to: available, size: size), x, baseline, size: size,
        fill: isSubtitle ? look.secondaryText : colour(of: row), anchor: anchor)
      baseline += 18
    }
  }

  private func colour(of row: ScreenPicture.Menu.Row) -> String {
    switch row.system {
    case .removeApp, .deleteApp, .cancelDownload, .removeFolder: look.destructive
    case .widgetSizes, .newWindow, .showAllWindows, .editHomeScreen, .shareApp, .sendBetaFeedback,
      .requireAuthentication, .addToHomeScreen, .prioritiseDownload, .pauseDownload, .resumeDownload, .renameFolder,
      nil:
      look.text
    }
  }

  // MARK: Pictures of rows

  private mutating func glyph(of row: ScreenPicture.Menu.Row, in menu: ScreenPicture.Menu) -> String? {
    if let system = row.system { return Glyph.element(Glyph.path(of: system), colour: colour(of: row)) }
    guard let glyph = row.glyph else { return nil }
    let colour = look.text
    switch glyph.source {
    case .system:
      let type = SystemIconType.allCases.first { $0.name == glyph.name }
      return type.map { Glyph.element(Glyph.path(of: $0), colour: colour) }
    case .symbol:
      let name = glyph.name ?? ""
      return Glyph.path(ofSymbol: name).map { Glyph.element($0, colour: colour) } ?? unknown(name, colour)
    case .asset, .file:
      guard
        let part = painter.template(glyph, of: menu.artworks.first?.package ?? "", isDark: look.isDark, in: &pool)
      else { return unknown(glyph.name ?? "", colour) }
      var markup = SVGMarkup()
      markup.use(part)
      return markup.text
    case .photo, .monogram:
      var markup = SVGMarkup()
      markup.circle(10, 10, 10, fill: "#8e8e93")
      let letters = glyph.source == .monogram ? String(SVGText.clean(glyph.name ?? "").prefix(2)) : ""
      if letters.isEmpty {
        markup.append(Glyph.element(Glyph.path(of: SystemIconType.contact), colour: "#ffffff"))
      } else {
        markup.words(letters, 10, 13.5, size: 9.5, fill: "#ffffff", anchor: .middle, weight: 600)
      }
      return markup.text
    case .dot:
      var markup = SVGMarkup()
      markup.circle(10, 10, 3, fill: colour)
      return markup.text
    case .placeholder:
      return "<rect x=\"2\" y=\"2\" width=\"16\" height=\"16\" rx=\"3\" fill=\"none\" stroke=\"\(colour)\" "
        + "stroke-width=\"1.5\" stroke-dasharray=\"3 2\"/>"
    }
  }

  /// Draws a stand-in for an unavailable picture: a frame with a question mark.
  private func unknown(_ name: String, _ colour: String) -> String {
    var markup = SVGMarkup()
    markup.group("", title: "\(SVGText.clean(name, limit: 80)): the picture is not available") { markup in
      markup.append(
        "<rect x=\"2\" y=\"2\" width=\"16\" height=\"16\" rx=\"3\" fill=\"none\" stroke=\"\(colour)\" "
          + "stroke-dasharray=\"2 2\"/>")
      markup.words("?", 10, 14.5, size: 12, fill: colour, anchor: .middle)
    }
    return markup.text
  }
}
