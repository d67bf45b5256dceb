internal import AppPackages
internal import HomeScreenSimulator
internal import Platform
import PropertyLists

/// One appearance of an Icon Composer `icon.json` (ICON-148): the fills, groups and layers that can be drawn flat.
/// Glass, shadows, lighting and translucency are left to the system.
struct ComposerIcon {
  /// One colour, or the colours of a gradient.
  struct Fill {
    var colours: [String]
    var start = (x: 0.5, y: 0.0)
    var stop = (x: 0.5, y: 1.0)
  }

  struct Layer {
    var image: String?
    /// The fill; nil keeps the picture's own colours.
    var fill: Fill?
    var opacity: Double
    var blend: String?
    var position: Position
  }

  struct Group {
    var opacity: Double
    var blend: String?
    var position: Position
    /// The layers, front to back.
    var layers: [Layer]
  }

  struct Position {
    var scale = 1.0
    var x = 0.0
    var y = 0.0
  }

  let background: Fill?
  /// The groups, front to back.
  let groups: [Group]

  private static let maximumGroups = 64
  private static let maximumLayers = 128

  init(_ root: JSONNode, _ appearance: IconAppearance) {
    let reader = ComposerValues(appearance: appearance)
    background = reader.fill(root) ?? (appearance == .light ? Fill(colours: ["#ffffff"]) : ComposerValues.dark)
    groups = (root["groups"]?.array ?? []).prefix(Self.maximumGroups).compactMap { node in
      guard reader.value("hidden", node)?.boolean != true else { return nil }
      let layers = (node["layers"]?.array ?? []).prefix(Self.maximumLayers).compactMap { layer -> Layer? in
        guard reader.value("hidden", layer)?.boolean != true else { return nil }
        return Layer(
          image: reader.value("image-name", layer)?.string, fill: reader.fill(layer),
          opacity: reader.opacity(layer), blend: reader.blend(layer), position: reader.position(layer))
      }
      return Group(
        opacity: reader.opacity(node), blend: reader.blend(node), position: reader.position(node), layers: layers)
    }
  }
}

/// The values for one appearance, with those for all appearances as a fallback.
private struct ComposerValues {
  let appearance: IconAppearance

  /// The background of dark icons.
  static let dark = ComposerIcon.Fill(colours: ["#313135", "#141416"])

  func value(_ key: String, _ node: JSONNode) -> JSONNode? {
    var general = node[key]
    var own: JSONNode?
    for entry in node["\(key)-specializations"]?.array ?? [] {
      // The other shape is for watches.
      if let idiom = entry["idiom"]?.string, idiom != "square" { continue }
      switch entry["appearance"]?.string {
      case nil: general = entry["value"] ?? general
      // Clear icons use the values of tinted ones (ICON-251).
      case appearance.pictures.rawValue?: own = entry["value"]
      default: continue
      }
    }
    return own ?? general
  }

  func opacity(_ node: JSONNode) -> Double { bounded(value("opacity", node)?.number, 0...1) ?? 1 }

  /// The CSS names; CSS has most of the blend modes.
  private static let blends: [String: String] = [
    "multiply": "multiply", "screen": "screen", "overlay": "overlay", "darken": "darken", "lighten": "lighten",
    "color-dodge": "color-dodge", "color-burn": "color-burn", "soft-light": "soft-light", "hard-light": "hard-light",
    "difference": "difference", "exclusion": "exclusion", "hue": "hue", "saturation": "saturation", "color": "color",
    "luminosity": "luminosity", "plus-lighter": "plus-lighter", "plus-darker": "multiply",
  ]

  func blend(_ node: JSONNode) -> String? { value("blend-mode", node)?.string.flatMap { Self.blends[$0] } }

