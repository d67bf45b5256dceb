import HomeScreenSimulator
package import Platform
import PropertyLists

/// Reads a run from the output of `--format json`: one event a line, in the order of the run.
package struct RunRecordReader: Sendable {
  /// The file's name in messages.
  package let file: String
  /// The number of lines that were read.
  package private(set) var lineCount = 0
  /// The tally of the run so far.
  package private(set) var tally = RunTally()
  /// The header from the first event; nil before it is read.
  package private(set) var header: RunHeader?
  /// The original arguments in the record, for comparisons.
  package private(set) var arguments: [String] = []
  /// Whether the last event was read.
  package private(set) var isFinished = false

  /// The counts of the files that are running.
  private var open: [ExactText: RunCounts] = [:]

  package init(file: String) { self.file = file }

  package mutating func event(_ line: some Collection<UInt8>) throws(UserError) -> RunEvent {
    lineCount += 1
    var event: RunEvent
    do throws(UserError) {
      event = try RunEvent(reading: line)
    } catch {
      throw UserError(file: file, line: lineCount, "\(error)")
    }
    if case .runStarted(var header) = event {
      arguments = header.arguments
      header.arguments = Self.harmless(arguments)
      event = .runStarted(header)
    }
    if let fault = fault(event) { throw UserError(file: file, line: lineCount, fault) }
    tally.add(event)
    return event
  }

  /// Returns the arguments that do not give access to a folder, write a file or grant trust. A report may come from a
  /// stranger, and users paste the command that repeats a failure.
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

  /// Checks that the run is complete. Call this after the last line.
  package func end() throws(UserError) {
    if lineCount == 0 { throw UserError(file: file, line: nil, "the file is empty") }
    guard isFinished else {
      let inside =
        Set(open.keys).sortedTexts.first.map { ", while \(TerminalText.visible($0, isOneLine: true)) runs" } ?? ""
      throw UserError(
        file: file, line: lineCount, "the events end here\(inside): the run was cut off, or the file is incomplete")
    }
  }

  /// Returns why the event is not allowed here.
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
      guard position >= 0 else { return "a file has the position \(position), which is not possible" }
      guard open.updateValue(RunCounts(), forKey: ExactText(file)) == nil else {
        return "\(TerminalText.line(file)) begins twice"
      }
    case .output, .note, .fileFailed, .scenarioListed: return notBegun(event)
    case .scenarioFinished(let result):
      guard open[ExactText(result.file)]?.count(result.status) != nil else { return notBegun(event) }
      if TraceDigest(result.traceHash) == nil { return Self.noHash }
    case .fileFinished(let file, let counts, let hash):
      guard var own = open.removeValue(forKey: ExactText(file)) else { return notBegun(event) }
      own.scripts = counts.scripts
      guard own == counts else {
        return "the counts of \(TerminalText.line(file)) do not match its scenarios: a line is missing"
      }
      if TraceDigest(hash) == nil { return Self.noHash }
    case .runFinished(let counts, let hash, _):
      if let file = Set(open.keys).sortedTexts.first { return "the end of \(TerminalText.line(file)) is missing" }
      guard counts == tally.counts else { return "the counts of the run do not match its files: a line is missing" }
      guard hash == tally.traceHash.description else { return "the hash of the run does not match its files" }
      isFinished = true
    }
    return nil
  }

  /// Returns a fault if the event's file has not started.
  private func notBegun(_ event: RunEvent) -> String? {
    event.file.flatMap { open[ExactText($0)] == nil ? "the beginning of \(TerminalText.line($0)) is missing" : nil }
  }

  private static let noHash = "a traceHash must have 16 hexadecimal digits"
}

