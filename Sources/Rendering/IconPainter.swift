internal import AppPackages
internal import HomeScreenSimulator
import PropertyLists

/// Adds the pictures of icons to a pool of SVG parts, each picture once.
struct IconPainter {
  /// The pixels of an embedded picture per point of the drawing.
  let pixelsPerPoint: Int
  private var loaders: [String: PictureLoader] = [:]
  private var known: [Key: String] = [:]
  private var glyphs: [GlyphKey: String?] = [:]
  /// The Icon Composer sources, keyed by package and name.
  private var composers: [String: ComposerSource] = [:]
  private var reduced: [SourceKey: PictureLoader.Outcome] = [:]
  /// The scaled pixels of the last few icons; every look of an icon uses the same ones.
  private var scaled: [ScaledKey: ImagePixels] = [:]

  /// Whether icons have a mark if their picture is uncertain.
  let marksDoubts: Bool
  /// Further remarks, keyed by the name of the icon's part.
  private var remarks: [String: [String]] = [:]

  init(pixelsPerPoint: Int, marksDoubts: Bool = true) {
    self.pixelsPerPoint = max(1, min(4, pixelsPerPoint))
    self.marksDoubts = marksDoubts
  }

  /// Returns the remarks about what the drawing of an icon leaves out.
  func remarks(onPart part: String) -> [String] { remarks[part] ?? [] }

  /// Everything that determines a part.
  private struct Key: Hashable {
    let package: String
    let place: IconPicture.Place
    let iconName: String?
    /// The size of an enlarged picture; other pictures are reduced from the same pixels.
    let enlargedTo: Int?
    let filePixels: Int?
    let own: IconAppearance
    let title: String
    let size: Double
    let look: ScreenLook
  }

  /// The source of some pixels.
  private struct SourceKey: Hashable {
    let package: String
    let place: IconPicture.Place
    let filePixels: Int?
    let own: IconAppearance
  }

  private struct ScaledKey: Hashable {
    let source: SourceKey
    /// The width of the pixels before scaling; they may have been reduced before.
    let width: Int
    let enlargedTo: Int?
    let side: Int
  }

  private struct GlyphKey: Hashable {
    let package: String
    let source: ShortcutGlyph.Source
    let name: String?
    let isDark: Bool
  }

  mutating func add(_ package: AppPackage, as identifier: String) {
    if loaders[identifier] == nil { loaders[identifier] = PictureLoader(package) }
  }

  // MARK: Icons

  /// Returns the part with an icon, with its upper left corner at 0, 0.
  mutating func icon(
    _ artwork: ScreenPicture.Artwork, size: Double, _ look: ScreenLook, in pool: inout SVGPool
  ) -> String {
    let picture = artwork.picture
    let key = Key(
      package: artwork.package, place: picture.place, iconName: picture.iconName,
      enlargedTo: Self.isEnlarged(picture) ? picture.pixels : nil, filePixels: picture.filePixels,
      own: picture.appearance, title: Self.title(picture, picture.doubts), size: size, look: look)
    if let part = known[key] { return part }
    let part = paint(artwork, size, look, &pool)
    known[key] = part
    return part
  }

