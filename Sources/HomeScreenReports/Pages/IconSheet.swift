import AppPackages
internal import CEmbedded
import Events
import HomeScreenSimulator
import Lint
import Platform
import PropertyLists
import Rendering

/// An app's icons on one page: the verdict and the findings, a table of every icon in every appearance, the menu in every
/// language of the app, and for each icon its pictures on every surface.
package struct IconSheet {
  let subject: InspectionSubject
  private let inspection: PackageInspection

  /// Creates the page of an inspection.
  package init(_ subject: InspectionSubject) {
    self.subject = subject
    inspection = PackageInspection(subject.package, models: subject.models, os: subject.os, locale: subject.locale)
  }

  /// The maximum number of icons; more would make the page unusable.
  private static let maximumIcons = 250

  /// The whole page.
  package var page: String {
    let names = [String?.none] + (inspection.columns.first?.alternates.map(\.name) ?? [])
    let shown = Array(names.prefix(Self.maximumIcons))
    let cards = IconCard.all(
      shown, in: inspection, findings: Linter(readsPixels: false).findings(in: [subject.package], mergesCauses: false))
    var menus = MenuGallery(subject)
    var pool = SVGPool()
    for card in cards { pool.add(card.pool) }
    let menuMarkup = menus.markup()
    pool.add(menus.pool)
    let title = inspection.columns.first?.label ?? subject.package.name
    let body = [
      pool.markup, header(title, count: names.count), "<main>", findings, table(cards, left: names.count - shown.count),
      menuMarkup, "<section><h2>Pictures on every surface</h2>",
      cards.enumerated().map { index, card in card.details(number: index) }.joined(separator: "\n"),
      "</section></main>",
    ]
    return StaticPage(
      title: "\(title): icons", style: hs_sheet_style().text + SVGPool.style,
      body: body.filter { !$0.isEmpty }.joined(separator: "\n")
    ).markup
  }

  // MARK: Parts of the page

  private func header(_ title: String, count: Int) -> String {
    let package = subject.package
    let models = subject.models.map(\.name).joined(separator: ", ")
    let version = package.expandedInfoPlist["CFBundleShortVersionString"]?.string ?? ""
    let identifier = package.bundleIdentifier ?? "no bundle identifier"
    return """
      <header><h1>\(StaticPage.text(title, limit: 100))</h1>
      <p>\(StaticPage.text("\(identifier) \(version)", limit: 200)) · \(StaticPage.text(models)), iOS \(subject.os) · \
      \(count) \(count == 1 ? "icon" : "icons") · made by homescreen \(Homescreen.version) from \
      <code>\(StaticPage.text(package.infoPlistFile, limit: 200))</code></p>
      <p>The drawings show which picture is used and how sharp it is. Shape, shadows, and colours that the system \
      derives (dark, tinted and clear icons without their own picture) are approximate; icons of Icon Composer are \
      drawn without glass. <b>?</b>: the picture is uncertain; the text under the icon's name says why.</p></header>
      """
  }

  /// The verdict, and all findings, including those not about a single icon.
  private var findings: String {
    let found = subject.findings
    let counts = Finding.Severity.allCases.reversed().compactMap { severity in
      let count = found.count { $0.severity == severity }
      return count == 0 ? nil : Counted.text(count, severity.rawValue)
    }
    let isBad = found.contains { $0.severity != .note }
    let verdict = counts.isEmpty ? "no findings" : counts.joined(separator: ", ")
    let heading = "<h2 class=\"\(isBad ? "bad" : "good")\">\(isBad ? "✗" : "✓") \(verdict)</h2>"
    guard !found.isEmpty else { return "<section>\(heading)</section>" }
    let rows = found.map { finding in
      "<tr><td>\(finding.severity.rawValue)</td><td><code>\(StaticPage.text(finding.code.rawValue))</code></td>"
        + "<td>\(StaticPage.text(finding.message))\(finding.help.map { "<br><small>\(StaticPage.text($0))</small>" } ?? "")</td>"
        + "<td><small>\(StaticPage.text(finding.location?.description ?? "", limit: 300))</small></td></tr>"
    }
    return """
      <section>\(heading)
      <table class="findings"><thead><tr><th>Severity</th><th>Code</th><th>What</th><th>Where</th></tr></thead><tbody>
      \(rows.joined(separator: "\n"))
      </tbody></table></section>
      """
  }

  /// The Home Screen's picture of each icon: a row for each icon, and a column for each device and appearance.
  /// - Parameter left: the number of icons without a row.
  private func table(_ cards: [IconCard], left: Int) -> String {
    let looks = IconCardMaker.looks(in: inspection.os)
    let devices = inspection.columns.map {
      "<th colspan=\"\(looks.count)\" scope=\"colgroup\">\(StaticPage.text($0.model.name))</th>"
    }
    let titles = inspection.columns.flatMap { _ in looks.map { "<th scope=\"col\">\($0.rawValue)</th>" } }
    let note = left > 0 ? "<p>\(Counted.text(left, "more icon is", "more icons are")) not shown.</p>" : ""
    return """
      <section><h2 id="icons">Icons on the Home Screen</h2>
      <div class="wide" role="region" aria-labelledby="icons" tabindex="0"><table class="icons"><thead>
      <tr><th rowspan="2" scope="col">Icon</th>\(devices.joined())</tr><tr>\(titles.joined())</tr></thead><tbody>
      \(cards.enumerated().map { index, card in card.tableRow(number: index) }.joined(separator: "\n"))
      </tbody></table></div>\(note)</section>
      """
  }
}

