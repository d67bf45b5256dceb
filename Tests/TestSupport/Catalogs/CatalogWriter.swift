/// Writes an `Assets.car` like Xcode or like other tools.
public struct CatalogWriter {
  /// The compression of pixels.
  public enum Packing: Sendable, CaseIterable {
    case none, runLengths, lzvn, lzvnAlone, lzfse

    var number: Int {
      switch self {
      case .none: 0
      case .runLengths: 1
      case .lzvn, .lzvnAlone: 3
      case .lzfse: 4
      }
    }
  }

  /// Pixels with their size: four bytes each (blue, green, red, alpha), or two (grey, alpha), premultiplied.
  public struct Pixels: Sendable {
    /// The pixels per row.
    public var width: Int
    /// The number of rows.
    public var height: Int
    /// The bytes without gaps.
    public var bytes: [UInt8]
    /// Two bytes for a pixel instead of four.
    public var isGrey = false

    /// Pixels by row, from the top.
    public init(width: Int, height: Int, isGrey: Bool = false, bytes: [UInt8]) {
      self.width = width
      self.height = height
      self.isGrey = isGrey
      self.bytes = bytes
    }

    var pixelBytes: Int { isGrey ? 2 : 4 }
  }

  /// The devices and appearance of a rendition.
  public struct Place: Sendable {
    /// 1 for iPhone, 2 for iPad, 6 for the store.
    public var idiom = 0
    /// Pixels per point.
    public var scale = 1
    /// 1 for dark, 10 for tinted.
    public var appearance = 0
    /// A device type within the idiom.
    public var subtype = 0
    /// The index in the icon's list of sizes, or of the atlas.
    public var size = 0

    /// Matches everything except the given values.
    public init(idiom: Int = 0, scale: Int = 1, appearance: Int = 0, subtype: Int = 0, size: Int = 0) {
      self.idiom = idiom
      self.scale = scale
      self.appearance = appearance
      self.subtype = subtype
      self.size = size
    }
  }

  /// The part of images.
  public static let imagePart = 181
  /// The part of an icon's sizes.
  public static let sizesPart = 218
  /// The part of an icon's pictures.
  public static let iconPart = 220
  /// The part of an icon's layers.
  public static let stackPart = 245

  /// Attributes of keys, in file order.
  public var keyFormat = [7, 13, 12, 15, 16, 9, 8, 17, 1, 2]
  /// Appearances by number; none are written if it is empty.
  public var appearances: [(name: String, number: Int)] = [
    ("UIAppearanceAny", 0), ("UIAppearanceDark", 1), ("ISAppearanceTintable", 10),
  ]
  /// The tool in the header.
  public var tool = "Xcode 26.3 (17C529) via AssetCatalogAgent-AssetRuntime"
  /// The device it was thinned for, as `optimized <idiom 2>`; empty for a complete one.
  public var thinning = ""
  /// Whether it has no rendition count and no data that only Xcode writes.
  public var isThirdParty = false
  /// Rows in a chunk of pixels; nil for one chunk without a frame.
  public var rowsInPiece: Int?
  /// Padding bytes at the ends of rows.
  public var rowGap = 0
  /// Pairs in a leaf of a tree.
  public var pairsInLeaf = 200

  private var facets: [(name: String, part: Int, identifier: Int)] = []
  private var renditions: [(key: [Int: Int], bytes: [UInt8])] = []

  /// An empty catalog.
  public init() {}

  // MARK: Content

  /// Adds a name and returns the number of its renditions.
  public mutating func addName(_ name: String, part: Int = imagePart, identifier: Int) {
    facets.append((name, part, identifier))
  }

  /// Adds a separate bitmap. `flags`: 0x08 for a template, 0x10 for an unspecified rendering mode.
  public mutating func addPicture(
    _ pixels: Pixels, _ place: Place = Place(), of identifier: Int, part: Int = imagePart, file: String = "x.png",
    packing: Packing = .lzfse, flags: Int = 0x10
  ) {
    addRendition(
      key(place, identifier, part),
      rendition(
        layout: 12, pixels: (pixels.width, pixels.height), scale: place.scale, format: pixels.isGrey ? "GA8 " : "ARGB",
        flags: flags, file: file, properties: [(1004, [0, 0, 0, 0, 0, 0, 128, 63]), (1007, word(rowBytes(pixels)))],
        payload: payload(pixels, packing)))
  }

  /// Adds a single-colour icon (blue, green, red, alpha), which is small and fast.
  public mutating func addFlatIcon(
    _ side: Int, _ place: Place, of identifier: Int, file: String, colour: [UInt8] = [90, 60, 30, 255]
  ) {
    let row = word(side | 0x8000_0000) + colour
    let offsets = (0..<side).flatMap { word(12 + 4 * side + $0 * row.count) }
    let runs = word(4) + word(side) + word(side) + offsets + (0..<side).flatMap { _ in row }
    addPacked(runs, width: side, height: side, place, of: identifier, file: file, packing: .runLengths)
  }

