import HomeScreenSimulator

/// SplitMix64: chance that is the same on every machine.
struct Chance {
  private var state: UInt64

  init(seed: UInt64, number: Int) {
    var hash = FNV1a64()
    hash.feed(Int64(bitPattern: seed))
    hash.feed(Int64(number))
    self.init(hash)
  }

  init(_ hash: FNV1a64) { state = hash.value }

  /// A number from 0 on, below `bound`.
  mutating func below(_ bound: UInt64) -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    mixed ^= mixed >> 31
    return mixed.multipliedFullWidth(by: max(1, bound)).high
  }
}
