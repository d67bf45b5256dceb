/// The header of one LZFSE block: how much it holds, where its two streams of bits begin, and how often each symbol occurs.
package struct LZFSEHeader {
  /// Symbols of lengths of literals, lengths of matches, distances and literals.
  package static let symbolCounts = [20, 20, 64, 256]
  /// States of the same.
  package static let stateCounts = [64, 64, 256, 1024]
  /// Bits of the numbers of each symbol.
  package static let literalExtra: [UInt8] = [UInt8](repeating: 0, count: 16) + [2, 3, 5, 8]
  package static let matchExtra: [UInt8] = [UInt8](repeating: 0, count: 16) + [3, 5, 8, 11]
  package static let distanceExtra: [UInt8] = (0..<16).flatMap { [UInt8](repeating: $0, count: 4) }

  package var rawCount = 0
  package var literalCount = 0
  package var matchCount = 0
  /// Bytes of the header, of the literals, and of the lengths and distances behind them.
  package var size = 0
  package var literalBytes = 0
  package var numberBytes = 0
  /// Bits that nobody uses at the end of each.
  package var literalUnused = 0
  package var numberUnused = 0
  package var literalStates = [0, 0, 0, 0]
  /// For lengths of literals, lengths of matches and distances.
  package var states = [0, 0, 0]
  /// All symbols behind each other.
  package var frequencies = [UInt16](repeating: 0, count: 360)

  /// A block has no more literals, and matches, than this.
  package static let maximumLiterals = 40_000
  package static let maximumMatches = 10_000

  /// - Parameter isPacked: whether frequencies are written with few bits (`bvx2`) or two bytes each (`bvx1`).
  package init(
    _ input: UnsafeBufferPointer<UInt8>, _ place: Int, isPacked: Bool
  ) throws(CompressionProblem) {
    func cut() -> CompressionProblem { CompressionProblem(position: place, message: "an LZFSE block is cut off") }
    guard input.count - place >= (isPacked ? 32 : 770) else { throw cut() }
    let bytes = UnsafeRawBufferPointer(input)
    func word(_ offset: Int) -> Int {
      Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: place + offset, as: UInt32.self)))
    }
    func half(_ offset: Int) -> UInt16 {
      UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: place + offset, as: UInt16.self))
    }
    rawCount = word(4)
    if isPacked {
      let first = word(8) | word(12) << 32
      let second = word(16) | word(20) << 32
      let third = word(24) | word(28) << 32
      func field(_ value: Int, _ shift: Int, _ width: Int) -> Int { value >> shift & (1 << width - 1) }
      literalCount = field(first, 0, 20)
      literalBytes = field(first, 20, 20)
      matchCount = field(first, 40, 20)
      literalUnused = field(first, 60, 3) - 7
      literalStates = [0, 10, 20, 30].map { field(second, $0, 10) }
      numberBytes = field(second, 40, 20)
      numberUnused = field(second, 60, 3) - 7
      size = field(third, 0, 32)
      states = [32, 42, 52].map { field(third, $0, 10) }
      guard size >= 32, size <= input.count - place else { throw cut() }
      try readFrequencies(input, place + 32, place + size)
    } else {
      literalCount = word(12)
      matchCount = word(16)
      literalBytes = word(20)
      numberBytes = word(24)
      literalUnused = Int(Int32(truncatingIfNeeded: word(28)))
      literalStates = [32, 34, 36, 38].map { Int(half($0)) }
      numberUnused = Int(Int32(truncatingIfNeeded: word(40)))
      states = [44, 46, 48].map { Int(half($0)) }
      for index in frequencies.indices { frequencies[index] = half(50 + 2 * index) }
      size = 770
    }
    guard isPossible(rest: input.count - place) else {
      throw CompressionProblem(position: place, message: "the header of an LZFSE block is impossible")
    }
  }

  private func isPossible(rest: Int) -> Bool {
    guard literalCount <= Self.maximumLiterals, literalCount % 4 == 0, matchCount <= Self.maximumMatches,
      size + literalBytes + numberBytes <= rest, literalStates.allSatisfy({ $0 < 1024 }),
      zip(states, Self.stateCounts).allSatisfy({ $0 < $1 })
    else { return false }
    var start = 0
    for (symbols, states) in zip(Self.symbolCounts, Self.stateCounts) {
      guard frequencies[start..<start + symbols].reduce(0, { $0 + Int($1) }) <= states else { return false }
      start += symbols
    }
    return true
  }

  /// Frequencies as a prefix code, its lowest bits first: `00` is 0, `10` 1, `001` 2, `101` 3, two bits before `011` 4 to 7,
  /// four bits before `0111` 8 to 23, ten bits before `1111` the rest.
  private mutating func readFrequencies(
    _ input: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int
  ) throws(CompressionProblem) {
    // Without a table all frequencies are zero.
    guard start < end else { return }
    var place = start
    var bits: UInt32 = 0
    var count = 0
    for index in frequencies.indices {
      while place < end, count <= 24 {
        bits |= UInt32(input[place]) << UInt32(count)
        count += 8
        place += 1
      }
      let (value, used): (UInt32, Int) =
        switch bits & 15 {
        case 0, 4, 8, 12: (0, 2)
        case 2, 6, 10, 14: (1, 2)
        case 1, 9: (2, 3)
        case 5, 13: (3, 3)
        case 3, 11: (4 + bits >> 3 & 3, 5)
        case 7: (8 + bits >> 4 & 15, 8)
        default: (24 + bits >> 4 & 1023, 14)
        }
      guard used <= count else {
        throw CompressionProblem(position: place, message: "the frequencies of an LZFSE block are cut off")
      }
      frequencies[index] = UInt16(value)
      bits >>= UInt32(used)
      count -= used
    }
    guard count < 8, place == end else {
      throw CompressionProblem(position: place, message: "the frequencies of an LZFSE block do not fill its header")
    }
  }
}