/// The positions of each file's events in the lines of a record, so that runs can be merged without loading them.
package struct RunRecordIndex: Sendable {
  /// A byte range of the record that consists of whole lines.
  package struct Extent: Sendable, Equatable {
    /// The offset of the first byte.
    package fileprivate(set) var start: Int
    /// The offset after the last byte.
    package fileprivate(set) var end: Int
  }

  /// The events of one file.
  package struct FileRecord: Sendable {
    /// The file's name.
    package let file: String
    /// The file's index in the whole run.
    package let position: Int
    /// The positions of the file's events.
    package fileprivate(set) var extents: [Extent] = []
  }

  /// The record's name in messages.
  package let name: String
  private var reader: RunRecordReader
  package private(set) var files: [FileRecord] = []
  /// The positions of events that belong to no file.
  package private(set) var others: [Extent] = []
  private var open: [ExactText: Int] = [:]
  private var exitCode = ExitCode.success

  /// Creates an empty index.
  /// - Parameter name: the record's name in messages.
  package init(name: String) {
    self.name = name
    reader = RunRecordReader(file: name)
  }

  /// Adds the next line.
  /// - Parameter extent: the position of the line, including its line ending.
  package mutating func add(_ line: some Collection<UInt8>, from start: Int, to end: Int) throws(UserError) {
    let extent = Extent(start: start, end: end)
    let event = try reader.event(line)
    switch event {
    case .runStarted: break
    case .runFinished(_, _, let code): exitCode = code
    case .pluginFailed:
      // The event arrives while the first file that needs the plugin loads.
      if open.count == 1, let index = open.first?.value {
        append(extent, to: index)
      } else {
        Self.add(extent, to: &others)
      }
    case .fileStarted(let file, let position, _):
      open[ExactText(file)] = files.count
      files.append(FileRecord(file: file, position: position))
      append(extent, to: files.count - 1)
    case .output, .note, .fileFailed, .scenarioListed, .scenarioFinished, .fileFinished:
      guard let file = event.file.map({ ExactText($0) }) else { break }
      if let index = open[file] { append(extent, to: index) }
      if event.name == .fileFinished { open[file] = nil }
    }
  }

  /// Checks that the run is complete. Call it after the last line.
  package func end() throws(UserError) { try reader.end() }

  private mutating func append(_ extent: Extent, to index: Int) { Self.add(extent, to: &files[index].extents) }

  /// Adds an extent. Consecutive lines become one extent.
  private static func add(_ extent: Extent, to extents: inout [Extent]) {
    if let last = extents.indices.last, extents[last].end == extent.start {
      extents[last].end = extent.end
    } else {
      extents.append(extent)
    }
  }

  // MARK: For merging

  package var header: RunHeader? { reader.header }
  package var arguments: [String] { reader.arguments }

  /// The exit code, if no event of a file explains it: a fault, or Ctrl-C between two files.
  var unexplainedExitCode: ExitCode? { reader.tally.explains(exitCode) ? nil : exitCode }
}

