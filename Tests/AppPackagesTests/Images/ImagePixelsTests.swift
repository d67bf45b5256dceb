import AppPackages
import Testing

@Suite struct ImagePixelsTests {
  private func problem(_ bytes: [UInt8], maximumPixels: Int = ImagePixels.usualMaximumPixels) -> ImageProblem? {
    do throws(ImageProblem) {
      _ = try ImagePixels.decode(bytes, maximumPixels: maximumPixels)
      return nil
    } catch {
      return error
    }
  }

  /// A value that differs between pixels and channels.
  private func sample(_ x: Int, _ y: Int, _ channel: Int, depth: UInt8) -> Int {
    (x * 7 + y * 13 + channel * 41 + x * y) * (depth == 16 ? 257 : 1) & ((1 << Int(depth)) - 1)
  }

  private func scaled(_ value: Int, _ depth: UInt8) -> UInt8 {
    let maximum = Double((1 << Int(depth)) - 1)
    return UInt8((Double(value) * 255 / maximum).rounded())
  }

  private static let kinds: [(type: UInt8, depth: UInt8)] = [
    (0, 1), (0, 2), (0, 4), (0, 8), (0, 16), (2, 8), (2, 16), (3, 1), (3, 2), (3, 4), (3, 8), (4, 8), (4, 16), (6, 8),
    (6, 16),
  ]

  // MARK: Kinds

  @Test(arguments: kinds, [false, true])
  func decodesEveryKind(_ kind: (type: UInt8, depth: UInt8), _ isInterlaced: Bool) throws {
    let (type, depth) = kind
    for (width, height) in [(1, 1), (2, 3), (5, 4), (9, 17), (33, 8)] {
      var encoder = PNGEncoder(width: width, height: height, depth: depth, type: type, isInterlaced: isInterlaced)
      encoder.dataChunks = 3
      if type == 3 {
        encoder.palette = (0..<(1 << Int(depth))).flatMap { [UInt8($0), UInt8(255 - $0), UInt8($0 ^ 0x55)] }
        encoder.transparency = [0, 128]
      }
      let picture = try ImagePixels.decode(encoder.encode { sample($0, $1, $2, depth: depth) })
      #expect(picture.width == width && picture.height == height)
      for y in 0..<height {
        for x in 0..<width {
          let values = (0..<encoder.channels).map { sample(x, y, $0, depth: depth) }
          let expected: [UInt8]
          switch type {
          case 0: expected = [UInt8](repeating: scaled(values[0], depth), count: 3) + [255]
          case 2: expected = values.map { scaled($0, depth) } + [255]
          case 3:
            let alphas: [UInt8] = [0, 128]
            let number = values[0]
            let colour = Array(encoder.palette[(number * 3)..<(number * 3 + 3)])
            expected = colour + [number < alphas.count ? alphas[number] : 255]
          case 4: expected = [UInt8](repeating: scaled(values[0], depth), count: 3) + [scaled(values[1], depth)]
          default: expected = values.map { scaled($0, depth) }
          }
          #expect(picture[x, y] == expected, "\(type)/\(depth) at \(x),\(y) of \(width)×\(height)")
        }
      }
    }
  }

  @Test(arguments: [0, 1, 2, 3, 4] as [UInt8])
  func undoesEveryFilter(_ filter: UInt8) throws {
    for type in [2, 6] as [UInt8] {
      let encoder = PNGEncoder(width: 11, height: 7, type: type, filter: filter)
      let picture = try ImagePixels.decode(encoder.encode { sample($0, $1, $2, depth: 8) })
      for y in 0..<7 {
        for x in 0..<11 {
          let expected = (0..<encoder.channels).map { UInt8(sample(x, y, $0, depth: 8)) }
          #expect(Array(picture[x, y].prefix(expected.count)) == expected)
        }
      }
    }
  }

  /// Compressed by zlib itself, all five filters, 16 × 10, red x·16, green y·25, blue x·y.
  private static let compressed = """
    89504e470d0a1a0a0000000d49484452000000100000000a080200000032dc49cb000000c94944415478da9dcfad0dc24018
    87f1a7bd7e5c0ba51598d710120c868460300830180c23304219e04d3a4215ba2374044660044660048eb324a421f98933ff
    bcf70054308735ece10c17a8a181163ae8e10e0f78c20b02c40d82e1423740dccc3d0c12213192202962910cc9911132460a
    648294860db6086d61bcc88bbdc44b3deb654ef4b9e03e460806a201944ae3b9e66b2df73a3dab5c7456eba2d165abab4e37
    bd6eefba7be8e1a9c7979e026e2e3a19ee8fe82bbf2b6d917b236ffc1d1d43022958c8bebd018d5724fb27f71d7c00000000
    49454e44ae426082
    """

