/// An element of a drawing that anybody may have made, with what it refers to.
struct LayerElement {
  /// The number of the one around it; nil for the outermost.
  let parent: Int?
  /// What others call it.
  var name: ArraySlice<UInt8>?
  /// Its tag, in bytes.
  var bytes = 0
  /// What it shows once more, as `use` does.
  var copies: [ArraySlice<UInt8>] = []
  /// What is painted with it: patterns, masks, markers, filters.
  var uses: [ArraySlice<UInt8>] = []
  var classes: [ArraySlice<UInt8>] = []
  /// It paints no elements, only colours.
  var isGradient = false
}

/// Reads the elements of such a drawing, and of its style sheets what refers to elements.
///
/// What a browser could understand otherwise than it is understood here is refused: other encodings, references that are
/// written with escapes, prefixes for SVG's own elements, elements that are not known.
struct LayerReader {
  private(set) var elements: [LayerElement] = []
  /// What the rules of style sheets refer to, by class.
  private(set) var rules: [ArraySlice<UInt8>: [ArraySlice<UInt8>]] = [:]

  private let bytes: [UInt8]
  private var place = 0
  /// The elements that are open: their numbers, and their names in the file.
  private var open: [(index: Int, name: ArraySlice<UInt8>)] = []
  /// The text of the style sheet that is open.
  private var style: [UInt8] = []
  /// Prefixes that elements have, and those that stand for SVG.
  private var prefixes: Set<ArraySlice<UInt8>> = []
  private var prefixesOfSVG: Set<ArraySlice<UInt8>> = []

  private static let maximumDepth = 200
  private static let space = "http://www.w3.org/2000/svg"

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  private static func refuse(_ reason: String) -> DrawingRefusal { DrawingRefusal(reason: reason) }
  private static let noXML = refuse("its drawing is no XML")
  private static let unclear = refuse("its drawing refers to parts in a way that is not read")

  mutating func read() throws(DrawingRefusal) {
    guard String(validating: bytes, as: UTF8.self) != nil, !bytes.contains(0) else {
      throw Self.refuse("its drawing is not in UTF-8")
    }
    while let start = bytes[place...].firstIndex(of: UInt8(ascii: "<")) {
      takeText(place..<start)
      place = start
      if begins("<!--") {
        try skip(to: "-->")
      } else if begins("<![CDATA[") {
        let begin = place + 9
        try skip(to: "]]>")
        takeText(begin..<place - 3)
      } else if begins("<!") {
        let isDeclaration = begins("<!DOCTYPE")
        try skip(to: ">")
        guard isDeclaration, !bytes[start..<place].contains(UInt8(ascii: "[")) else {
          throw Self.refuse("its drawing declares entities")
        }
      } else if begins("<?") {
        try skip(to: "?>")
        try checkInstruction(bytes[start..<place])
      } else if begins("</") {
        try closeElement()
      } else {
        try openElement()
      }
    }
    guard open.isEmpty else { throw Self.noXML }
    guard prefixes.isDisjoint(with: prefixesOfSVG) else {
      throw Self.refuse("its drawing has prefixes before the names of elements")
    }
  }

  private func begins(_ text: String) -> Bool { bytes[place...].starts(with: text.utf8) }

  private mutating func skip(to end: String) throws(DrawingRefusal) {
    let end = Array(end.utf8)
    var from = place
    while let found = bytes[from...].firstIndex(of: end[0]) {
      if bytes[found...].starts(with: end) {
        place = found + end.count
        return
      }
      from = found + 1
    }
    throw Self.noXML
  }

  private func checkInstruction(_ text: ArraySlice<UInt8>) throws(DrawingRefusal) {
    let text = String(decoding: text, as: UTF8.self).lowercased()
    guard !text.hasPrefix("<?xml-stylesheet") else { throw Self.refuse("its drawing has a style sheet elsewhere") }
    guard text.hasPrefix("<?xml "), text.contains("encoding") else { return }
    guard text.contains("\"utf-8\"") || text.contains("'utf-8'") else {
      throw Self.refuse("its drawing is not in UTF-8")
    }
  }

  private mutating func takeText(_ range: Range<Int>) {
    if let last = open.last, last.name.elementsEqual("style".utf8) { style += bytes[range] }
  }

  // MARK: Elements

  private mutating func closeElement() throws(DrawingRefusal) {
    let start = place + 2
    try skip(to: ">")
    guard let element = open.popLast(),
      bytes[start..<place - 1].prefix(while: { !Self.isSpace($0) }) == element.name
    else { throw Self.noXML }
    try finish(element.name)
  }

  private mutating func finish(_ name: ArraySlice<UInt8>) throws(DrawingRefusal) {
    guard name.elementsEqual("style".utf8) else { return }
    var sheet = LayerStyleSheet(style)
    try sheet.read()
    for (name, targets) in sheet.rules { rules[name, default: []] += targets }
    style = []
  }