  /// Adds a colour icon with these packed bytes.
  public mutating func addPacked(
    _ packed: [UInt8], width: Int, height: Int = 1, _ place: Place = Place(), of identifier: Int,
    file: String = "x.png", packing: Packing = .lzfse
  ) {
    addRendition(
      key(place, identifier, Self.iconPart),
      rendition(
        layout: 12, pixels: (width, height), scale: place.scale, format: "ARGB", flags: 0, file: file, properties: [],
        payload: Array("MLEC".utf8) + word(0) + word(packing.number) + word(packed.count) + packed))
  }

  /// Adds a bitmap that contains others.
  public mutating func addAtlas(
    _ pixels: Pixels, _ place: Place, number: Int = 0, packing: Packing = .lzfse
  ) {
    var key = key(place, 0, Self.imagePart)
    key[1] = 9
    key[8] = number
    addRendition(
      key,
      rendition(
        layout: 1004, pixels: (pixels.width, pixels.height), scale: place.scale,
        format: pixels.isGrey ? "GA8 " : "ARGB", flags: 0, file: "ZZZZPackedAsset",
        properties: [(1007, word(rowBytes(pixels)))], payload: payload(pixels, packing)))
  }

  /// Adds a part of an atlas, measured from its upper left corner.
  public mutating func addLink(
    left: Int, top: Int, width: Int, height: Int, ofAtlas number: Int, atlasHeight: Int, _ place: Place,
    of identifier: Int, part: Int, file: String = "x.png", flags: Int = 0x10
  ) {
    var link = Array("KLNI".utf8) + word(0) + word(left) + word(atlasHeight - top - height) + word(width) + word(height)
    var target: [UInt8] = []
    for (attribute, value) in [(1, 9), (2, Self.imagePart), (8, number), (12, place.scale), (15, place.idiom), (0, 0)] {
      target += half(attribute) + half(value)
    }
    link += half(12) + word(target.count) + target
    addRendition(
      key(place, identifier, part),
      rendition(
        layout: 1003, pixels: (width, height), scale: place.scale, format: "ARGB", flags: flags, file: file,
        properties: [(1010, link)], payload: []))
  }

  /// Adds the sizes of an icon in points.
  public mutating func addSizes(_ sizes: [(points: Int, number: Int)], _ place: Place, of identifier: Int) {
    var payload = Array("SISM".utf8) + word(1) + word(sizes.count)
    for size in sizes { payload += word(size.points) + word(size.points) + word(size.number) }
    addRendition(
      key(place, identifier, Self.sizesPart),
      rendition(
        layout: 1010, pixels: (0, 0), scale: 0, format: "", flags: 0, file: "", properties: [], payload: payload))
  }

  /// Adds a rendition without pixels: a colour, the layers of an icon, a vector.
  public mutating func addOther(
    layout: Int, part: Int, of identifier: Int, _ place: Place = Place(), format: String = "DATA", flags: Int = 0
  ) {
    addRendition(
      key(place, identifier, part),
      rendition(
        layout: layout, pixels: (1024, 1024), scale: 1, format: format, flags: flags, file: "x", properties: [],
        payload: Array("DWAR".utf8) + word(0) + word(0)))
  }

  /// Adds an unchecked rendition, for invalid data.
  public mutating func addRendition(_ key: [Int: Int], _ bytes: [UInt8]) { renditions.append((key, bytes)) }

  // MARK: Renditions

  private func key(_ place: Place, _ identifier: Int, _ part: Int) -> [Int: Int] {
    [
      1: 85, 2: part, 7: place.appearance, 9: place.size, 12: place.scale, 15: place.idiom, 16: place.subtype,
      17: identifier,
    ]
  }

  private func rendition(
    layout: Int, pixels: (width: Int, height: Int), scale: Int, format: String, flags: Int, file: String,
    properties: [(Int, [UInt8])], payload: [UInt8]
  ) -> [UInt8] {
    var bytes = Array("ISTC".utf8) + word(1) + word(flags) + word(pixels.width) + word(pixels.height)
    bytes += word(scale * 100) + (format.isEmpty ? word(0) : format.utf8.reversed()) + word(1) + word(0)
    bytes += half(layout) + half(0) + padded(file, 128)
    let all = properties.flatMap { word($0.0) + word($0.1.count) + $0.1 }
    return bytes + word(all.count) + word(1) + word(0) + word(payload.count) + all + payload
  }

  private func rowBytes(_ pixels: Pixels) -> Int { pixels.width * pixels.pixelBytes + rowGap }

