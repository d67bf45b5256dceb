/// The drawings that layers of icons are made of. In a picture of a page a browser runs no script of theirs and loads
/// nothing; but it may get work without end, because parts can repeat each other in many ways.
enum LayerDrawing {
  /// More bytes than that no layer of an icon has.
  static let maximumBytes = 512 * 1024

  /// What a browser has to draw, with all repetitions.
  struct Cost {
    /// Elements.
    var elements: Int
    /// Their markup, in bytes.
    var bytes: Int

    fileprivate static let most = Cost(elements: 200_000, bytes: 16 * maximumBytes)

    fileprivate mutating func add(_ other: Cost, times: Int = 1) throws(DrawingRefusal) {
      // Each is within the limits, so that neither sum nor product overflows.
      elements += other.elements * times
      bytes += other.bytes * times
      if elements > Self.most.elements || bytes > Self.most.bytes {
        throw Self.tooMuch
      }
    }

    fileprivate static let tooMuch = DrawingRefusal(reason: "its drawing repeats parts too often")
  }

  /// Reads a drawing.
  ///
  /// - Throws: ``DrawingRefusal``, the reason why it is left out.
  static func cost(of bytes: [UInt8]) throws(DrawingRefusal) -> Cost {
    guard bytes.count <= maximumBytes else { throw DrawingRefusal(reason: "its drawing has more than 512 KiB") }
    var reader = LayerReader(bytes)
    try reader.read()
    var costs = LayerCosts(reader.elements, reader.rules)
    return try costs.whole()
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

/// Adds up what the elements of a drawing cost.
private struct LayerCosts {
  private let elements: [LayerElement]
  private let rules: [ArraySlice<UInt8>: [ArraySlice<UInt8>]]
  private var children: [[Int]]
  private var names: [ArraySlice<UInt8>: Int] = [:]
  private var known: [State]
  /// How many references were followed.
  private var references = 0

  private enum State {
    case new, begun
    case done(LayerDrawing.Cost)
  }

  private static let maximumDepth = 400, maximumReferences = 200_000

  init(_ elements: [LayerElement], _ rules: [ArraySlice<UInt8>: [ArraySlice<UInt8>]]) {
    self.elements = elements
    self.rules = rules
    children = Array(repeating: [], count: elements.count)
    known = Array(repeating: .new, count: elements.count)
    for (index, element) in elements.enumerated() {
      if let parent = element.parent { children[parent].append(index) }
      // Of several with one name browsers take the first.
      if let name = element.name, names[name] == nil { names[name] = index }
    }
  }

  mutating func whole() throws(DrawingRefusal) -> LayerDrawing.Cost {
    var sum = LayerDrawing.Cost(elements: 0, bytes: 0)
    for index in elements.indices where elements[index].parent == nil {
      try sum.add(try cost(of: index, depth: 0))
    }
    return sum
  }

  private mutating func cost(of index: Int, depth: Int) throws(DrawingRefusal) -> LayerDrawing.Cost {
    switch known[index] {
    case .done(let cost): return cost
    case .begun: throw DrawingRefusal(reason: "parts of its drawing refer to themselves")
    case .new: break
    }
    guard depth < Self.maximumDepth else { throw DrawingRefusal(reason: "its drawing is nested too deeply") }
    known[index] = .begun
    let element = elements[index]
    var cost = LayerDrawing.Cost(elements: 1, bytes: element.bytes)
    for child in children[index] { try cost.add(try self.cost(of: child, depth: depth + 1)) }
    for name in element.copies {
      guard let target = try follow(name) else { continue }
      try cost.add(try self.cost(of: target, depth: depth + 1))
    }
    // Patterns, masks and the like count for all inside: it may inherit them.
    let inside = cost.elements
    for names in [element.uses] + element.classes.map({ rules[$0] ?? [] }) {
      for name in names {
        guard let target = try follow(name), !elements[target].isGradient else { continue }
        try cost.add(try self.cost(of: target, depth: depth + 1), times: inside)
      }
    }
    known[index] = .done(cost)
    return cost
  }

  private mutating func follow(_ name: ArraySlice<UInt8>) throws(DrawingRefusal) -> Int? {
    references += 1
    guard references <= Self.maximumReferences else { throw LayerDrawing.Cost.tooMuch }
    return names[name]
  }
}
