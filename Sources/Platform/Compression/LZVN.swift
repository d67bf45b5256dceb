/// Unpacks LZVN: commands of literal bytes and of matches with what came before.
package enum LZVN {
  /// - Parameters:
  ///   - input: from `start` to `end`.
  ///   - output: matches may reach back into all that it holds already.
  /// - Throws: at the position of a command that cannot be.
  package static func unpack(
    _ input: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int, into output: inout UnpackedBytes
  ) throws(CompressionProblem) {
    var place = start
    var distance = 0
    while place < end {
      let command = Command(input, place, end, distance)
      guard command.size > 0, command.size <= end - place else {
        throw CompressionProblem(position: place, message: "an LZVN command is invalid or cut off")
      }
      if command.isEnd { return }
      let literals = place + command.size
      guard command.literals <= end - literals else {
        throw CompressionProblem(position: place, message: "LZVN data ends within \(command.literals) literal bytes")
      }
      guard output.fits(command.literals + command.match) else {
        throw CompressionProblem(
          position: place, message: "LZVN data has more than the expected \(output.capacity) bytes")
      }
      if command.literals > 0, let base = input.baseAddress { output.append(base + literals, command.literals) }
      if command.match > 0 {
        distance = command.distance
        guard distance > 0, distance <= output.count else {
          throw CompressionProblem(
            position: place, message: "an LZVN match reaches \(distance) bytes back, out of the data")
        }
        output.repeatBytes(distance, command.match)
      }
      place = literals + command.literals
    }
    throw CompressionProblem(position: place, message: "LZVN data ends without its end mark")
  }

  /// One command; what its first byte says is the whole grammar.
  private struct Command {
    /// Bytes of the command itself; 0 for one that cannot be.
    var size = 0
    var literals = 0
    var match = 0
    var distance: Int
    var isEnd = false

    @inline(__always)
    init(_ input: UnsafeBufferPointer<UInt8>, _ place: Int, _ end: Int, _ previous: Int) {
      let first = Int(input[place])
      distance = previous
      func next(_ offset: Int) -> Int { place + offset < end ? Int(input[place + offset]) : 0 }
      switch first {
      case 0xF1...0xFF: (size, match) = (1, first & 15)
      case 0xF0: (size, match) = (2, next(1) + 16)
      case 0xE1...0xEF: (size, literals) = (1, first & 15)
      case 0xE0: (size, literals) = (2, next(1) + 16)
      case 0xA0...0xBF:
        size = 3
        literals = first >> 3 & 3
        match = ((first & 7) << 2 | next(1) & 3) + 3
        distance = next(1) >> 2 | next(2) << 6
      case 0x70...0x7F, 0xD0...0xDF: size = 0
      case 0x06: (size, isEnd) = (8, true)
      case 0x0E, 0x16: size = 1
      case 0x1E, 0x26, 0x2E, 0x36, 0x3E: size = 0
      default:
        literals = first >> 6
        match = (first >> 3 & 7) + 3
        switch first & 7 {
        case 6: size = 1
        case 7: (size, distance) = (3, next(1) | next(2) << 8)
        default: (size, distance) = (2, (first & 7) << 8 | next(1))
        }
      }
    }
  }
}