  private mutating func openElement() throws(DrawingRefusal) {
    let start = place
    place += 1
    let name = takeName()
    guard !name.isEmpty else { throw Self.noXML }
    if let colon = name.firstIndex(of: UInt8(ascii: ":")) {
      prefixes.insert(name[..<colon])
    } else if !Self.known.contains(String(decoding: name, as: UTF8.self)) {
      throw Self.refuse("its drawing has elements that are not drawn")
    }
    // What stands in a style sheet would be no part of its text.
    if let last = open.last, last.name.elementsEqual("style".utf8) { throw Self.noXML }
    var element = LayerElement(parent: open.last?.index)
    element.isGradient = name.suffix(8).elementsEqual("Gradient".utf8)
    while true {
      skipSpaces()
      guard place < bytes.count else { throw Self.noXML }
      if bytes[place] == UInt8(ascii: ">") || begins("/>") { break }
      try takeAttribute(of: name, &element)
    }
    let isEmpty = bytes[place] == UInt8(ascii: "/")
    place += isEmpty ? 2 : 1
    element.bytes = place - start
    elements.append(element)
    if isEmpty { return }
    guard open.count < Self.maximumDepth else { throw Self.refuse("its drawing is nested too deeply") }
    open.append((elements.count - 1, name))
  }

  private mutating func takeAttribute(
    of element: ArraySlice<UInt8>, _ result: inout LayerElement
  ) throws(DrawingRefusal) {
    let name = takeName()
    skipSpaces()
    guard !name.isEmpty, begins("=") else { throw Self.noXML }
    place += 1
    skipSpaces()
    guard place < bytes.count, bytes[place] == UInt8(ascii: "\"") || bytes[place] == UInt8(ascii: "'"),
      let end = bytes[(place + 1)...].firstIndex(of: bytes[place])
    else { throw Self.noXML }
    let value = bytes[place + 1..<end]
    place = end + 1
    // Names and words for people, which nobody refers with.
    if Self.free.contains(String(decoding: name, as: UTF8.self)) { return }
    let colon = name.firstIndex(of: UInt8(ascii: ":"))
    let prefix = colon.map { name[..<$0] } ?? []
    let local = colon.map { name[($0 + 1)...] } ?? name
    if prefix.elementsEqual("xmlns".utf8) {
      if value.contains(UInt8(ascii: "&")) { throw Self.unclear }
      if value.elementsEqual(Self.space.utf8) { prefixesOfSVG.insert(local) }
    } else if local.elementsEqual("href".utf8) {
      if !element.elementsEqual("a".utf8) { try refer(value, &result) }
    } else if prefix.isEmpty || prefix.elementsEqual("xml".utf8) {
      guard !Self.holds("&#", value) else { throw Self.unclear }
      if local.elementsEqual("id".utf8) {
        result.name = value
      } else if local.elementsEqual("class".utf8) {
        result.classes = value.split(whereSeparator: Self.isSpace)
      } else {
        result.uses += try LayerStyleSheet.targets(in: value)
      }
    }
  }

  /// `href="#name"`, or a picture's data.
  private func refer(_ value: ArraySlice<UInt8>, _ result: inout LayerElement) throws(DrawingRefusal) {
    guard !value.contains(UInt8(ascii: "&")) else { throw Self.unclear }
    let value = value.drop { $0 <= 0x20 }
    if value.first == UInt8(ascii: "#") {
      result.copies.append(value.dropFirst())
    } else if Self.holds("data:", value.map { (65...90).contains($0) ? $0 + 32 : $0 }) {
      guard Self.pictures.contains(where: { value.starts(with: $0.utf8) }) else {
        throw Self.refuse("its drawing holds data that is no picture of pixels")
      }
    }
  }

  private static let pictures = ["data:image/png;", "data:image/jpeg;", "data:image/jpg;", "data:image/gif;"]

  // MARK: Signs

  private mutating func takeName() -> ArraySlice<UInt8> {
    let start = place
    while place < bytes.count, !Self.isSpace(bytes[place]), !Self.ends.contains(bytes[place]) { place += 1 }
    return bytes[start..<place]
  }

  private static let ends = Array("=/><\"'&".utf8)

  private mutating func skipSpaces() { while place < bytes.count, Self.isSpace(bytes[place]) { place += 1 } }

  private static func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }

  private static func holds(_ text: String, _ value: some RandomAccessCollection<UInt8>) -> Bool {
    let text = Array(text.utf8)
    return value.indices.contains { value[$0] == text[0] && value[$0...].starts(with: text) }
  }

  private static let free: Set<String> = ["font-family", "aria-label", "data-name", "d", "points"]

  /// What stands still and is drawn, or is nothing to see.
  private static let known: Set<String> = [
    "svg", "g", "defs", "symbol", "use", "switch", "a", "view", "title", "desc", "metadata", "style", "script",
    "path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "image", "text", "tspan", "textPath",
    "clipPath", "mask", "pattern", "marker", "linearGradient", "radialGradient", "stop", "filter",
    "feBlend", "feColorMatrix", "feComponentTransfer", "feComposite", "feConvolveMatrix", "feDiffuseLighting",
    "feDisplacementMap", "feDistantLight", "feDropShadow", "feFlood", "feFuncA", "feFuncB", "feFuncG", "feFuncR",
    "feGaussianBlur", "feImage", "feMerge", "feMergeNode", "feMorphology", "feOffset", "fePointLight",
    "feSpecularLighting", "feSpotLight", "feTile", "feTurbulence",
  ]
}
