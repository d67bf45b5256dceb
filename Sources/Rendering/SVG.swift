internal import HomeScreenSimulator
import PropertyLists

/// Writes SVG elements. It uses presentation attributes, because the pages that hold drawings allow no inline styles.
struct SVGMarkup {
  /// The markup written so far.
  private(set) var text = ""

  /// The system fonts; none are embedded.
  static let fonts = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif"

  /// The alignment of a text: its start, middle or end is at the given position.
  enum Anchor: String {
    case start
    case middle
    case end
  }

  mutating func append(_ markup: String) { text += markup }

  /// Formats a number, such as `12` or `12.5`, with at most two decimals and no exponent.
  static func number(_ value: Double) -> String {
    guard value.isFinite else { return "0" }
    let hundredths = Int((max(-1e7, min(1e7, value)) * 100).rounded())
    let rest = abs(hundredths) % 100
    let whole = "\(hundredths < 0 ? "-" : "")\(abs(hundredths) / 100)"
    if rest == 0 { return hundredths == 0 ? "0" : whole }
    if rest % 10 == 0 { return "\(whole).\(rest / 10)" }
    return "\(whole).\(rest < 10 ? "0" : "")\(rest)"
  }

  /// Formats a small factor, with at most five decimals.
  static func factor(_ value: Double) -> String {
    guard value.isFinite else { return "1" }
    let parts = Int((max(-1e6, min(1e6, value)) * 100_000).rounded())
    var digits = String(abs(parts) % 100_000)
    digits = String(repeating: "0", count: 5 - digits.count) + digits
    while digits.last == "0" { digits.removeLast() }
    return "\(parts < 0 ? "-" : "")\(abs(parts) / 100_000)" + (digits.isEmpty ? "" : ".\(digits)")
  }

  /// Writes a rectangle, with rounded corners if it has a radius.
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

  /// Writes a cleaned text on its baseline.
  mutating func words(
    _ words: String, _ x: Double, _ y: Double, size: Double, fill: String, anchor: Anchor = .start,
    weight: Int = 400
  ) {
    guard !words.isEmpty else { return }
    text += "<text x=\"\(Self.number(x))\" y=\"\(Self.number(y))\" font-size=\"\(Self.number(size))\" fill=\"\(fill)\""
    // The text's own direction orders its characters; for right to left, “start” is the right end.
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

  /// Writes a reference to a part of the pool.
  mutating func use(_ part: String, _ x: Double = 0, _ y: Double = 0, transform: String? = nil) {
    text += "<use href=\"#\(part)\""
    if x != 0 { text += " x=\"\(Self.number(x))\"" }
    if y != 0 { text += " y=\"\(Self.number(y))\"" }
    if let transform { text += " transform=\"\(transform)\"" }
    text += "/>"
  }

  /// Writes a group with the markup that `body` writes.
  mutating func group(_ attributes: String, title: String? = nil, _ body: (inout SVGMarkup) -> Void) {
    text += attributes.isEmpty ? "<g>" : "<g \(attributes)>"
    if let title { text += "<title>\(SVGText.escaped(title))</title>" }
    body(&self)
    text += "</g>"
  }
}

/// The parts that drawings share, each once: icons, menus, whole Home Screens. Drawings refer to parts by name.
///
/// A name is derived from the content, so equal parts have equal names in every pool, even in other processes.
package struct SVGPool: Sendable, Equatable {
  /// The names of the parts in the order they were added; a part follows the parts it refers to.
  package private(set) var names: [String] = []
  private var parts: [String: String] = [:]

  /// Creates an empty pool.
  package init() {}

  /// The CSS rules that a page with drawings must include: the fonts, and properties without an SVG attribute.
  package static let style: String = {
    let modes = [
      "multiply", "screen", "overlay", "darken", "lighten", "color-dodge", "color-burn", "soft-light", "hard-light",
      "difference", "exclusion", "hue", "saturation", "color", "luminosity", "plus-lighter",
    ]
    return "svg{font-family:\(SVGMarkup.fonts)}.isolated{isolation:isolate}.by-alpha{mask-type:alpha}"
      + modes.map { ".blend-\($0){mix-blend-mode:\($0)}" }.joined()
  }()

  /// Returns the markup of a part, without its name; nil if the name is not in the pool.
  package subscript(name: String) -> String? { parts[name] }

  /// Adds a part unless it exists, and returns its name. The markup may refer to existing parts.
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
      // Two parts crafted to have the same hash.
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

  /// The markup of all parts, invisible by itself; a page includes it once.
  package var markup: String {
    "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"0\" height=\"0\" aria-hidden=\"true\">\(definitions(of: names))</svg>"
  }

  /// Returns a drawing as a file with the parts it needs, one per line. Their names are numbers, so equal drawings give
  /// equal files, however the pixels of pictures are compressed.
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
      attributes: "xmlns=\"http://www.w3.org/2000/svg\" font-family=\"\(SVGMarkup.fonts)\"",
      head: "\n\(style)<defs>\n\(definitions)</defs>\n",
      body: Self.renamed(frame.body) { numbers[$0] }) + "\n"
  }

  /// Returns markup with its parts renamed.
  ///
  /// - Parameter name: returns the new name of a part; nil keeps the name.
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

  /// Returns the parts that the markup refers to, directly or through others, in pool order.
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

  /// Adds the name as an attribute to the part's one element.
  private static func named(_ markup: String, _ name: String) -> String {
    guard
      let end = markup.utf8.firstIndex(where: { byte in
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/")
      })
    else { return markup }
    return "\(markup[..<end]) id=\"\(name)\"\(markup[end...])"
  }

  /// Returns the names after each `#`, as in `href="#name"` and `url(#name)`.
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