  func position(_ node: JSONNode) -> ComposerIcon.Position {
    guard let value = value("position", node) else { return ComposerIcon.Position() }
    let shift = value["translation-in-points"]?.array ?? []
    return ComposerIcon.Position(
      scale: bounded(value["scale"]?.number, 0.001...100) ?? 1,
      x: bounded(shift.first?.number, -10_000...10_000) ?? 0,
      y: bounded(shift.dropFirst().first?.number, -10_000...10_000) ?? 0)
  }

  private func bounded(_ value: Double?, _ range: ClosedRange<Double>) -> Double? {
    value.flatMap { $0.isFinite ? min(range.upperBound, max(range.lowerBound, $0)) : nil }
  }

  // MARK: Fills

  func fill(_ node: JSONNode) -> ComposerIcon.Fill? {
    guard let value = value("fill", node) else { return nil }
    switch value.string {
    case "system-light": return ComposerIcon.Fill(colours: ["#ffffff", "#eeeef0"])
    case "system-dark": return Self.dark
    case "automatic", "none": return nil
    default: break
    }
    if let colour = value["solid"].flatMap(colour) { return ComposerIcon.Fill(colours: [colour]) }
    // The system derives the lighter colour; by how much is unknown.
    if let colour = value["automatic-gradient"].flatMap(colour) {
      return ComposerIcon.Fill(colours: ["color-mix(in srgb, \(colour) 82%, white)", colour])
    }
    let colours = (value["linear-gradient"]?.array ?? []).prefix(8).compactMap(colour)
    guard !colours.isEmpty else { return nil }
    var fill = ComposerIcon.Fill(colours: colours)
    if let start = point(value["orientation"]?["start"]) { fill.start = start }
    if let stop = point(value["orientation"]?["stop"]) { fill.stop = stop }
    return fill
  }

  private func point(_ node: JSONNode?) -> (x: Double, y: Double)? {
    guard let x = bounded(node?["x"]?.number, -10...10), let y = bounded(node?["y"]?.number, -10...10) else {
      return nil
    }
    return (x, y)
  }

  /// Converts `srgb:1,0.5,0,1` to a CSS colour.
  private func colour(_ node: JSONNode) -> String? {
    guard let text = node.string, let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let numbers = text[text.index(after: colon)...].split(separator: ",").compactMap { part -> Double? in
      Double(part).flatMap { bounded($0, -1...2) }
    }
    func n(_ value: Double) -> String { "\(Double(Int(value * 10_000)) / 10_000)" }
    switch (text[..<colon], numbers.count) {
    case ("srgb", 4), ("extended-srgb", 4):
      return "color(srgb \(n(numbers[0])) \(n(numbers[1])) \(n(numbers[2])) / \(n(numbers[3])))"
    case ("display-p3", 4):
      return "color(display-p3 \(n(numbers[0])) \(n(numbers[1])) \(n(numbers[2])) / \(n(numbers[3])))"
    case ("gray", 2), ("extended-gray", 2):
      return "color(srgb \(n(numbers[0])) \(n(numbers[0])) \(n(numbers[0])) / \(n(numbers[1])))"
    default: return nil
    }
  }
}

/// Draws an Icon Composer icon from its layers, without glass. The browser composes the layers.
///
/// The pictures of layers come from the app. They are embedded as images, never as markup of the page, so a browser
/// runs no script in them and loads nothing from them.
struct ComposerPainter {
  /// The source, including the pictures read so far.
  private(set) var source: ComposerSource
  private let icon: ComposerIcon
  /// The layers that were left out, and why.
  private(set) var remarks: [String] = []
  private static let side = 1024.0

  init(_ source: ComposerSource, _ appearance: IconAppearance) {
    self.source = source
    icon = ComposerIcon(source.root, appearance)
  }

