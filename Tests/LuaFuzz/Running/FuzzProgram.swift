/// A program and the limits it runs under. The same seed gives the same program, on every machine.
public struct FuzzProgram: Sendable {
  /// An allocation that is refused.
  public struct Refusal: Sendable {
    /// Which allocation it is, from 1.
    public let number: Int
    /// Whether all later ones are refused too.
    public let forGood: Bool
  }

  /// What everything else follows from.
  public let seed: UInt64
  /// The program's Lua.
  public let text: String
  /// Units that it may use.
  public let budget: Int64
  /// Bytes that it may use.
  public let memoryCeiling: Int
  /// The allocation that is refused; nil: none.
  public let refusal: Refusal?
  /// Ctrl-C is pressed when the program prints for this time; nil: never.
  public let interruptedLine: Int?

  /// The program of a seed.
  public init(seed: UInt64, vocabulary: Vocabulary) {
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
  public var chunkName: String { "@fuzz-\(seed).lua" }
}
