import ArgumentParser
import Events
import LuaEngine
import Platform
import Scenarios

struct ReplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Repeat a recorded run, and compare it event by event.",
    discussion: """
      The record has the scripts and all that they read; no other file is read, and what they write is thrown away. \
      Another version of homescreen, or other facts about iOS, are told first.
      Example: homescreen run specs --record run.jsonl; homescreen replay run.jsonl
      """)

  @Argument(help: "A file that homescreen run … --record has made.")
  var file: String

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "How many files run at the same time. With one, which is the default, a script reads what an earlier one wrote.",
      valueName: "number"))
  var jobs = 1

  func validate() throws {
    guard (1...ParallelOptions.maximumJobs).contains(jobs) else {
      throw ValidationError("--jobs is a number from 1 to \(ParallelOptions.maximumJobs).")
    }
  }

  func run() throws {
    let record: Record
    do {
      record = try Record(contentsOf: file)
    } catch {
      throw fault("\(error)")
    }
    for line in record.header.differences { tell("\(StyledText("note", .yellow)) \(line: line)") }
    for path in record.changedFiles {
      tell("\(StyledText("note", .yellow)) \(line: path) changed while the run was recorded")
    }
    guard !record.events.isEmpty else { throw fault("the record ends before anything ran") }
    let replay = Replay(record)
    var counts = RunCounts()
    var hash = ""
    let code = try replay.perform {
      var request = try request(record.header)
      request.options.jobs = jobs
      limit(&request.options)
      return request.replay { event in
        if case .runFinished(let all, let traceHash, _) = event { (counts, hash) = (all, traceHash) }
        replay.add(event)
      }
    }
    switch replay.finish() {
    case .same(isWhole: true):
      tell("\(StyledText("the same", .green)): \(Self.summary(counts))  \(StyledText("trace \(hash)", .dim))")
    case .same(isWhole: false):
      if code == .interrupted { throw ExitStatus(code).error }
      tell("\(StyledText("the same", .green)) as far as the recorded run goes: it was interrupted")
    case .lost:
      StandardStream.error.write(
        "homescreen: the recorded events, which are kept in a temporary file, cannot be read any more; nothing is compared\n"
      )
      throw ExitStatus(.internalFault).error
    case .different(let difference):
      if code == .interrupted { throw ExitStatus(code).error }
      tell("\(StyledText("different", .red)); the first event that differs:")
      StandardStream.output.write(difference.text(earlier: "recorded", later: "now"))
      tellMissing(replay.missingInputs)
      throw ExitStatus(.failure).error
    }
  }

  private func request(_ header: RecordHeader) throws -> RunRequest {
    let command: RunCommand
    do {
      command = try RunCommand.parse(header.arguments)
    } catch {
      throw fault(
        "the recorded run has arguments that this homescreen does not understand: \(line: RunCommand.message(for: error))"
      )
    }
    if command.paths.contains("-") { throw fault("the recorded run read standard input, and no record keeps that") }
    do {
      return try command.request(trust: command.plugins.recorded)
    } catch {
      throw fault("the run cannot be prepared as it was: \(line: RunCommand.message(for: error))")
    }
  }

  /// A record comes from somewhere else, and does not decide what this machine spends.
  private func limit(_ options: inout RunOptions) {
    var told: [String] = []
    if options.lua.memoryCeiling > LuaOptions.defaultMemoryCeiling {
      options.lua.memoryCeiling = LuaOptions.defaultMemoryCeiling
      told.append("--memory")
    }
    if options.watchdog == 0 || options.watchdog > RunOptions.defaultWatchdog {
      options.watchdog = RunOptions.defaultWatchdog
      told.append("--watchdog")
    }
    guard !told.isEmpty else { return }
    tell(
      "\(StyledText("note", .yellow)) the recorded run had more than the usual \(told.joined(separator: " and ")), which is not granted"
    )
  }

  private static func summary(_ counts: RunCounts) -> String {
    let files = counts.files == 1 ? "1 file" : "\(counts.files) files"
    return "\(counts.total == 1 ? "1 scenario" : "\(counts.total) scenarios") in \(files)"
  }

  private func tellMissing(_ inputs: [String]) {
    guard !inputs.isEmpty else { return }
    let shown = inputs.prefix(3).map { TerminalText.visible($0, isOneLine: true) }.joined(separator: ", ")
    let rest = inputs.count > 3 ? ", and \(inputs.count - 3) more" : ""
    tell("\(StyledText("note", .yellow)) the run asked for what the record does not have: \(shown)\(rest)")
  }

  private func tell(_ line: StyledText) { StandardStream.output.write("\(line)\n") }

  private func fault(_ text: StyledText) -> any Error {
    StandardStream.error.write("homescreen: \(line: file): \(text)\n")
    return ExitStatus(.noInput).error
  }
}
