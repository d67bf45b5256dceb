/// Unpacks LZFSE: blocks of raw bytes, of LZVN, or of literals and matches with entropy-coded numbers.
///
/// All blocks share its tables; a block allocates nothing.
package final class LZFSE {
  private let literalTable = UnsafeMutableBufferPointer<FSETable.Literal>.allocate(capacity: 1024)
  private let numberTables = LZFSEHeader.stateCounts[..<3].map {
    UnsafeMutableBufferPointer<FSETable.Number>.allocate(capacity: $0)
  }
  private let literals = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: LZFSEHeader.maximumLiterals)

  package init() {
    literalTable.initialize(repeating: 0)
    for table in numberTables { table.initialize(repeating: 0) }
    literals.initialize(repeating: 0)
  }

  deinit {
    literalTable.deallocate()
    for table in numberTables { table.deallocate() }
    literals.deallocate()
  }

  /// Returns whether bytes begin as LZFSE does; LZVN may come without a block around it.
  package static func isBlock(_ input: UnsafeBufferPointer<UInt8>) -> Bool {
    input.count >= 4 && input[0] == 0x62 && input[1] == 0x76 && input[2] == 0x78
  }

  /// - Returns: the number of unpacked bytes.
  /// - Throws: a problem with the position of the damage, or one that says that the output is too small.
  package func unpack(
    _ input: UnsafeBufferPointer<UInt8>, into buffer: UnsafeMutableBufferPointer<UInt8>
  ) throws(CompressionProblem) -> Int {
    var output = UnpackedBytes(buffer)
    var place = 0
    while true {
      guard input.count - place >= 4, input[place] == 0x62, input[place + 1] == 0x76, input[place + 2] == 0x78 else {
        throw CompressionProblem(position: place, message: "no LZFSE block begins here")
      }
      switch input[place + 3] {
      case UInt8(ascii: "$"): return output.count
      case UInt8(ascii: "-"): place = try copy(input, place, &output)
      case UInt8(ascii: "n"): place = try unpackLZVN(input, place, &output)
      case UInt8(ascii: "1"): place = try unpackBlock(input, place, isPacked: false, &output)
      case UInt8(ascii: "2"): place = try unpackBlock(input, place, isPacked: true, &output)
      default: throw CompressionProblem(position: place, message: "an LZFSE block has an unknown kind")
      }
    }
  }

  private func word(_ input: UnsafeBufferPointer<UInt8>, _ place: Int) -> Int {
    Int(UInt32(littleEndian: UnsafeRawBufferPointer(input).loadUnaligned(fromByteOffset: place, as: UInt32.self)))
  }

  private func copy(
    _ input: UnsafeBufferPointer<UInt8>, _ place: Int, _ output: inout UnpackedBytes
  ) throws(CompressionProblem) -> Int {
    guard input.count - place >= 8, let base = input.baseAddress else { throw cutOff(place) }
    let count = word(input, place + 4)
    guard count <= input.count - place - 8 else { throw cutOff(place) }
    guard output.fits(count) else { throw tooMuch(place, output.capacity) }
    output.append(base + place + 8, count)
    return place + 8 + count
  }

  private func unpackLZVN(
    _ input: UnsafeBufferPointer<UInt8>, _ place: Int, _ output: inout UnpackedBytes
  ) throws(CompressionProblem) -> Int {
    guard input.count - place >= 12 else { throw cutOff(place) }
    let (raw, packed) = (word(input, place + 4), word(input, place + 8))
    guard packed <= input.count - place - 12 else { throw cutOff(place) }
    let before = output.count
    try LZVN.unpack(input, place + 12, place + 12 + packed, into: &output)
    try check(output.count - before, is: raw, place)
    return place + 12 + packed
  }

  private func unpackBlock(
    _ input: UnsafeBufferPointer<UInt8>, _ place: Int, isPacked: Bool, _ output: inout UnpackedBytes
  ) throws(CompressionProblem) -> Int {
    let header = try LZFSEHeader(input, place, isPacked: isPacked)
    guard output.fits(header.rawCount) else { throw tooMuch(place, output.capacity) }
    header.frequencies.withUnsafeBufferPointer { all in
      let extras = [LZFSEHeader.literalExtra, LZFSEHeader.matchExtra, LZFSEHeader.distanceExtra]
      var start = 0
      for (index, table) in numberTables.enumerated() {
        let count = LZFSEHeader.symbolCounts[index]
        FSETable.fill(table, UnsafeBufferPointer(rebasing: all[start..<start + count]), extra: extras[index])
        start += count
      }
      FSETable.fill(literalTable, UnsafeBufferPointer(rebasing: all[start...]))
    }
    guard let base = input.baseAddress else { throw cutOff(place) }
    let literalEnd = place + header.size + header.literalBytes
    let end = literalEnd + header.numberBytes
    guard unpackLiterals(base, literalEnd, header) else {
      throw CompressionProblem(position: place + header.size, message: "the literals of an LZFSE block are damaged")
    }
    let before = output.count
    try unpackMatches(base, end, header, &output, place: literalEnd)
    try check(output.count - before, is: header.rawCount, place)
    return end
  }

  /// Decodes literals with four states in turn, so that a processor works on several at once.
  private func unpackLiterals(_ input: UnsafePointer<UInt8>, _ end: Int, _ header: LZFSEHeader) -> Bool {
    guard header.literalCount > 0 else { return true }
    guard var bits = FSEBits(input, end: end, unused: header.literalUnused), let table = literalTable.baseAddress,
      let literals = literals.baseAddress
    else { return false }
    var (first, second) = (header.literalStates[0], header.literalStates[1])
    var (third, fourth) = (header.literalStates[2], header.literalStates[3])
    @inline(__always) func next(_ state: inout Int, _ bits: inout FSEBits) -> UInt8 {
      // Frequencies that do not fill the table leave states without a meaning, which lead to the first state.
      let entry = table[state]
      state = Int(Int16(truncatingIfNeeded: entry >> 16)) &+ bits.take(Int(entry & 0xFF))
      return UInt8(truncatingIfNeeded: entry >> 8)
    }
    var place = 0
    while place < header.literalCount {
      guard bits.refill() else { return false }
      literals[place] = next(&first, &bits)
      literals[place + 1] = next(&second, &bits)
      literals[place + 2] = next(&third, &bits)
      literals[place + 3] = next(&fourth, &bits)
      place += 4
    }
    return true
  }

  private func unpackMatches(
    _ input: UnsafePointer<UInt8>, _ end: Int, _ header: LZFSEHeader, _ output: inout UnpackedBytes, place: Int
  ) throws(CompressionProblem) {
    func damage(_ message: String) -> CompressionProblem { CompressionProblem(position: place, message: message) }
    guard header.matchCount > 0 else { return }
    guard var bits = FSEBits(input, end: end, unused: header.numberUnused),
      let literalLengths = numberTables[0].baseAddress, let matchLengths = numberTables[1].baseAddress,
      let distances = numberTables[2].baseAddress, let literals = UnsafePointer(literals.baseAddress)
    else { throw damage("the matches of an LZFSE block are damaged") }
    var (literalState, matchState, distanceState) = (header.states[0], header.states[1], header.states[2])
    @inline(__always)
    func next(_ table: UnsafeMutablePointer<FSETable.Number>, _ state: inout Int, _ bits: inout FSEBits) -> Int {
      let entry = table[state]
      let own = entry >> 8 & 0xFF
      let taken = bits.take(Int(entry & 0xFF))
      state = Int(Int16(truncatingIfNeeded: entry >> 16)) &+ taken >> Int(own)
      return Int(entry >> 32) &+ taken & (1 &<< Int(own) &- 1)
    }
    var literal = 0
    var distance = 0
    for _ in 0..<header.matchCount {
      guard bits.refill() else { throw damage("the matches of an LZFSE block are cut off") }
      let literalLength = next(literalLengths, &literalState, &bits)
      let matchLength = next(matchLengths, &matchState, &bits)
      let newDistance = next(distances, &distanceState, &bits)
      // No distance means the previous one.
      if newDistance != 0 { distance = newDistance }
      guard literalLength <= header.literalCount - literal else {
        throw damage("an LZFSE block has fewer literals than its matches need")
      }
      guard output.fits(literalLength + matchLength) else { throw tooMuch(place, output.capacity) }
      output.append(literals + literal, literalLength)
      literal += literalLength
      guard matchLength > 0 else { continue }
      guard distance > 0, distance <= output.count else {
        throw damage("an LZFSE match reaches \(distance) bytes back, before the start of the data")
      }
      output.repeatBytes(distance, matchLength)
    }
  }

  // MARK: Problems

  private func cutOff(_ place: Int) -> CompressionProblem {
    CompressionProblem(position: place, message: "an LZFSE block is cut off")
  }

  private func tooMuch(_ place: Int, _ capacity: Int) -> CompressionProblem {
    CompressionProblem(position: place, message: "LZFSE data has more than the expected \(capacity) bytes")
  }

  private func check(_ count: Int, is wanted: Int, _ place: Int) throws(CompressionProblem) {
    guard count != wanted else { return }
    throw CompressionProblem(position: place, message: "an LZFSE block claims \(wanted) bytes, but has \(count)")
  }
}

