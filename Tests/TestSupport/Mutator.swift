/// Damages bytes in ways that break readers: flips, cuts, repeats, borrowed pieces, extreme numbers.
public struct Mutator {
  private var random: SeededGenerator
  private let other: [[UInt8]]

  /// - Parameter other: The seeds from which pieces are borrowed.
  public init(seed: UInt64, other: [[UInt8]]) {
    self.random = SeededGenerator(seed: seed)
    self.other = other
  }

  /// The seed with one to four changes.
  public mutating func mutate(_ seed: [UInt8]) -> [UInt8] {
    var bytes = seed
    for _ in 0..<Int.random(in: 1...4, using: &random) { change(&bytes) }
    return bytes
  }

  private mutating func change(_ bytes: inout [UInt8]) {
    guard !bytes.isEmpty else {
      bytes.append(UInt8.random(in: 0...255, using: &random))
      return
    }
    let position = Int.random(in: 0..<bytes.count, using: &random)
    let length = min(bytes.count - position, Int.random(in: 1...16, using: &random))
    switch Int.random(in: 0..<8, using: &random) {
    case 0: bytes[position] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    case 1: bytes[position] = [0, 0xFF, 0x7F, 0x80, 0x0F, 0x3C, 0x22, 0x5C].randomElement(using: &random) ?? 0
    case 2: bytes.removeSubrange(position..<position + length)
    case 3: bytes.insert(contentsOf: Array(bytes[position..<position + length]), at: position)
    case 4: bytes.removeSubrange(position...)
    case 5:
      for index in position..<position + min(length, 8) { bytes[index] = 0xFF }
    case 6:
      guard let lender = other.randomElement(using: &random), !lender.isEmpty else { return }
      let start = Int.random(in: 0..<lender.count, using: &random)
      bytes.insert(contentsOf: lender[start..<min(lender.count, start + length)], at: position)
    default: bytes[position] = UInt8.random(in: 0...255, using: &random)
    }
  }
}
