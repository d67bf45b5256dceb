import Platform

/// Writes pixels as a PNG: with a palette if there are few colours, without alpha if all pixels are opaque.
public enum PNGWriter {
  /// Returns the bytes of a PNG file; equal pixels give equal bytes. nil for an empty picture or without memory.
  public static func write(_ pixels: ImagePixels) -> [UInt8]? {
    guard pixels.width > 0, pixels.height > 0 else { return nil }
    let content = Palette(pixels).map { Content(pixels, palette: $0) } ?? Content(pixels)
    guard let data = Deflater.deflated(content.rows) else { return nil }
    var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    let header =
      bigEndian(UInt32(clamping: pixels.width)) + bigEndian(UInt32(clamping: pixels.height))
      + [8, content.colourType.rawValue, 0, 0, 0]
    append("IHDR", header, to: &file)
    if let palette = content.palette {
      append("PLTE", palette.colours, to: &file)
      if !palette.alphas.isEmpty { append("tRNS", palette.alphas, to: &file) }
    }
    append("IDAT", data, to: &file)
    append("IEND", [], to: &file)
    return file
  }

  private static func append(_ name: String, _ content: [UInt8], to file: inout [UInt8]) {
    file += bigEndian(UInt32(clamping: content.count))
    let checked = Array(name.utf8) + content
    file += checked
    file += bigEndian(Checksum.crc32(checked[...]))
  }

  private static func bigEndian(_ value: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  // MARK: Content

  /// A palette of at most 256 colours.
  private struct Palette {
    var colours: [UInt8] = []
    /// The alphas of the first colours; the others are opaque.
    var alphas: [UInt8] = []
    var indices: [UInt32: UInt8] = [:]

    /// Returns nil for more than 256 colours.
    init?(_ pixels: ImagePixels) {
      var seen: [UInt32: Int] = [:]
      var last: UInt32?
      for place in stride(from: 0, to: pixels.rgba.count, by: 4) {
        let colour = Self.colour(pixels.rgba, place)
        if colour == last { continue }
        last = colour
        if seen[colour] == nil {
          guard seen.count < 256 else { return nil }
          seen[colour] = seen.count
        }
      }
      // Transparent colours come first, so that the list of alphas is short.
      let order = seen.sorted { ($0.key & 255 == 255 ? 1 : 0, $0.value) < ($1.key & 255 == 255 ? 1 : 0, $1.value) }
      for (index, entry) in order.enumerated() {
        indices[entry.key] = UInt8(index)
        colours += [24, 16, 8].map { UInt8(truncatingIfNeeded: entry.key >> $0) }
        if entry.key & 255 < 255 { alphas.append(UInt8(entry.key & 255)) }
      }
    }

    static func colour(_ rgba: [UInt8], _ place: Int) -> UInt32 {
      UInt32(rgba[place]) << 24 | UInt32(rgba[place + 1]) << 16 | UInt32(rgba[place + 2]) << 8 | UInt32(rgba[place + 3])
    }
  }

  /// The rows, each with its filter byte.
  private struct Content {
    let colourType: ImageHeader.ColourType
    var palette: Palette?
    private(set) var rows: [UInt8] = []

    /// Writes palette indexes without filters, which do not help there.
    init(_ pixels: ImagePixels, palette: Palette) {
      colourType = .palette
      self.palette = palette
      rows.reserveCapacity((pixels.width + 1) * pixels.height)
      // Neighbouring pixels are mostly equal.
      var last: (colour: UInt32, index: UInt8)?
      for y in 0..<pixels.height {
        rows.append(0)
        for x in 0..<pixels.width {
          let colour = Palette.colour(pixels.rgba, 4 * (y * pixels.width + x))
          if let last, last.colour == colour {
            rows.append(last.index)
          } else {
            let index = palette.indices[colour] ?? 0
            last = (colour, index)
            rows.append(index)
          }
        }
      }
    }

    init(_ pixels: ImagePixels) {
      let isOpaque = !pixels.hasTransparentPixels
      colourType = isOpaque ? .rgb : .rgbWithAlpha
      let channels = isOpaque ? 3 : 4
      let count = pixels.width * channels
      // Each row is preceded by a pixel of zeros: the left neighbour of the first pixel.
      var above = [UInt8](repeating: 0, count: count + channels)
      var row = above
      var candidates = [[UInt8]](repeating: [UInt8](repeating: 0, count: count), count: Filter.allCases.count)
      rows.reserveCapacity((count + 1) * pixels.height)
      for y in 0..<pixels.height {
        Self.fill(&row, pixels, y, channels)
        // The usual heuristic: the filter with the smallest sum of absolute differences.
        var best = Filter.none
        var bestSum = Int.max
        for filter in Filter.allCases {
          let sum = filter.apply(row, above, channels, into: &candidates[Int(filter.rawValue)])
          guard sum < bestSum else { continue }
          (bestSum, best) = (sum, filter)
        }
        rows.append(best.rawValue)
        rows += candidates[Int(best.rawValue)]
        swap(&above, &row)
      }
    }

    private static func fill(_ row: inout [UInt8], _ pixels: ImagePixels, _ y: Int, _ channels: Int) {
      row.withUnsafeMutableBufferPointer { row in
        pixels.rgba.withUnsafeBufferPointer { rgba in
          let start = 4 * y * pixels.width
          for x in 0..<pixels.width {
            for channel in 0..<channels { row[(x + 1) * channels + channel] = rgba[start + 4 * x + channel] }
          }
        }
      }
    }
  }

  /// The PNG filters, which encode a row as differences from its neighbours.
  private enum Filter: UInt8, CaseIterable {
    case none, left, above, mean, paeth

    /// - Returns: the sum of the differences.
    func apply(_ row: [UInt8], _ above: [UInt8], _ channels: Int, into output: inout [UInt8]) -> Int {
      row.withUnsafeBufferPointer { row in
        above.withUnsafeBufferPointer { above in
          output.withUnsafeMutableBufferPointer { output in
            switch self {
            case .none: Self.difference(output) { row[$0 + channels] }
            case .left: Self.difference(output) { row[$0 + channels] &- row[$0] }
            case .above: Self.difference(output) { row[$0 + channels] &- above[$0 + channels] }
            case .mean:
              Self.difference(output) { index in
                let mean = (UInt16(row[index]) + UInt16(above[index + channels])) / 2
                return row[index + channels] &- UInt8(truncatingIfNeeded: mean)
              }
            case .paeth:
              Self.difference(output) { index in
                let (left, up, corner) = (Int16(row[index]), Int16(above[index + channels]), Int16(above[index]))
                let (a, b, c) = (abs(up - corner), abs(left - corner), abs(left + up - 2 * corner))
                let guess = a <= b && a <= c ? left : b <= c ? up : corner
                return row[index + channels] &- UInt8(truncatingIfNeeded: guess)
              }
            }
          }
        }
      }
    }

    @inline(__always)
    private static func difference(_ output: UnsafeMutableBufferPointer<UInt8>, _ byte: (Int) -> UInt8) -> Int {
      var sum = 0
      for index in 0..<output.count {
        let value = byte(index)
        output[index] = value
        sum &+= Int(Int8(bitPattern: value).magnitude)
      }
      return sum
    }
  }
}
