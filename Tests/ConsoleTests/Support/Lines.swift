import Console

/// A source of lines made by a test.
final class Lines: LineSource {
  let isInteractive: Bool
  private var inputs: [LineInput]
  private(set) var prompts: [String] = []
  private(set) var remembered: [String] = []

  init(_ inputs: [LineInput], isInteractive: Bool = true) {
    self.isInteractive = isInteractive
    self.inputs = inputs.reversed()
  }

  convenience init(_ lines: String...) {
    self.init(lines.map { .line($0) })
  }

  func readLine(prompt: String) throws(InputError) -> LineInput {
    prompts.append(prompt)
    return inputs.popLast() ?? .endOfFile
  }

  func remember(_ entry: String) {
    remembered.append(entry)
  }
}