/// One icon on the sheet: its row in the table, and its problems and pictures on each device.
struct IconCard: Sendable {
  /// The parts of the card's pictures.
  let pool: SVGPool
  private let title: String
  private let marks: [String]
  private let cells: [String]
  private let rows: [String]

  /// Returns the cards of icons, in order, made in parallel.
  /// - Parameter names: the icons, beginning with nil for the primary icon or with the first of the alternates.
  static func all(_ names: [String?], in inspection: PackageInspection, findings: [Finding]) -> [IconCard] {
    let package = inspection.package
    let os = inspection.os
    let groups = IconFindings.grouped(findings, by: names)
    return Threads.map(names.count) { index in
      var maker = IconCardMaker(package, os: os, name: names[index], findings: groups[index])
      let cells = inspection.columns.map { maker.cells($0.model) }
      let rows = inspection.columns.map { column -> String in
        // All columns have the same alternates in the order of the names, after the primary icon.
        maker.row(index == 0 ? column.primary : column.alternates[index - 1], column)
      }
      return IconCard(
        pool: maker.drawing.pool, title: names[index].map { "“\($0)”" } ?? "Primary icon", marks: maker.marks,
        cells: cells, rows: rows)
    }
  }

  func tableRow(number: Int) -> String {
    let count = marks.isEmpty ? "" : "<br><small>\(Counted.text(marks.count, "finding"))</small>"
    return "<tr><th scope=\"row\"><a href=\"#icon-\(number)\">\(StaticPage.text(title, limit: 120))</a>\(count)</th>"
      + "\(cells.joined())</tr>"
  }

  /// Returns the details of the icon; the link in the table opens them.
  func details(number: Int) -> String {
    let list = marks.isEmpty ? "" : "<ul class=\"marks\">\(marks.map { "<li>\($0)</li>" }.joined())</ul>"
    return """
      <details><summary>\(StaticPage.text(title, limit: 120))</summary>
      <div id="icon-\(number)">\(list)\(rows.joined(separator: "\n"))</div></details>
      """
  }
}

