import AppPackages
import PropertyLists
import TestSupport
import Testing

/// Compiled catalogs with false values: each gives an error with its location, quickly and with little memory.
@Suite struct DamagedCatalogTests {
  private static func problem(_ bytes: [UInt8]) -> CompiledCatalogProblem? {
    do throws(CompiledCatalogProblem) {
      let compiled = try CompiledCatalog.read(bytes, file: "Assets.car")
      var reader = try CompiledPictureReader(compiled)
      for entry in compiled.catalog.sets.flatMap(\.entries) { _ = try reader.pixels(of: entry) }
      return nil
    } catch {
      return error
    }
  }

  private static func big(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }
  private static func little(_ value: Int) -> [UInt8] { big(value).reversed() }

  private static let sample: [UInt8] = {
    var writer = CatalogWriter()
    writer.addName("AppIcon", part: CatalogWriter.iconPart, identifier: 1)
    writer.addPicture(CatalogSamples.picture(20), of: 1, part: CatalogWriter.iconPart, packing: .lzfse)
    return writer.bytes
  }()

  private static func place(_ text: String, _ offset: Int = 0) -> Int {
    (sample.firstRange(of: Array(text.utf8))?.lowerBound ?? 0) + offset
  }

  private static func changed(_ place: Int, _ bytes: [UInt8]) -> [UInt8] {
    var all = sample
    all.replaceSubrange(place..<place + bytes.count, with: bytes)
    return all
  }

  private static func number(_ place: Int) -> Int { sample[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }

  @Test func sampleIsValid() {
    #expect(Self.problem(Self.sample) == nil)
  }

  @Test(arguments: [
    ("", 0, 0, "does not begin with"), ("PK", 0, 0, "does not begin with"), ("BOMStore", 0, 0, "does not begin with"),
    ("BOMStore", 24, 0xFF, "bytes, but 4 are needed here"), ("BOMStore", 24, 0, "more than it has room for"),
  ])
  func otherFilesAreRefused(_ text: String, _ count: Int, _ filling: UInt8, _ words: String) {
    let problem = Self.problem(Array(text.utf8) + [UInt8](repeating: filling, count: count))
    #expect(problem?.message.contains(words) == true, "\(problem?.description ?? "none")")
    #expect(problem?.location.offset != nil)
  }

  @Test func hugeLengthsAreRefused() {
    let index = Self.number(16)
    for place in [16, 20, 24, index] {
      #expect(Self.problem(Self.changed(place, Self.big(0xFFFF_FFFF)))?.location.offset != nil, "byte \(place)")
    }
    // Offsets and lengths of all blocks.
    for block in 1..<Self.number(index) {
      for offset in [0, 4] {
        let problem = Self.problem(Self.changed(index + 4 + 8 * block + offset, Self.big(0xFFFF_FFFF)))
        #expect(problem?.message.contains("bytes from byte") ?? true, "\(problem?.description ?? "")")
      }
    }
    let rendition = Self.place("ISTC")
    // Width, height, property bytes, packed pixels, bytes per row.
    for offset in [12, 16, 168] {
      #expect(Self.problem(Self.changed(rendition + offset, Self.little(0xFFFF_FFFF))) != nil, "offset \(offset)")
    }
    #expect(
      Self.problem(Self.changed(Self.place("MLEC", 12), Self.little(0xFFFF_FFFF)))?.message == "the pixels are cut off")
    let property = Self.sample.firstRange(of: Self.little(1007) + Self.little(4))?.upperBound ?? 0
    #expect(Self.problem(Self.changed(property, Self.little(0xFFFF_FFFF)))?.message.contains("for a row") == true)
  }

  @Test func circularTreesEnd() throws {
    // The rendition tree has one leaf, which points to itself.
    let tree = Self.place("tree")
    let block = Self.number(tree + 8)
    let leaf = Self.number(Self.number(16) + 4 + 8 * block)
    let round = try #require(Self.problem(Self.changed(leaf + 4, Self.big(block))))
    #expect(round.message == "the tree RENDITIONS has a cycle")
    // Without a leaf: the node is its own child.
    var node = Self.sample
    node.replaceSubrange(leaf..<leaf + 2, with: [0, 0])
    node.replaceSubrange(leaf + 12..<leaf + 16, with: Self.big(block))
    #expect(Self.problem(node)?.message.contains("has a cycle") == true)
    #expect(Self.problem(Self.changed(leaf + 2, [0xFF, 0xFF]))?.message.contains("65535 pairs") == true)
    #expect(Self.problem(Self.changed(tree, Array("tred".utf8)))?.message == "RENDITIONS is not a tree")
    #expect(Self.problem(Self.changed(tree + 8, Self.big(9999)))?.message.contains("block 9999 is missing") == true)
  }

