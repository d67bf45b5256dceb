import Platform
import PropertyLists

/// One run out of the records of its parts, in whatever order they are given: what shards wrote on several machines.
public struct RunMerge: Sendable {
  /// A piece of the merged run: what one of the records says of a file.
  public struct Piece: Sendable {
    /// Which of the records.
    public let record: Int
    /// Where in it.
    public let extents: [RunRecordIndex.Extent]
  }

  /// The header of the merged run.
  public let header: RunHeader
  /// The events between the first and the last, in order.
  public let pieces: [Piece]
  /// The parts that are not there, such as `3/4`.
  public let missing: [String]

  private let unexplained: ExitCode
  private var tally = RunTally()
  private var toldPlugins: Set<ExactText> = []

  /// Puts records beside each other.
  /// - Parameter records: at least one, each complete.
  /// - Throws: when they are not parts of one run, or a part is there twice.
  public init(_ records: [RunRecordIndex]) throws(RunRecordError) {
    guard let first = records.first, var header = first.header else {
      throw RunRecordError("there is nothing to merge")
    }
    for record in records.dropFirst() { try Self.check(record, beside: first) }
    let shards = try Self.shards(of: records)
    header.shard = shards.flatMap { $0.missing.isEmpty ? nil : $0.description }
    header.files = records.reduce(0) { $0 + ($1.header?.files ?? 0) }
    self.header = header
    missing = shards.map { shards in shards.missing.map { "\($0)/\(shards.total)" } } ?? []
    pieces = try Self.pieces(of: records)
    unexplained = records.compactMap(\.unexplainedExitCode).max() ?? .success
  }

  /// Takes the next event of a piece.
  /// - Returns: whether it belongs into the merged run: what is wrong with a plugin is told once.
  public mutating func add(_ event: RunEvent) -> Bool {
    tally.add(event)
    guard case .pluginFailed(let plugin, let problem) = event else { return true }
    return toldPlugins.insert(ExactText("\(plugin)\n\(problem.place ?? "")\n\(problem.message)")).inserted
  }

  /// The last event, once all pieces were added.
  public var finish: RunEvent {
    var code = max(tally.exitCode, unexplained)
    if code == .success, tally.isEmpty { code = .nothingMatched }
    return tally.finish(code)
  }

  // MARK: What belongs together

  private static func check(_ record: RunRecordIndex, beside first: RunRecordIndex) throws(RunRecordError) {
    guard let one = first.header, let other = record.header else { return }
    func differ(_ what: String, _ left: String, _ right: String) -> RunRecordError {
      RunRecordError(
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

  private static func shards(of records: [RunRecordIndex]) throws(RunRecordError) -> ShardSet? {
    var all: ShardSet?
    /// Which record has a part.
    var owners: [Int: String] = [:]
    for record in records {
      guard let text = record.header?.shard else { continue }
      guard let set = ShardSet(text) else {
        throw RunRecordError(
          file: record.name, line: 1, "the shard “\(TerminalText.line(text))” must be PART/PARTS, such as 2/4")
      }
      if let all, all.total != set.total {
        throw RunRecordError(
          "\(TerminalText.line(record.name)) is one of \(set.total) shards, but the others have \(all.total)")
      }
      for part in set.parts.sorted() {
        if let owner = owners.updateValue(record.name, forKey: part) {
          throw RunRecordError(
            "\(TerminalText.line(owner)) and \(TerminalText.line(record.name)) are both shard \(part)/\(set.total)")
        }
      }
      if all == nil { all = set } else { all?.add(set) }
    }
    return all
  }

  private static func pieces(of records: [RunRecordIndex]) throws(RunRecordError) -> [Piece] {
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
        throw RunRecordError(
          "\(names.0) and \(names.1) are not parts of one run: its file number \(one.position + 1) is \(TerminalText.line(one.file)) in one and \(TerminalText.line(other.file)) in the other"
        )
      }
      throw RunRecordError("\(names.0) and \(names.1) both have results of \(TerminalText.line(one.file))")
    }
    return others + found.map(\.piece)
  }
}

/// Which parts of a run there are: `2/4`, or `1,2/4` for two of them in one.
package struct ShardSet: CustomStringConvertible {
  package let total: Int
  package private(set) var parts: Set<Int>

  /// More parts make no sense, and a damaged number no memory.
  private static let maximumTotal = 100_000

  /// Nil for a text that is none.
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
