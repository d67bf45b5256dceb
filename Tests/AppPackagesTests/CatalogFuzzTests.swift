import AppPackages
import PropertyLists
import TestSupport
import Testing

/// Reproducible mutations of catalogs, their JSON and their pictures: every result is a value or an error.
@Suite struct CatalogFuzzTests {
  private static let contents = CatalogTree.contents(
    [
      CatalogTree.single, #"{"filename": "i.png", "idiom": "iphone", "size": "60x60", "scale": "2x"}"#,
      #"{"filename": "j.png", "idiom": "ipad", "size": "83.5x83.5", "scale": "2x", "unassigned": true}"#,
      #"{"appearances": [{"appearance": "luminosity", "value": "dark"}], "idiom": "universal", "platform": "macos",},"#
        + "// end\n{}",
    ], properties: #"{"pre-rendered": true, "template-rendering-intent": "template", "provides-namespace": true}"#)

  private static let icon = Array(
    #"""
    {"fill-specializations": [{"value": "automatic"}, {"appearance": "dark", "idiom": "square",
     "value": {"linear-gradient": ["srgb:0,0,0,1", "gray:1,1"], "orientation": {"start": {"x": 0.5, "y": 1e-2}}}}],
     "groups": [{"layers": [{"image-name": "a.svg", "name": "\u00e4\ud83d\ude00", "hidden": false, "glass": true,
     "fill": {"solid": "display-p3:1,1,1,1"}}], "blur-material": null, "specular": true}],
     "supported-platforms": {"squares": ["iOS"], "circles": "shared"}}
    """#.utf8)

  private static let texts: [[UInt8]] = [
    contents, icon, [0xEF, 0xBB, 0xBF] + Array("[1, -2.5e+10, true, null, \"\\n\\u0041\", {}, /* */ []]".utf8),
    [0xFF, 0xFE] + utf16("{\"ä\": [\"😀\"]}", isBigEndian: false),
  ]

  @Test func catalogs() throws {
    var mutator = Mutator(seed: 7, other: Self.texts)
    var sets = 0
    for _ in 0..<Fuzzing.rounds {
      let tree = try CatalogTree.tree([
        "A.xcassets/G/Contents.json": mutator.mutate(Self.contents),
        "A.xcassets/G/I.appiconset/Contents.json": mutator.mutate(Self.contents),
        "A.xcassets/G/I.appiconset/i.png": mutator.mutate(CatalogTree.png(120)),
        "A.xcassets/G/P.imageset/Contents.json": mutator.mutate(Self.contents),
        "N.icon/icon.json": mutator.mutate(Self.icon), "N.icon/Assets/a.svg": [],
      ])
      let result = AssetCatalogReader.read(tree: tree, paths: ["A.xcassets", "N.icon"], headers: .all)
      sets += result.catalog.sets.count
      #expect(result.catalog.names(of: .image).count == 1)
      for warning in result.warnings { #expect(!warning.description.isEmpty && warning.location != nil) }
      for target in [VersionNumber(8), VersionNumber(15), VersionNumber(26)] {
        let entries = GeneratedIconEntries.make(
          primary: "I", alternates: ["N"], includeAll: true, catalog: result.catalog, deploymentTarget: target)
        #expect(entries.infoPlist.isEmpty == (entries.primary == nil))
      }
    }
    #expect(sets > 2 * Fuzzing.rounds)
  }

  private static let pictures: [[UInt8]] = [
    PNGEncoder(width: 7, height: 5).encode { $0 * 9 + $1 + $2 * 60 },
    PNGEncoder(
      width: 9, height: 9, depth: 4, type: 3, isInterlaced: true, palette: Array(0..<48), transparency: [0, 9]
    )
    .encode { x, y, _ in (x + y) % 16 },
    PNGEncoder(width: 5, height: 3, cgBI: 2).encode { _, _, channel in 50 * channel },
    PNGEncoder(width: 3, height: 3, depth: 16, type: 2, transparency: [0, 0, 0, 0, 0, 0]).encode { x, y, c in x * y * c
    },
    PNGEncoder(width: 17, height: 2, depth: 1, type: 0, dataChunks: 3).encode { x, _, _ in x % 2 },
  ]

  /// Plain mutations would all fail the checksum, so half of them get correct ones.
  @Test(arguments: pictures.indices)
  func pixels(_ index: Int) {
    var mutator = Mutator(seed: UInt64(index), other: Self.pictures)
    var (values, errors) = (0, 0)
    for round in 0..<Fuzzing.rounds {
      var bytes = mutator.mutate(Self.pictures[index])
      if round % 2 == 0 { bytes = PNGMaker.withRightChecksums(bytes) }
      do throws(ImageProblem) {
        let pixels = try ImagePixels.decode(bytes, maximumPixels: 10_000)
        #expect(pixels.rgba.count == 4 * pixels.width * pixels.height && pixels.rgba.count <= 40_000)
        #expect(try ImagePixels.hasTransparentPixels(bytes) == pixels.hasTransparentPixels)
        values += 1
      } catch {
        errors += 1
        #expect(!error.description.isEmpty)
      }
    }
    #expect(values > 0 && errors > 0)
  }

  @Test func settings() {
    let seeds = ["Night \"Two Words\" 'x'\\ y og, joy", "16.4.1", "1640"].map { Array($0.utf8) }
    var mutator = Mutator(seed: 3, other: seeds)
    for _ in 0..<Fuzzing.rounds {
      for seed in seeds {
        let text = String(decoding: mutator.mutate(seed), as: UTF8.self)
        #expect(BuildSettingStringList(text).words.joined().utf8.count <= text.utf8.count)
        if let version = XcodeVersion(text) { #expect(version.number.major >= 0) }
      }
    }
  }
}
