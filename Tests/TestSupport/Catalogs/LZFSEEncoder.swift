/// A simple LZFSE encoder: blocks of literals and matches with entropy-coded numbers, written from the facts of the
/// format.
public enum LZFSEEncoder {
  /// Encodes data as blocks with an end marker.
  ///
  /// - Parameter isPacked: Whether the frequencies of each block are written with few bits, as usual.
  public static func encode(_ bytes: [UInt8], isPacked: Bool = true) -> [UInt8] {
    var output: [UInt8] = []
    var block = Block()
    func end() {
      if block.rawCount > 0 { output += block.bytes(isPacked) }
      block = Block()
    }
    for match in MatchFinder.matches(in: bytes, maximumDistance: 262_139) {
      var literals = bytes[match.literals]
      var length = match.length
      // A symbol has numbers up to these; longer ones are split into several matches.
      while literals.count > 315 {
        block.add(literals.prefix(315), 0, 1)
        literals = literals.dropFirst(315)
        if block.literals.count > 30_000 { end() }
      }
      repeat {
        let count = min(length, 2359)
        block.add(literals, count, match.distance)
        literals = []
        length -= count
      } while length > 0
      if block.literals.count > 30_000 || block.numbers.count > 9000 { end() }
    }
    end()
    return output + Array("bvx$".utf8)
  }

  /// A block of raw bytes and the end marker.
  public static func rawBlock(_ bytes: [UInt8]) -> [UInt8] {
    Array("bvx-".utf8) + word(bytes.count) + bytes + Array("bvx$".utf8)
  }

  /// A block of LZVN and the end marker.
  public static func lzvnBlock(_ bytes: [UInt8]) -> [UInt8] {
    let packed = LZVNEncoder.encode(bytes)
    return Array("bvxn".utf8) + word(bytes.count) + word(packed.count) + packed + Array("bvx$".utf8)
  }

