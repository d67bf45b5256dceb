import HomeScreenSimulator
import Platform
import PropertyLists

/// Reads a run from the lines that `--format json` wrote: each is an event, and they come in the order of a run.
public struct RunRecordReader: Sendable {
  /// What messages call the file.
  public let file: String
  /// How many lines were read.
  public private(set) var lineCount = 0
  /// What the run has come to so far.
  public private(set) var tally = RunTally()
  /// The first event's; nil before it was read.
  public private(set) var header: RunHeader?
  /// What was asked for, as the record says it: for comparisons.
  public private(set) var arguments: [String] = []
  /// Whether the last event was read.
  public private(set) var isFinished = false

  /// Of the files that run: what has ended in them.
  private var open: [ExactText: RunCounts] = [:]

  /// A reader that has read nothing.
  public init(file: String) {
    self.file = file
  }

  /// Reads the next line.
  public mutating func event(_ line: some Collection<UInt8>) throws(RunRecordError) -> RunEvent {
    lineCount += 1
    var event: RunEvent
    do throws(EventLineError) {
      event = try RunEvent(reading: line)
    } catch {
      throw RunRecordError(file: file, line: lineCount, "\(error)")
    }
    if case .runStarted(var header) = event {
      arguments = header.arguments
      header.arguments = Self.harmless(arguments)
      event = .runStarted(header)
    }
    if let fault = fault(event) { throw RunRecordError(file: file, line: lineCount, fault) }
    tally.add(event)
    return event
  }

  /// The arguments that open no folder, write no file and ask for no trust: a report may be a stranger's, and people paste
  /// the command that repeats a failure.
  private static func harmless(_ arguments: [String]) -> [String] {
    let flags = ["--no-plugins"]
    let options = ["--device", "--os", "--locale", "--isolate", "--seed", "--budget", "--task", "--timeout"]
    var (kept, rest) = ([String](), arguments[...])
    while let word = rest.popFirst() {
      if flags.contains(word) || options.contains(where: { word.hasPrefix("\($0)=") }) { kept.append(word) }
      guard options.contains(word), let value = rest.first, !value.hasPrefix("-") else { continue }
      kept += [word, value]
      rest.removeFirst()
    }
    return kept
  }

  /// There are no more lines.
  public func end() throws(RunRecordError) {
    if lineCount == 0 { throw RunRecordError(file: file, line: nil, "the file is empty") }
    guard isFinished else {
      let inside =
        Set(open.keys).sortedTexts.first.map { ", while \(TerminalText.visible($0, isOneLine: true)) runs" } ?? ""
      throw RunRecordError(
        file: file, line: lineCount, "the events end here\(inside): the run was cut off, or the file is incomplete")
    }
  }

  /// What keeps the event from standing here, in words.
  private mutating func fault(_ event: RunEvent) -> String? {
    if isFinished { return "there is an event after the end of the run" }
    if header == nil {
      guard case .runStarted(let header) = event else { return "the first event of a run must be runStarted" }
      self.header = header
      return nil
    }
    switch event {
    case .runStarted: return "a second run begins"
    case .pluginFailed: return nil
    case .fileStarted(let file, let position, _):
      guard position >= 0 else { return "a file has the position \(position)" }
      guard open.updateValue(RunCounts(), forKey: ExactText(file)) == nil else {
        return "\(TerminalText.line(file)) begins twice"
      }
    case .output, .note, .fileFailed, .scenarioListed, .coverage: return notBegun(event)
    case .scenarioFinished(let result):
      guard open[ExactText(result.file)]?.count(result.status) != nil else { return notBegun(event) }
      if TraceDigest(result.traceHash) == nil { return Self.noHash }
    case .fileFinished(let file, let counts, let hash):
      guard var own = open.removeValue(forKey: ExactText(file)) else { return notBegun(event) }
      own.scripts = counts.scripts
      guard own == counts else {
        return "\(TerminalText.line(file)) does not have the counts of its scenarios: a line is missing"
      }
      if TraceDigest(hash) == nil { return Self.noHash }
    case .runFinished(let counts, let hash, _):
      if let file = Set(open.keys).sortedTexts.first { return "\(TerminalText.line(file)) has no end" }
      guard counts == tally.counts else { return "the run does not have the counts of its files: a line is missing" }
      guard hash == tally.traceHash.description else { return "the hash of the run does not match its files" }
      isFinished = true
    }
    return nil
  }

  /// A fault where the event's file is not open.
  private func notBegun(_ event: RunEvent) -> String? {
    event.file.flatMap { open[ExactText($0)] == nil ? "\(TerminalText.line($0)) has not begun" : nil }
  }

  private static let noHash = "a traceHash must have 16 hexadecimal digits"
}

/// Events that cannot be read as a run, or runs that cannot be merged.
public struct RunRecordError: Error, CustomStringConvertible {
  /// What a person reads, with the place, without a full stop.
  public let description: String

  /// An error about a line of a file.
  ///
  /// - Parameter line: from 1; nil for the file as a whole.
  public init(file: String, line: Int?, _ message: String) {
    let place = TerminalText.visible(file, isOneLine: true) + (line.map { ":\($0)" } ?? "")
    description = "\(place): \(message)"
  }

  package init(_ message: String) {
    description = message
  }
}
