internal import AppPackages
internal import HomeScreenSimulator

/// An alert, or an action sheet, over everything.
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
    let icon = alert.artwork.map { painter.icon($0, size: 60, look, in: &pool) }
    let head = 22 + (icon == nil ? 0 : 72) + texts.reduce(0) { $0 + $1.size + 6 } + 14
    let isBeside = alert.buttons.count == 2 && alert.buttons.allSatisfy { fits($0.title, (width - 24) / 2 - 16) }
    let room = Int((layout.height - layout.top - 40 - head) / Self.buttonHeight)
    let shown = Array(alert.buttons.prefix(max(1, alert.buttons.count > room ? room - 1 : room)))
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
        markup.words(
          "+\(left)", x + width / 2, y + height - 10, size: 13, fill: look.secondaryText, anchor: .middle)
      }
    }
  }

  /// Room around buttons that are shapes of their own.
  private var inset: Double { look.generation == .glass ? 14 : 0 }

  private func fits(_ title: String, _ room: Double) -> Bool {
    SVGText.width(SVGText.clean(title), size: Self.titleSize) <= room
  }

  /// From iOS 26 on texts begin at the side where reading begins; before, they stand in the middle.
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
        cell = Frame(
          x: frame.x + frame.width / 2 * Double(place), y: frame.y, width: frame.width / 2, height: height)
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
