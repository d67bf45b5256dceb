import Console

/// A line source for tests.
final class Lines: LineSource {
  let isInteractive: Bool
  /// nil: an overlong line.
  private var inputs: [LineInput?]
  private(set) var prompts: [String] = []
  private(set) var beginnings: [String] = []
  private(set) var remembered: [String] = []

  init(_ inputs: [LineInput?], isInteractive: Bool = true) {
    self.isInteractive = isInteractive
    self.inputs = inputs.reversed()
  }

  convenience init(_ lines: String...) {
    self.init(lines.map { .line($0) })
  }

  func readLine(prompt: String) throws(InputError) -> LineInput {
    prompts.append(prompt)
    guard let next = inputs.popLast() else { return .endOfFile }
    guard let next else { throw .lineTooLong(line: 1, limit: 7) }
    return next
  }

  func begin(with text: String) {
    beginnings.append(text)
  }

  func remember(_ entry: String) {
    remembered.append(entry)
  }
}