/// Merges the records of a run's parts, such as shards on several machines. The order of the records does not matter.
package struct RunMerge: Sendable {
  /// A piece of the merged run: the events of a file in one record.
  package struct Piece: Sendable {
    /// The index of the record.
    package let record: Int
    /// The positions in the record.
    package let extents: [RunRecordIndex.Extent]
  }

  /// The header of the merged run.
  package let header: RunHeader
  /// The events between the first and the last, in order.
  package let pieces: [Piece]
  /// The missing parts, such as `3/4`.
  package let missing: [String]

  private let unexplained: ExitCode
  private var tally = RunTally()
  private var toldPlugins: Set<ExactText> = []

  /// Creates a merge of records.
  /// - Parameter records: at least one, each complete.
  /// - Throws: `UserError` if they are not parts of one run, or if a part is repeated.
  package init(_ records: [RunRecordIndex]) throws(UserError) {
    guard let first = records.first, var header = first.header else { throw UserError("there is nothing to merge") }
    for record in records.dropFirst() { try Self.check(record, beside: first) }
    let shards = try Self.shards(of: records)
    header.shard = shards.flatMap { $0.missing.isEmpty ? nil : $0.description }
    header.files = records.reduce(0) { $0 + ($1.header?.files ?? 0) }
    self.header = header
    missing = shards.map { shards in shards.missing.map { "\($0)/\(shards.total)" } } ?? []
    pieces = try Self.pieces(of: records)
    unexplained = records.compactMap(\.unexplainedExitCode).max() ?? .success
  }

  /// Adds the next event of a piece.
  /// - Returns: whether it belongs in the merged run, which reports each problem with a plugin once.
  package mutating func add(_ event: RunEvent) -> Bool {
    tally.add(event)
    guard case .pluginFailed(let plugin, let problem) = event else { return true }
    return toldPlugins.insert(ExactText("\(plugin)\n\(problem.place ?? "")\n\(problem.message)")).inserted
  }

  /// The last event, after all pieces were added.
  package var finish: RunEvent {
    var code = max(tally.exitCode, unexplained)
    if code == .success, tally.isEmpty { code = .nothingMatched }
    return tally.finish(code)
  }

  // MARK: Compatibility

  private static func check(_ record: RunRecordIndex, beside first: RunRecordIndex) throws(UserError) {
    guard let one = first.header, let other = record.header else { return }
    func differ(_ what: String, _ left: String, _ right: String) -> UserError {
      UserError(
        "\(TerminalText.line(first.name)) and \(TerminalText.line(record.name)) are not parts of one run: \(what) is \(left) and \(right)"
      )
    }
    if one.version != other.version {
      throw differ("the version of homescreen", TerminalText.line(one.version), TerminalText.line(other.version))
    }
    if one.seed != other.seed { throw differ("the seed", String(one.seed), String(other.seed)) }
    if first.arguments.map(ExactText.init) != record.arguments.map(ExactText.init) {
      throw differ("the request", asked(first), asked(record))
    }
  }

  private static func asked(_ record: RunRecordIndex) -> String {
    let text = record.arguments.map(ShellWord.quoted).joined(separator: " ")
    return text.isEmpty ? "nothing" : text.count > 200 ? "\(text.prefix(200))…" : text
  }

  private static func shards(of records: [RunRecordIndex]) throws(UserError) -> ShardSet? {
    var all: ShardSet?
    /// The names of the records, by part.
    var owners: [Int: String] = [:]
    for record in records {
      guard let text = record.header?.shard else { continue }
      guard let set = ShardSet(text) else {
        throw UserError(
          file: record.name, line: 1, "the shard “\(TerminalText.line(text))” must be PART/PARTS, such as 2/4")
      }
      if let all, all.total != set.total {
        throw UserError(
          "\(TerminalText.line(record.name)) is one of \(set.total) shards, but other files belong to \(all.total) shards"
        )
      }
      for part in set.parts.sorted() {
        if let owner = owners.updateValue(record.name, forKey: part) {
          throw UserError(
            "\(TerminalText.line(owner)) and \(TerminalText.line(record.name)) are both shard \(part)/\(set.total)")
        }
      }
      if all == nil { all = set } else { all?.add(set) }
    }
    return all
  }

  private static func pieces(of records: [RunRecordIndex]) throws(UserError) -> [Piece] {
    var found: [(position: Int, file: String, piece: Piece)] = []
    var others: [Piece] = []
    for (index, record) in records.enumerated() {
      if !record.others.isEmpty { others.append(Piece(record: index, extents: record.others)) }
      for file in record.files {
        found.append((file.position, file.file, Piece(record: index, extents: file.extents)))
      }
    }
    found.sort { ($0.position, $0.piece.record) < ($1.position, $1.piece.record) }
    for (one, other) in zip(found, found.dropFirst()) where one.position == other.position {
      let names = (
        TerminalText.line(records[one.piece.record].name), TerminalText.line(records[other.piece.record].name)
      )
      guard ExactText.isSame(one.file, other.file) else {
        throw UserError(
          "\(names.0) and \(names.1) are not parts of one run: its file number \(one.position + 1) is \(TerminalText.line(one.file)) in one and \(TerminalText.line(other.file)) in the other"
        )
      }
      throw UserError("\(names.0) and \(names.1) both have results of \(TerminalText.line(one.file))")
    }
    return others + found.map(\.piece)
  }
}

/// The parts of a run in a record: `2/4`, or `1,2/4` for two parts.
package struct ShardSet: CustomStringConvertible {
  package let total: Int
  package private(set) var parts: Set<Int>

  /// A limit that protects against damaged numbers, which would use up memory.
  private static let maximumTotal = 100_000

  /// Returns nil for invalid text.
  package init?(_ text: String) {
    let halves = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map(Substring.init)
    guard halves.count == 2, let total = Int(halves[1]), (1...Self.maximumTotal).contains(total) else { return nil }
    parts = []
    for word in halves[0].split(separator: ",", omittingEmptySubsequences: false) {
      guard let part = Int(word), (1...total).contains(part), parts.insert(part).inserted else { return nil }
    }
    self.total = total
  }

  package var missing: [Int] { (1...total).filter { !parts.contains($0) } }

  package mutating func add(_ other: ShardSet) { parts.formUnion(other.parts) }

  package var description: String { parts.sorted().map(String.init).joined(separator: ",") + "/\(total)" }
}

extension UserError {
  /// Creates an error about a record of a run.
  ///
  /// - Parameter line: the line number, from 1; nil for the whole file.
  package init(file: String, line: Int?, _ message: String) {
    self.init("\(TerminalText.visible(file, isOneLine: true))\(line.map { ":\($0)" } ?? ""): \(message)")
  }
}
