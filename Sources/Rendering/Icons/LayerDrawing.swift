/// The drawings that layers of icons are made of. In a picture of a page a browser runs no script of theirs and loads
/// nothing; but it may get work without end, because parts can repeat each other in many ways.
enum LayerDrawing {
  /// More bytes than that no layer of an icon has.
  static let maximumBytes = 512 * 1024

  /// Reads a drawing.
  ///
  /// - Returns: how many elements a browser has to draw, with all repetitions; one with much markup counts as several.
  /// - Throws: ``DrawingRefusal``, the reason why it is left out.
  static func cost(of bytes: [UInt8]) throws(DrawingRefusal) -> Int {
    guard bytes.count <= maximumBytes else { throw DrawingRefusal(reason: "its drawing has more than 512 KiB") }
    var reader = LayerReader(bytes)
    try reader.read()
    var walk = LayerWalk(reader.elements, reader.rules)
    try walk.drawAll()
    return walk.cost
  }

  /// Of the `svg` element: width and height, else the view box, else the whole canvas.
  static func size(_ text: String) -> (width: Double, height: Double) {
    let whole = (1024.0, 1024.0)
    guard let start = text.firstRange(of: "<svg") else { return whole }
    let tag = text[start.upperBound...].prefix(4000).prefix { $0 != ">" }
    func attribute(_ name: String) -> Substring? {
      guard let found = tag.firstRange(of: " \(name)=") else { return nil }
      let rest = tag[found.upperBound...]
      guard let quote = rest.first, quote == "\"" || quote == "'" else { return nil }
      return rest.dropFirst().prefix { $0 != quote }
    }
    func length(_ text: Substring?) -> Double? {
      guard let text, text.last != "%" else { return nil }
      return Double(text.prefix { $0.isNumber || $0 == "." }).flatMap { (0.01...20_000).contains($0) ? $0 : nil }
    }
    if let width = length(attribute("width")), let height = length(attribute("height")) { return (width, height) }
    let box = (attribute("viewBox") ?? "").split { $0 == " " || $0 == "," }
    guard box.count == 4, let width = length(box[2]), let height = length(box[3]) else { return whole }
    return (width, height)
  }
}

/// Goes through a drawing as a browser does, with all that is repeated, until that is too much.
private struct LayerWalk {
  private let elements: [LayerElement]
  private let rules: [ArraySlice<UInt8>: [ArraySlice<UInt8>]]
  private var children: [[Int]]
  private var names: [ArraySlice<UInt8>: Int] = [:]
  /// Elements that were drawn.
  private var drawn = 0
  private(set) var cost = 0

  private static let maximumDepth = 400, maximumCost = 200_000, bytesPerShape = 64

  init(_ elements: [LayerElement], _ rules: [ArraySlice<UInt8>: [ArraySlice<UInt8>]]) {
    self.elements = elements
    self.rules = rules
    children = Array(repeating: [], count: elements.count)
    for (index, element) in elements.enumerated() {
      if let parent = element.parent { children[parent].append(index) }
      // Of several with one name browsers take the first.
      if let name = element.name, names[name] == nil { names[name] = index }
    }
  }

  mutating func drawAll() throws(DrawingRefusal) {
    for index in elements.indices where elements[index].parent == nil { try draw(index, depth: 0) }
  }

  private mutating func draw(_ index: Int, depth: Int) throws(DrawingRefusal) {
    guard depth < Self.maximumDepth else {
      throw DrawingRefusal(reason: "parts of its drawing refer to themselves, or are nested too deeply")
    }
    let (element, before) = (elements[index], drawn)
    drawn += 1
    try count(1 + element.bytes / Self.bytesPerShape)
    for child in children[index] { try draw(child, depth: depth + 1) }
    for name in element.copies {
      try count(1)
      if let target = names[name] { try draw(target, depth: depth + 1) }
    }
    // Patterns, masks and the like count for all inside: it may inherit them.
    let inside = drawn - before
    for targets in [element.uses] + element.classes.map({ rules[$0] ?? [] }) {
      for name in targets {
        try count(1)
        guard let target = names[name], !elements[target].isGradient else { continue }
        for _ in 0..<inside { try draw(target, depth: depth + 1) }
      }
    }
  }

  private mutating func count(_ number: Int) throws(DrawingRefusal) {
    cost += number
    if cost > Self.maximumCost { throw DrawingRefusal(reason: "its drawing repeats parts too often") }
  }
}
