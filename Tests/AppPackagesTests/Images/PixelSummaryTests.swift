import AppPackages
import Platform
import Testing

@Suite struct PixelSummaryTests {
  /// The summary of decoded pixels.
  private func counted(_ picture: ImagePixels) -> (smallest: UInt8, corner: UInt8, transparent: Int, nearly: Int) {
    let alphas = stride(from: 3, to: picture.rgba.count, by: 4).map { picture.rgba[$0] }
    return (
      alphas.min() ?? 255, alphas[0], alphas.count { $0 < 250 }, alphas.count { (250...254).contains($0) }
    )
  }

  private func expectSame(_ bytes: [UInt8], _ comment: Comment, _ place: Testing.SourceLocation = #_sourceLocation)
    throws
  {
    let summary = try PixelSummary.read(bytes)
    let picture = try ImagePixels.decode(bytes)
    let expected = counted(picture)
    #expect(summary.count == picture.width * picture.height, comment, sourceLocation: place)
    #expect(summary.smallestAlpha == expected.smallest, comment, sourceLocation: place)
    #expect(summary.cornerAlpha == expected.corner, comment, sourceLocation: place)
    #expect(summary.transparentCount == expected.transparent, comment, sourceLocation: place)
    #expect(summary.nearlyOpaqueCount == expected.nearly, comment, sourceLocation: place)
  }

  private static let kinds: [(type: UInt8, depth: UInt8)] = [
    (0, 1), (0, 8), (0, 16), (2, 8), (2, 16), (3, 1), (3, 4), (3, 8), (4, 8), (4, 16), (6, 8), (6, 16),
  ]

  @Test(arguments: kinds, [nil, 0, 1, 2, 3, 4] as [UInt8?])
  func summaryMatchesTheDecodedPixels(_ kind: (type: UInt8, depth: UInt8), _ filter: UInt8?) throws {
    for (width, height) in [(1, 1), (3, 2), (9, 17), (40, 33)] {
      for isInterlaced in [false, true] {
        var encoder = PNGEncoder(
          width: width, height: height, depth: kind.depth, type: kind.type, isInterlaced: isInterlaced)
        encoder.filter = filter
        if kind.type == 3 {
          encoder.palette = (0..<(1 << Int(kind.depth))).flatMap { [UInt8($0), UInt8(255 - $0), 3] }
          encoder.transparency = [255, 251, 249, 0]
        } else if kind.type == 0 || kind.type == 2 {
          encoder.transparency = [UInt8](repeating: 0, count: kind.type == 0 ? 2 : 6)
        }
        let mask = (1 << Int(kind.depth)) - 1
        let bytes = encoder.encode { x, y, channel in
          // Mostly opaque, like icons, with nearly opaque pixels.
          channel == encoder.channels - 1 && channel % 2 == 1 && (x + y) % 3 > 0
            ? mask - (x * y) % 8 * (kind.depth == 16 ? 200 : 1) : (x * 7 + y * 13 + channel * 41 + x * y) & mask
        }
        try expectSame(bytes, "\(kind) \(width)x\(height) \(isInterlaced)")
      }
    }
  }

  @Test func applesVariantAndOpaquePictures() throws {
    for variant in [2, 6] as [UInt8] {
      let encoder = PNGEncoder(width: 5, height: 4, cgBI: variant)
      try expectSame(encoder.encode { x, y, channel in channel == 3 ? 200 + x * y : x }, "CgBI \(variant)")
    }
    let rgb = PNGEncoder(width: 6, height: 2, type: 2).encode { x, _, _ in x }
    #expect(try PixelSummary.read(rgb).smallestAlpha == 255)
    // Without an alpha channel nothing is decoded, so damage after the header is not found.
    #expect(try PixelSummary.read("a.png", in: MemoryTree(name: "A", ["a.png": Array(rgb[..<50])])).count == 12)
  }

  @Test func summaryRefusesWhatTheDecoderRefuses() throws {
    let bytes = PNGEncoder(width: 7, height: 9).encode { x, y, channel in x + y + channel }
    for end in bytes.indices {
      let prefix = Array(bytes[..<end])
      #expect(
        (try? PixelSummary.read(prefix))
          == (try? ImagePixels.decode(prefix)).flatMap { _ in try? PixelSummary.read(bytes) })
    }
    for index in bytes.indices {
      var damaged = bytes
      damaged[index] ^= 0x41
      #expect(((try? PixelSummary.read(damaged)) == nil) == ((try? ImagePixels.decode(damaged)) == nil), "\(index)")
    }
    var filter = PNGEncoder(width: 2, height: 2)
    filter.filter = 5
    #expect(throws: ImageProblem.self) { try PixelSummary.read(filter.encode { _, _, _ in 0 }) }
    #expect(throws: ImageProblem.self) { try PixelSummary.read(bytes, maximumPixels: 62) }
    let tree = try MemoryTree(name: "A", ["a.png": bytes, "b.png": [1, 2], "c.jpg": [0xFF, 0xD8, 0xFF, 0xD9]])
    #expect(try PixelSummary.read("a.png", in: tree).count == 63)
    for path in ["b.png", "c.jpg", "d.png"] {
      #expect(throws: ImageProblem.self) { try PixelSummary.read(path, in: tree) }
    }
  }
}
