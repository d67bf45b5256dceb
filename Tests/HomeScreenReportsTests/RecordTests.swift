import Events
import HomeScreenReports
import HomeScreenSimulator
import Platform
import TestSupport
import Testing

/// Runs read back from their lines and merged.
@Suite struct RecordTests {
  private static let problem = Problem(code: "assertion", message: "m", place: "a.lua:3")

  /// Some of the files 0…7 of a run.
  private static func part(_ positions: [Int], shard: String?, plugin: Bool = false) -> MadeRun {
    var run = MadeRun(seed: 3, files: positions.count, shard: shard, arguments: ["--os", "17.5"])
    var hasFailure = false
    for position in positions {
      run.start("\(position).lua", position: position)
      if plugin, !hasFailure { run.add(.pluginFailed(plugin: "p", problem: Self.problem)) }
      hasFailure = true
      run.print("printed \(position)")
      run.end(
        ["a", "b"], position == 5 ? .failed : .passed, position == 5 ? Self.problem : nil,
        traceHash: "00000000000000a\(position)")
      run.end(["c"], .pending, cell: "iPad")
      if position == 6 { run.fail(Problem(code: "runtime", message: "broken")) }
      run.finishFile()
    }
    run.finish(positions.isEmpty ? .nothingMatched : nil)
    return run
  }

  private static let whole = part(Array(0..<8), shard: nil, plugin: true)
  private static let shards = [
    part([0, 3, 5], shard: "1/4", plugin: true), part([1, 6], shard: "2/4", plugin: true), part([], shard: "3/4"),
    part([2, 4, 7], shard: "4/4", plugin: true),
  ]

  // MARK: Reading

  /// The events of a record and its error.
  private func read(_ text: String) -> (events: [RunEvent], error: String?) {
    var reader = RunRecordReader(file: "run.jsonl")
    var events: [RunEvent] = []
    do {
      for line in text.utf8.split(separator: 0x0A) { events.append(try reader.event(line)) }
      try reader.end()
      return (events, nil)
    } catch {
      return (events, "\(error)")
    }
  }

  @Test(arguments: RunFormats.names) func reportOfARecordMatchesTheDirectReport(format: String) {
    for (name, run) in HostileRuns.odd + HostileRuns.texts.map({ ($0, HostileRuns.run(of: $0)) }) + [("", Self.whole)] {
      let record = read(run.text("json"))
      // A truncated run is reported, and all its events are read.
      #expect((record.error == nil) == (name != "cut"), "\(name.debugDescription): \(record.error ?? "")")
      guard name != "cut" else { continue }
      var lines: [String] = []
      let report = RunFormats.named(format)?.make(ReportSurroundings()) { lines.append($0.plain) }
      for event in record.events { report?.add(event) }
      #expect(lines == run.lines(format), "\(name.debugDescription)")
    }
  }

  @Test(arguments: [
    ("\"event\":\"runStarted\"", "\"event\":\"note\"", ":1: the event note lacks a field or has one of the wrong type"),
    ("{\"event\":\"runStarted\"", "x", ":1: this is not a line of JSON: "),
    (
      "\"schemaVersion\":2", "\"schemaVersion\":3",
      ":1: the events are in version 3 of their format, written by homescreen"
    ),
    ("\"event\":\"fileStarted\"", "\"kind\":\"fileStarted\"", ":2: this is JSON, but not an event of a run"),
    ("\"event\":\"fileStarted\"", "\"event\":\"fileStopped\\u001b\"", ":2: unknown event “fileStopped\\u{1B}”"),
    ("\"position\":0", "\"position\":-1", ":2: a file has the position -1"),
    ("\"position\":0", "\"position\":\"0\"", ":2: the event fileStarted lacks a field"),
    ("\"file\":\"0.lua\",\"text\"", "\"file\":\"x.lua\",\"text\"", ":4: the beginning of x.lua is missing"),
    ("\"passed\":1,", "\"passed\":2,", ":7: the counts of 0.lua do not match its scenarios: a line is missing"),
    ("00000000000000a0", "00000000000000A", ":5: a traceHash must have 16 hexadecimal digits"),
    (
      "\"files\":8,\"failedFiles\":1", "\"files\":7,\"failedFiles\":1",
      ": the counts of the run do not match its files"
    ),
  ])
  func damagedRecordsAreReportedWithTheLine(old: String, new: String, message: String) throws {
    let text = Self.whole.text("json")
    let range = try #require(text.firstRange(of: old))
    let error = read(text[..<range.lowerBound] + new + text[range.upperBound...]).error
    #expect(error?.hasPrefix("run.jsonl:") == true && error?.contains(message) == true, "\(error ?? "no error")")
  }