  private mutating func paint(
    _ artwork: ScreenPicture.Artwork, _ size: Double, _ look: ScreenLook, _ pool: inout SVGPool
  ) -> String {
    let picture = artwork.picture
    let outline = IconMask.path(side: size, share: look.cornerShare)
    let shape = pool.add("<path d=\"\(outline)\"/>")
    let mask = pool.add("<clipPath><path d=\"\(outline)\"/></clipPath>")
    var doubts = picture.doubts
    var markup = SVGMarkup()
    switch load(artwork) {
    case .pixels(let pixels):
      // A look that the system derives is approximate, so fewer pixels are enough. Enlarging adds nothing.
      let isOwn = look.icons == .light || look.icons == .dark && picture.appearance == .dark
      let scale = isOwn || pixelsPerPoint < 3 ? Double(pixelsPerPoint) : 1.2
      let side = min(Int((size * scale).rounded()), Self.isEnlarged(picture) ? .max : max(pixels.width, pixels.height))
      // Icons of two devices often have the same pixels under different titles.
      let image = pool.add(Self.element(shown(pixels, artwork, side: side, look), size))
      markup.group("clip-path=\"url(#\(mask))\"") { $0.use(image) }
    case .layers(let name):
      let key = artwork.package + "/" + name
      guard let source = composers[key] ?? loaders[artwork.package]?.composer(name) else {
        doubts.append("the layers of “\(name).icon” are not available: a placeholder is drawn")
        IconPlaceholder(name: picture.iconName ?? name, seed: artwork.seed).draw(size, outline, look, &markup)
        break
      }
      var composer = ComposerPainter(source, look.icons.icons)
      let layers = composer.markup(size: size, look, in: &pool)
      markup.group("clip-path=\"url(#\(mask))\"") { $0.append(layers) }
      doubts.append("drawn without glass")
      doubts += composer.remarks
      composers[key] = composer.source
    case .missing(let reason):
      if picture.isPlaceholder {
        Placeholder.draw(size, outline, look, &markup)
      } else {
        doubts.append("\(reason): a placeholder is drawn")
        IconPlaceholder(name: picture.iconName ?? picture.file ?? "", seed: artwork.seed)
          .draw(size, outline, look, &markup)
      }
    }
    if look.generation == .glass || picture.isFlattened {
      markup.append(
        "<use href=\"#\(shape)\" fill=\"none\" stroke=\"#fff\" stroke-opacity=\"\(look.icons.icons == .clear ? "0.6" : "0.25")\"/>"
      )
    }
    let title = Self.title(picture, doubts)
    let part = pool.add(
      "<g>" + (title.isEmpty ? "" : "<title>\(SVGText.escaped(title))</title>") + markup.text
        + (doubts.isEmpty || !marksDoubts ? "" : Self.doubtMark(size)) + "</g>")
    let known = Set(picture.doubts)
    remarks[part] = doubts.filter { !known.contains($0) }
    return part
  }

  /// Returns the tooltip of the icon.
  private static func title(_ picture: IconPicture, _ doubts: [String]) -> String {
    var lines: [String] = []
    if picture.isPlaceholder { lines.append("placeholder: no picture") }
    if picture.isScaled, let file = picture.file, let side = picture.filePixels {
      lines.append("\(file) has \(side) pixels and is scaled to \(picture.pixels)")
    }
    if picture.source == .unchanged { lines.append("the picture stays as it was") }
    lines += doubts.map { "not sure: \($0)" }
    return lines.prefix(4).map { SVGText.clean($0, limit: 160) }.joined(separator: "; ")
  }

  /// Draws a question mark in the lower right corner.
  private static func doubtMark(_ size: Double) -> String {
    let radius = max(5, size * 0.13)
    var markup = SVGMarkup()
    markup.circle(size - radius, size - radius, radius, fill: "#7a4d00")
    markup.words(
      "?", size - radius, size - radius * 0.42, size: radius * 1.6, fill: "#ffffff",
      anchor: .middle, weight: 700)
    return markup.text
  }

  private static func isEnlarged(_ picture: IconPicture) -> Bool { (picture.filePixels ?? .max) < picture.pixels }

  /// Returns the pixels as a screen shows them. A picture that the device enlarges looks as blurred as on the device;
  /// reducing it again loses nothing.
  private mutating func shown(
    _ pixels: ImagePixels, _ artwork: ScreenPicture.Artwork, side: Int, _ look: ScreenLook
  ) -> ImagePixels {
    let picture = artwork.picture
    let enlarged = Self.isEnlarged(picture) ? picture.pixels : nil
    let key = ScaledKey(source: Self.source(artwork), width: pixels.width, enlargedTo: enlarged, side: side)
    let square: ImagePixels
    if let known = scaled[key] {
      square = known
    } else {
      let onDevice = enlarged.map { PixelScaling.square(pixels, side: $0) } ?? pixels
      square = PixelScaling.square(onDevice, side: side)
      if scaled.count >= Self.maximumScaled { scaled.removeAll() }
      scaled[key] = square
    }
    return IconTreatment.apply(look.icons, tint: look.tint, to: square, madeFor: picture.appearance)
  }

  private static let maximumScaled = 16

  private static func source(_ artwork: ScreenPicture.Artwork) -> SourceKey {
    let picture = artwork.picture
    return SourceKey(
      package: artwork.package, place: picture.place, filePixels: picture.filePixels, own: picture.appearance)
  }

  // MARK: Pixels

  /// The maximum side of embedded pictures, enough for any icon; larger ones are reduced once.
  private static let maximumSide = 256