/// Draws the rows of a card, and collects the notes about the icon.
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
    (self.os, self.name, self.findings) = (os, name, findings)
    marks = findings.map { finding in
      let grade = finding.severity == .note ? "odd" : "bad"
      return "<span class=\"\(grade)\">\(finding.severity.rawValue)</span> "
        + "<code>\(StaticPage.text(finding.code.rawValue))</code> \(StaticPage.text(finding.message, limit: 400))"
    }
  }

  // MARK: Rows

  /// Returns the appearances in which a version draws icons differently, light first.
  static func looks(in os: OSVersion) -> [ScreenAppearance] {
    [.light] + ScreenAppearance.allCases.filter { $0 != .light && $0.ofIcons(in: os) == $0 }
  }

  /// Returns the cells of the table for one device.
  mutating func cells(_ model: DeviceModel) -> String {
    Self.looks(in: os).map { look in
      let picture = gallery.picture(of: name, on: .home, appearance: look.icons, model: model)
      let notes = notes(on: picture, look)
      let words = "\(look.rawValue) on \(model.name): \(notes.words.prefix(300))"
      return "<td>\(drawing.frame(of: picture, appearance: look, words: words).markup(scale: 1))\(notes.signs)</td>"
    }.joined()
  }

  /// Returns the pictures on one device.
  mutating func row(_ icon: InspectedIcon, _ column: PackageInspection.Column) -> String {
    let model = column.model
    var figures: [String] = []
    if let refusal = icon.refusal {
      figures.append("<p class=\"bad\">cannot be set here (\(StaticPage.text(refusal.fact.rawValue)))</p>")
    } else if !icon.isDeclared, name != nil {
      figures.append("<p class=\"bad\">not declared for this device\(codes(.oneDevice))</p>")
    }
    for surface in IconSurface.allCases where surface.exists(in: os, on: model) && !surface.takesPictureOfHome {
      // The App Store always shows the primary icon.
      guard surface != .appStore || name == nil else { continue }
      figures.append(figure(surface, .light, model))
    }
    for look in Self.looks(in: os).dropFirst() { figures.append(figure(.home, look, model)) }
    figures.append(figure(.home, .light, model, zoom: 3))
    return "<h3>\(StaticPage.text(model.name))</h3><div class=\"row\">\(figures.joined(separator: "\n"))</div>"
  }

  /// Returns the title of a surface; the Home Screen includes the surfaces that show the same picture.
  private func title(of surface: IconSurface, _ model: DeviceModel) -> String {
    guard surface == .home else { return surface.rawValue }
    let others = IconSurface.allCases.filter { $0.takesPictureOfHome && $0.exists(in: os, on: model) }
    return ([surface] + others).map(\.rawValue).joined(separator: ", ")
  }

  private mutating func figure(
    _ surface: IconSurface, _ look: ScreenAppearance, _ model: DeviceModel, zoom: Double = 1
  ) -> String {
    let picture = gallery.picture(of: name, on: surface, appearance: look.icons, model: model)
    // The App Store picture is reduced from 1024 points.
    let points = min(surface.points(on: model), 128) * zoom
    var title = look == .light ? title(of: surface, model) : look.rawValue
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

  /// The kinds of problems of a picture, with the rules that find them.
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

  /// Returns ` [code]` for the lint findings of this kind about the icon.
  private func codes(_ kind: Kind) -> String {
    let found = findings.map(\.code.rawValue).filter { kind.codes.contains($0) }
    var seen: Set<String> = []
    return found.filter { seen.insert($0).inserted }.map { " <code>[\(StaticPage.text($0))]</code>" }.joined()
  }

  private mutating func notes(
    on picture: IconPicture, _ look: ScreenAppearance
  ) -> (words: String, markup: String, signs: String) {
    var words: [String] = []
    var markup = ""
    var signs = ""
    func add(_ text: String, _ grade: String, _ codes: String = "") {
      words.append(text)
      if grade != "fine" { signs = "<b class=\"\(grade)\">\(text.prefix(1))</b>" }
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
    if words.isEmpty { words.append("no problems") }
    return (words.joined(separator: "; "), markup, signs)
  }
}

/// Assigns findings to icons: those whose names they mention, as in `“Night”` or `CFBundleAlternateIcons.Night is`, or
/// the primary icon by the finding's code.
enum IconFindings {
  /// Returns the findings about each icon, in order.
  /// - Parameter names: the names of the icons; nil for the primary icon.
  static func grouped(_ findings: [Finding], by names: [String?]) -> [[Finding]] {
    names.map { name in
      guard let name else { return findings.filter { $0.code.rawValue.hasPrefix("primary-icon") } }
      return findings.filter { finding in
        ["“\(name)”", ".\(name) "].contains { ExactText.contains($0, in: finding.message) }
      }
    }
  }
}

/// The menu of an app's icon in each language of the app, next to each other.
struct MenuGallery {
  var pool: SVGPool { drawing.pool }
  private var drawing = ScreenDrawing(pixelsPerPoint: 2)
  private let subject: InspectionSubject
  /// The maximum number of languages; more would make the page unusable.
  private static let maximumLanguages = 40

  init(_ subject: InspectionSubject) { self.subject = subject }

  /// Returns a section with a drawing for each language; empty for an app without quick actions.
  mutating func markup() -> String {
    let package = subject.package
    var languages = package.localizedInfo.languages.filter { $0 != "Base" }
    if languages.isEmpty { languages = [subject.locale] }
    let shown = languages.prefix(Self.maximumLanguages)
    var figures: [String] = []
    var hasActions = false
    for language in shown {
      guard let model = subject.models.first,
        let device = try? Device(model: model, os: subject.os, locale: language),
        let app = try? device.install(package), let icon = try? device.springboard.icon(for: app),
        let menu = try? icon.press(), menu.isOpen
      else { continue }
      if menu.rows.contains(where: { !$0.isSystem }) { hasActions = true }
      for (identifier, package) in device.packages { drawing.add(package, as: identifier) }
      guard let frame = drawing.menu(of: device.screenPicture) else { continue }
      figures.append(
        "<figure class=\"menu\">\(frame.markup())<figcaption lang=\"en\"><b>\(StaticPage.text(language, limit: 40))</b>"
          + "</figcaption></figure>")
    }
    guard hasActions else { return "" }
    let left = languages.count - shown.count
    return "<section><h2>Quick actions in \(shown.count == 1 ? "one language" : "\(shown.count) languages")</h2>"
      + (left > 0 ? "<p>\(Counted.text(left, "more language is", "more languages are")) left out.</p>" : "")
      + "<div class=\"row\">\(figures.joined(separator: "\n"))</div></section>"
  }
}
