/// A program and the limits it runs under. The same seed gives the same program, on every machine.
package struct FuzzProgram: Sendable {
  /// An allocation that is refused.
  package struct Refusal: Sendable {
    /// Which allocation it is, from 1.
    package let number: Int
    /// Whether all later ones are refused too.
    package let forGood: Bool
  }

  /// What everything else follows from.
  package let seed: UInt64
  /// The program's Lua.
  package let text: String
  /// Units that it may use.
  package let budget: Int64
  /// Bytes that it may use.
  package let memoryCeiling: Int
  /// The allocation that is refused; nil: none.
  package let refusal: Refusal?
  /// Ctrl-C is pressed when the program prints for this time; nil: never.
  package let interruptedLine: Int?

  /// The program of a seed.
  package init(seed: UInt64, vocabulary: Vocabulary) {
    var choices = Choices(seed: seed)
    self.seed = seed
    budget = choices.pick([100_000, 300_000, 1_000_000])
    memoryCeiling = choices.pick([2 << 20, 8 << 20, 32 << 20])
    refusal = choices.chance(15) ? Refusal(number: 1 + choices.below(3_000), forGood: choices.chance(40)) : nil
    interruptedLine = choices.chance(5) ? choices.below(3) : nil
    let fuel = choices.pick([5, 15, 40, 80])
    var writer = ProgramWriter(vocabulary: vocabulary, choices: choices, fuel: fuel)
    text = writer.program()
  }

  /// What messages call it.
  package var chunkName: String { "@fuzz-\(seed).lua" }
}