  /// Returns the pixels of a picture, at most ``maximumSide`` wide.
  private mutating func load(_ artwork: ScreenPicture.Artwork) -> PictureLoader.Outcome {
    let key = Self.source(artwork)
    if let outcome = reduced[key] { return outcome }
    var outcome = loaders[artwork.package]?.load(artwork.picture) ?? .missing("the app is not available")
    if case .pixels(let pixels) = outcome, max(pixels.width, pixels.height) > Self.maximumSide {
      outcome = .pixels(PixelScaling.square(pixels, side: Self.maximumSide))
    }
    reduced[key] = outcome
    return outcome
  }

  mutating func isTransparent(_ artwork: ScreenPicture.Artwork) -> Bool {
    guard case .pixels(let pixels) = load(artwork) else { return false }
    return PixelSummary(pixels).transparentCount > 0
  }

  /// - Throws: `UserError` if there are no pixels.
  mutating func pixels(
    _ artwork: ScreenPicture.Artwork, side: Int, _ look: ScreenLook
  ) throws(UserError) -> ImagePixels {
    // A large icon is not made from reduced pixels.
    let outcome =
      side > Self.maximumSide
      ? loaders[artwork.package]?.load(artwork.picture) ?? .missing("the app is not available") : load(artwork)
    switch outcome {
    case .pixels(let pixels): return shown(pixels, artwork, side: side, look)
    case .layers(let name):
      throw UserError(undrawn: "“\(name).icon” has layers, which only the system combines")
    case .missing(let reason): throw UserError(undrawn: reason)
    }
  }

  static func element(_ pixels: ImagePixels, _ size: Double) -> String {
    guard let file = PNGWriter.write(pixels) else { return "" }
    let side = SVGMarkup.number(size)
    return "<image width=\"\(side)\" height=\"\(side)\" preserveAspectRatio=\"none\" "
      + "href=\"data:image/png;base64,\(Base64.encode(file))\"/>"
  }

  // MARK: Pictures of quick actions

  /// Returns the part with an app's picture for a menu row, 20 points in size; nil if there are no pixels.
  mutating func template(_ glyph: ShortcutGlyph, of package: String, isDark: Bool, in pool: inout SVGPool) -> String? {
    let key = GlyphKey(package: package, source: glyph.source, name: glyph.name, isDark: isDark)
    if let part = glyphs[key] { return part }
    var part: String?
    if case .pixels(let pixels) = loaders[package]?.load(glyph, scale: 3) {
      let side = 20 * pixelsPerPoint
      part = pool.add(Self.element(IconTreatment.template(PixelScaling.square(pixels, side: side), isDark: isDark), 20))
    }
    glyphs[key] = .some(part)
    return part
  }
}

/// The shape of an icon: a square with continuous corners, not quarter circles.
enum IconMask {
  /// Returns the outline of a square with this side.
  ///
  /// - Parameter share: the radius of a circle with the same curvature in the middle of the corner, as a share of the side.
  static func path(side: Double, share: Double) -> String {
    // Each corner is one curve. It starts far enough from the corner to blend in, and its handles are chosen so that
    // its middle is on the circle.
    let start = 1.5287 * share * side
    let handle = (8 * 0.2929 * share * side - start) / 3
    func n(_ value: Double) -> String { SVGMarkup.number(value) }
    let (near, far) = (side - start, side - handle)
    return "M0 \(n(start))C0 \(n(handle)) \(n(handle)) 0 \(n(start)) 0"
      + "H\(n(near))C\(n(far)) 0 \(n(side)) \(n(handle)) \(n(side)) \(n(start))"
      + "V\(n(near))C\(n(side)) \(n(far)) \(n(far)) \(n(side)) \(n(near)) \(n(side))"
      + "H\(n(start))C\(n(handle)) \(n(side)) 0 \(n(far)) 0 \(n(near))Z"
  }

  // MARK: Pixels

  /// Returns the pixels with transparent, antialiased corners.
  static func applied(to pixels: ImagePixels, share: Double) -> ImagePixels {
    let side = pixels.width
    guard side > 1, pixels.height == side else { return pixels }
    let edge = Edge(side: Double(side), share: share)
    var rgba = pixels.rgba
    for y in 0..<min(side, Int(edge.start.rounded(.up))) {
      for x in 0..<side / 2 {
        let covered = edge.coverage(x, y)
        if covered >= 1 { break }
        for (column, row) in [(x, y), (side - 1 - x, y), (x, side - 1 - y), (side - 1 - x, side - 1 - y)]
        where row >= y {
          let place = 4 * (row * side + column) + 3
          rgba[place] = UInt8((Double(pixels.rgba[place]) * covered).rounded())
        }
      }
    }
    return ImagePixels(width: side, height: side, rgba: rgba)
  }

