/// Compiled catalogs for tests.
public enum CatalogSamples {
  /// A picture with flat and noisy parts, opaque or with a hole in the middle.
  public static func picture(
    _ side: Int, seed: Int = 1, isGrey: Bool = false, isOpaque: Bool = true
  ) -> CatalogWriter.Pixels {
    var bytes: [UInt8] = []
    var noise = UInt32(truncatingIfNeeded: seed &* 7919 &+ 1)
    for y in 0..<side {
      for x in 0..<side {
        noise = noise &* 1_664_525 &+ 1_013_904_223
        let isHole = !isOpaque && abs(2 * x - side) < side / 2 && abs(2 * y - side) < side / 2
        let colour = y < side / 3 ? UInt8(40 + seed) : UInt8(truncatingIfNeeded: x &* 3 &+ Int(noise >> 29))
        let pixel: [UInt8] = isGrey ? [colour, 255] : [colour, colour / 2, UInt8(truncatingIfNeeded: y), 255]
        bytes += isHole ? [UInt8](repeating: 0, count: pixel.count) : pixel
      }
    }
    return CatalogWriter.Pixels(width: side, height: side, isGrey: isGrey, bytes: bytes)
  }

  /// The same pixels as red, green, blue, alpha.
  public static func rgba(_ pixels: CatalogWriter.Pixels) -> [UInt8] {
    let step = pixels.isGrey ? 2 : 4
    return stride(from: 0, to: pixels.bytes.count, by: step).flatMap { place -> [UInt8] in
      let pixel = pixels.bytes[place..<place + step]
      let all = Array(pixel)
      return pixels.isGrey ? [all[0], all[0], all[0], all[1]] : [all[2], all[1], all[0], all[3]]
    }
  }

  /// The primary icon with links into an atlas, an alternate “Night” with dark and tinted pictures, and quick action
  /// images: “pencil” as a template, “Actions/photo” with its own colours.
  public static func app(_ packing: CatalogWriter.Packing = .lzfse) -> CatalogWriter {
    var catalog = CatalogWriter()
    catalog.addName("Actions/photo", identifier: 300)
    catalog.addName("AppIcon", part: CatalogWriter.iconPart, identifier: 6849)
    catalog.addName("Night", part: CatalogWriter.iconPart, identifier: 77)
    catalog.addName("pencil", identifier: 301)
    let phone = CatalogWriter.Place(idiom: 1, scale: 3, size: 1)
    catalog.addAtlas(picture(184), CatalogWriter.Place(idiom: 1, scale: 3), number: 2, packing: packing)
    catalog.addSizes([(60, 1)], CatalogWriter.Place(idiom: 1), of: 6849)
    catalog.addLink(
      left: 2, top: 2, width: 180, height: 180, ofAtlas: 2, atlasHeight: 184, phone, of: 6849,
      part: CatalogWriter.iconPart, file: "Icon@3x.png")
    catalog.addFlatIcon(152, CatalogWriter.Place(idiom: 2, scale: 2, size: 2), of: 6849, file: "Icon-iPad@2x.png")
    catalog.addFlatIcon(1024, CatalogWriter.Place(idiom: 6, size: 3), of: 6849, file: "Store.png")
    for (appearance, file) in [(0, "Night.png"), (1, "Night-dark.png"), (10, "Night-tinted.png")] {
      catalog.addFlatIcon(
        180, CatalogWriter.Place(idiom: 1, scale: 3, appearance: appearance), of: 77, file: file)
    }
    for scale in 1...3 {
      catalog.addPicture(
        picture(35 * scale, isGrey: true), CatalogWriter.Place(scale: scale), of: 301, file: "pencil@\(scale)x.png",
        packing: packing, flags: 0x08)
    }
    catalog.addPicture(
      picture(70), CatalogWriter.Place(scale: 2), of: 300, file: "photo.png", packing: packing, flags: 0)
    return catalog
  }

  /// The catalog of `lua/facts/alternate-icons/fixtures/Built.app`: a set “Night” for the Home Screens of all devices.
  public static var built: [UInt8] {
    var catalog = CatalogWriter()
    catalog.addName("Night", part: CatalogWriter.iconPart, identifier: 77)
    for (side, idiom, scale, file) in [
      (120, 1, 2, "Night@2x.png"), (180, 1, 3, "Night@3x.png"), (152, 2, 2, "Night@2x~ipad.png"),
      (167, 2, 2, "Night-83@2x.png"),
    ] {
      catalog.addFlatIcon(
        side, CatalogWriter.Place(idiom: idiom, scale: scale, size: side), of: 77, file: file)
    }
    return catalog.bytes
  }

  /// Small catalogs of all kinds, as seeds of mutations.
  public static var seeds: [[UInt8]] {
    CatalogWriter.Packing.allCases.map { packing in
      var catalog = CatalogWriter()
      catalog.pairsInLeaf = 2
      catalog.rowsInPiece = packing == .none ? nil : 9
      catalog.addName("A", part: CatalogWriter.iconPart, identifier: 1)
      catalog.addName("B", identifier: 2)
      catalog.addAtlas(picture(24), CatalogWriter.Place(idiom: 1, scale: 2), packing: packing)
      catalog.addLink(
        left: 2, top: 3, width: 20, height: 20, ofAtlas: 0, atlasHeight: 24, CatalogWriter.Place(idiom: 1, scale: 2),
        of: 1, part: CatalogWriter.iconPart)
      catalog.addSizes([(10, 0)], CatalogWriter.Place(idiom: 1), of: 1)
      catalog.addPicture(picture(16, isGrey: true), of: 2, packing: packing)
      catalog.addOther(layout: 1019, part: CatalogWriter.stackPart, of: 1)
      return catalog.bytes
    }
  }

  /// An icon of 24 × 24 pixels with these packed bytes.
  public static func packed(_ bytes: [UInt8], _ packing: CatalogWriter.Packing) -> [UInt8] {
    var catalog = CatalogWriter()
    catalog.addName("A", part: CatalogWriter.iconPart, identifier: 1)
    catalog.addPacked(bytes, width: 24, height: 24, of: 1, packing: packing)
    return catalog.bytes
  }

  /// The repository files made from such catalogs, by path: apps of facts and fuzzing seeds.
  public static var files: [(path: String, bytes: [UInt8])] {
    let seeds = "Tests/Fuzz/seeds"
    let pixels = picture(24).bytes
    let rows = (0..<24).map { Array(pixels[96 * $0..<96 * ($0 + 1)]) }
    return [
      ("lua/facts/alternate-icons/fixtures/Built.app/Assets.car", built),
      ("\(seeds)/lzfse/block", LZFSEEncoder.encode(pixels)),
      ("\(seeds)/lzfse/old-block", LZFSEEncoder.encode(pixels, isPacked: false)),
      ("\(seeds)/lzfse/raw", LZFSEEncoder.rawBlock(pixels)), ("\(seeds)/lzfse/lzvn", LZFSEEncoder.lzvnBlock(pixels)),
      ("\(seeds)/lzvn/commands", LZVNEncoder.encode(pixels)), ("\(seeds)/runs/rows", RunLengthEncoder.encode(rows, 4)),
    ] + zip(CatalogWriter.Packing.allCases, Self.seeds).map { ("\(seeds)/car/\($0)", $1) }
  }

  /// An icon of one row of pixels with this LZFSE data.
  public static func bitmap(_ packed: [UInt8], width: Int) -> [UInt8] {
    var catalog = CatalogWriter()
    catalog.addName("A", part: CatalogWriter.iconPart, identifier: 1)
    catalog.addPacked(packed, width: width, of: 1)
    return catalog.bytes
  }
}
