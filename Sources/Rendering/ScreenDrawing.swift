package import AppPackages
package import HomeScreenSimulator

/// Draws screens as SVG. Drawings share one pool of parts, which keeps a report with hundreds of them small: a page
/// includes the pool once, and a frame for each drawing.
///
/// ```swift
/// var drawing = ScreenDrawing()
/// let frame = drawing.frame(of: device)
/// let file = drawing.pool.standalone(frame)
/// ```
///
/// The program draws everything, in the style of the version; it includes none of Apple's pictures and fonts.
package struct ScreenDrawing {
  /// The parts of all frames drawn so far.
  package private(set) var pool = SVGPool()
  private var painter: IconPainter

  /// Creates a drawing without frames.
  ///
  /// - Parameter pixelsPerPoint: the scale of the icons; 2 is sharp on most screens, 1 takes a third of the space.
  package init(pixelsPerPoint: Int = 2) { painter = IconPainter(pixelsPerPoint: pixelsPerPoint) }

  /// Makes the pictures of an app available. Without them its icons are stand-ins.
  ///
  /// - Parameter identifier: the app's key in ``Device/packages``.
  package mutating func add(_ package: AppPackage, as identifier: String) { painter.add(package, as: identifier) }

  /// Draws the current screen of a device, in its own appearance or another.
  package mutating func frame(of device: Device, appearance: ScreenAppearance? = nil) -> SVGFrame {
    for (identifier, package) in device.packages { add(package, as: identifier) }
    return frame(of: device.screenPicture(appearance ?? device.appearance))
  }

  /// Draws a recorded screen.
  package mutating func frame(of picture: ScreenPicture) -> SVGFrame {
    with(picture) { canvas in
      let body = canvas.draw()
      return SVGFrame(
        width: Int(canvas.layout.width), height: Int(canvas.layout.height), words: ScreenWords.text(picture), body: body
      )
    }
  }

  /// Draws only the open menu; nil if none is open.
  package mutating func menu(of picture: ScreenPicture) -> SVGFrame? {
    guard let menu = picture.menu else { return nil }
    return with(picture) { canvas in
      let (panel, width, height) = canvas.menuPanel(menu)
      var body = SVGMarkup()
      body.rectangle(0, 0, width + 16, height + 16, radius: canvas.look.menuRadius + 4, fill: canvas.look.wallpaper[0])
      body.use(panel, 8, 8)
      return SVGFrame(
        width: Int(width) + 16, height: Int(height.rounded(.up)) + 16, words: ScreenWords.text(menu), body: body.text)
    }
  }

  /// Draws one icon as a version shows it, 60 points in size.
  ///
  /// - Parameter package: the identifier the app was added with; for another, a stand-in is drawn.
  package mutating func frame(of picture: IconPicture, ofPackage package: String, os: OSVersion) -> SVGFrame {
    let appearance: ScreenAppearance =
      switch picture.appearance {
      case .light: .light
      case .dark: .dark
      case .tinted: .tinted
      case .clear: .clear
      }
    let part = painter.icon(
      ScreenPicture.Artwork(picture: picture, package: package, seed: package), size: 60,
      ScreenLook(os: os, appearance: appearance.known(to: os)), in: &pool)
    var body = SVGMarkup()
    body.use(part)
    return SVGFrame(width: 60, height: 60, words: SVGText.clean(ScreenLines.of(picture)), body: body.text)
  }

  private mutating func with<Result>(_ picture: ScreenPicture, _ body: (inout ScreenCanvas) -> Result) -> Result {
    let look = ScreenLook(os: picture.os, appearance: picture.appearance, tint: picture.tint)
    var canvas = ScreenCanvas(picture: picture, look: look, layout: ScreenLayout(picture), painter: painter, pool: pool)
    // Only the canvas holds them now, so nothing is copied when it adds something.
    painter = IconPainter(pixelsPerPoint: 1)
    pool = SVGPool()
    let result = body(&canvas)
    painter = canvas.painter
    pool = canvas.pool
    return result
  }
}

/// The text alternative of a screen, in one sentence.
enum ScreenWords {
  private static let maximumIcons = 24

  static func text(_ picture: ScreenPicture) -> String {
    var parts = [picture.model.title(picture.os)]
    if picture.appearance != .light { parts[0] += ", \(picture.appearance.rawValue)" }
    switch picture.mode {
    case .locked: parts.append("The screen is locked")
    case .app: parts += picture.front.map(words) ?? []
    case .home, .menu, .folder: parts.append(home(picture))
    case .editing: parts.append("\(home(picture)). The icons jiggle")
    }
    for folder in picture.folders.prefix(maximumIcons) {
      parts.append("Folder \(folder.name) with \(folder.count) \(folder.count == 1 ? "icon" : "icons")")
    }
    if let open = picture.openFolder {
      let pages = open.pageCount > 1 ? ", page 1 of \(open.pageCount)" : ""
      parts.append("Folder \(open.name) is open\(pages): " + open.icons.map(\.label).joined(separator: ", "))
    }
    if let menu = picture.menu {
      parts.append(
        "Menu of \(menu.label): " + menu.rows.map { $0.lines.joined(separator: " – ") }.joined(separator: ", "))
      if let reason = menu.english { parts.append("In English: \(reason)") }
    }
    if let alert = picture.alert {
      let texts = [alert.title, alert.message].compactMap(\.self).filter { !$0.isEmpty }
      parts.append("Alert: " + (texts.isEmpty ? alert.label : texts.joined(separator: " – ")))
      parts.append("Buttons: " + alert.buttons.map(\.title).joined(separator: ", "))
      if let reason = alert.english { parts.append("In English: \(reason)") }
    }
    return parts.map { SVGText.clean($0) }.joined(separator: ". ") + "."
  }

