internal import HomeScreenSimulator
import PropertyLists

/// The parts that drawings share, each once: icons, menus, whole Home Screens. A drawing refers to them by their names.
///
/// Names are made of the content, so that equal parts have equal names in every pool, also in those of other processes.
public struct SVGPool: Sendable, Equatable {
  /// The names of the parts, in the order in which they were added: what a part refers to comes before it.
  public private(set) var names: [String] = []
  private var parts: [String: String] = [:]

  /// An empty pool.
  public init() {}

  /// The rules that a page with drawings has to have in its style: what SVG has no attributes for.
  public static let style: String = {
    let modes = [
      "multiply", "screen", "overlay", "darken", "lighten", "color-dodge", "color-burn", "soft-light", "hard-light",
      "difference", "exclusion", "hue", "saturation", "color", "luminosity", "plus-lighter",
    ]
    return ".isolated{isolation:isolate}.by-alpha{mask-type:alpha}"
      + modes.map { ".blend-\($0){mix-blend-mode:\($0)}" }.joined()
  }()

  /// The markup of a part, without its name; nil for a name that is not in the pool.
  public subscript(name: String) -> String? { parts[name] }

  /// Adds a part unless it is there, and gives its name. The markup may refer to parts that are there.
  public mutating func add(_ markup: String) -> String {
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
  public mutating func add(_ other: SVGPool) {
    for name in other.names where parts[name] == nil {
      parts[name] = other.parts[name]
      names.append(name)
    }
  }

  /// All parts, to be put into a page once; invisible by themselves.
  public var markup: String {
    "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"0\" height=\"0\" aria-hidden=\"true\">\(definitions(of: names))</svg>"
  }

  /// A drawing as a file of its own, with the parts that it needs, one on a line. Their names are numbers: equal drawings
  /// give equal files, and what packs the pixels of pictures has no part in the names.
  public func standalone(_ frame: SVGFrame) -> String {
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
  public static func renamed(_ markup: String, _ name: (String) -> String?) -> String {
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
  public func names(in markup: String) -> [String] {
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
public struct SVGFrame: Sendable, Hashable {
  /// In points.
  public let width: Int
  /// In points.
  public let height: Int
  /// What is to be seen, in words.
  public let words: String
  /// What stands inside of the `svg` element.
  public let body: String

  /// A drawing whose markup was made before, such as one of a record.
  public init(width: Int, height: Int, words: String, body: String) {
    self.width = width
    self.height = height
    self.words = words
    self.body = body
  }

  /// The element for a page that has the pool's ``SVGPool/markup``.
  ///
  /// - Parameter scale: of its size on the page to its size in points.
  public func markup(scale: Double = 1) -> String {
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
