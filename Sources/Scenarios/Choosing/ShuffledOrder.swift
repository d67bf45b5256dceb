import HomeScreenSimulator

/// The order that a seed decides: the same on every machine and with every version of Swift, whose own `shuffle` promises
/// neither. Numbers of SplitMix64, exchanged as Fisher and Yates do.
struct ShuffledOrder {
  private let numbers: SplitMix64

  init(seed: UInt64) { numbers = SplitMix64(seed: seed) }

  /// Puts the elements into the order of the seed.
  func apply<Element>(to elements: inout [Element]) {
    var numbers = numbers
    for last in elements.indices.dropFirst().reversed() {
      elements.swapAt(last, Int(numbers.next() % UInt64(last + 1)))
    }
  }
}
