import PropertyLists

/// Reads the elements of a drawing and counts how many a browser has to draw: a few that repeat each other can be billions.
/// What our own drawings do not have is refused, so that nothing has to be understood that can be written in many ways.
struct DrawingReader {
  private let bytes: [UInt8]
  private var place = 0
  /// The elements that are open: what they are, their names as parts, and what was counted in them.
  private var open: [(element: ArraySlice<UInt8>, name: ArraySlice<UInt8>?, cost: Int)] = []
  private var costs: [ArraySlice<UInt8>: Int] = [:]

  private static let maximumCost = 200_000
  private static let maximumDepth = 200
  private static let bytesPerShape = 64

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  private static func refuse(_ reason: String) -> DrawingRefusal { DrawingRefusal(reason: reason) }

  mutating func read() throws(DrawingRefusal) {
    var total = 0
    while let start = bytes[place...].firstIndex(of: UInt8(ascii: "<")) {
      try checkText(place..<start)
      place = start + 1
      guard place < bytes.count else { throw Self.refuse("it ends within an element") }
      switch bytes[place] {
      case UInt8(ascii: "!"), UInt8(ascii: "?"):
        throw Self.refuse("it has declarations or comments, which drawings of homescreen have not")
      case UInt8(ascii: "/"): try close(&total)
      default: try openElement(&total)
      }
    }
    guard open.isEmpty else { throw Self.refuse("its elements are not closed") }
    if total > Self.maximumCost { throw Self.tooMuch }
  }

  private static let tooMuch = refuse("its parts repeat each other more than \(maximumCost) times")

  // MARK: Elements

  private mutating func openElement(_ total: inout Int) throws(DrawingRefusal) {
    let start = place
    while place < bytes.count, Self.isOfName(bytes[place]) { place += 1 }
    let element = bytes[start..<place]
    guard Self.elements.contains(String(decoding: element, as: UTF8.self)) else {
      throw Self.refuse("it has elements that drawings of homescreen have not")
    }
    var name: ArraySlice<UInt8>?
    var cost = 1
    while true {
      skipSpaces()
      guard place < bytes.count else { throw Self.refuse("it ends within an element") }
      if bytes[place] == UInt8(ascii: ">") {
        place += 1
        guard open.count < Self.maximumDepth else { throw Self.refuse("its elements lie too deep in each other") }
        open.append((element, name, cost))
        if element.elementsEqual("style".utf8) { try skipStyle() }
        return
      }
      if bytes[place] == UInt8(ascii: "/") {
        place += 1
        guard place < bytes.count, bytes[place] == UInt8(ascii: ">") else { throw Self.refuse("it is no XML") }
        place += 1
        return try finish(name, cost, &total)
      }
      let (attribute, value) = try readAttribute()
      guard Self.attributes.contains(String(decoding: attribute, as: UTF8.self)) else {
        throw Self.refuse("it has attributes that drawings of homescreen have not")
      }
      if attribute.elementsEqual("id".utf8) {
        name = value
      } else {
        cost += try self.cost(of: attribute, value)
      }
    }
  }

  private mutating func close(_ total: inout Int) throws(DrawingRefusal) {
    guard let end = bytes[place...].firstIndex(of: UInt8(ascii: ">")), let element = open.popLast(),
      bytes[(place + 1)..<end] == element.element
    else { throw Self.refuse("its elements are not closed") }
    place = end + 1
    try finish(element.name, element.cost, &total)
  }

  private mutating func finish(
    _ name: ArraySlice<UInt8>?, _ cost: Int, _ total: inout Int
  ) throws(DrawingRefusal) {
    guard cost <= Self.maximumCost else { throw Self.tooMuch }
    if let name, costs.updateValue(cost, forKey: name) != nil { throw Self.refuse("two parts have one name") }
    if open.isEmpty { total += cost } else { open[open.count - 1].cost += cost }
  }

  // MARK: Attributes

  private mutating func readAttribute() throws(DrawingRefusal) -> (ArraySlice<UInt8>, ArraySlice<UInt8>) {
    let start = place
    while place < bytes.count, Self.isOfName(bytes[place]) { place += 1 }
    let name = bytes[start..<place]
    guard !name.isEmpty, bytes[place...].starts(with: "=\"".utf8) else { throw Self.refuse("it is no XML") }
    place += 2
    guard let end = bytes[place...].firstIndex(of: UInt8(ascii: "\"")) else { throw Self.refuse("it is no XML") }
    let value = bytes[place..<end]
    place = end + 1
    try checkText(value.indices)
    return (name, value)
  }

