/// A program and its limits. The same seed gives the same program on every machine.
package struct FuzzProgram: Sendable {
  /// A refused allocation.
  package struct Refusal: Sendable {
    /// The number of the allocation, from 1.
    package let number: Int
    /// Whether all later ones fail too.
    package let forGood: Bool
  }

  /// The seed of everything else.
  package let seed: UInt64
  /// The Lua code.
  package let text: String
  /// The instruction budget.
  package let budget: Int64
  /// The memory limit in bytes.
  package let memoryCeiling: Int
  /// The refused allocation, or nil.
  package let refusal: Refusal?
  /// The number of the printed line at which Ctrl-C is pressed, or nil.
  package let interruptedLine: Int?

  /// Creates the program of a seed.
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

  /// The name in messages.
  package var chunkName: String { "@fuzz-\(seed).lua" }
}