  /// The upper left corner of the shape: where the shape starts at each height.
  private struct Edge {
    let start: Double
    private var points: [(x: Double, y: Double)] = []
    private static let steps = 128
    private static let rows = 4

    init(side: Double, share: Double) {
      start = 1.5287 * share * side
      let handle = (8 * 0.2929 * share * side - start) / 3
      // The curve from (0, start) to (start, 0).
      points = (0...Self.steps).map { step in
        let t = Double(step) / Double(Self.steps)
        let u = 1 - t
        return (
          x: 3 * u * t * t * handle + t * t * t * start,
          y: u * u * u * start + 3 * u * u * t * handle
        )
      }
    }

    /// Returns the share of a pixel inside the shape, from 0 to 1.
    func coverage(_ x: Int, _ y: Int) -> Double {
      var sum = 0.0
      for row in 0..<Self.rows {
        let height = Double(y) + (Double(row) + 0.5) / Double(Self.rows)
        sum += max(0, min(1, Double(x + 1) - left(height)))
      }
      return sum / Double(Self.rows)
    }

    private func left(_ y: Double) -> Double {
      guard y < start else { return 0 }
      var index = 0
      while index < points.count - 1, points[index + 1].y > y { index += 1 }
      guard index < points.count - 1 else { return points[points.count - 1].x }
      let (a, b) = (points[index], points[index + 1])
      let share = a.y == b.y ? 0 : (a.y - y) / (a.y - b.y)
      return a.x + (b.x - a.x) * share
    }
  }
}

/// The system's treatment of an icon's pixels before they are shown: it fills transparency, and it derives the other
/// looks from the light picture if the app has no picture for them (ICON-204). Apple's exact colours are unknown.
enum IconTreatment {
  /// - Parameter own: the appearance the picture was made for.
  static func apply(
    _ look: ScreenAppearance, tint: IconTint, to pixels: ImagePixels, madeFor own: IconAppearance
  ) -> ImagePixels {
    let (red, green, blue) = (Double(tint.red) / 255, Double(tint.green) / 255, Double(tint.blue) / 255)
    return switch look {
    // A transparent icon is shown on black.
    case .light: map(pixels) { colour, _, _ in over(colour, 0) }
    case .dark:
      map(pixels) { colour, y, height in
        // A dark picture is drawn on the dark background; a light picture is darkened.
        if own == .dark { return over(colour, backdrop(y, height)) }
        let opaque = over(colour, 0)
        return Colour(red: opaque.red * 0.72, green: opaque.green * 0.72, blue: opaque.blue * 0.72, alpha: 1)
      }
    case .tinted:
      map(pixels) { colour, y, height in
        let light = (own == .tinted ? 1 : 0.85) * colour.luminance * colour.alpha
        let back = backdrop(y, height) * (1 - light)
        return Colour(red: back + light * red, green: back + light * green, blue: back + light * blue, alpha: 1)
      }
    // The same on a light ground: dark parts of the picture stay pale.
    case .tintedLight:
      map(pixels) { colour, _, _ in
        let light = (own == .tinted ? 1 : 0.85) * colour.luminance * colour.alpha
        func mix(_ value: Double) -> Double { 0.94 * (1 - light) + value * light }
        return Colour(red: mix(red), green: mix(green), blue: mix(blue), alpha: 1)
      }
    // Light on glass: bright parts of the picture are white, and dark parts show the background.
    case .clear, .clearDark:
      map(pixels) { colour, _, _ in
        Colour(red: 1, green: 1, blue: 1, alpha: 0.22 + 0.74 * colour.luminance * colour.alpha)
      }
    }
  }

  private struct Colour {
    var red: Double
    var green: Double
    var blue: Double
    var alpha: Double

    var luminance: Double { 0.2126 * red + 0.7152 * green + 0.0722 * blue }
  }

  /// Returns the background of dark icons at a height: a dark grey that gets darker towards the bottom.
  private static func backdrop(_ y: Int, _ height: Int) -> Double {
    0.2 - 0.12 * Double(y) / Double(max(1, height - 1))
  }

  private static func over(_ colour: Colour, _ back: Double) -> Colour {
    func mix(_ value: Double) -> Double { value * colour.alpha + back * (1 - colour.alpha) }
    return Colour(red: mix(colour.red), green: mix(colour.green), blue: mix(colour.blue), alpha: 1)
  }

