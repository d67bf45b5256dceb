/// What a state of the decoder means: how many bits lead to the next state, and its symbol or number.
///
/// States are spread over symbols as often as these occur, so that the next state and a number's own bits come in one
/// piece.
package enum FSETable {
  /// A state that represents a literal: bits to take (8 bits), the literal (8), and the step to the next state (16).
  package typealias Literal = UInt32
  /// A state that stands for a number: bits to take in all (8), those of them that belong to the number (8), what to add
  /// for the next state (16), and the smallest number of the symbol (32).
  package typealias Number = UInt64

  /// Fills the table of literals; frequencies must not sum up to more than there are states.
  package static func fill(
    _ table: UnsafeMutableBufferPointer<Literal>, _ frequencies: UnsafeBufferPointer<UInt16>
  ) {
    table.update(repeating: 0)
    visit(frequencies, states: table.count) { state, symbol, bits, delta in
      table[state] = UInt32(bits) | UInt32(symbol) << 8 | UInt32(UInt16(bitPattern: Int16(delta))) << 16
    }
  }

  /// The same for numbers; `extra` are the bits of each symbol's numbers, which follow each other without gaps.
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

  /// A symbol that occurs `f` times among `n` states takes as many bits as bring `f` to `n`, its rarer states one less.
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