/// The header of one LZFSE block: its size, the places of its two bit streams, and the frequency of each symbol.
package struct LZFSEHeader {
  /// The number of symbols for lengths of literals, lengths of matches, distances and literals.
  package static let symbolCounts = [20, 20, 64, 256]
  /// The number of states, in the same order.
  package static let stateCounts = [64, 64, 256, 1024]
  /// The extra bits of the numbers of each symbol.
  package static let literalExtra: [UInt8] = [UInt8](repeating: 0, count: 16) + [2, 3, 5, 8]
  package static let matchExtra: [UInt8] = [UInt8](repeating: 0, count: 16) + [3, 5, 8, 11]
  package static let distanceExtra: [UInt8] = (0..<16).flatMap { [UInt8](repeating: $0, count: 4) }

  package var rawCount = 0
  package var literalCount = 0
  package var matchCount = 0
  /// The bytes of the header, of the literals, and of the lengths and distances after them.
  package var size = 0
  package var literalBytes = 0
  package var numberBytes = 0
  /// The unused bits at the end of each stream.
  package var literalUnused = 0
  package var numberUnused = 0
  package var literalStates = [0, 0, 0, 0]
  /// The first states for lengths of literals, lengths of matches and distances.
  package var states = [0, 0, 0]
  /// The frequencies of all symbols, one table after the other.
  package var frequencies = [UInt16](repeating: 0, count: 360)

  /// The maximum number of literals, and of matches, in a block.
  package static let maximumLiterals = 40_000
  package static let maximumMatches = 10_000

  /// - Parameter isPacked: whether frequencies are written with few bits (`bvx2`) or two bytes each (`bvx1`).
  package init(_ input: UnsafeBufferPointer<UInt8>, _ place: Int, isPacked: Bool) throws(CompressionProblem) {
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

  /// Reads frequencies in a prefix code, lowest bits first: `00` is 0, `10` 1, `001` 2, `101` 3, `xx011` 4 + xx,
  /// `xxxx0111` 8 + xxxx; ten bits and `1111` are 24 and more.
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

/// The meaning of a decoder's state: the number of bits that lead to the next state, and its symbol or number.
///
/// Each symbol has one state for each occurrence, so that one read gives the next state and the bits of a number.
package enum FSETable {
  /// A state that represents a literal: bits to take (8 bits), the literal (8), and the step to the next state (16).
  package typealias Literal = UInt32
  /// A state that represents a number: the number of bits to take (8), how many of them belong to the number (8), the
  /// step to the next state (16), and the smallest number of the symbol (32).
  package typealias Number = UInt64

  /// Fills the table of literals. The sum of the frequencies must not exceed the number of states.
  package static func fill(_ table: UnsafeMutableBufferPointer<Literal>, _ frequencies: UnsafeBufferPointer<UInt16>) {
    table.update(repeating: 0)
    visit(frequencies, states: table.count) { state, symbol, bits, delta in
      table[state] = UInt32(bits) | UInt32(symbol) << 8 | UInt32(UInt16(bitPattern: Int16(delta))) << 16
    }
  }

  /// Fills the table of numbers. `extra` is the number of extra bits of each symbol; the symbols' ranges are contiguous.
  package static func fill(
    _ table: UnsafeMutableBufferPointer<Number>, _ frequencies: UnsafeBufferPointer<UInt16>, extra: [UInt8]
  ) {
    table.update(repeating: 0)
    var base: [UInt32] = []
    var next: UInt32 = 0
    for bits in extra {
      base.append(next)
      next += 1 << UInt32(bits)
    }
    visit(frequencies, states: table.count) { state, symbol, bits, delta in
      table[state] =
        UInt64(bits + Int(extra[symbol])) | UInt64(extra[symbol]) << 8
        | UInt64(UInt16(bitPattern: Int16(delta))) << 16 | UInt64(base[symbol]) << 32
    }
  }

  /// Visits the states of each symbol, each with as many bits as shift `f` of `n` states to at least `n`, or one less.
  private static func visit(
    _ frequencies: UnsafeBufferPointer<UInt16>, states: Int, _ set: (Int, Int, Int, Int) -> Void
  ) {
    var state = 0
    for (symbol, frequency) in frequencies.enumerated() where frequency > 0 {
      let often = Int(frequency)
      let bits = often.leadingZeroBitCount - states.leadingZeroBitCount
      let long = (2 * states) >> bits - often
      for index in 0..<often {
        if index < long {
          set(state, symbol, bits, (often + index) << bits - states)
        } else {
          set(state, symbol, bits - 1, (index - long) << (bits - 1))
        }
        state += 1
      }
    }
  }
}

/// Reads the bits of finite state entropy coding, from the end of their section backwards.
package struct FSEBits {
  private let bytes: UnsafeRawPointer
  /// The offset of the first byte that was taken.
  private var place: Int
  private var bits: UInt64
  private var count: Int

  /// - Parameters:
  ///   - bytes: the whole input: up to seven bytes before the section may be read, but are not used.
  ///   - end: the offset after the last byte of the section; at least 8.
  ///   - unused: the number of unused bits in the last byte, from −7 to 0.
  /// - Returns: nil when an unused bit is not zero.
  package init?(_ bytes: UnsafeRawPointer, end: Int, unused: Int) {
    self.bytes = bytes
    let taken = unused == 0 ? 7 : 8
    guard end >= 8, (-7...0).contains(unused) else { return nil }
    place = end - taken
    count = unused + 8 * taken
    let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: end - 8, as: UInt64.self))
    bits = taken == 8 ? word : word >> 8
    guard bits >> UInt64(count) == 0 else { return nil }
  }

  /// Loads bits until there are 56.
  /// - Returns: false when the input ends.
  @inline(__always)
  package mutating func refill() -> Bool {
    let missing = (63 - count) & ~7
    if missing == 0 { return true }
    let next = place - missing >> 3
    guard next >= 0 else { return false }
    let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: next, as: UInt64.self))
    place = next
    bits = bits &<< UInt64(missing) | word & (1 &<< UInt64(missing) &- 1)
    count += missing
    return true
  }

  @inline(__always)
  package mutating func take(_ wanted: Int) -> Int {
    count &-= wanted
    let value = bits &>> UInt64(count)
    bits &= 1 &<< UInt64(count) &- 1
    return Int(truncatingIfNeeded: value)
  }
}

/// Unpacks LZVN: commands of literal bytes and of matches with earlier output.
package enum LZVN {
  /// - Parameters:
  ///   - input: from `start` to `end`.
  ///   - output: matches may reach back into all bytes that it already holds.
  /// - Throws: a problem with the position of the first invalid command.
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
            position: place, message: "an LZVN match reaches \(distance) bytes back, before the start of the data")
        }
        output.repeatBytes(distance, command.match)
      }
      place = literals + command.literals
    }
    throw CompressionProblem(position: place, message: "LZVN data ends without its end mark")
  }

  /// One command. Its first byte determines its form.
  private struct Command {
    /// The bytes of the command; 0 for an invalid one.
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
