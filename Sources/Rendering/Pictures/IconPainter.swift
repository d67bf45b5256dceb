internal import AppPackages
internal import HomeScreenSimulator
import PropertyLists

/// Makes parts of a pool out of the pictures of icons, each once.
struct IconPainter {
  /// Pixels of an embedded picture for each point of the drawing.
  let pixelsPerPoint: Int
  private var loaders: [String: PictureLoader] = [:]
  private var known: [Key: String] = [:]
  private var glyphs: [GlyphKey: String?] = [:]
  /// By their package and name.
  private var composers: [String: ComposerSource] = [:]
  private var reduced: [SourceKey: PictureLoader.Outcome] = [:]
  /// Every look of an icon is made of the same pixels; those of the last few icons are kept.
  private var scaled: [ScaledKey: ImagePixels] = [:]

  /// Whether icons bear a mark where their picture is not sure.
  let marksDoubts: Bool
  /// What else is to be said of the part of an icon.
  private var remarks: [String: [String]] = [:]

  init(pixelsPerPoint: Int, marksDoubts: Bool = true) {
    self.pixelsPerPoint = max(1, min(4, pixelsPerPoint))
    self.marksDoubts = marksDoubts
  }

  /// What the drawing of an icon leaves out, by the name of its part.
  func remarks(onPart part: String) -> [String] { remarks[part] ?? [] }

  /// Everything that decides about the part.
  private struct Key: Hashable {
    let package: String
    let place: IconPicture.Place
    let iconName: String?
    /// Of what is enlarged; everything else is reduced from the same pixels.
    let enlargedTo: Int?
    let filePixels: Int?
    let own: IconAppearance
    let title: String
    let size: Double
    let look: ScreenLook
  }

  /// Where pixels come from.
  private struct SourceKey: Hashable {
    let package: String
    let place: IconPicture.Place
    let filePixels: Int?
    let own: IconAppearance
  }

  private struct ScaledKey: Hashable {
    let source: SourceKey
    /// Of the pixels that are scaled, which may have been reduced before.
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

  /// The part with an icon whose upper left corner is at 0, 0.
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
    let mask = pool.add("<clipPath><path d=\"\(outline)\"/></clipPath>")
    var doubts = picture.doubts
    var markup = SVGMarkup()
    switch load(artwork) {
    case .pixels(let pixels):
      let side = Int((size * Double(pixelsPerPoint)).rounded())
      let image = Self.element(shown(pixels, artwork, side: side, look), size)
      markup.group("clip-path=\"url(#\(mask))\"") { $0.append(image) }
    case .layers(let name):
      let key = artwork.package + "/" + name
      guard let source = composers[key] ?? loaders[artwork.package]?.composer(name) else {
        doubts.append("the layers of “\(name).icon” are not available: a placeholder is drawn")
        IconStandIn(name: picture.iconName ?? name, seed: artwork.seed).draw(size, outline, look, &markup)
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
        IconStandIn(name: picture.iconName ?? picture.file ?? "", seed: artwork.seed)
          .draw(size, outline, look, &markup)
      }
    }
    if look.generation == .glass || picture.isFlattened {
      markup.append(
        "<path d=\"\(outline)\" fill=\"none\" stroke=\"#fff\" stroke-opacity=\"\(look.icons.icons == .clear ? "0.6" : "0.25")\"/>"
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

  /// What a person reads who points at the icon.
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

  /// A question mark in the lower right corner.
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

  /// The pixels as a screen shows them. What is enlarged on the device loses nothing by being reduced again, and looks as
  /// blurred as there.
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

  /// More than this nobody sees of an icon; what is larger is reduced once.
  private static let maximumSide = 256

  /// The pixels of a picture, at most ``maximumSide`` wide.
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

  /// - Throws: ``IconDrawingError`` where there are none.
  mutating func pixels(
    _ artwork: ScreenPicture.Artwork, side: Int, _ look: ScreenLook
  ) throws(IconDrawingError) -> ImagePixels {
    // A large one is not made of what was reduced.
    let outcome =
      side > Self.maximumSide
      ? loaders[artwork.package]?.load(artwork.picture) ?? .missing("the app is not available") : load(artwork)
    switch outcome {
    case .pixels(let pixels): return shown(pixels, artwork, side: side, look)
    case .layers(let name):
      throw IconDrawingError(reason: "“\(name).icon” has layers, which only the system puts together")
    case .missing(let reason): throw IconDrawingError(reason: reason)
    }
  }

  static func element(_ pixels: ImagePixels, _ size: Double) -> String {
    guard let file = PNGWriter.write(pixels) else { return "" }
    let side = SVGMarkup.number(size)
    return "<image width=\"\(side)\" height=\"\(side)\" preserveAspectRatio=\"none\" "
      + "href=\"data:image/png;base64,\(Base64.encode(file))\"/>"
  }

  // MARK: Pictures of quick actions

  /// The part with a picture of the app for a row of a menu, 20 points in size; nil where there are no pixels.
  mutating func template(
    _ glyph: ShortcutGlyph, of package: String, isDark: Bool, in pool: inout SVGPool
  ) -> String? {
    let key = GlyphKey(package: package, source: glyph.source, name: glyph.name, isDark: isDark)
    if let part = glyphs[key] { return part }
    var part: String?
    if case .pixels(let pixels) = loaders[package]?.load(glyph, scale: 3) {
      let side = 20 * pixelsPerPoint
      part = pool.add(
        Self.element(IconTreatment.template(PixelScaling.square(pixels, side: side), isDark: isDark), 20))
    }
    glyphs[key] = .some(part)
    return part
  }
}