  @Test func everyLineIsRequired() {
    let lines = Self.whole.text("json").split(separator: "\n")
    for index in lines.indices {
      var text = lines
      let line = text.remove(at: index)
      // Output and plugin failures can have any number of lines; the counts reveal a broken file.
      let isFree = line.contains("\"output\"") || line.contains("\"pluginFailed\"")
      #expect((read(text.joined(separator: "\n")).error == nil) == isFree, "\(line)")
    }
    #expect(read("").error == "run.jsonl: the file is empty")
    let cut = lines.prefix(4).joined(separator: "\n")
    #expect(
      read(cut).error
        == "run.jsonl:4: the events end here, while 0.lua runs: the run was cut off, or the file is incomplete")
    #expect(read(lines.joined(separator: "\n") + "\n" + lines[0]).error?.contains("after the end of the run") == true)
    #expect(read(lines[0] + "\n" + lines[0]).error == "run.jsonl:2: a second run begins")
  }

  // MARK: Merging

  /// The lines of the merged run.
  private func merge(_ records: [(name: String, text: String)]) throws -> (lines: [String], missing: [String]) {
    var indexes: [RunRecordIndex] = []
    for record in records {
      var index = RunRecordIndex(name: record.name)
      var start = 0
      for line in record.text.utf8.split(separator: 0x0A) {
        try index.add(line, from: start, to: start + line.count + 1)
        start += line.count + 1
      }
      try index.end()
      indexes.append(index)
    }
    var merge = try RunMerge(indexes)
    var events: [RunEvent] = [.runStarted(merge.header)]
    for piece in merge.pieces {
      let bytes = Array(records[piece.record].text.utf8)
      for extent in piece.extents {
        for line in bytes[extent.start..<extent.end].split(separator: 0x0A) {
          let event = try RunEvent(reading: line)
          if merge.add(event) { events.append(event) }
        }
      }
    }
    events.append(merge.finish)
    var lines: [String] = []
    let report = JSONReport { lines.append($0) }
    for event in events { report.add(event) }
    return (lines, merge.missing)
  }

  private func named(_ runs: [MadeRun]) -> [(name: String, text: String)] {
    runs.enumerated().map { ("\($0.offset).jsonl", $0.element.text("json")) }
  }

  @Test func shardsMergeInAnyOrder() throws {
    let expected = Self.whole.lines("json")
    for order in [[0, 1, 2, 3], [3, 2, 1, 0], [2, 0, 3, 1]] {
      let merged = try merge(named(order.map { Self.shards[$0] }))
      #expect(merged.lines == expected)
      #expect(merged.missing == [])
    }
    #expect(try merge(named([Self.whole])).lines == expected)
  }

  @Test func mergedRecordsMergeAgain() throws {
    let first = try merge(named([Self.shards[3], Self.shards[0]]))
    #expect(first.missing == ["2/4", "3/4"])
    #expect(first.lines[0].contains(#""files":6,"shard":"1,4/4""#))
    let record = ("first", first.lines.map { $0 + "\n" }.joined())
    let rest = named([Self.shards[1], Self.shards[2]])
    #expect(try merge([record] + rest).lines == Self.whole.lines("json"))
    #expect(try merge(rest + [record]).lines == Self.whole.lines("json"))
  }

  @Test func concurrentFilesAreSeparated() throws {
    var mixed = MadeRun(seed: 3, files: 2)
    mixed.add(.fileStarted(file: "b", position: 1, worker: 2))
    mixed.add(.fileStarted(file: "a", position: 0, worker: 1))
    for file in ["b", "a", "b"] { mixed.add(.output(file: file, text: "x")) }
    for file in ["a", "b"] {
      mixed.add(.fileFinished(file: file, counts: RunCounts(), traceHash: TraceDigest().description))
    }
    mixed.finish()
    let files = try merge(named([mixed])).lines.compactMap { $0.firstMatch(of: /"file":"(.)"/)?.1 }
    #expect(files == ["a", "a", "a", "b", "b", "b", "b"])
  }

  @Test func worstEndDecides() throws {
    func run(_ position: Int, _ shard: String, _ code: ExitCode) -> MadeRun {
      var run = MadeRun(files: 1, shard: shard)
      run.start("\(position).lua", position: position)
      run.finishFile()
      run.finish(code)
      return run
    }
    func code(_ codes: [ExitCode]) throws -> Int? {
      let lines = try merge(
        named(codes.enumerated().map { run($0.offset, "\($0.offset + 1)/\(codes.count)", $0.element) })
      ).lines
      return lines.last?.firstMatch(of: /"exitCode":(\d+)/).flatMap { Int($0.1) }
    }
    #expect(try code([.success, .interrupted]) == 130)
    #expect(try code([.internalFault, .success]) == 3)
    // Nothing ran in them, which a part alone may not notice.
    #expect(try code([.success, .success]) == 4)
    #expect(try code([.nothingMatched, .nothingMatched]) == 4)
  }

  private static func header(_ change: (inout RunHeader) -> Void) -> MadeRun {
    var header = RunHeader(seed: 3, files: 0, shard: "2/4", arguments: ["--os", "17.5"])
    change(&header)
    var run = MadeRun(seed: header.seed, files: 0, shard: header.shard, arguments: header.arguments)
    run.finish(.nothingMatched)
    return run
  }

  @Test func recordsOfOtherRunsAreRefused() throws {
    func refusal(_ runs: [MadeRun]) -> String? {
      do {
        _ = try merge(named(runs))
        return nil
      } catch {
        return "\(error)"
      }
    }
    let first = Self.shards[0]
    #expect(refusal([first, Self.header { _ in }]) == nil)
    #expect(
      refusal([first, Self.header { $0.seed = 4 }])
        == "0.jsonl and 1.jsonl are not parts of one run: the seed is 3 and 4")
    #expect(
      refusal([first, Self.header { $0.arguments = ["--os", "a b"] }])
        == "0.jsonl and 1.jsonl are not parts of one run: the request is --os 17.5 and --os 'a b'")
    #expect(
      refusal([first, Self.header { $0.shard = "2/5" }])
        == "1.jsonl is one of 5 shards, but other files belong to 4 shards")
    #expect(refusal([first, first]) == "0.jsonl and 1.jsonl are both shard 1/4")
    #expect(refusal([Self.whole, Self.whole]) == "0.jsonl and 1.jsonl both have results of 0.lua")
    #expect(refusal([]) == "there is nothing to merge")
    for shard in ["", "2", "0/4", "5/4", "2/0", "x/4", "2/4/4", "1,1/4", "-1/4", "1/99999999999999999999"] {
      #expect(refusal([first, Self.header { $0.shard = shard }])?.contains("must be PART/PARTS, such as 2/4") == true)
    }
    var other = MadeRun(seed: 3, files: 1, arguments: ["--os", "17.5"])
    other.start("other.lua")
    other.finishFile()
    other.finish()
    #expect(
      refusal([first, other])
        == "0.jsonl and 1.jsonl are not parts of one run: its file number 1 is 0.lua in one and other.lua in the other")
    let cut = named([first]).map { ($0.name, String($0.text.dropLast(300))) }
    #expect(throws: UserError.self) { try merge(cut) }
    let text = Self.whole.text("json").split(separator: "\"version\":\"\(Homescreen.version)\"").joined(
      separator: "\"version\":\"9\"")
    #expect(throws: UserError.self) { try merge([("a", text), ("b", Self.shards[2].text("json"))]) }
  }
}
