/// The order that a seed decides: the same on every machine and with every version of Swift, whose own `shuffle` promises
/// neither. Numbers of SplitMix64, exchanged as Fisher and Yates do.
struct ShuffledOrder {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  private mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  /// Puts the elements into the order of the seed.
  func apply<Element>(to elements: inout [Element]) {
    var numbers = self
    for last in elements.indices.dropFirst().reversed() {
      elements.swapAt(last, Int(numbers.next() % UInt64(last + 1)))
    }
  }
}
