/// The fields of each event on its way between processes, in order; that of JSON lines is another table, and a contract.
extension RunEvent {
  /// Hands the fields over.
  /// - Returns: the event that was read; nothing of use where it is written.
  func passed<Fields: FrameFields>(through fields: inout Fields) -> RunEvent {
    switch self {
    case .runStarted(var header):
      header.pass(through: &fields)
      return Fields.isReading ? .runStarted(header) : self
    case .pluginFailed(var plugin, var problem):
      plugin.pass(through: &fields)
      problem.pass(through: &fields)
      return Fields.isReading ? .pluginFailed(plugin: plugin, problem: problem) : self
    case .fileStarted(var file, var position, var worker):
      file.pass(through: &fields)
      position.pass(through: &fields)
      worker.pass(through: &fields)
      return Fields.isReading ? .fileStarted(file: file, position: position, worker: worker) : self
    case .output(var file, var text):
      file.pass(through: &fields)
      text.pass(through: &fields)
      return Fields.isReading ? .output(file: file, text: text) : self
    case .note(var file, var text):
      file.pass(through: &fields)
      text.pass(through: &fields)
      return Fields.isReading ? .note(file: file, text: text) : self
    case .scenarioListed(var scenario):
      scenario.pass(through: &fields)
      return Fields.isReading ? .scenarioListed(scenario) : self
    case .scenarioFinished(var result):
      result.pass(through: &fields)
      return Fields.isReading ? .scenarioFinished(result) : self
    case .coverage(var coverage):
      coverage.pass(through: &fields)
      return Fields.isReading ? .coverage(coverage) : self
    case .fileFailed(var file, var problem):
      file.pass(through: &fields)
      problem.pass(through: &fields)
      return Fields.isReading ? .fileFailed(file: file, problem: problem) : self
    case .fileFinished(var file, var counts, var traceHash):
      file.pass(through: &fields)
      counts.pass(through: &fields)
      traceHash.pass(through: &fields)
      return Fields.isReading ? .fileFinished(file: file, counts: counts, traceHash: traceHash) : self
    case .runFinished(var counts, var traceHash, var exitCode):
      counts.pass(through: &fields)
      traceHash.pass(through: &fields)
      exitCode.pass(through: &fields)
      return Fields.isReading ? .runFinished(counts: counts, traceHash: traceHash, exitCode: exitCode) : self
    }
  }
}

extension RunEvent.Name {
  /// An event of this name, with nothing in its fields.
  var blank: RunEvent {
    switch self {
    case .runStarted: .runStarted(.blank)
    case .pluginFailed: .pluginFailed(plugin: "", problem: .blank)
    case .fileStarted: .fileStarted(file: "", position: 0, worker: 0)
    case .output: .output(file: "", text: "")
    case .note: .note(file: "", text: "")
    case .scenarioListed: .scenarioListed(.blank)
    case .scenarioFinished: .scenarioFinished(.blank)
    case .coverage: .coverage(.blank)
    case .fileFailed: .fileFailed(file: "", problem: .blank)
    case .fileFinished: .fileFinished(file: "", counts: .blank, traceHash: "")
    case .runFinished: .runFinished(counts: .blank, traceHash: "", exitCode: .success)
    }
  }
}

extension RunHeader: Framed {
  static var blank: RunHeader { RunHeader(seed: 0, files: 0) }

  mutating func pass(through fields: inout some FrameFields) {
    version.pass(through: &fields)
    schemaVersion.pass(through: &fields)
    seed.pass(through: &fields)
    files.pass(through: &fields)
    shard.pass(through: &fields)
    arguments.pass(through: &fields)
  }
}

extension ScenarioResult: Framed {
  static var blank: ScenarioResult {
    ScenarioResult(file: "", name: [], line: nil, status: .passed, problem: nil, traceHash: "")
  }