  @Test func decodesZlibData() throws {
    let digits = Self.compressed.filter { !$0.isWhitespace }
    let bytes = stride(from: 0, to: digits.utf8.count, by: 2).compactMap {
      UInt8(digits.dropFirst($0).prefix(2), radix: 16)
    }
    let picture = try ImagePixels.decode(bytes)
    #expect((picture.width, picture.height) == (16, 10))
    for y in 0..<10 {
      for x in 0..<16 { #expect(picture[x, y] == [UInt8(x * 16), UInt8(y * 25), UInt8(x * y), 255]) }
    }
  }

  // MARK: Transparency

  @Test func transparentColourIsDecoded() throws {
    let grey = PNGEncoder(width: 4, height: 1, depth: 4, type: 0, transparency: [0, 9])
    let levels = try ImagePixels.decode(grey.encode { x, _, _ in x + 7 })
    #expect((0..<4).map { levels[$0, 0][3] } == [255, 255, 0, 255])
    // The lower bits of 16 count.
    let wide = PNGEncoder(width: 2, height: 1, depth: 16, type: 2, transparency: [1, 2, 3, 4, 5, 6])
    let picture = try ImagePixels.decode(wide.encode { x, _, channel in (0x0102 + channel * 0x0202) - x })
    #expect(picture[0, 0][3] == 0)
    #expect(picture[1, 0][3] == 255)
  }

  @Test func unusedAlphaChannelIsOpaque() throws {
    let opaque = PNGEncoder(width: 5, height: 5).encode { _, _, channel in channel == 3 ? 255 : 7 }
    #expect(try ImageHeader.read(opaque).hasAlphaChannel)
    #expect(try !ImagePixels.hasTransparentPixels(opaque))
    #expect(try !ImagePixels.decode(opaque).hasTransparentPixels)
    let corner = PNGEncoder(width: 5, height: 5).encode { x, y, channel in
      channel == 3 ? (x == 4 && y == 4 ? 254 : 255) : 7
    }
    #expect(try ImagePixels.hasTransparentPixels(corner))
    #expect(try !ImagePixels.hasTransparentPixels(corner, below: 254))
    #expect(try ImagePixels.decode(corner).hasTransparentPixels)
    let plain = PNGEncoder(width: 5, height: 5, type: 2).encode { _, _, _ in 7 }
    #expect(try !ImageHeader.read(plain).hasAlphaChannel)
    #expect(try !ImagePixels.hasTransparentPixels(plain))
    let palette = PNGEncoder(width: 2, height: 2, depth: 8, type: 3, palette: [1, 2, 3, 4, 5, 6], transparency: [0])
    #expect(try !ImagePixels.hasTransparentPixels(palette.encode { _, _, _ in 1 }))
    #expect(try ImagePixels.hasTransparentPixels(palette.encode { x, _, _ in x }))
  }

  @Test func stopsAtTheFirstTransparentPixel() throws {
    let bytes = PNGEncoder(width: 8, height: 50).encode { _, _, _ in 0 }
    // Ends in the middle of the pixels, which decoding must detect and the check of the first row need not.
    var cut = Array(bytes[..<(bytes.count / 2)])
    #expect(try ImagePixels.hasTransparentPixels(cut))
    #expect(problem(cut)?.kind == .truncated)
    cut = []
    #expect(problem(cut)?.kind == .empty)
  }

  // MARK: Apple's variant

  @Test func decodesApplesVariant() throws {
    // Bytes in the file: blue, green, red, each multiplied by the alpha.
    let pixels: [[Int]] = [[10, 20, 30, 255], [64, 0, 128, 128], [0, 0, 0, 0], [200, 200, 200, 100]]
    let encoder = PNGEncoder(width: 4, height: 1, cgBI: 2)
    let picture = try ImagePixels.decode(encoder.encode { x, _, channel in pixels[x][channel] })
    #expect(picture[0, 0] == [30, 20, 10, 255])
    #expect(picture[1, 0] == [255, 0, 128, 128])
    #expect(picture[2, 0] == [0, 0, 0, 0])
    #expect(picture[3, 0] == [255, 255, 255, 100])
    let opaque = PNGEncoder(width: 1, height: 1, cgBI: 6)
    let bytes = opaque.encode { _, _, channel in [1, 2, 3, 0][channel] }
    #expect(try ImagePixels.decode(bytes)[0, 0] == [3, 2, 1, 255])
    #expect(try !ImagePixels.hasTransparentPixels(bytes))
  }

  // MARK: Damage

  @Test func comparesChecksums() throws {
    let bytes = PNGEncoder(width: 3, height: 3, depth: 8, type: 3, palette: [1, 2, 3], transparency: [9])
      .encode { _, _, _ in 0 }
    for name in ["PLTE", "tRNS", "IDAT"] {
      var damaged = bytes
      let place = try #require(Self.position(of: name, in: bytes))
      damaged[place + 4] ^= 1
      #expect(problem(damaged)?.kind == .badChecksum, "\(name)")
      #expect(problem(damaged)?.message.contains("\(name) at byte \(place - 4)") == true)
    }
    // The checksum of the stream is compared only if it is read to its end; the checksum of PNG covers the same bytes.
    #expect(problem(bytes) == nil)
  }

  private static func position(of name: String, in bytes: [UInt8]) -> Int? {
    bytes.indices.first { bytes[$0...].starts(with: name.utf8) }
  }

  @Test func everyPrefixIsRefusedOrComplete() throws {
    let bytes = PNGEncoder(width: 6, height: 6, dataChunks: 4).encode { sample($0, $1, $2, depth: 8) }
    let whole = try ImagePixels.decode(bytes)
    for length in 0..<bytes.count {
      do throws(ImageProblem) {
        // The missing bytes may be after the pixels.
        #expect(try ImagePixels.decode(Array(bytes[..<length])) == whole, "\(length) bytes")
        #expect(length > bytes.count - 40)
      } catch {
        #expect(error.kind != .badChecksum && !error.message.isEmpty)
      }
    }
  }

  @Test func refusesInvalidData() throws {
    var encoder = PNGEncoder(width: 3, height: 3, filter: 5)
    #expect(
      problem(encoder.encode { _, _, _ in 0 })?.message == "a row of the PNG has the unknown filter 5")
    encoder = PNGEncoder(width: 3, height: 3, type: 3)
    #expect(problem(encoder.encode { _, _, _ in 0 })?.message.contains("palette") == true)
    encoder.palette = [1, 2]
    #expect(problem(encoder.encode { _, _, _ in 0 })?.kind == .badData)
    // A colour index without a colour is black.
    encoder.palette = [9, 9, 9]
    #expect(try ImagePixels.decode(encoder.encode { _, _, _ in 1 })[0, 0] == [0, 0, 0, 255])
    encoder = PNGEncoder(width: 3, height: 3, type: 2, transparency: [1])
    #expect(problem(encoder.encode { _, _, _ in 0 })?.kind == .badData)
    #expect(problem(PNGMaker.picture(width: 120, height: 120))?.kind == .badData)
    #expect(problem(Array("GIF89a".utf8) + [3, 1, 2, 0])?.kind == .unsupported)
    let head = PNGMaker.signature + PNGMaker.header(width: 1, height: 1)
    #expect(problem(head)?.kind == .truncated)
    #expect(problem(head + PNGMaker.chunk("IEND", []))?.message == "the PNG has no pixels (IDAT)")
    let short = head + PNGMaker.chunk("IDAT", [0x78, 1] + PNGEncoder.stored([0, 1]) + PNGEncoder.adler([0, 1]))
    #expect(problem(short)?.kind == .badData)
  }

