import PropertyLists

/// Unpacks the run lengths of compiled catalogs: rows of runs, each one pixel repeated or so many pixels as they are.
package enum RunLengths {
  /// - Parameters:
  ///   - output: rows of `rowBytes` bytes; what a row lacks stays as it is.
  ///   - pixelBytes: bytes of a pixel.
  /// - Throws: for a header of another picture, and for runs that leave their row or the input.
  package static func unpack(
    _ input: UnsafeBufferPointer<UInt8>, into output: UnsafeMutableBufferPointer<UInt8>, width: Int, rows: Int,
    rowBytes: Int, pixelBytes: Int
  ) throws(CompressionProblem) {
    let bytes = UnsafeRawBufferPointer(input)
    func word(_ place: Int) throws(CompressionProblem) -> Int {
      guard place >= 0, place <= input.count - 4 else {
        throw CompressionProblem(position: min(max(place, 0), input.count), message: "run lengths are cut off")
      }
      return Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self)))
    }
    // The first number tells formats apart, 4 for colours and 3 for greys; the rendition says it, too.
    let (ownWidth, ownRows) = (try word(4), try word(8))
    guard ownWidth == width, ownRows == rows, rowBytes >= width * pixelBytes, output.count >= rows * rowBytes else {
      throw CompressionProblem(
        position: 4, message: "run lengths of \(ownWidth) × \(ownRows) pixels instead of \(width) × \(rows)")
    }
    for row in 0..<rows {
      var place = try word(12 + 4 * row)
      var target = row * rowBytes
      let end = target + width * pixelBytes
      while target < end {
        let run = try word(place)
        let count = run & 0x7FFF_FFFF
        let isRepeated = run & 0x8000_0000 != 0
        place += 4
        let taken = isRepeated ? pixelBytes : count * pixelBytes
        guard count > 0, count <= (end - target) / pixelBytes, taken <= input.count - place else {
          throw CompressionProblem(position: place - 4, message: "a run of \(count) pixels exceeds its row or its data")
        }
        if isRepeated {
          for pixel in 0..<count {
            for byte in 0..<pixelBytes { output[target + pixel * pixelBytes + byte] = input[place + byte] }
          }
        } else {
          for index in 0..<taken { output[target + index] = input[place + index] }
        }
        place += taken
        target += count * pixelBytes
      }
    }
  }
}
