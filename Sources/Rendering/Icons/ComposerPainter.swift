internal import AppPackages
internal import HomeScreenSimulator
import PropertyLists

/// Draws an icon of Icon Composer from its layers, for the browser to put together: without glass.
///
/// Pictures of layers come from the app. They are embedded as pictures and never become markup of the page: in them a
/// browser runs no script and loads nothing.
struct ComposerPainter {
  /// With the pictures that were read.
  private(set) var source: ComposerSource
  private let icon: ComposerIcon
  /// What was left out, and why.
  private(set) var remarks: [String] = []
  private static let side = 1024.0

  init(_ source: ComposerSource, _ appearance: IconAppearance) {
    self.source = source
    icon = ComposerIcon(source.root, appearance)
  }

  /// The markup of a square of this side.
  mutating func markup(size: Double, _ look: ScreenLook, in pool: inout SVGPool) -> String {
    var layers = SVGMarkup()
    let side = Self.side
    if let background = icon.background {
      layers.rectangle(0, 0, side, side, fill: paint(background, &pool))
    }
    for group in icon.groups.reversed() {
      layers.group(
        Self.attributes(group.opacity, group.blend, Self.transform(group.position, width: side, height: side))
      ) { markup in
        for layer in group.layers.reversed() { draw(layer, &markup, &pool) }
      }
    }
    var filter = ""
    switch look.icons {
    case .light, .dark: break
    case .tinted, .tintedLight:
      filter = " filter=\"url(#\(pool.add(Self.matrix(colour: look.tint))))\""
    case .clear, .clearDark:
      filter =
        " filter=\"url(#\(pool.add("<filter color-interpolation-filters=\"sRGB\"><feColorMatrix values=\"0 0 0 0 1 0 0 0 0 1 0 0 0 0 1 0.16 0.53 0.05 0 0.22\"/></filter>")))\""
    }
    return "<g transform=\"scale(\(size / side))\"\(filter) class=\"isolated\">\(layers.text)</g>"
  }

  /// From brightness to shades of one colour.
  private static func matrix(colour: IconTint) -> String {
    let rows = [colour.red, colour.green, colour.blue].map { Double($0) / 255 }.map { share in
      [0.2126, 0.7152, 0.0722].map { SVGMarkup.number($0 * share) }.joined(separator: " ") + " 0 0.06"
    }
    return
      "<filter color-interpolation-filters=\"sRGB\"><feColorMatrix values=\"\(rows.joined(separator: " ")) 0 0 0 1 0\"/></filter>"
  }

  private static func attributes(_ opacity: Double, _ blend: String?, _ transform: String) -> String {
    var text = transform.isEmpty ? "" : "transform=\"\(transform)\""
    if opacity < 1 { text += " opacity=\"\(SVGMarkup.number(opacity))\"" }
    if let blend { text += " class=\"blend-\(blend)\"" }
    return text
  }

  /// Around the middle of the canvas.
  private static func transform(_ position: ComposerIcon.Position, width: Double, height: Double) -> String {
    func n(_ value: Double) -> String { SVGMarkup.number(value) }
    if position.scale == 1, position.x == 0, position.y == 0, width == side, height == side { return "" }
    return
      "translate(\(n(side / 2 + position.x)) \(n(side / 2 + position.y))) scale(\(SVGMarkup.factor(position.scale))) "
      + "translate(\(n(-width / 2)) \(n(-height / 2)))"
  }

  private mutating func draw(
    _ layer: ComposerIcon.Layer, _ markup: inout SVGMarkup, _ pool: inout SVGPool
  ) {
    guard let name = layer.image else { return }
    let picture: LayerPicture
    do {
      picture = try source.picture(name)
    } catch {
      remarks.append("the layer “\(name)” is left out: \(error.reason)")
      return
    }
    let (width, height) = (SVGMarkup.number(picture.width), SVGMarkup.number(picture.height))
    let image = pool.add("<image width=\"\(width)\" height=\"\(height)\" href=\"\(picture.data)\"/>")
    let transform = Self.transform(layer.position, width: picture.width, height: picture.height)
    let fill = layer.fill.map { paint($0, &pool) }
    markup.group(Self.attributes(layer.opacity, layer.blend, transform)) { markup in
      guard let fill else { return markup.use(image) }
      // Only the picture's shape counts.
      let mask = pool.add(
        "<mask maskUnits=\"userSpaceOnUse\" x=\"0\" y=\"0\" width=\"\(width)\" height=\"\(height)\" mask-type=\"alpha\" "
          + "class=\"by-alpha\"><use href=\"#\(image)\"/></mask>")
      markup.append("<rect width=\"\(width)\" height=\"\(height)\" fill=\"\(fill)\" mask=\"url(#\(mask))\"/>")
    }
  }

  private func paint(_ fill: ComposerIcon.Fill, _ pool: inout SVGPool) -> String {
    guard fill.colours.count > 1 else { return fill.colours.first ?? "none" }
    func n(_ value: Double) -> String { SVGMarkup.number(value) }
    var stops = ""
    for (index, colour) in fill.colours.enumerated() {
      stops += "<stop offset=\"\(n(Double(index) / Double(fill.colours.count - 1)))\" stop-color=\"\(colour)\"/>"
    }
    let name = pool.add(
      "<linearGradient x1=\"\(n(fill.start.x))\" y1=\"\(n(fill.start.y))\" x2=\"\(n(fill.stop.x))\" "
        + "y2=\"\(n(fill.stop.y))\">\(stops)</linearGradient>")
    return "url(#\(name))"
  }
}