  mutating func pass(through fields: inout some FrameFields) {
    file.pass(through: &fields)
    name.pass(through: &fields)
    line.pass(through: &fields)
    cell.pass(through: &fields)
    hook.pass(through: &fields)
    status.pass(through: &fields)
    problem.pass(through: &fields)
    traceHash.pass(through: &fields)
    trace.pass(through: &fields)
    steps.pass(through: &fields)
    microseconds.pass(through: &fields)
  }
}

extension ScenarioResult.Status: FramedWord {
  static let words = allCases
}

extension ExitCode: FramedWord {
  static let words = allCases
}

extension Problem: Framed {
  static var blank: Problem { Problem(code: "", message: "") }

  mutating func pass(through fields: inout some FrameFields) {
    code.pass(through: &fields)
    message.pass(through: &fields)
    hint.pass(through: &fields)
    fact.pass(through: &fields)
    place.pass(through: &fields)
    sourceLine.pass(through: &fields)
    traceback.pass(through: &fields)
    appStack.pass(through: &fields)
    excerpt.pass(through: &fields)
    lastEvents.pass(through: &fields)
    picture.pass(through: &fields)
  }
}

extension Problem.Picture: Framed {
  static var blank: Problem.Picture { Problem.Picture(name: "", file: "", actual: "") }

  mutating func pass(through fields: inout some FrameFields) {
    name.pass(through: &fields)
    file.pass(through: &fields)
    expected.pass(through: &fields)
    actual.pass(through: &fields)
    remark.pass(through: &fields)
  }
}

extension Problem.Excerpt: Framed {
  static var blank: Problem.Excerpt { Problem.Excerpt(firstLine: 0, lines: []) }

  mutating func pass(through fields: inout some FrameFields) {
    firstLine.pass(through: &fields)
    lines.pass(through: &fields)
  }
}

extension RunCounts: Framed {
  static var blank: RunCounts { RunCounts() }

  mutating func pass(through fields: inout some FrameFields) {
    passed.pass(through: &fields)
    failed.pass(through: &fields)
    errors.pass(through: &fields)
    pending.pass(through: &fields)
    files.pass(through: &fields)
    failedFiles.pass(through: &fields)
    scripts.pass(through: &fields)
  }
}

extension ListedScenario: Framed {
  static var blank: ListedScenario { ListedScenario(file: "", name: [], line: nil, cell: nil) }

  mutating func pass(through fields: inout some FrameFields) {
    file.pass(through: &fields)
    name.pass(through: &fields)
    line.pass(through: &fields)
    cell.pass(through: &fields)
  }
}

extension FileCoverage: Framed {
  static var blank: FileCoverage { FileCoverage(file: "") }

  mutating func pass(through fields: inout some FrameFields) {
    file.pass(through: &fields)
    facts.pass(through: &fields)
    states.pass(through: &fields)
    transitions.pass(through: &fields)
    lines.pass(through: &fields)
  }
}

extension FileCoverage.Lines: Framed {
  static var blank: FileCoverage.Lines { FileCoverage.Lines(file: "", lines: [], ran: []) }

  mutating func pass(through fields: inout some FrameFields) {
    file.pass(through: &fields)
    Self.pass(&lines, through: &fields)
    Self.pass(&ran, through: &fields)
  }

  /// Lines of a script stand together: their ranges are fewer.
  private static func pass<Fields: FrameFields>(_ lines: inout Set<Int>, through fields: inout Fields) {
    var ends = Fields.isReading ? [] : LineRanges.ranges(lines).flatMap { [$0.lowerBound, $0.upperBound] }
    ends.pass(through: &fields)
    guard Fields.isReading else { return }
    guard ends.count.isMultiple(of: 2) else { return fields.fail() }
    for index in stride(from: 0, to: ends.count, by: 2) {
      let (first, last) = (ends[index], ends[index + 1])
      let (length, isTooLong) = last.subtractingReportingOverflow(first)
      guard !isTooLong, length >= 0, length < .max, fields.allows(length + 1) else { return fields.fail() }
      lines.formUnion(first...last)
    }
  }
}
