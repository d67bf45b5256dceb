/// Writes the elements of an SVG: attributes as presentation attributes, because the pages that hold drawings allow no
/// inline styles.
struct SVGMarkup {
  /// What was written.
  private(set) var text = ""

  /// The system's own fonts; none is embedded.
  static let fonts = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif"

  /// Where a text begins, ends, or has its middle.
  enum Anchor: String {
    case start
    case middle
    case end
  }

  mutating func append(_ markup: String) { text += markup }

  /// `12`, `12.5`: at most two decimals, and never an exponent.
  static func number(_ value: Double) -> String {
    guard value.isFinite else { return "0" }
    let hundredths = Int((max(-1e7, min(1e7, value)) * 100).rounded())
    let rest = abs(hundredths) % 100
    let whole = "\(hundredths < 0 ? "-" : "")\(abs(hundredths) / 100)"
    if rest == 0 { return hundredths == 0 ? "0" : whole }
    if rest % 10 == 0 { return "\(whole).\(rest / 10)" }
    return "\(whole).\(rest < 10 ? "0" : "")\(rest)"
  }

  /// A factor, which is small: at most five decimals.
  static func factor(_ value: Double) -> String {
    guard value.isFinite else { return "1" }
    let parts = Int((max(-1e6, min(1e6, value)) * 100_000).rounded())
    var digits = String(abs(parts) % 100_000)
    digits = String(repeating: "0", count: 5 - digits.count) + digits
    while digits.last == "0" { digits.removeLast() }
    return "\(parts < 0 ? "-" : "")\(abs(parts) / 100_000)" + (digits.isEmpty ? "" : ".\(digits)")
  }

  /// A rectangle, with round corners if there is a radius.
  mutating func rectangle(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double, radius: Double = 0, fill: String,
    opacity: Double = 1, stroke: String? = nil, strokeWidth: Double = 1
  ) {
    text += "<rect x=\"\(Self.number(x))\" y=\"\(Self.number(y))\" width=\"\(Self.number(width))\" "
    text += "height=\"\(Self.number(height))\""
    if radius > 0 { text += " rx=\"\(Self.number(radius))\"" }
    text += " fill=\"\(fill)\""
    if opacity < 1 { text += " fill-opacity=\"\(Self.number(opacity))\"" }
    if let stroke { text += " stroke=\"\(stroke)\" stroke-width=\"\(Self.number(strokeWidth))\"" }
    text += "/>"
  }

  mutating func circle(_ x: Double, _ y: Double, _ radius: Double, fill: String, opacity: Double = 1) {
    text += "<circle cx=\"\(Self.number(x))\" cy=\"\(Self.number(y))\" r=\"\(Self.number(radius))\" fill=\"\(fill)\""
    if opacity < 1 { text += " fill-opacity=\"\(Self.number(opacity))\"" }
    text += "/>"
  }

  /// A text of any origin that is clean, on its base line.
  mutating func words(
    _ words: String, _ x: Double, _ y: Double, size: Double, fill: String, anchor: Anchor = .start,
    weight: Int = 400
  ) {
    guard !words.isEmpty else { return }
    text += "<text x=\"\(Self.number(x))\" y=\"\(Self.number(y))\" font-size=\"\(Self.number(size))\" fill=\"\(fill)\""
    // Its own direction decides where its signs stand; there “start” is the right end.
    let isRightToLeft = SVGText.isRightToLeft(words)
    let anchor: Anchor =
      switch anchor {
      case .start where isRightToLeft: .end
      case .end where isRightToLeft: .start
      case .start, .middle, .end: anchor
      }
    if anchor != .start { text += " text-anchor=\"\(anchor.rawValue)\"" }
    if weight != 400 { text += " font-weight=\"\(weight)\"" }
    if isRightToLeft { text += " direction=\"rtl\"" }
    text += ">\(SVGText.escaped(words))</text>"
  }

  /// A part of the pool.
  mutating func use(_ part: String, _ x: Double = 0, _ y: Double = 0, transform: String? = nil) {
    text += "<use href=\"#\(part)\""
    if x != 0 { text += " x=\"\(Self.number(x))\"" }
    if y != 0 { text += " y=\"\(Self.number(y))\"" }
    if let transform { text += " transform=\"\(transform)\"" }
    text += "/>"
  }

  /// What `body` writes, in a group.
  mutating func group(_ attributes: String, title: String? = nil, _ body: (inout SVGMarkup) -> Void) {
    text += attributes.isEmpty ? "<g>" : "<g \(attributes)>"
    if let title { text += "<title>\(SVGText.escaped(title))</title>" }
    body(&self)
    text += "</g>"
  }
}
