import AppPackages
import Platform
import PropertyLists
import Testing

@Suite struct ImageHeaderTests {
  private func problem(_ bytes: [UInt8]) -> ImageProblem? {
    do throws(ImageProblem) {
      _ = try ImageHeader.read(bytes)
      return nil
    } catch {
      return error
    }
  }

  @Test func readsPNG() throws {
    let header = try ImageHeader.read(PNGMaker.picture(width: 120, height: 80))
    #expect(
      header
        == ImageHeader(
          format: .png, width: 120, height: 80, bitDepth: 8, colourType: .rgbWithAlpha, hasAlphaChannel: true))
    #expect(try ImageHeader.read(PNGMaker.picture(width: 1, height: 1, depth: 16, type: 2)).hasAlphaChannel == false)
    #expect(try ImageHeader.read(PNGMaker.picture(width: 1, height: 1, depth: 1, type: 0, interlace: 1)).isInterlaced)
    let palette = PNGMaker.chunk("PLTE", [0, 0, 0]) + PNGMaker.chunk("tRNS", [0])
    #expect(try ImageHeader.read(PNGMaker.picture(width: 9, height: 9, type: 3, extra: palette)).hasAlphaChannel)
  }

  @Test func readsApplesVariant() throws {
    let header = try ImageHeader.read(PNGMaker.picture(width: 180, height: 180, isCgBI: true))
    #expect(header.isCgBI)
    #expect(header.width == 180)
  }

  @Test func reportsPNGsWithAFalseHeader() {
    #expect(
      problem(PNGMaker.picture(width: 0, height: 5))?.message == "the PNG claims to have 0 × 5 pixels: it is empty")
    #expect(problem(PNGMaker.picture(width: 2_000_000_000, height: 5))?.kind == .badHeader)
    #expect(problem(PNGMaker.picture(width: 5, height: 5, depth: 3))?.kind == .badHeader)
    #expect(problem(PNGMaker.picture(width: 5, height: 5, type: 5))?.kind == .badHeader)
    #expect(problem(PNGMaker.picture(width: 5, height: 5, interlace: 2))?.kind == .badHeader)

    var changed = PNGMaker.picture(width: 120, height: 120)
    changed[19] = 180
    #expect(problem(changed)?.kind == .badChecksum)

    var length = PNGMaker.picture(width: 120, height: 120)
    length[11] = 12
    #expect(problem(length)?.message == "the PNG's header has a length of 12 bytes instead of 13")

    let other = PNGMaker.signature + PNGMaker.chunk("gAMA", [0, 0, 0, 1]) + PNGMaker.header(width: 1, height: 1)
    #expect(problem(other)?.message == "the PNG does not start with its header chunk IHDR")

    var converted = PNGMaker.picture(width: 1, height: 1)
    converted.remove(at: 4)
    #expect(problem(converted)?.hint?.contains("line endings") == true)
  }

  @Test func everyPrefixOfAPNGIsTruncatedOrRead() {
    let bytes = PNGMaker.picture(width: 120, height: 120, isCgBI: true)
    for length in 4..<49 { #expect(problem(Array(bytes[..<length]))?.kind == .truncated, "\(length) bytes") }
    for length in 49...bytes.count { #expect(problem(Array(bytes[..<length])) == nil, "\(length) bytes") }
  }

  @Test func truncatedPNGIsReported() throws {
    let list = Array("<plist><dict><key>CFBundleIdentifier</key><string>a.b</string></dict></plist>".utf8)
    func remarks(_ bytes: [UInt8]) throws -> [String] {
      let tree = try MemoryTree(name: "A.app", ["Info.plist": list, "n@2x.png": bytes])
      return try AppPackage(tree: tree).warnings.filter { $0.code == .badImage }.map(\.message)
    }
    let small = PNGMaker.picture(width: 120, height: 120)
    // Longer than the part of a picture that is read first.
    let large =
      PNGMaker.signature + PNGMaker.header(width: 120, height: 120, type: 2)
      + PNGMaker.chunk("IDAT", [UInt8](repeating: 7, count: 20_000)) + PNGMaker.chunk("IEND", [])
    let message = "the PNG is cut off: it ends before its last chunk"
    for bytes in [small, large] {
      #expect(try remarks(bytes).isEmpty && remarks(bytes + [0, 1, 2]).isEmpty)
      for count in [33, 40, bytes.count / 2, bytes.count - 13, bytes.count - 12, bytes.count - 1] where count >= 33 {
        #expect(try remarks(Array(bytes.prefix(count))) == [message], "\(count) of \(bytes.count) bytes")
      }
    }
    #expect(
      try AppPackage(
        name: "A", infoPlist: ["CFBundleIdentifier": "a.b"], files: [("n.png", .bytes(Array(small.dropLast())))]
      ).warnings.map(\.message) == [message])
  }

  @Test func recognisesFormatsByContent() throws {
    let webP =
      Array("RIFF".utf8) + [0, 0, 0, 0] + Array("WEBPVP8X".utf8) + [10, 0, 0, 0, 0x10, 0, 0, 0, 119, 0, 0, 79, 0, 0]
    let header = try ImageHeader.read(webP)
    #expect(header.format == .webP)
    #expect((header.width, header.height, header.hasAlphaChannel) == (120, 80, true))
    #expect(
      header.nameProblem(for: "icons/a.png")?.message == "the file extension is for PNG, but the data is WebP")
    #expect(header.nameProblem(for: "a.webp") == nil)
    #expect(header.nameProblem(for: "a") == nil)
    #expect(header.nameProblem(for: "a.dat") == nil)
  }

  @Test func readsTheSizesOfOtherFormats() throws {
    let lossless =
      Array("RIFF".utf8) + [0, 0, 0, 0] + Array("WEBPVP8L".utf8) + [0, 0, 0, 0, 0x2F, 0x77, 0xC0, 0x13, 0x10]
    #expect(try ImageHeader.read(lossless) == ImageHeader(format: .webP, width: 120, height: 80, hasAlphaChannel: true))
    let lossy =
      Array("RIFF".utf8) + [0, 0, 0, 0] + Array("WEBPVP8 ".utf8) + [
        0, 0, 0, 0, 0, 0, 0, 0x9D, 0x01, 0x2A, 120, 0, 80, 0,
      ]
    #expect(try ImageHeader.read(lossy) == ImageHeader(format: .webP, width: 120, height: 80))
    #expect(try ImageHeader.read(Array("GIF89a".utf8) + [3, 1, 2, 0]).width == 259)
    let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, 0xFF, 0xC2, 0, 17, 8, 0, 80, 0, 120, 3]
    #expect(try ImageHeader.read(jpeg) == ImageHeader(format: .jpeg, width: 120, height: 80, isInterlaced: true))
    #expect(try ImageHeader.read(Array("%PDF-1.4".utf8)).hasPixelSize == false)
    #expect(try ImageHeader.read(Array("<?xml version=\"1.0\"?>\n<svg/>".utf8)).format == .svg)

    func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
      PNGMaker.bigEndian(content.count + 8) + Array(name.utf8) + content
    }
    func size(_ width: Int, _ height: Int) -> [UInt8] {
      box("ispe", [0, 0, 0, 0] + PNGMaker.bigEndian(width) + PNGMaker.bigEndian(height))
    }
    let properties = box("iprp", box("ipco", size(512, 512) + size(1024, 768)))
    let heic =
      box("ftyp", Array("heic".utf8) + [0, 0, 0, 0]) + box("meta", [0, 0, 0, 0] + box("hdlr", []) + properties)
    #expect(try ImageHeader.read(heic) == ImageHeader(format: .heic, width: 1024, height: 768))
  }

  @Test func reportsNonPictures() {
    #expect(problem([])?.kind == .empty)
    #expect(problem(Array("version https://git-lfs.github.com/spec/v1".utf8))?.hint?.contains("git lfs pull") == true)
    #expect(problem(Array("<html>".utf8))?.kind == .notAnImage)
    #expect(problem([0xFF, 0xD8, 0xFF, 0xD9])?.message == "the JPEG has no frame header")
    #expect(problem([0xFF, 0xD8, 0xFF, 0xE0, 0, 0])?.kind == .badHeader)
    #expect(problem([0xFF, 0xD8, 0xFF])?.kind == .truncated)
  }
}