  /// Returns the markup of a square with this side.
  mutating func markup(size: Double, _ look: ScreenLook, in pool: inout SVGPool) -> String {
    var layers = SVGMarkup()
    let side = Self.side
    if let background = icon.background { layers.rectangle(0, 0, side, side, fill: paint(background, &pool)) }
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

  /// Returns a colour matrix that turns brightness into shades of one colour.
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

  /// Returns a transform about the centre of the canvas.
  private static func transform(_ position: ComposerIcon.Position, width: Double, height: Double) -> String {
    func n(_ value: Double) -> String { SVGMarkup.number(value) }
    if position.scale == 1, position.x == 0, position.y == 0, width == side, height == side { return "" }
    return
      "translate(\(n(side / 2 + position.x)) \(n(side / 2 + position.y))) scale(\(SVGMarkup.factor(position.scale))) "
      + "translate(\(n(-width / 2)) \(n(-height / 2)))"
  }

  private mutating func draw(_ layer: ComposerIcon.Layer, _ markup: inout SVGMarkup, _ pool: inout SVGPool) {
    guard let name = layer.image else { return }
    let picture: LayerPicture
    do {
      picture = try source.picture(name)
    } catch {
      remarks.append("the layer “\(name)” is left out: \(error)")
      return
    }
    let (width, height) = (SVGMarkup.number(picture.width), SVGMarkup.number(picture.height))
    let image = pool.add("<image width=\"\(width)\" height=\"\(height)\" href=\"\(picture.data)\"/>")
    let transform = Self.transform(layer.position, width: picture.width, height: picture.height)
    let fill = layer.fill.map { paint($0, &pool) }
    markup.group(Self.attributes(layer.opacity, layer.blend, transform)) { markup in
      guard let fill else { return markup.use(image) }
      // Only the shape of the picture counts.
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

/// A layer's picture, ready to embed.
struct LayerPicture {
  let width: Double
  let height: Double
  /// `data:image/…`
  let data: String
}

/// The folder of an Icon Composer icon: its document and the pictures of its layers. Both are untrusted.
struct ComposerSource {
  let root: JSONNode
  private let tree: any FileTree
  private let folder: String
  /// The pictures read so far; all looks share them.
  private var known: [ExactText: Result<LayerPicture, UserError>] = [:]
  /// The bytes of all pictures read so far, as embedded.
  private var total = 0
  /// The pixels of all pictures decoded so far.
  private var pixels = 0

  /// Returns nil if the layers are unavailable, as in a compiled catalog, or unreadable.
  init?(_ name: String, in package: AppPackage) {
    guard let tree = package.files?.tree,
      let path = package.catalog?.sets.first(where: { $0.isIconComposer && ExactText.isSame($0.name, name) })?.path,
      let json = try? LenientJSON.read(FileTreePath.join(path, "icon.json"), in: tree), json.root.object != nil
    else { return nil }
    root = json.root
    self.tree = tree
    folder = FileTreePath.join(path, "Assets")
  }

  private static let maximumSide = 512
  /// The maximum size of a document's pictures together, in bytes; real documents use a tenth of it.
  private static let maximumTotal = 4 << 20
  /// The maximum pixels of one picture, and of all pictures together.
  private static let maximumPixels = 2048 * 2048, maximumPixelsTogether = 16 * maximumPixels

  mutating func picture(_ name: String) throws(UserError) -> LayerPicture {
    guard !name.utf8.contains(UInt8(ascii: "/")), FileTreePath.parts(of: name).count == 1, name != "..", name != "."
    else { throw UserError("its name is a path") }
    let path = FileTreePath.join(folder, name)
    // On a case-insensitive volume, one file has many names.
    let key = ExactText(tree.spelling(of: path) ?? path)
    if let result = known[key] { return try result.get() }
    guard total < Self.maximumTotal else {
      throw UserError("the icon’s pictures are larger than \(Self.maximumTotal >> 20) MiB in total")
    }
    let result: Result<LayerPicture, UserError>
    do throws(UserError) {
      result = .success(try read(path))
    } catch {
      result = .failure(error)
    }
    if case .success(let picture) = result { total += picture.data.utf8.count }
    known[key] = result
    return try result.get()
  }

  private mutating func read(_ path: String) throws(UserError) -> LayerPicture {
    let bytes: [UInt8]
    do {
      bytes = try tree.readPrefix(path, count: 16 * LayerDrawing.maximumBytes)
    } catch {
      throw UserError("its picture cannot be read")
    }
    guard let header = try? ImageHeader.read(bytes) else { throw UserError("it is not a picture") }
    switch header.format {
    case .svg: return try vector(bytes)
    case .png: return try raster(bytes, header)
    case .jpeg, .webP, .heic, .gif, .pdf, .tiff, .icns, .bmp:
      throw UserError("pictures of the format \(header.format.title) are not drawn")
    }
  }

  private mutating func raster(_ bytes: [UInt8], _ header: ImageHeader) throws(UserError) -> LayerPicture {
    let count = header.width.multipliedReportingOverflow(by: header.height)
    // Larger pictures are refused before anything is decoded.
    if !count.overflow, count.partialValue <= Self.maximumPixels {
      guard count.partialValue <= Self.maximumPixelsTogether - pixels else {
        throw UserError("the icon’s pictures have more than \(Self.maximumPixelsTogether) pixels in total")
      }
      pixels += count.partialValue
    }
    guard let pixels = try? ImagePixels.decode(bytes, maximumPixels: Self.maximumPixels) else {
      throw UserError("its pixels cannot be read")
    }
    let share = min(1, Double(Self.maximumSide) / Double(max(pixels.width, pixels.height, 1)))
    let small = PixelScaling.scaled(
      pixels, width: max(1, Int(Double(pixels.width) * share)), height: max(1, Int(Double(pixels.height) * share)))
    guard let file = PNGWriter.write(small) else { throw UserError("not enough memory for it") }
    return LayerPicture(
      width: Double(pixels.width), height: Double(pixels.height),
      data: "data:image/png;base64,\(Base64.encode(file))")
  }

  private func vector(_ bytes: [UInt8]) throws(UserError) -> LayerPicture {
    guard bytes.count <= LayerDrawing.maximumBytes else {
      throw UserError("its drawing is larger than \(LayerDrawing.maximumBytes >> 10) KiB")
    }
    let size = LayerDrawing.size(String(decoding: bytes, as: UTF8.self))
    return LayerPicture(
      width: size.width, height: size.height, data: "data:image/svg+xml;base64,\(Base64.encode(bytes))")
  }
}

/// The SVG drawings in the layers of icons. A browser shows them as images, so it runs none of their scripts and loads
/// nothing.
enum LayerDrawing {
  /// The maximum size of a drawing; no real layer is larger.
  static let maximumBytes = 512 * 1024

  /// Returns the size of the `svg` element: its width and height, otherwise its view box, otherwise the whole canvas.
  static func size(_ text: String) -> (width: Double, height: Double) {
    let whole = (1024.0, 1024.0)
    guard let start = text.firstRange(of: "<svg") else { return whole }
    let tag = text[start.upperBound...].prefix(4000).prefix { $0 != ">" }
    func attribute(_ name: String) -> Substring? {
      guard let found = tag.firstRange(of: " \(name)=") else { return nil }
      let rest = tag[found.upperBound...]
      guard let quote = rest.first, quote == "\"" || quote == "'" else { return nil }
      return rest.dropFirst().prefix { $0 != quote }
    }
    func length(_ text: Substring?) -> Double? {
      guard let text, text.last != "%" else { return nil }
      return Double(text.prefix { $0.isNumber || $0 == "." }).flatMap { (0.01...20_000).contains($0) ? $0 : nil }
    }
    if let width = length(attribute("width")), let height = length(attribute("height")) { return (width, height) }
    let box = (attribute("viewBox") ?? "").split { $0 == " " || $0 == "," }
    guard box.count == 4, let width = length(box[2]), let height = length(box[3]) else { return whole }
    return (width, height)
  }
}