/// A drawing, with its parts in a pool.
package struct SVGFrame: Sendable, Hashable {
  /// The width in points.
  package let width: Int
  /// The height in points.
  package let height: Int
  /// A description in words.
  package let words: String
  /// The content of the `svg` element.
  package let body: String

  /// Creates a drawing from existing markup, such as the markup in a record.
  package init(width: Int, height: Int, words: String, body: String) {
    (self.width, self.height, self.words, self.body) = (width, height, words, body)
  }

  /// Returns the element for a page that includes the pool's ``SVGPool/markup``.
  ///
  /// - Parameter scale: the size of the drawing on the page, relative to its size in points.
  package func markup(scale: Double = 1) -> String {
    element(
      attributes:
        "width=\"\(SVGMarkup.number(Double(width) * scale))\" height=\"\(SVGMarkup.number(Double(height) * scale))\"",
      head: "", body: body)
  }

  fileprivate func element(attributes: String, head: String, body: String) -> String {
    "<svg \(attributes) viewBox=\"0 0 \(width) \(height)\" role=\"img\" aria-label=\"\(SVGText.escaped(words))\">"
      + "\(head)\(body)</svg>"
  }
}

/// Untrusted text in a drawing: made safe, and cut to the available space.
///
/// No font is available, so widths are estimates on the wide side; drawings leave room for this.
enum SVGText {
  /// The maximum length of a label; the rest is cut before anything is measured.
  private static let maximumScalars = 400

  /// Returns a text that is safe and short enough for a drawing.
  static func clean(_ text: String, limit: Int = maximumScalars) -> String {
    ControlCharacters.cleaned(text, limit: limit)
  }

  /// Whether the first letter of the text belongs to a right-to-left script.
  static func isRightToLeft(_ text: String) -> Bool {
    for scalar in text.unicodeScalars where scalar.properties.isAlphabetic {
      switch scalar.value {
      case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: return true
      default: return false
      }
    }
    return false
  }

  /// Escapes the markup characters of SVG and HTML, also for double-quoted attributes; the text must be clean.
  static func escaped(_ text: String) -> String { MarkupText.escaped(text) }

  // MARK: Measuring

  /// Returns the width of a clean text at this font size.
  static func width(_ text: some StringProtocol, size: Double) -> Double {
    text.unicodeScalars.reduce(0) { $0 + width(of: $1) } * size
  }

  /// Returns the width of one character, as a share of the font size.
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

  /// Returns the text, cut to the available width with “…” at its end if necessary.
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

  /// Returns the text broken into lines; the last line is cut if necessary.
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