  fileprivate static func word(_ value: Int) -> [UInt8] {
    [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  /// The bits of the numbers of each symbol.
  private static let extras: [[Int]] = [
    [Int](repeating: 0, count: 16) + [2, 3, 5, 8], [Int](repeating: 0, count: 16) + [3, 5, 8, 11],
    (0..<16).flatMap { [Int](repeating: $0, count: 4) },
  ]
  private static let states = [64, 64, 256, 1024]

  private static func bases(_ extra: [Int]) -> [Int] {
    extra.reduce(into: [0]) { bases, bits in bases.append((bases.last ?? 0) + 1 << bits) }
  }

  private struct Block {
    var literals: [UInt8] = []
    /// Lengths of literals, lengths of matches, distances.
    var numbers: [[Int]] = []
    var rawCount = 0

    mutating func add(_ literals: ArraySlice<UInt8>, _ length: Int, _ distance: Int) {
      self.literals += literals
      // An unchanged distance is written as zero.
      let isSame = numbers.last { $0[2] != 0 }?[2] == distance
      numbers.append([literals.count, length, isSame ? 0 : distance])
      rawCount += literals.count + length
    }

    func bytes(_ isPacked: Bool) -> [UInt8] {
      let padded = literals + [UInt8](repeating: 0, count: (4 - literals.count % 4) % 4)
      let bases = extras.map(LZFSEEncoder.bases)
      func symbol(_ value: Int, _ kind: Int) -> Int { (bases[kind].firstIndex { $0 > value } ?? 1) - 1 }
      var counts = (0..<3).map { [Int](repeating: 0, count: extras[$0].count) } + [[Int](repeating: 0, count: 256)]
      for number in numbers { for kind in 0..<3 { counts[kind][symbol(number[kind], kind)] += 1 } }
      for literal in padded { counts[3][Int(literal)] += 1 }
      let frequencies = zip(counts, states).map(FSEEncoder.frequencies)
      let encoders = zip(frequencies, states).map { FSEEncoder($0, states: $1) }

      var literalBits = BitWriter()
      var literalStates = [0, 0, 0, 0]
      for place in stride(from: padded.count - 4, through: 0, by: -4) {
        for turn in (0..<4).reversed() {
          encoders[3].encode(Int(padded[place + turn]), &literalStates[turn], &literalBits)
        }
      }
      var numberBits = BitWriter()
      var numberStates = [0, 0, 0]
      for number in numbers.reversed() {
        for kind in (0..<3).reversed() {
          let symbol = symbol(number[kind], kind)
          numberBits.push(number[kind] - bases[kind][symbol], extras[kind][symbol])
          encoders[kind].encode(symbol, &numberStates[kind], &numberBits)
        }
      }
      // A stream is read eight bytes at a time, from its end.
      let (literalBytes, literalUnused) = literalBits.finish()
      let (numberBytes, numberUnused) = numberBits.finish()
      let all = frequencies.flatMap(\.self)
      let body = literalBytes + numberBytes
      func half(_ value: Int) -> [UInt8] { [0, 8].map { UInt8(truncatingIfNeeded: value >> $0) } }
      guard isPacked else {
        var head = Array("bvx1".utf8) + word(rawCount) + word(body.count) + word(padded.count) + word(numbers.count)
        head += word(literalBytes.count) + word(numberBytes.count) + word(literalUnused)
        head += literalStates.flatMap(half) + word(numberUnused) + numberStates.flatMap(half)
        return head + all.flatMap(half) + body
      }
      var table = BitWriter()
      for frequency in all { table.pushFrequency(frequency) }
      let (packed, _) = table.finish()
      let first =
        padded.count | literalBytes.count << 20 | numbers.count << 40 | (literalUnused + 7) << 60
      let second =
        literalStates[0] | literalStates[1] << 10 | literalStates[2] << 20 | literalStates[3] << 30
        | numberBytes.count << 40 | (numberUnused + 7) << 60
      let third = 32 + packed.count | numberStates[0] << 32 | numberStates[1] << 42 | numberStates[2] << 52
      var head = Array("bvx2".utf8) + word(rawCount)
      for field in [first, second, third] { head += word(field) + word(field >> 32) }
      return head + packed + body
    }
  }
}

/// Writes bits, the lowest first.
private struct BitWriter {
  private var bytes: [UInt8] = []
  private var bits: UInt64 = 0
  private var count = 0

  mutating func push(_ value: Int, _ width: Int) {
    bits |= UInt64(value) << UInt64(count)
    count += width
    while count >= 8 {
      bytes.append(UInt8(truncatingIfNeeded: bits))
      bits >>= 8
      count -= 8
    }
  }

  /// The prefix code of frequencies.
  mutating func pushFrequency(_ value: Int) {
    switch value {
    case 0: push(0b00, 2)
    case 1: push(0b10, 2)
    case 2: push(0b001, 3)
    case 3: push(0b101, 3)
    case 4...7: push((value - 4) << 3 | 0b011, 5)
    case 8...23: push((value - 8) << 4 | 0b0111, 8)
    default: push((value - 24) << 4 | 0b1111, 14)
    }
  }

  /// The bytes, and the unused bits of the last one as a number from −7 to 0.
  func finish() -> (bytes: [UInt8], unused: Int) {
    count == 0 ? (bytes, 0) : (bytes + [UInt8(truncatingIfNeeded: bits)], count - 8)
  }
}

/// Finite state entropy coding: a symbol has as many states as its share of all.
private struct FSEEncoder {
  private struct Symbol {
    var bits = 0
    var firstLong = 0
    var longDelta = 0
    var shortDelta = 0
  }

  private var symbols: [Symbol] = []

  init(_ frequencies: [Int], states: Int) {
    var start = 0
    for frequency in frequencies {
      var symbol = Symbol()
      if frequency > 0 {
        symbol.bits = frequency.leadingZeroBitCount - states.leadingZeroBitCount
        symbol.firstLong = frequency << symbol.bits - states
        symbol.longDelta = start - frequency + states >> symbol.bits
        symbol.shortDelta = symbol.bits == 0 ? 0 : start - frequency + states >> (symbol.bits - 1)
        start += frequency
      }
      symbols.append(symbol)
    }
  }

  func encode(_ value: Int, _ state: inout Int, _ output: inout BitWriter) {
    let symbol = symbols[value]
    let isLong = state >= symbol.firstLong
    let bits = isLong ? symbol.bits : symbol.bits - 1
    output.push(state & (1 << bits - 1), bits)
    state = (isLong ? symbol.longDelta : symbol.shortDelta) + state >> bits
  }

  /// Counts scaled to the number of states; occurring symbols keep at least one.
  static func frequencies(_ counts: [Int], _ states: Int) -> [Int] {
    let total = max(1, counts.reduce(0, +))
    var scaled = counts.map { $0 == 0 ? 0 : max(1, $0 * states / total) }
    var surplus = scaled.reduce(0, +) - states
    while surplus != 0, let most = scaled.indices.max(by: { scaled[$0] < scaled[$1] }), scaled[most] > 0 {
      let change = surplus > 0 ? min(surplus, max(1, scaled[most] / 4)) : surplus
      scaled[most] -= change
      surplus -= change
    }
    return scaled
  }
}
