internal import HomeScreenSimulator
import PropertyLists

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

/// The parts that drawings share, each once: icons, menus, whole Home Screens. A drawing refers to them by their names.
///
/// Names are made of the content, so that equal parts have equal names in every pool, also in those of other processes.
package struct SVGPool: Sendable, Equatable {
  /// The names of the parts, in the order in which they were added: what a part refers to comes before it.
  package private(set) var names: [String] = []
  private var parts: [String: String] = [:]

  /// An empty pool.
  package init() {}

  /// The rules that a page with drawings has to have in its style: what SVG has no attributes for.
  package static let style: String = {
    let modes = [
      "multiply", "screen", "overlay", "darken", "lighten", "color-dodge", "color-burn", "soft-light", "hard-light",
      "difference", "exclusion", "hue", "saturation", "color", "luminosity", "plus-lighter",
    ]
    return ".isolated{isolation:isolate}.by-alpha{mask-type:alpha}"
      + modes.map { ".blend-\($0){mix-blend-mode:\($0)}" }.joined()
  }()

  /// The markup of a part, without its name; nil for a name that is not in the pool.
  package subscript(name: String) -> String? { parts[name] }

  /// Adds a part unless it is there, and gives its name. The markup may refer to parts that are there.
  package mutating func add(_ markup: String) -> String {
    var hash = FNV1a64()
    hash.feed(markup)
    while true {
      let name = "p" + String(hash.value, radix: 36)
      switch parts[name] {
      case nil:
        parts[name] = markup
        names.append(name)
        return name
      case markup: return name
      // Somebody has taken the trouble to make two parts with one hash.
      default: hash.feed(UInt8(0))
      }
    }
  }

  /// Adds the parts of another pool.
  package mutating func add(_ other: SVGPool) {
    for name in other.names where parts[name] == nil {
      parts[name] = other.parts[name]
      names.append(name)
    }
  }

  /// All parts, to be put into a page once; invisible by themselves.
  package var markup: String {
    "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"0\" height=\"0\" aria-hidden=\"true\">\(definitions(of: names))</svg>"
  }

  /// A drawing as a file of its own, with the parts that it needs, one on a line. Their names are numbers: equal drawings
  /// give equal files, and what packs the pixels of pictures has no part in the names.
  package func standalone(_ frame: SVGFrame) -> String {
    let used = names(in: frame.body)
    var numbers: [String: String] = [:]
    for (number, name) in used.enumerated() { numbers[name] = "p\(number)" }
    var definitions = ""
    for name in used {
      definitions += Self.named(Self.renamed(parts[name] ?? "") { numbers[$0] }, numbers[name] ?? name) + "\n"
    }
    let style = definitions.contains("class=\"") ? "<style>\(Self.style)</style>\n" : ""
    return frame.element(
      attributes: "xmlns=\"http://www.w3.org/2000/svg\"", head: "\n\(style)<defs>\n\(definitions)</defs>\n",
      body: Self.renamed(frame.body) { numbers[$0] }) + "\n"
  }

  /// Markup in which parts have other names.
  ///
  /// - Parameter name: the new name of a part; nil where it keeps its own.
  package static func renamed(_ markup: String, _ name: (String) -> String?) -> String {
    var result: [UInt8] = []
    var rest = ArraySlice(markup.utf8)
    result.reserveCapacity(rest.count)
    while let mark = rest.firstIndex(of: UInt8(ascii: "#")) {
      let start = mark + 1
      let end = rest[start...].firstIndex { !isOfName($0) } ?? rest.endIndex
      let old = rest[start..<end]
      result += rest[..<start]
      if old.first == UInt8(ascii: "p"), let new = name(String(decoding: old, as: UTF8.self)) {
        result += new.utf8
      } else {
        result += old
      }
      rest = rest[end...]
    }
    result += rest
    return String(decoding: result, as: UTF8.self)
  }

  private static func isOfName(_ byte: UInt8) -> Bool { (48...57).contains(byte) || (97...122).contains(byte) }

  /// The parts that markup refers to, directly or through others, in the order of the pool.
  package func names(in markup: String) -> [String] {
    var found: Set<String> = []
    var waiting = [markup]
    while let next = waiting.popLast() {
      for name in Self.references(in: next) where parts[name] != nil && found.insert(name).inserted {
        waiting.append(parts[name] ?? "")
      }
    }
    return names.filter(found.contains)
  }

  private func definitions(of names: [String]) -> String {
    var text = "<defs>"
    for name in names { text += Self.named(parts[name] ?? "", name) }
    return text + "</defs>"
  }

  /// The name becomes an attribute of the part's one element.
  private static func named(_ markup: String, _ name: String) -> String {
    guard
      let end = markup.utf8.firstIndex(where: { byte in
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/")
      })
    else { return markup }
    return "\(markup[..<end]) id=\"\(name)\"\(markup[end...])"
  }

  /// What stands behind a `#`, as in `href="#name"` and `url(#name)`.
  private static func references(in markup: String) -> [String] {
    let bytes = markup.utf8
    var names: [String] = []
    var place = bytes.startIndex
    while let mark = bytes[place...].firstIndex(of: UInt8(ascii: "#")) {
      let start = bytes.index(after: mark)
      let end = bytes[start...].firstIndex { !isOfName($0) } ?? bytes.endIndex
      if bytes[start..<end].first == UInt8(ascii: "p") { names.append(String(markup[start..<end])) }
      place = end
    }
    return names
  }
}

