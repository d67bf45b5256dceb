/// The rules of a drawing's style sheet that refer to elements. Only lists of classes are understood as selectors, and
/// references without escapes; all else that refers to something is refused.
struct LayerStyleSheet {
  /// The names of the elements, by class.
  private(set) var rules: [ArraySlice<UInt8>: [ArraySlice<UInt8>]] = [:]

  private let bytes: ArraySlice<UInt8>
  private var place: Int
  /// What was read since the last brace, without comments, and the references in it.
  private var text: [UInt8] = []
  private var targets: [ArraySlice<UInt8>] = []
  private var selector: [UInt8]?

  private static let unclear = DrawingRefusal(reason: "its drawing refers to parts in a way that is not read")

  /// The text of a `style` element.
  init(_ bytes: [UInt8]) { self.init(bytes[...]) }

  private init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    place = bytes.startIndex
  }

  /// What the declarations of an attribute refer to.
  static func targets(in value: ArraySlice<UInt8>) throws(DrawingRefusal) -> [ArraySlice<UInt8>] {
    // Most values are numbers and colours.
    guard value.contains(UInt8(ascii: "(")) || value.contains(UInt8(ascii: "\\")) else { return [] }
    var sheet = LayerStyleSheet(value)
    while sheet.place < sheet.bytes.endIndex { try sheet.readNext() }
    guard sheet.rules.isEmpty, sheet.selector == nil else { throw unclear }
    return sheet.targets
  }

  /// Reads the ``rules``.
  mutating func read() throws(DrawingRefusal) {
    guard !bytes.contains(UInt8(ascii: "&")) else { throw Self.unclear }
    while place < bytes.endIndex { try readNext() }
    guard targets.isEmpty else { throw Self.unclear }
  }

  private mutating func readNext() throws(DrawingRefusal) {
    let byte = bytes[place]
    switch byte {
    case UInt8(ascii: "\\"): throw Self.unclear
    case UInt8(ascii: "/") where begins("/*"):
      place += 2
      while !begins("*/") {
        place += 1
        guard place < bytes.endIndex else { throw Self.unclear }
      }
      place += 2
      text.append(0x20)
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      guard let end = bytes[(place + 1)...].firstIndex(of: byte),
        !bytes[place..<end].contains(where: { Array("{}\n\r\\".utf8).contains($0) })
      else { throw Self.unclear }
      place = end + 1
    case UInt8(ascii: "{"):
      guard targets.isEmpty else { throw Self.unclear }
      selector = text
      text = []
      place += 1
    case UInt8(ascii: "}"):
      try finishRule()
      place += 1
    case UInt8(ascii: "u"), UInt8(ascii: "U"), UInt8(ascii: "v"), UInt8(ascii: "V"):
      if begins("var(") || begins("@import") { throw Self.unclear }
      if begins("url(") {
        place += 4
        try readTarget()
      } else {
        text.append(byte)
        place += 1
      }
    case UInt8(ascii: "@") where begins("@import"): throw Self.unclear
    default:
      text.append(byte)
      place += 1
    }
  }

  /// Behind `url(`: `#name`, with or without quotes.
  private mutating func readTarget() throws(DrawingRefusal) {
    guard let end = bytes[place...].firstIndex(of: UInt8(ascii: ")")) else { throw Self.unclear }
    var inside = bytes[place..<end]
    place = end + 1
    func trim(_ word: String) {
      guard inside.count >= 2 * word.utf8.count, inside.starts(with: word.utf8),
        inside.suffix(word.utf8.count).elementsEqual(word.utf8)
      else { return }
      inside = inside.dropFirst(word.utf8.count).dropLast(word.utf8.count)
    }
    while inside.first == 0x20 { inside.removeFirst() }
    while inside.last == 0x20 { inside.removeLast() }
    for quote in ["\"", "'", "&quot;", "&apos;"] where inside.first != UInt8(ascii: "#") { trim(quote) }
    guard inside.first == UInt8(ascii: "#"),
      !inside.contains(where: { $0 <= 0x20 || Array("\"'()\\<>&{}".utf8).contains($0) })
    else { throw Self.unclear }
    targets.append(inside.dropFirst())
  }

  private mutating func finishRule() throws(DrawingRefusal) {
    defer {
      text = []
      targets = []
      selector = nil
    }
    guard !targets.isEmpty else { return }
    // Only lists of classes: what else a selector takes in is not known here.
    guard let selector else { throw Self.unclear }
    for part in selector.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
      var name = part.drop { $0 <= 0x20 }
      while let last = name.last, last <= 0x20 { name.removeLast() }
      let isName = name.dropFirst().allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), 0x80...:
          true
        default: false
        }
      }
      guard name.first == UInt8(ascii: "."), name.count > 1, isName else { throw Self.unclear }
      rules[Array(name.dropFirst())[...], default: []] += targets
    }
  }

  private func begins(_ text: String) -> Bool {
    let found = bytes[place...].prefix(text.utf8.count)
    return found.map { (65...90).contains($0) ? $0 + 32 : $0 } == Array(text.utf8)
  }
}
