import HomeScreenSimulator
import PropertyLists

/// Chance that is the same on every machine.
struct Chance {
  private var numbers: SplitMix64

  init(seed: UInt64, number: Int) {
    var hash = FNV1a64()
    hash.feed(Int64(bitPattern: seed))
    hash.feed(Int64(number))
    self.init(hash)
  }

  init(_ hash: FNV1a64) { numbers = SplitMix64(seed: hash.value) }

  /// A number from 0 on, below `bound`.
  mutating func below(_ bound: UInt64) -> UInt64 { numbers.next().multipliedFullWidth(by: max(1, bound)).high }
}
