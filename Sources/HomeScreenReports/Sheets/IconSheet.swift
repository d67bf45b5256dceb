import AppPackages
internal import CEmbedded
import Events
import HomeScreenSimulator
import Lint
import Platform
import PropertyLists
import Rendering

/// An app's icons as people see them, on one page: every icon on every surface of every device in every look, with what
/// is wrong marked; and the menu in every language of the app.
public struct IconSheet {
  let subject: InspectionSubject
  private let inspection: PackageInspection

  /// A page about what was inspected.
  public init(_ subject: InspectionSubject) {
    self.subject = subject
    inspection = PackageInspection(
      subject.package, models: subject.models, os: subject.os, locale: subject.locale)
  }

  /// More icons make a page that nobody looks at.
  private static let maximumIcons = 250

  /// The whole page.
  public var page: String {
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
      pool.markup, header(title, count: names.count), "<main>",
      cards.enumerated().map { index, card in card.markup(number: index) }.joined(separator: "\n"),
      names.count > shown.count
        ? "<section><p>\(names.count - shown.count) more icons are not shown.</p></section>" : "", menuMarkup,
      findings, "</main>",
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
      <p>The drawings show which picture is taken and how sharp it is. Shape, shadows, and colours that the system derives \
      (dark, tinted and clear icons without their own picture) are approximate; icons of Icon Composer are drawn \
      without glass. <b>?</b>: the picture is uncertain; \
      the words below it say why.</p></header>
      """
  }

  /// All findings, for those that belong to no single icon.
  private var findings: String {
    guard !subject.findings.isEmpty else { return "<section><h2>Findings</h2><p>none</p></section>" }
    let rows = subject.findings.map { finding in
      "<tr><td>\(finding.severity.rawValue)</td><td><code>\(StaticPage.text(finding.code.rawValue))</code></td>"
        + "<td>\(StaticPage.text(finding.message))\(finding.help.map { "<br><small>\(StaticPage.text($0))</small>" } ?? "")</td>"
        + "<td><small>\(StaticPage.text(finding.location?.description ?? "", limit: 300))</small></td></tr>"
    }
    return """
      <section><h2>Findings</h2>
      <table class="findings"><thead><tr><th>Severity</th><th>Code</th><th>What</th><th>Where</th></tr></thead><tbody>
      \(rows.joined(separator: "\n"))
      </tbody></table></section>
      """
  }
}