  private func payload(_ pixels: Pixels, _ packing: Packing) -> [UInt8] {
    let own = pixels.width * pixels.pixelBytes
    var rows: [[UInt8]] = []
    for row in 0..<pixels.height {
      rows.append(Array(pixels.bytes[row * own..<(row + 1) * own]) + [UInt8](repeating: 0xEE, count: rowGap))
    }
    guard let rowsInPiece else {
      let packed = pack(rows, pixels, packing)
      return Array("MLEC".utf8) + word(0) + word(packing.number) + word(packed.count) + packed
    }
    var pieces: [UInt8] = []
    var count = 0
    for start in stride(from: 0, to: rows.count, by: rowsInPiece) {
      let part = Array(rows[start..<min(rows.count, start + rowsInPiece)])
      let packed = pack(part, pixels, packing)
      pieces += Array("KCBC".utf8) + word(0) + word(0) + word(part.count) + word(packed.count) + packed
      count += 1
    }
    return Array("MLEC".utf8) + word(3) + word(packing.number) + word(count) + pieces
  }

  private func pack(_ rows: [[UInt8]], _ pixels: Pixels, _ packing: Packing) -> [UInt8] {
    let all = rows.flatMap(\.self)
    return switch packing {
    case .none: all
    case .runLengths:
      RunLengthEncoder.encode(rows.map { Array($0.prefix(pixels.width * pixels.pixelBytes)) }, pixels.pixelBytes)
    case .lzvn: LZFSEEncoder.lzvnBlock(all)
    case .lzvnAlone: LZVNEncoder.encode(all)
    case .lzfse: LZFSEEncoder.encode(all)
    }
  }

  // MARK: The file

  /// The bytes of the file.
  public var bytes: [UInt8] {
    var store = BOMWriter()
    store.pairsInLeaf = pairsInLeaf
    var header = Array("RATC".utf8) + word(972) + word(17) + word(0) + word(isThirdParty ? 0 : renditions.count)
    header += padded("@(#)PROGRAM:CoreUI  PROJECT:CoreUI\n", 128) + padded(tool + "\n", 256)
    header += [UInt8](repeating: 7, count: 16) + word(0) + word(2) + word(1) + word(2)
    store.add(header, named: "CARHEADER")
    store.add(
      Array("META".utf8) + padded(thinning, 256) + padded("16.0", 256) + padded("ios", 256) + padded("CoreUI", 256),
      named: "EXTENDED_METADATA")
    store.add(
      Array("tmfk".utf8) + word(0) + word(keyFormat.count) + keyFormat.flatMap(word), named: "KEYFORMAT")
    store.addTree(
      renditions.map { rendition in (keyFormat.flatMap { half(rendition.key[$0] ?? 0) }, rendition.bytes) },
      named: "RENDITIONS")
    store.addTree(
      facets.map { facet in
        var value = half(0) + half(0) + half(3) + half(1) + half(85) + half(2) + half(facet.part)
        value += half(17) + half(facet.identifier)
        return (Array(facet.name.utf8), value)
      }, named: "FACETKEYS")
    if !appearances.isEmpty, !isThirdParty {
      store.addTree(appearances.map { (Array($0.name.utf8), half($0.number)) }, named: "APPEARANCEKEYS")
    }
    return store.bytes
  }

  private func word(_ value: Int) -> [UInt8] { [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: value >> $0) } }
  private func half(_ value: Int) -> [UInt8] { [0, 8].map { UInt8(truncatingIfNeeded: value >> $0) } }
  private func padded(_ text: String, _ count: Int) -> [UInt8] {
    Array(text.utf8) + [UInt8](repeating: 0, count: count - text.utf8.count)
  }
}

/// Runs of equal pixels, row by row, as in compiled catalogs.
enum RunLengthEncoder {
  static func encode(_ rows: [[UInt8]], _ pixelBytes: Int) -> [UInt8] {
    func word(_ value: Int) -> [UInt8] { [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: value >> $0) } }
    var offsets: [UInt8] = []
    var runs: [UInt8] = []
    for row in rows {
      offsets += word(12 + 4 * rows.count + runs.count)
      let pixels = stride(from: 0, to: row.count, by: pixelBytes).map { Array(row[$0..<$0 + pixelBytes]) }
      var place = 0
      while place < pixels.count {
        var end = place + 1
        while end < pixels.count, pixels[end] == pixels[place] { end += 1 }
        if end - place > 1 {
          runs += word(end - place | 0x8000_0000) + pixels[place]
        } else {
          while end < pixels.count, end + 1 == pixels.count || pixels[end] != pixels[end + 1] { end += 1 }
          runs += word(end - place) + pixels[place..<end].flatMap(\.self)
        }
        place = end
      }
    }
    return word(pixelBytes == 4 ? 4 : 3) + word(rows.first.map { $0.count / pixelBytes } ?? 0) + word(rows.count)
      + offsets + runs
  }
}
