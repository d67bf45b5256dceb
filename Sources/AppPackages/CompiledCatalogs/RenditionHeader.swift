import PropertyLists

/// The first 184 bytes of a rendition, one form of what a name in a compiled catalog stands for: little-endian, and the
/// same for pictures, colours and lists.
struct RenditionHeader {
  /// How a rendition is laid out. Others are not looked into.
  enum Layout: Int {
    case vector = 9
    case fixedSize = 10
    case tiled = 11
    case scaled = 12
    case rawData = 1000
    /// A part of an atlas.
    case link = 1003
    /// An atlas.
    case packed = 1004
    case colour = 1009
    case sizes = 1010
    case symbol = 1017
    case iconStack = 1019
    case iconGroup = 1020
    case gradient = 1021
  }

  /// Bytes of the header.
  static let size = 184

  let block: BOMStore.Block
  let flags: Int
  let width: Int
  let height: Int
  /// Pixels per point times 100.
  let scale: Int
  /// Four letters, as people read them: `ARGB`.
  let pixelFormat: String
  let layout: Layout?
  /// Usually the file that it was made of.
  let name: String
  /// Bytes of the properties between header and payload.
  let propertySize: Int

  init(_ block: BOMStore.Block, _ bytes: inout CatalogBytes) throws(CompiledCatalogProblem) {
    let start = block.start
    guard block.count >= Self.size, try bytes.matches("ISTC", at: start) else {
      throw bytes.problem("no rendition begins here", at: start)
    }
    self.block = block
    flags = try bytes.little32(start + 8)
    width = try bytes.little32(start + 12)
    height = try bytes.little32(start + 16)
    scale = try bytes.little32(start + 20)
    let format = try bytes.little32(start + 24)
    pixelFormat = String(
      decoding: [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: format >> $0) }.filter { $0 > 32 && $0 < 127 },
      as: UTF8.self)
    layout = Layout(rawValue: try bytes.little16(start + 36))
    name = try bytes.text(start + 40, 128)
    propertySize = try bytes.little32(start + 168)
    guard propertySize <= block.count - Self.size else {
      throw bytes.problem(
        "a rendition claims \(propertySize) bytes of properties, but has \(block.count)", at: start + 168)
    }
  }

  /// Where the payload lies: behind the properties, up to the end of the block.
  var payload: Range<Int> { block.start + Self.size + propertySize..<block.start + block.count }

  /// What the flags say of the colours of an image: bit 3 for a template, bit 4 for what the set leaves open.
  var renderingIntent: AssetSet.RenderingIntent? {
    if flags & 0x08 != 0 { return .template }
    return flags & 0x10 != 0 ? nil : .original
  }

  /// The bytes of one property; nil where the rendition has none of that number.
  func property(_ number: Int, _ bytes: inout CatalogBytes) throws(CompiledCatalogProblem) -> Range<Int>? {
    var place = block.start + Self.size
    let end = place + propertySize
    while place <= end - 8 {
      let size = try bytes.little32(place + 4)
      guard size <= end - place - 8 else { throw bytes.problem("a property of a rendition is cut off", at: place) }
      if try bytes.little32(place) == number { return place + 8..<place + 8 + size }
      place += 8 + size
    }
    return nil
  }
}
