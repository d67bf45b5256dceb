import AppPackages
import HomeScreenSimulator
import Rendering

/// The menu of an app's icon in each of its languages, side by side.
struct MenuGallery {
  /// The parts of the drawings.
  var pool: SVGPool { drawing.pool }
  private var drawing = ScreenDrawing(pixelsPerPoint: 2)
  private let subject: InspectionSubject
  /// More languages make a page that nobody looks at.
  private static let maximumLanguages = 40

  init(_ subject: InspectionSubject) { self.subject = subject }

  /// A section with a drawing for each language; empty for an app without quick actions.
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
      + (left > 0 ? "<p>\(left) more languages are left out.</p>" : "")
      + "<div class=\"row\">\(figures.joined(separator: "\n"))</div></section>"
  }
}
