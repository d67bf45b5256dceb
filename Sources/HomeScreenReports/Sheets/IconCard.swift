import AppPackages
import Events
import HomeScreenSimulator
import Lint
import PropertyLists
import Rendering

/// One icon on the sheet: a row of pictures for each device, and what is wrong with it.
struct IconCard: Sendable {
  /// The parts of its pictures.
  let pool: SVGPool
  private let title: String
  private let marks: [String]
  private let rows: [String]

  /// The cards of icons, in their order; made by all processors.
  /// - Parameter names: nil for the primary icon, and then the first of the alternates.
  static func all(_ names: [String?], in inspection: PackageInspection, findings: [Finding]) -> [IconCard] {
    let package = inspection.package
    let os = inspection.os
    let groups = IconFindings.grouped(findings, by: names)
    return Threads.map(names.count) { index in
      var maker = IconCardMaker(package, os: os, name: names[index], findings: groups[index])
      let rows = inspection.columns.map { column -> String in
        // All columns have the same alternates, in the order of the names, and the primary icon comes first.
        maker.row(index == 0 ? column.primary : column.alternates[index - 1], column)
      }
      return IconCard(
        pool: maker.drawing.pool, title: names[index].map { "“\($0)”" } ?? "Primary icon", marks: maker.marks,
        rows: rows)
    }
  }

  func markup(number: Int) -> String {
    let list = marks.isEmpty ? "" : "<ul class=\"marks\">\(marks.map { "<li>\($0)</li>" }.joined())</ul>"
    return """
      <section aria-labelledby="icon-\(number)"><h2 id="icon-\(number)">\(StaticPage.text(title, limit: 120))</h2>
      \(list)\(rows.joined(separator: "\n"))</section>
      """
  }
}

/// Draws the rows of a card, and collects what is said of the icon.
struct IconCardMaker {
  private(set) var drawing: IconDrawing
  private(set) var marks: [String]
  private let gallery: IconGallery
  private let os: OSVersion
  private let name: String?
  private let findings: [Finding]

  init(_ package: AppPackage, os: OSVersion, name: String?, findings: [Finding]) {
    drawing = IconDrawing(package, os: os)
    gallery = IconGallery(package, os: os)
    self.os = os
    self.name = name
    self.findings = findings
    marks = findings.map { finding in
      let grade = finding.severity == .note ? "odd" : "bad"
      return "<span class=\"\(grade)\">\(finding.severity.rawValue)</span> "
        + "<code>\(StaticPage.text(finding.code.rawValue))</code> \(StaticPage.text(finding.message, limit: 400))"
    }
  }

  // MARK: Rows

  /// The pictures on one device.
  mutating func row(_ icon: InspectedIcon, _ column: PackageInspection.Column) -> String {
    let model = column.model
    var figures: [String] = []
    if let refusal = icon.refusal {
      figures.append("<p class=\"bad\">cannot be set here (\(StaticPage.text(refusal.fact.rawValue)))</p>")
    } else if !icon.isDeclared, name != nil {
      figures.append("<p class=\"bad\">not declared for this device\(codes(.oneDevice))</p>")
    }
    for surface in IconSurface.allCases where surface.exists(in: os) && !surface.takesPictureOfHome {
      // The store shows the primary icon, whatever was chosen.
      guard surface != .appStore || name == nil else { continue }
      figures.append(figure(surface, .light, model))
    }
    for look in ScreenAppearance.allCases where look != .light && look.ofIcons(in: os) == look {
      figures.append(figure(.home, look, model))
    }
    figures.append(figure(.home, .light, model, zoom: 3))
    return "<h3>\(StaticPage.text(model.name))</h3><div class=\"row\">\(figures.joined(separator: "\n"))</div>"
  }

  /// The Home Screen's picture stands for the places that show the same one.
  private func title(of surface: IconSurface) -> String {
    guard surface == .home else { return surface.rawValue }
    let others = IconSurface.allCases.filter { $0.takesPictureOfHome && $0.exists(in: os) }
    return ([surface] + others).map(\.rawValue).joined(separator: ", ")
  }

  private mutating func figure(
    _ surface: IconSurface, _ look: ScreenAppearance, _ model: DeviceModel, zoom: Double = 1
  ) -> String {
    let picture = gallery.picture(of: name, on: surface, appearance: look.icons, model: model)
    // Of the store's picture nobody needs 1024 points.
    let points = min(surface.points(on: model), 128) * zoom
    var title = look == .light ? title(of: surface) : look.rawValue
    if zoom > 1 { title += ", \(Int(zoom)) times as large" }
    let notes = notes(on: picture, look)
    let words = "\(title) on \(model.name): \(notes.words.prefix(300))"
    let frame = drawing.frame(of: picture, appearance: look, words: words)
    let remarks = drawing.remarks.prefix(4).map { "<br>\(StaticPage.text($0, limit: 160))" }.joined()
    return "<figure>\(frame.markup(scale: points / 60))<figcaption><b>\(title)</b> \(picture.pixels) px"
      + (picture.file.map { "<br>\(StaticPage.text($0, limit: 80))" } ?? "") + notes.markup + remarks
      + "</figcaption></figure>"
  }

  // MARK: Notes

  /// What can be wrong with a picture, with the rules that find it.
  private enum Kind {
    case missing
    case scaled
    case transparent
    case oneDevice

    var codes: Set<String> {
      switch self {
      case .missing:
        [
          "icon-without-picture", "icon-file-missing", "icon-name-not-in-catalog", "icon-file-in-folder",
          "icon-file-only-in-catalog", "icon-only-in-image-set", "primary-icon-missing", "primary-icon-file-absent",
          "primary-icon-file-empty", "primary-icon-name-missing", "icon-file-other-device",
        ]
      case .scaled: ["icon-dimension", "icon-scale-ratio"]
      case .transparent: ["icon-transparent", "icon-alpha-not-255", "appiconset-1024-transparent"]
      case .oneDevice:
        ["ipad-alternates-missing", "ipad-alternates-partial", "icon-file-other-device", "misnested-ipad-key"]
      }
    }
  }

  /// ` [code]` for what lint has found of this kind about the icon.
  private func codes(_ kind: Kind) -> String {
    let found = findings.map(\.code.rawValue).filter { kind.codes.contains($0) }
    var seen: Set<String> = []
    return found.filter { seen.insert($0).inserted }.map { " <code>[\(StaticPage.text($0))]</code>" }.joined()
  }

  private mutating func notes(
    on picture: IconPicture, _ look: ScreenAppearance
  ) -> (words: String, markup: String) {
    var words: [String] = []
    var markup = ""
    func add(_ text: String, _ grade: String, _ codes: String = "") {
      words.append(text)
      markup += "<br><span class=\"\(grade)\">\(StaticPage.text(text, limit: 200))</span>\(codes)"
    }
    if picture.isPlaceholder { add("✗ missing: the placeholder is shown", "bad", codes(.missing)) }
    if picture.isScaled, let side = picture.filePixels {
      if side < picture.pixels {
        add("⚠ scaled: \(side) px enlarged, so it is blurred", "bad", codes(.scaled))
      } else {
        add("scaled down from \(side) px", "fine", codes(.scaled))
      }
    }
    if look == .light, drawing.isTransparent(picture) {
      add("◌ transparent: black shows through", "bad", codes(.transparent))
    }
    for doubt in picture.doubts { add("? \(doubt)", "odd") }
    if words.isEmpty { words.append("as it should be") }
    return (words.joined(separator: "; "), markup)
  }
}
