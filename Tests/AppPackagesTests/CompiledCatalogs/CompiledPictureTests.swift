import AppPackages
import PropertyLists
import TestSupport
import Testing

/// Pixels of compiled catalogs in every supported compression.
@Suite struct CompiledPictureTests {
  private func pictures(_ bytes: [UInt8]) throws -> [ImagePixels] {
    let compiled = try CompiledCatalog.read(bytes, file: "Assets.car")
    var reader = try CompiledPictureReader(compiled)
    var pictures: [ImagePixels] = []
    for entry in compiled.catalog.sets.flatMap(\.entries) {
      if let picture = try reader.pixels(of: entry) { pictures.append(picture) }
    }
    return pictures
  }

  private func problem(_ bytes: [UInt8]) -> CompiledCatalogProblem? {
    do {
      _ = try pictures(bytes)
      return nil
    } catch {
      return error as? CompiledCatalogProblem
    }
  }

  @Test(arguments: CatalogWriter.Packing.allCases, [nil, 1, 50])
  func everyCompressionGivesTheSamePixels(_ packing: CatalogWriter.Packing, _ rowsInPiece: Int?) throws {
    for gap in [0, 12] {
      var writer = CatalogWriter()
      writer.rowsInPiece = rowsInPiece
      writer.rowGap = gap
      writer.addName("AppIcon", part: CatalogWriter.iconPart, identifier: 1)
      let samples = [
        CatalogSamples.picture(52), CatalogSamples.picture(40, isOpaque: false),
        CatalogSamples.picture(33, seed: 5, isGrey: true), CatalogSamples.picture(1),
      ]
      for (index, sample) in samples.enumerated() {
        writer.addPicture(
          sample, CatalogWriter.Place(idiom: index), of: 1, part: CatalogWriter.iconPart, packing: packing)
      }
      let decoded = try pictures(writer.bytes)
      #expect(decoded.map(\.rgba) == samples.map(CatalogSamples.rgba))
      #expect(decoded.map(\.hasTransparentPixels) == [false, true, false, false])
      #expect(decoded.map { PixelSummary($0).smallestAlpha } == [255, 0, 255, 255])
    }
  }

  @Test func picturesAreCutOutOfAnAtlas() throws {
    let atlas = CatalogSamples.picture(64)
    var writer = CatalogWriter()
    writer.addName("AppIcon", part: CatalogWriter.iconPart, identifier: 1)
    let place = CatalogWriter.Place(idiom: 1, scale: 2)
    writer.addAtlas(CatalogSamples.picture(64, seed: 9), place, number: 1)
    writer.addAtlas(atlas, place, number: 3)
    let parts = [(0, 0, 64, 64), (3, 40, 20, 24), (63, 0, 1, 1)]
    for (index, part) in parts.enumerated() {
      writer.addLink(
        left: part.0, top: part.1, width: part.2, height: part.3, ofAtlas: 3, atlasHeight: 64,
        CatalogWriter.Place(idiom: 1, scale: 2, size: index), of: 1, part: CatalogWriter.iconPart)
    }
    let rgba = CatalogSamples.rgba(atlas)
    let decoded = try pictures(writer.bytes)
    #expect(decoded.count == parts.count)
    for (picture, part) in zip(decoded, parts) {
      var expected: [UInt8] = []
      for y in part.1..<part.1 + part.3 {
        let start = 4 * (64 * y + part.0)
        expected += rgba[start..<start + 4 * part.2]
      }
      #expect(picture.rgba == expected)
    }
  }

  @Test func coloursAreUnpremultiplied() throws {
    var writer = CatalogWriter()
    writer.addName("AppIcon", part: CatalogWriter.iconPart, identifier: 1)
    // Blue, green, red, alpha; a colour that is brighter than its alpha allows is white.
    let bytes: [UInt8] = [0, 64, 128, 128, 10, 10, 10, 0, 200, 1, 0, 2, 1, 2, 3, 255]
    writer.addPicture(
      CatalogWriter.Pixels(width: 4, height: 1, bytes: bytes), of: 1, part: CatalogWriter.iconPart, packing: .none)
    #expect(try pictures(writer.bytes)[0].rgba == [255, 128, 0, 128, 0, 0, 0, 0, 0, 128, 255, 2, 3, 2, 1, 255])
  }

  /// Long and far matches, long literals, many blocks, and both frequency encodings.
  @Test func everyKindOfLZFSEBlockIsDecoded() throws {
    var random = SeededGenerator(seed: 3)
    let noise = (0..<34_000).map { _ in UInt8.random(in: 0...255, using: &random) }
    let words = (0..<12_000).map { _ in UInt8.random(in: 0...3, using: &random) }
    var texts: [[UInt8]] = [[UInt8](repeating: 7, count: 140_000)]
    texts.append(noise + noise)
    texts.append(words + noise + words)
    texts.append(Array(words[..<4]))
    texts.append((0..<30_000).map { UInt8(truncatingIfNeeded: $0 / 3) })
    for text in texts {
      var opaque = text
      for place in stride(from: 3, to: opaque.count, by: 4) { opaque[place] = 255 }
      let width = opaque.count / 4
      let expected = CatalogSamples.rgba(CatalogWriter.Pixels(width: width, height: 1, bytes: opaque))
      let all = [
        LZFSEEncoder.encode(opaque), LZFSEEncoder.encode(opaque, isPacked: false), LZFSEEncoder.rawBlock(opaque),
        LZFSEEncoder.lzvnBlock(opaque),
      ]
      for packed in all {
        let bytes = CatalogSamples.bitmap(packed, width: width)
        if width <= 32_768 {
          #expect(try pictures(bytes)[0].rgba == expected)
        } else {
          #expect(problem(bytes)?.kind == .tooLarge)
        }
      }
    }
  }

  @Test func unsupportedPicturesAreReported() throws {
    var writer = CatalogWriter()
    writer.addName("AppIcon", part: CatalogWriter.iconPart, identifier: 1)
    writer.addPicture(CatalogSamples.picture(8), of: 1, part: CatalogWriter.iconPart, packing: .none)
    var bytes = writer.bytes
    let payload = try #require(bytes.firstRange(of: Array("MLEC".utf8)))
    for (number, words) in [(11, "deepmap2"), (9, "HEVC"), (200, "method 200")] {
      bytes[payload.lowerBound + 8] = UInt8(number)
      let found = try #require(problem(bytes))
      #expect(found.kind == .unsupported)
      #expect(found.message == "pixels compressed with \(words) are not supported")
      #expect(found.location.offset == payload.lowerBound)
    }
    let format = try #require(bytes.firstRange(of: Array("BGRA".utf8)))
    bytes.replaceSubrange(format, with: Array("WBGR".utf8))
    #expect(problem(bytes)?.message == "the pixel format RGBW is not supported")
    writer = CatalogWriter()
    writer.addName("pencil", identifier: 1)
    writer.addOther(layout: 9, part: 181, of: 1, format: "PDF ")
    #expect(problem(writer.bytes)?.message == "the picture is stored as a PDF file, which homescreen does not draw")
  }
}