  private static func map(_ pixels: ImagePixels, _ body: (Colour, Int, Int) -> Colour) -> ImagePixels {
    var rgba = pixels.rgba
    func byte(_ value: Double) -> UInt8 { UInt8(max(0, min(255, (value * 255).rounded()))) }
    for place in stride(from: 0, to: rgba.count, by: 4) {
      let colour = Colour(
        red: Double(rgba[place]) / 255, green: Double(rgba[place + 1]) / 255, blue: Double(rgba[place + 2]) / 255,
        alpha: Double(rgba[place + 3]) / 255)
      let result = body(colour, place / 4 / max(1, pixels.width), pixels.height)
      rgba[place] = byte(result.red)
      rgba[place + 1] = byte(result.green)
      rgba[place + 2] = byte(result.blue)
      rgba[place + 3] = byte(result.alpha)
    }
    return ImagePixels(width: pixels.width, height: pixels.height, rgba: rgba)
  }

  /// Returns the shape of a picture in one colour, as menus draw the pictures of quick actions (QUICK-026).
  static func template(_ pixels: ImagePixels, isDark: Bool) -> ImagePixels {
    var rgba = pixels.rgba
    let value: UInt8 = isDark ? 255 : 0
    for place in stride(from: 0, to: rgba.count, by: 4) {
      (rgba[place], rgba[place + 1], rgba[place + 2]) = (value, value, value)
    }
    return ImagePixels(width: pixels.width, height: pixels.height, rgba: rgba)
  }
}

/// The system's generic icon, drawn if an app has no picture (ICON-123): a grid in light grey.
enum Placeholder {
  static func draw(_ size: Double, _ outline: String, _ look: ScreenLook, _ markup: inout SVGMarkup) {
    let isDark = look.icons.isDark
    let back = isDark ? "#2c2c2e" : "#f2f2f4"
    let line = isDark ? "#5a5a5f" : "#b9b9c0"
    func n(_ value: Double) -> String { SVGMarkup.number(value * size) }
    markup.append("<path d=\"\(outline)\" fill=\"\(back)\" stroke=\"\(line)\" stroke-width=\"0.5\"/>")
    markup.append("<g fill=\"none\" stroke=\"\(line)\" stroke-width=\"\(SVGMarkup.number(size / 90))\">")
    for place in [0.28, 0.5, 0.72] {
      markup.append("<path d=\"M\(n(place)) \(n(0.04))V\(n(0.96))M\(n(0.04)) \(n(place))H\(n(0.96))\"/>")
    }
    for radius in [0.14, 0.27, 0.4] {
      markup.append("<circle cx=\"\(n(0.5))\" cy=\"\(n(0.5))\" r=\"\(n(radius))\"/>")
    }
    markup.append("<path d=\"M\(n(0.1)) \(n(0.1))L\(n(0.9)) \(n(0.9))M\(n(0.9)) \(n(0.1))L\(n(0.1)) \(n(0.9))\"/></g>")
  }
}

/// The stand-in for a picture without available pixels, as in an app that a script makes from data: a colour for each
/// app, the first letters of its name, and a dashed edge.
struct IconPlaceholder {
  let name: String
  let seed: String

  func draw(_ size: Double, _ outline: String, _ look: ScreenLook, _ markup: inout SVGMarkup) {
    let fill = look.icons.icons == .clear ? "#ffffff" : colour(look)
    let opacity = look.icons.icons == .clear ? " fill-opacity=\"0.25\"" : ""
    let dash = SVGMarkup.number(size / 15)
    markup.append(
      "<path d=\"\(outline)\" fill=\"\(fill)\"\(opacity) stroke=\"#ffffff\" stroke-width=\"1\" stroke-dasharray=\"\(dash)\"/>"
    )
    markup.words(letters, size / 2, size * 0.62, size: size * 0.36, fill: "#ffffff", anchor: .middle, weight: 600)
  }

  /// One or two letters of the name.
  private var letters: String {
    let name = SVGText.clean(name, limit: 40)
    let words = name.split { !$0.isLetter && !$0.isNumber }
    guard let first = words.first else { return "" }
    return String(first.prefix(2))
  }

  func colour(_ look: ScreenLook) -> String {
    var hash = FNV1a64()
    hash.feed(seed)
    hash.feed(name)
    let palette = ["#8a3f6b", "#2f6d4f", "#8a5a1c", "#3f4fa8", "#9b3c34", "#1f6a80", "#6a4aa0", "#5d6320"]
    let grey = ["#4a4f57", "#3d4148"]
    let colours = look.icons.icons == .tinted ? grey : palette
    return colours[Int(hash.value % UInt64(colours.count))]
  }
}