  /// A link out of its atlas, a link to a missing atlas, and an empty link.
  @Test(arguments: [
    (8, 1, "20 × 20 pixels at 1, 0 of an atlas, but the atlas has only 20 × 20"), (12, 1, "at 0, 1 of an atlas"),
    (8, 0xFFFF_FFFF, "of an atlas, but the atlas has only"), (16, 0, "0 × 20 pixels"),
    (16, 0x7FFF_FFFF, "of an atlas, but the atlas has only"),
    (20, 21, "20 × 21 pixels"), (26, 0xFFFF_FFFF, "claims a key of"), (30, 0x0055_0001, "does not have"),
  ])
  func badLinksAreRefused(_ offset: Int, _ value: Int, _ words: String) throws {
    var writer = CatalogWriter()
    writer.addName("AppIcon", part: CatalogWriter.iconPart, identifier: 1)
    writer.addAtlas(CatalogSamples.picture(20), CatalogWriter.Place())
    writer.addLink(
      left: 0, top: 0, width: 20, height: 20, ofAtlas: 0, atlasHeight: 20, CatalogWriter.Place(), of: 1,
      part: CatalogWriter.iconPart)
    var bytes = writer.bytes
    #expect(Self.problem(bytes) == nil)
    let link = try #require(bytes.firstRange(of: Array("KLNI".utf8))).lowerBound
    bytes.replaceSubrange(link + offset..<link + offset + 4, with: Self.little(value))
    let problem = Self.problem(bytes)
    #expect(problem?.message.contains(words) == true, "\(problem?.description ?? "none")")
    #expect(problem?.location.offset ?? 0 >= link)
  }

  /// Chunks with too many rows, no rows, or missing rows.
  @Test(arguments: [(12, 21), (12, 0), (12, 3), (16, 0xFFFF_FFFF), (16, 0), (0, 0)])
  func badPiecesAreRefused(_ offset: Int, _ value: Int) throws {
    var writer = CatalogWriter()
    writer.rowsInPiece = 5
    writer.addName("AppIcon", part: CatalogWriter.iconPart, identifier: 1)
    writer.addPicture(CatalogSamples.picture(20), of: 1, part: CatalogWriter.iconPart)
    var bytes = writer.bytes
    let piece = try #require(bytes.firstRange(of: Array("KCBC".utf8))).lowerBound
    bytes.replaceSubrange(piece + offset..<piece + offset + 4, with: Self.little(value))
    let problem = try #require(Self.problem(bytes))
    #expect(problem.kind == .damaged)
  }

  /// Packed pixels, truncated at each byte and with each byte inverted.
  @Test(arguments: CatalogWriter.Packing.allCases)
  func badPackedPixelsAreRefused(_ packing: CatalogWriter.Packing) throws {
    var writer = CatalogWriter()
    writer.addName("AppIcon", part: CatalogWriter.iconPart, identifier: 1)
    writer.addPicture(CatalogSamples.picture(6), of: 1, part: CatalogWriter.iconPart, packing: packing)
    let bytes = writer.bytes
    let start = try #require(bytes.firstRange(of: Array("MLEC".utf8))).lowerBound + 12
    let count = bytes[start..<start + 4].reversed().reduce(0) { $0 << 8 | Int($1) }
    var refused = 0
    for length in 0..<count {
      var cut = bytes
      cut.replaceSubrange(start..<start + 4, with: Self.little(length))
      // The end marker may be short.
      if Self.problem(cut) != nil { refused += 1 } else { #expect(length > 8 || packing == .none) }
    }
    #expect(refused > count - 10)
    for place in 0..<count {
      var turned = bytes
      turned[start + 4 + place] ^= 0xFF
      if let problem = Self.problem(turned) {
        #expect(problem.kind == .damaged)
        #expect((start + 4...start + 4 + count).contains(problem.location.offset ?? 0), "\(problem)")
      }
    }
  }

  @Test func packageReportsTheDamage() throws {
    let folder = TemporaryFolder()
    folder.write("Paint.app/Info.plist", "<plist><dict><key>CFBundleIdentifier</key><string>a</string></dict></plist>")
    folder.write("Paint.app/Assets.car", Self.changed(Self.place("ISTC"), [0, 0, 0, 0]))
    let package = try AppPackage(contentsOf: "\(folder.path)/Paint.app")
    #expect(package.hasUnknownCatalog)
    #expect(package.compiledCatalog == nil && package.catalog == nil)
    let warning = try #require(package.warnings.first)
    #expect(warning.code == .badCompiledCatalog)
    #expect(warning.description.hasPrefix("Paint.app/Assets.car, byte \(Self.place("ISTC")): no rendition begins here"))
  }

  /// Reproducible mutations of small catalogs; code tables are slow in a debug build.
  @Test(arguments: CatalogWriter.Packing.allCases.indices)
  func mutationsAreReadOrRefused(_ index: Int) {
    let seeds = CatalogSamples.seeds
    var mutator = Mutator(seed: UInt64(index), other: seeds)
    var errors = 0
    for _ in 0..<Fuzzing.rounds / 4 {
      guard let problem = Self.problem(mutator.mutate(seeds[index])) else { continue }
      errors += 1
      #expect(!problem.description.isEmpty)
    }
    #expect(errors > 0)
  }
}
