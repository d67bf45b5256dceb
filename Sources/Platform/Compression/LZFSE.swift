/// Unpacks LZFSE: blocks of raw bytes, of LZVN, or of literals and matches whose numbers are entropy-coded.
///
/// Its tables serve for block after block; nothing is allocated for one.
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

  /// Whether bytes begin as LZFSE does; LZVN may come without any block around it.
  package static func isBlock(_ input: UnsafeBufferPointer<UInt8>) -> Bool {
    input.count >= 4 && input[0] == 0x62 && input[1] == 0x76 && input[2] == 0x78
  }

  /// - Returns: how many bytes were unpacked.
  /// - Throws: at the position of what is damaged, or when there is more than the output takes.
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
      default: throw CompressionProblem(position: place, message: "an LZFSE block of an unknown kind")
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

  /// Four states take turns, so that a processor works on several at once.
  private func unpackLiterals(_ input: UnsafePointer<UInt8>, _ end: Int, _ header: LZFSEHeader) -> Bool {
    guard header.literalCount > 0 else { return true }
    guard var bits = FSEBits(input, end: end, unused: header.literalUnused), let table = literalTable.baseAddress,
      let literals = literals.baseAddress
    else { return false }
    var (first, second) = (header.literalStates[0], header.literalStates[1])
    var (third, fourth) = (header.literalStates[2], header.literalStates[3])
    @inline(__always) func next(_ state: inout Int, _ bits: inout FSEBits) -> UInt8 {
      // Frequencies that do not fill the table leave states that stand for nothing and lead to the first one.
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
      // No distance means the one before.
      if newDistance != 0 { distance = newDistance }
      guard literalLength <= header.literalCount - literal else {
        throw damage("an LZFSE block has fewer literals than its matches need")
      }
      guard output.fits(literalLength + matchLength) else { throw tooMuch(place, output.capacity) }
      output.append(literals + literal, literalLength)
      literal += literalLength
      guard matchLength > 0 else { continue }
      guard distance > 0, distance <= output.count else {
        throw damage("an LZFSE match reaches \(distance) bytes back, out of the data")
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
    throw CompressionProblem(position: place, message: "an LZFSE block claims \(wanted) bytes and has \(count)")
  }
}