  /// Returns the text alternative of a menu.
  static func text(_ menu: ScreenPicture.Menu) -> String {
    let rows = menu.rows.prefix(maximumIcons).map { $0.lines.joined(separator: " – ") }
    return SVGText.clean("Menu of \(menu.label): \(rows.joined(separator: ", "))")
  }

  private static func home(_ picture: ScreenPicture) -> String {
    let icons = (picture.icons + picture.dock).prefix(maximumIcons).map { icon in
      var notes: [String] = []
      if icon.artwork.picture.isPlaceholder { notes.append("placeholder") }
      if icon.artwork.picture.isScaled { notes.append("scaled") }
      if !icon.artwork.picture.doubts.isEmpty { notes.append("picture uncertain") }
      switch icon.state {
      case .installed: break
      case .downloading, .paused, .offloaded: notes.append(icon.state.rawValue)
      }
      return icon.label + (notes.isEmpty ? "" : " (\(notes.joined(separator: ", ")))")
    }
    return icons.isEmpty ? "Home Screen without icons" : "Home Screen: \(icons.joined(separator: ", "))"
  }

  private static func words(_ front: ScreenPicture.FrontApp) -> [String] {
    var parts = ["\(front.label) is in front" + (front.isActive ? "" : ", not active")]
    let beside = front.windows.filter { $0.place != nil }.count
    if front.windows.count > 1 {
      parts.append("It has \(front.windows.count) windows" + (beside > 1 ? ", \(beside) of them side by side" : ""))
    }
    if let top = front.windows.first?.controllers.last, front.windows[0].controllers.count > 1 {
      parts.append("It is covered by \(top.title ?? top.className)")
    }
    return parts
  }
}

/// Draws single icons of one app, as on an icon sheet. They share the parts of one pool.
package struct IconDrawing {
  /// The parts of all frames drawn so far.
  package private(set) var pool = SVGPool()
  /// Remarks about parts that the last frame leaves out or replaces; a page that shows the frame must include them.
  package private(set) var remarks: [String] = []
  private var painter: IconPainter
  private let os: OSVersion
  private static let package = "app"
  /// The side of a frame in points; pages show it in any size.
  private static let side = 60.0

  /// Draws icons as a version shows them.
  ///
  /// - Parameter pixelsPerPoint: the pixels kept for each of 60 points; 3 is the scale of the best screens.
  package init(_ package: AppPackage, os: OSVersion = .newest, pixelsPerPoint: Int = 3) {
    self.os = os
    painter = IconPainter(pixelsPerPoint: pixelsPerPoint, marksDoubts: false)
    painter.add(package, as: Self.package)
  }

  /// Draws a picture as the system shows it in an appearance, 60 points in size.
  ///
  /// - Parameter words: the text alternative.
  package mutating func frame(
    of picture: IconPicture, appearance: ScreenAppearance = .light, words: String
  ) -> SVGFrame {
    let look = ScreenLook(os: os, appearance: appearance.known(to: os))
    let part = painter.icon(Self.artwork(picture), size: Self.side, look, in: &pool)
    remarks = painter.remarks(onPart: part)
    var body = SVGMarkup()
    if look.icons.icons == .clear {
      // Glass is visible only on a background.
      let outline = IconMask.path(side: Self.side, share: look.cornerShare)
      body.append("<path d=\"\(outline)\" fill=\"\(look.wallpaper[0])\"/>")
    }
    body.use(part)
    return SVGFrame(width: 60, height: 60, words: SVGText.clean(words), body: body.text)
  }

  private static func artwork(_ picture: IconPicture) -> ScreenPicture.Artwork {
    ScreenPicture.Artwork(picture: picture, package: package, seed: package)
  }

  /// Returns whether any pixel of the picture is transparent; false if there are no pixels.
  package mutating func isTransparent(_ picture: IconPicture) -> Bool {
    painter.isTransparent(Self.artwork(picture))
  }

  /// Returns the icon as a PNG with transparent corners, as many pixels wide as the surface requires.
  ///
  /// - Throws: `UserError` if there are no pixels.
  package mutating func png(of picture: IconPicture, appearance: ScreenAppearance = .light) throws -> [UInt8] {
    let look = ScreenLook(os: os, appearance: appearance.known(to: os))
    let pixels = try painter.pixels(Self.artwork(picture), side: picture.pixels, look)
    guard let file = PNGWriter.write(IconMask.applied(to: pixels, share: look.cornerShare)) else {
      throw UserError(undrawn: "not enough memory for the picture")
    }
    return file
  }
}