  // MARK: Bombs

  @Test func oversizedPicturesAreRefusedBeforeInflating() {
    let large = PNGMaker.picture(width: 32_768, height: 32_768)
    #expect(problem(large)?.kind == .tooLarge)
    // Within the pixel limit, but the data cannot inflate to that size.
    #expect(
      problem(PNGMaker.picture(width: 4096, height: 4096))?.message
        == "the PNG has 9 bytes of compressed pixels, too few for 4096 × 4096")
    #expect(problem(PNGMaker.picture(width: 11, height: 10), maximumPixels: 109)?.kind == .tooLarge)
  }

  /// 200 000 zero bytes, compressed by zlib, for a picture that needs 13.
  private static let zeros =
    "78daedc13101000000c2a0f54f6d067fa0000000" + String(repeating: "0", count: 378)
    + "0080d7000d6d0001"

  @Test func bytesAfterThePixelsAreNotInflated() throws {
    let data = stride(from: 0, to: Self.zeros.utf8.count, by: 2).compactMap {
      UInt8(Self.zeros.dropFirst($0).prefix(2), radix: 16)
    }
    let bytes =
      PNGMaker.signature + PNGMaker.header(width: 3, height: 1) + PNGMaker.chunk("IDAT", data)
      + PNGMaker.chunk("IEND", [])
    #expect(try ImagePixels.decode(bytes).rgba == [UInt8](repeating: 0, count: 12))
  }
}