/// A drawing whose parts are in a pool.
package struct SVGFrame: Sendable, Hashable {
  /// In points.
  package let width: Int
  /// In points.
  package let height: Int
  /// What is to be seen, in words.
  package let words: String
  /// What stands inside of the `svg` element.
  package let body: String

  /// A drawing whose markup was made before, such as one of a record.
  package init(width: Int, height: Int, words: String, body: String) {
    self.width = width
    self.height = height
    self.words = words
    self.body = body
  }

  /// The element for a page that has the pool's ``SVGPool/markup``.
  ///
  /// - Parameter scale: of its size on the page to its size in points.
  package func markup(scale: Double = 1) -> String {
    element(
      attributes:
        "width=\"\(SVGMarkup.number(Double(width) * scale))\" height=\"\(SVGMarkup.number(Double(height) * scale))\"",
      head: "", body: body)
  }

  fileprivate func element(attributes: String, head: String, body: String) -> String {
    "<svg \(attributes) viewBox=\"0 0 \(width) \(height)\" role=\"img\" aria-label=\"\(SVGText.escaped(words))\" "
      + "font-family=\"\(SVGMarkup.fonts)\">\(head)\(body)</svg>"
  }
}

/// Text of any origin inside of a drawing: harmless, and cut to the room that there is.
///
/// No font is at hand, so widths are estimates, on the wide side; the drawings leave room for it.
enum SVGText {
  /// No label that a person reads is longer; what follows is left out before anything is measured.
  private static let maximumScalars = 400

  /// A text that fits into a drawing.
  static func clean(_ text: String, limit: Int = maximumScalars) -> String {
    ControlCharacters.cleaned(text, limit: limit)
  }

  /// Whether its first letter that has a direction is of a script from right to left.
  static func isRightToLeft(_ text: String) -> Bool {
    for scalar in text.unicodeScalars where scalar.properties.isAlphabetic {
      switch scalar.value {
      case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: return true
      default: return false
      }
    }
    return false
  }

  /// What is markup to SVG and HTML is text afterwards, also in attributes, which stand in double quotes here; the text
  /// has to be clean.
  static func escaped(_ text: String) -> String { MarkupText.escaped(text) }

  // MARK: Measuring

  /// The width of a clean text in a font of this size.
  static func width(_ text: some StringProtocol, size: Double) -> Double {
    text.unicodeScalars.reduce(0) { $0 + width(of: $1) } * size
  }

  /// Of one character, as a share of the font's size.
  private static func width(of scalar: Unicode.Scalar) -> Double {
    switch scalar.value {
    case 0x20, 0x21, 0x27...0x29, 0x2C, 0x2E, 0x2F, 0x3A, 0x3B, 0x49, 0x69, 0x6A, 0x6C, 0x74, 0x66, 0x72, 0x7C: 0.33
    case 0x4D, 0x57, 0x6D, 0x77, 0x40, 0x25: 0.9
    case 0x41...0x5A: 0.7
    case ..<0x300: 0.57
    case 0x300...0x36F, 0x64B...0x65F, 0x200B...0x200D, 0xFE00...0xFE0F: 0
    case 0x590...0x8FF, 0xFB50...0xFDFF, 0xFE70...0xFEFF: 0.55
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFF00...0xFFE6, 0x1F300...0x1FAFF,
      0x20000...0x3FFFF:
      1.05
    default: 0.65
    }
  }

  /// The text, or as much of it as there is room for, with “…” behind it.
  static func cut(_ text: String, to available: Double, size: Double) -> String {
    guard width(text, size: size) > available else { return text }
    var used = width("…", size: size)
    var result = ""
    for character in text {
      used += width(String(character), size: size)
      if used > available { break }
      result.append(character)
    }
    while result.last == " " { result.removeLast() }
    return result + "…"
  }

  /// The text in lines; the last one is cut.
  static func lines(_ text: String, to available: Double, size: Double, atMost limit: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ", omittingEmptySubsequences: true) {
      let longer = line.isEmpty ? String(word) : "\(line) \(word)"
      if line.isEmpty || width(longer, size: size) <= available {
        line = longer
      } else {
        lines.append(line)
        line = String(word)
      }
      // A text without spaces is broken anywhere.
      while width(line, size: size) > available, lines.count < limit {
        var head = ""
        for character in line {
          guard head.isEmpty || width(head + String(character), size: size) <= available else { break }
          head.append(character)
        }
        guard head.utf8.count < line.utf8.count else { break }
        lines.append(head)
        line = String(line.dropFirst(head.count))
      }
      if lines.count > limit { break }
    }
    if !line.isEmpty { lines.append(line) }
    guard lines.count > limit, limit > 0 else { return lines }
    return Array(lines[..<(limit - 1)]) + [cut(lines[limit - 1] + " " + lines[limit], to: available, size: size)]
  }
}
