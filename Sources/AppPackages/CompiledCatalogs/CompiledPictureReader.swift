import PropertyLists

/// The pixels of pictures in a compiled catalog.
///
/// It keeps the atlas that it unpacked last, since many pictures are parts of one.
public struct CompiledPictureReader {
  private let catalog: CompiledCatalog
  private let maximumPixels: Int
  private var bytes: CatalogBytes
  private var unpacker = BitmapUnpacker()
  private var atlas: (range: Range<Int>, bitmap: Bitmap)?

  /// Opens the file of a catalog once more.
  ///
  /// - Parameter maximumPixels: of a picture, and of the atlas that it is a part of.
  /// - Throws: ``CompiledCatalogProblem`` when the file cannot be opened any more.
  public init(
    _ catalog: CompiledCatalog, maximumPixels: Int = ImagePixels.usualMaximumPixels
  ) throws(CompiledCatalogProblem) {
    self.catalog = catalog
    self.maximumPixels = maximumPixels
    bytes = try catalog.open()
  }

  /// Decodes the picture of an entry of the catalog; nil for one that has none: an empty slot, the layers of an Icon
  /// Composer file.
  ///
  /// - Throws: ``CompiledCatalogProblem``: damage, too many pixels, or a way of writing them that is not read.
  public mutating func pixels(of entry: AssetEntry) throws(CompiledCatalogProblem) -> ImagePixels? {
    guard let range = entry.rendition else { return nil }
    let header = try header(range)
    guard header.layout == .link else { return try bitmap(header).pixels }
    guard let link = try RenditionLink(header, &bytes) else {
      throw bytes.problem("a part of an atlas does not say which one", at: range.lowerBound)
    }
    guard let target = catalog.atlases[catalog.keyFormat.key(link.target)] else {
      throw bytes.problem("the picture is a part of an atlas that the catalog does not have", at: link.place)
    }
    let whole = try atlas(target)
    guard let part = whole.part(left: link.left, bottom: link.bottom, width: link.width, height: link.height) else {
      throw bytes.problem(
        "the picture should be \(link.width) × \(link.height) pixels at \(link.left), \(link.bottom) of an atlas that has "
          + "\(whole.width) × \(whole.height)", at: link.place)
    }
    return part.pixels
  }

  private mutating func header(_ range: Range<Int>) throws(CompiledCatalogProblem) -> RenditionHeader {
    try RenditionHeader(BOMStore.Block(start: range.lowerBound, count: range.count), &bytes)
  }

  private mutating func atlas(_ range: Range<Int>) throws(CompiledCatalogProblem) -> Bitmap {
    if let atlas, atlas.range == range { return atlas.bitmap }
    let bitmap = try bitmap(try header(range))
    atlas = (range, bitmap)
    return bitmap
  }

  private mutating func bitmap(_ header: RenditionHeader) throws(CompiledCatalogProblem) -> Bitmap {
    let place = header.block.start
    switch header.layout {
    case .fixedSize, .tiled, .scaled, .packed: break
    case .vector, .rawData:
      throw bytes.problem(
        "the picture is a whole \(header.pixelFormat) file, which is not drawn", at: place, .unsupported)
    case .link, .colour, .sizes, .symbol, .iconStack, .iconGroup, .gradient, nil:
      throw bytes.problem("the rendition is not a picture", at: place, .unsupported)
    }
    guard header.width > 0, header.height > 0, header.width <= ImageHeader.maximumDimension,
      header.height <= ImageHeader.maximumDimension, header.width * header.height <= maximumPixels
    else {
      throw bytes.problem(
        "the picture has \(header.width) × \(header.height) pixels; pictures are decoded up to \(maximumPixels)",
        at: place,
        .tooLarge)
    }
    guard let format = Bitmap.Format(rawValue: header.pixelFormat) else {
      throw bytes.problem("pixels of the format \(header.pixelFormat) are not read", at: place, .unsupported)
    }
    var rowBytes = header.width * format.pixelBytes
    if let property = try header.property(1007, &bytes), property.count >= 4 {
      rowBytes = max(rowBytes, try bytes.little32(property.lowerBound))
    }
    // Rows are filled up to a power of two at most.
    guard rowBytes <= header.width * format.pixelBytes + Self.maximumGap else {
      throw bytes.problem("the picture claims \(rowBytes) bytes for a row of \(header.width) pixels", at: place)
    }
    return try unpacker.unpack(header, format, rowBytes: rowBytes, bytes)
  }

  private static let maximumGap = 4096
}

/// Where in an atlas a picture lies.
private struct RenditionLink {
  /// Of the link in the file, for messages.
  let place: Int
  let left: Int
  /// From the lower edge of the atlas.
  let bottom: Int
  let width: Int
  let height: Int
  /// What tells the atlas from others.
  let target: [(attribute: Int, value: Int)]

  private static let maximumPairs = 64

  /// nil for a rendition without a link.
  init?(_ header: RenditionHeader, _ bytes: inout CatalogBytes) throws(CompiledCatalogProblem) {
    guard let property = try header.property(1010, &bytes) else { return nil }
    place = property.lowerBound
    guard property.count >= 30, try bytes.matches("KLNI", at: place) else {
      throw bytes.problem("the link to an atlas is damaged", at: place)
    }
    left = try bytes.little32(place + 8)
    bottom = try bytes.little32(place + 12)
    width = try bytes.little32(place + 16)
    height = try bytes.little32(place + 20)
    let keyBytes = try bytes.little32(place + 26)
    guard keyBytes <= property.count - 30, keyBytes / 4 <= Self.maximumPairs else {
      throw bytes.problem("the link to an atlas claims a key of \(keyBytes) bytes", at: place + 26)
    }
    var target: [(attribute: Int, value: Int)] = []
    for pair in stride(from: place + 30, to: place + 30 + keyBytes / 4 * 4, by: 4) {
      let attribute = try bytes.little16(pair)
      if attribute != 0 { target.append((attribute, try bytes.little16(pair + 2))) }
    }
    self.target = target
  }
}
