internal import HomeScreenSimulator

/// One screen while it is drawn: layers over each other, each a part of the pool, because from one step to the next most
/// of them stay as they are.
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

  /// Makes a part of what `body` writes.
  mutating func part(_ body: (inout SVGMarkup, inout ScreenCanvas) -> Void) -> String {
    var markup = SVGMarkup()
    body(&markup, &self)
    return pool.add("<g>\(markup.text)</g>")
  }

  /// The part with the wallpaper.
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
      // Large shapes behind, which glass needs to be seen.
      let (width, height) = (canvas.layout.width, canvas.layout.height)
      let opacity = canvas.look.isDark ? 0.05 : 0.13
      markup.circle(width * 0.9, height * 0.18, width * 0.5, fill: "#ffffff", opacity: opacity)
      markup.circle(width * 0.05, height * 0.72, width * 0.6, fill: "#ffffff", opacity: opacity)
    }
  }

  /// The time and the battery. The time is always the same: frames are about what changes.
  mutating func statusBar(colour: String) -> String {
    part { markup, canvas in
      let layout = canvas.layout
      let size = layout.top < 45 ? 12.0 : 16.0
      let inset = layout.radius > 30 ? 40.0 : 12.0
      let y = layout.statusLine
      let (clock, battery) =
        canvas.isRightToLeft ? (layout.width - inset, inset) : (inset, layout.width - inset - 25)
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