  /// What an attribute makes a browser draw in addition.
  private func cost(
    of attribute: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>
  ) throws(DrawingRefusal) -> Int {
    let isReference = attribute.suffix(4).elementsEqual("href".utf8)
    if isReference, value.first != UInt8(ascii: "#") {
      return try costOfPicture(value)
    }
    // A long path that is repeated is many shapes, too.
    if attribute.elementsEqual("d".utf8) { return value.count / Self.bytesPerShape }
    let target: ArraySlice<UInt8>
    if isReference {
      target = value.dropFirst()
    } else if value.starts(with: "url(".utf8) {
      guard value.starts(with: "url(#".utf8), value.last == UInt8(ascii: ")") else { throw Self.foreign }
      target = value.dropFirst(5).dropLast()
    } else {
      // No other attribute of ours refers to anything.
      guard !value.contains(UInt8(ascii: "\\")), !Self.names("url", in: value) || attribute.starts(with: "aria".utf8)
      else { throw Self.foreign }
      return 0
    }
    // What is behind, or around, would have no end.
    guard let cost = costs[target] else { throw Self.refuse("it refers to a part that does not stand before") }
    return cost
  }

  private static let foreign = refuse("it refers to something outside")

  private func costOfPicture(_ value: ArraySlice<UInt8>) throws(DrawingRefusal) -> Int {
    if value.starts(with: "data:image/png;base64,".utf8) { return 1 }
    let drawing = "data:image/svg+xml;base64,"
    guard value.starts(with: drawing.utf8),
      let inner = Base64.decode(String(decoding: value.dropFirst(drawing.utf8.count), as: UTF8.self))
    else { throw Self.foreign }
    do throws(DrawingRefusal) {
      return try LayerDrawing.cost(of: inner)
    } catch {
      throw Self.refuse("a drawing inside of it is not one that icons have")
    }
  }

  // MARK: Text

  private mutating func skipStyle() throws(DrawingRefusal) {
    let style = SVGPool.style
    guard bytes[place...].starts(with: (style + "</style>").utf8) else {
      throw Self.refuse("it has styles of its own")
    }
    place += style.utf8.count
  }

  /// Characters by their numbers could hide what is looked for here.
  private func checkText(_ range: Range<Int>) throws(DrawingRefusal) {
    var place = range.lowerBound
    while let sign = bytes[place..<range.upperBound].firstIndex(of: UInt8(ascii: "&")) {
      place = sign + 1
      let rest = bytes[place..<range.upperBound]
      guard ["amp;", "lt;", "gt;", "quot;"].contains(where: { rest.starts(with: $0.utf8) }) else {
        throw Self.refuse("it has entities, which drawings of homescreen have not")
      }
    }
  }

  private mutating func skipSpaces() {
    while place < bytes.count, [0x20, 0x0A].contains(bytes[place]) { place += 1 }
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: ":"):
      true
    default: false
    }
  }

  /// Whether a word stands in a value, in letters of any case, as CSS has it.
  private static func names(_ word: String, in value: ArraySlice<UInt8>) -> Bool {
    let lower = value.map { (65...90).contains($0) ? $0 + 32 : $0 }
    return lower.indices.contains { lower[$0...].starts(with: word.utf8) }
  }

  /// What our drawings are made of.
  private static let elements: Set<String> = [
    "svg", "style", "defs", "g", "path", "rect", "circle", "clipPath", "mask", "use", "image", "text", "title",
    "linearGradient", "stop", "filter", "feColorMatrix",
  ]
  private static let attributes: Set<String> = [
    "xmlns", "viewBox", "role", "aria-label", "font-family", "id", "class", "x", "y", "width", "height", "rx", "cx",
    "cy", "r", "d", "x1", "y1", "x2", "y2", "fill", "fill-opacity", "stroke", "stroke-width", "stroke-opacity",
    "stroke-linejoin", "stroke-linecap", "stroke-dasharray", "opacity", "transform", "clip-path", "mask", "mask-type",
    "maskUnits", "filter", "href", "preserveAspectRatio", "offset", "stop-color", "values", "font-size", "font-weight",
    "text-anchor", "direction", "color-interpolation-filters",
  ]
}
