import PropertyLists

/// What tells the renditions of a catalog apart: a number for each attribute, in the order that the file gives.
struct RenditionKey: Hashable {
  /// The attributes that are looked at, with their numbers in the file.
  enum Attribute: Int {
    case element = 1
    case part = 2
    case appearance = 7
    case scale = 12
    case idiom = 15
    case subtype = 16
    case identifier = 17
  }

  /// What a rendition is a part of.
  enum Part: Int {
    case image = 181
    case colour = 217
    case iconSizes = 218
    case icon = 220
    case iconStack = 245
  }

  let values: [UInt16]
}

/// The attributes of a file's keys. Files that were thinned for one device leave out the useless ones.
struct RenditionKeyFormat {
  private let attributes: [Int]

  /// Nobody has more; there are some thirty.
  private static let maximumAttributes = 64

  init(_ store: inout BOMStore) throws(CompiledCatalogProblem) {
    guard let block = try store.block(named: "KEYFORMAT") else {
      throw store.bytes.problem("the catalog does not say how its keys are written (KEYFORMAT)", at: 0)
    }
    guard block.count >= 12, try store.bytes.matches("tmfk", at: block.start) else {
      throw store.bytes.problem("KEYFORMAT does not describe keys", at: block.start)
    }
    let count = try store.bytes.little32(block.start + 8)
    guard count <= Self.maximumAttributes, 12 + 4 * count <= block.count else {
      throw store.bytes.problem("KEYFORMAT claims \(count) attributes", at: block.start + 8)
    }
    var attributes: [Int] = []
    for index in 0..<count { attributes.append(try store.bytes.little32(block.start + 12 + 4 * index)) }
    self.attributes = attributes
  }

  /// Reads a key; one that is shorter than the format lacks its last attributes.
  func key(_ block: BOMStore.Block, _ bytes: inout CatalogBytes) throws(CompiledCatalogProblem) -> RenditionKey {
    var values = [UInt16](repeating: 0, count: attributes.count)
    for index in 0..<min(attributes.count, block.count / 2) {
      values[index] = UInt16(truncatingIfNeeded: try bytes.little16(block.start + 2 * index))
    }
    return RenditionKey(values: values)
  }

  /// The key of pairs of attributes and values; an attribute that the file's keys lack does not count.
  func key(_ pairs: [(attribute: Int, value: Int)]) -> RenditionKey {
    var values = [UInt16](repeating: 0, count: attributes.count)
    for pair in pairs {
      guard let place = attributes.firstIndex(of: pair.attribute) else { continue }
      values[place] = UInt16(truncatingIfNeeded: pair.value)
    }
    return RenditionKey(values: values)
  }

  /// The value of an attribute; 0 where the file's keys lack it.
  func value(_ attribute: RenditionKey.Attribute, of key: RenditionKey) -> Int {
    attributes.firstIndex(of: attribute.rawValue).map { Int(key.values[$0]) } ?? 0
  }
}
