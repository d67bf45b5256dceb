/// A simple LZVN encoder that uses every kind of command.
enum LZVNEncoder {
  /// Commands and the end marker.
  static func encode(_ bytes: [UInt8]) -> [UInt8] {
    var output: [UInt8] = []
    var previous = 0
    for match in MatchFinder.matches(in: bytes, maximumDistance: 65_535) {
      var literals = bytes[match.literals]
      // Commands with a match have up to three literals.
      while literals.count > 3 {
        let count = min(literals.count, 271)
        output += count < 16 ? [0xE0 | UInt8(count)] : [0xE0, UInt8(count - 16)]
        output += literals.prefix(count)
        literals = literals.dropFirst(count)
      }
      let few = literals.count
      guard match.length > 0 else {
        if few > 0 { output += [0xE0 | UInt8(few)] + literals }
        continue
      }
      var left = match.length
      let first = takeFirst(left, previous == match.distance && few > 0, match.distance, few)
      output += command(few, first, match.distance, isSame: previous == match.distance && few > 0) + literals
      previous = match.distance
      left -= first
      while left > 0 {
        let count = min(left, 271)
        output += count < 16 ? [0xF0 | UInt8(count)] : [0xF0, UInt8(count - 16)]
        left -= count
      }
    }
    return output + [6, 0, 0, 0, 0, 0, 0, 0]
  }

  /// The part of a match that fits into its first command: more literals leave fewer bits for lengths.
  private static func takeFirst(_ length: Int, _ isSame: Bool, _ distance: Int, _ literals: Int) -> Int {
    min(length, !isSame && distance > 2047 && distance < 16_384 ? 34 : [10, 8, 6, 4][literals])
  }

  private static func command(_ literals: Int, _ length: Int, _ distance: Int, isSame: Bool) -> [UInt8] {
    let rest = length - 3
    if isSame { return [UInt8(literals << 6 | rest << 3 | 6)] }
    if distance > 2047, distance < 16_384 {
      return [
        UInt8(0xA0 | literals << 3 | rest >> 2), UInt8(truncatingIfNeeded: rest & 3 | distance << 2),
        UInt8(distance >> 6),
      ]
    }
    if distance < 1536 { return [UInt8(literals << 6 | rest << 3 | distance >> 8), UInt8(distance & 255)] }
    return [UInt8(literals << 6 | rest << 3 | 7), UInt8(distance & 255), UInt8(distance >> 8)]
  }
}

/// Finds repetitions: literals followed by a backward match.
enum MatchFinder {
  struct Match {
    var literals: Range<Int>
    var length: Int
    var distance: Int
  }

  /// The last one may have no match.
  static func matches(in bytes: [UInt8], maximumDistance: Int) -> [Match] {
    var last: [Int: Int] = [:]
    var matches: [Match] = []
    var (start, place) = (0, 0)
    func key(_ place: Int) -> Int { (0..<4).reduce(0) { $0 << 8 | Int(bytes[place + $1]) } }
    while place + 4 <= bytes.count {
      let found = last.updateValue(place, forKey: key(place))
      guard let found, place - found <= maximumDistance else {
        place += 1
        continue
      }
      var length = 4
      while place + length < bytes.count, bytes[found + length] == bytes[place + length] { length += 1 }
      matches.append(Match(literals: start..<place, length: length, distance: place - found))
      place += length
      start = place
    }
    if start < bytes.count { matches.append(Match(literals: start..<bytes.count, length: 0, distance: 1)) }
    return matches
  }
}
