internal import Events
import HomeScreenSimulator
import LuaEngine
import PropertyLists

/// Runs each scenario of a file once more, alone in a new state, and finds those that do something else there: they
/// depend on what ran before them.
final class IsolationCheck {
  /// How a scenario ended.
  struct Ran {
    let key: ScenarioKey
    let line: Int?
    let status: ScenarioResult.Status
    let traceHash: String
    let message: String?

    init(key: ScenarioKey, _ result: ScenarioResult) {
      self.key = key
      line = result.line
      status = result.status
      traceHash = result.traceHash
      message = result.problem?.message
    }

    func isSame(as other: Ran?) -> Bool { status == other?.status && traceHash == other?.traceHash }
  }

  /// What a result is called beside that of the scenario in its file.
  private static let title = "alone"
  /// How often the file runs at most to find which scenario makes a difference to another one, and for how many.
  private static let maximumRuns = 32, maximumSearches = 8

  /// Runs the file with some of its scenarios only, and tells of each; false when Ctrl-C ended it.
  typealias RunSome = (_ keys: Set<ScenarioKey>, _ observer: @escaping (Ran) -> Void) -> Bool

  private let inFile: [Ran]
  private let file: String
  private let orderIsByChance: Bool
  private let runSome: RunSome
  private var searches = 0
  private var isInterrupted = false

  init(_ inFile: [Ran], of file: String, orderIsByChance: Bool, runSome: @escaping RunSome) {
    self.inFile = inFile
    self.file = file
    self.orderIsByChance = orderIsByChance
    self.runSome = runSome
  }

  /// - Parameter report: takes the failure of a scenario; false ends the check.
  /// - Returns: false when Ctrl-C ended it.
  func run(note: (String) -> Void, report: (ScenarioResult) -> Bool) -> Bool {
    let repeated = Set(inFile.filter { $0.key.occurrence > 0 }.map(\.key.name))
    var skipped = 0
    for (position, ran) in inFile.enumerated() {
      // Which of several scenarios of one name it was, only the order of the file tells.
      if orderIsByChance, repeated.contains(ran.key.name) {
        skipped += 1
        continue
      }
      let alone = run(ran.key, after: [])
      if isInterrupted || Interrupt.wasRequested { return false }
      guard !ran.isSame(as: alone) else { continue }
      let culprit = search(ran, alone, among: inFile[..<position].map(\.key))
      if isInterrupted { return false }
      let result = ScenarioResult(
        file: file, name: ran.key.name.name + [Self.title], line: ran.line, cell: ran.key.name.cell, status: .failed,
        problem: problem(ran, alone, culprit), traceHash: alone?.traceHash ?? ran.traceHash)
      guard report(result) else { return true }
    }
    if skipped > 0 {
      note("\(skipped) scenarios share their names and, in random order, did not run alone")
    }
    return true
  }

  /// Runs the file with some of its scenarios.
  /// - Returns: how the one ended; nil when it was not there.
  private func run(_ key: ScenarioKey, after others: [ScenarioKey]) -> Ran? {
    var last: Ran?
    // It is the last one of its name.
    let isDone = runSome(Set(others + [key])) { if $0.key.name == key.name { last = $0 } }
    if !isDone { isInterrupted = true }
    return last
  }

  /// Finds one scenario that, run before it, makes the difference: halves what ran before as long as one half makes it.
  private func search(_ ran: Ran, _ alone: Ran?, among before: [ScenarioKey]) -> ScenarioKey? {
    guard !orderIsByChance, !before.isEmpty, searches < Self.maximumSearches else { return nil }
    searches += 1
    var runs = 0
    func makesDifference(_ keys: ArraySlice<ScenarioKey>) -> Bool {
      guard runs < Self.maximumRuns, !isInterrupted, !Interrupt.wasRequested else { return false }
      runs += 1
      let after = run(ran.key, after: Array(keys))
      return alone.map { !$0.isSame(as: after) } ?? (after != nil)
    }
    var suspects = before[...]
    if suspects.count == 1 { return makesDifference(suspects) ? suspects.first : nil }
    while suspects.count > 1 {
      let half = suspects.prefix(suspects.count / 2)
      if makesDifference(half) {
        suspects = half
      } else {
        suspects = suspects.suffix(suspects.count - half.count)
        guard makesDifference(suspects) else { return nil }
      }
    }
    return suspects.first
  }

  private func problem(_ ran: Ran, _ alone: Ran?, _ culprit: ScenarioKey?) -> Problem {
    var message: String
    if let alone, alone.status == ran.status {
      message =
        "its devices behaved differently when it ran alone: the trace is \(ran.traceHash) in the file and "
        + "\(alone.traceHash) alone"
    } else {
      message =
        "it \(Self.text(ran.status)) in the file and \(alone.map { Self.text($0.status) } ?? "is not there") alone"
    }
    if let error = alone?.message, alone?.status != ran.status {
      message += "\nalone: \(error)"
    } else if let error = ran.message, alone?.status != ran.status {
      message += "\nin the file: \(error)"
    }
    let name = culprit.map { $0.name.name.joined(separator: " › ") }
    return Problem(
      code: Problem.orderDependence, message: Problem.shortened(message),
      hint: name.map { "“\($0)”, which runs before it, causes the difference." }
        ?? "No single scenario causes the difference. Look for what scenarios share: locals of the file, devices.",
      place: ran.line.map { "\(file):\($0)" })
  }

  private static func text(_ status: ScenarioResult.Status) -> String {
    switch status {
    case .passed: "passed"
    case .failed: "failed"
    case .error: "raised an error"
    case .pending: "was pending"
    }
  }
}

/// What has a Lua state of its own.
package enum Isolation: String, Sendable, CaseIterable {
  /// Each file, as ever.
  case file
  /// After its file each scenario once more, and what it does differently there is told.
  case it
}

/// A scenario of a file, told from others that are called the same.
struct ScenarioKey: Hashable {
  /// What a scenario is called.
  struct Name: Hashable {
    private let exactName: [ExactText]
    private let exactCell: ExactText?

    init(_ name: [String], cell: String?) {
      exactName = name.map(ExactText.init)
      exactCell = cell.map(ExactText.init)
    }

    var name: [String] { exactName.map(\.text) }
    var cell: String? { exactCell?.text }
  }

  /// Stands for a name where there are very many; two names with the same one are not to be met.
  struct Digest: Hashable {
    private let high: UInt64
    private let low: UInt64

    init(_ name: [String], cell: String?) {
      func hash(_ start: Int64) -> UInt64 {
        var hash = FNV1a64()
        hash.feed(start)
        for part in name { hash.feed(part) }
        hash.feed(cell)
        return hash.value
      }
      (high, low) = (hash(Int64(name.count)), hash(-1))
    }
  }

  let name: Name
  /// How many of this name come before it in the file.
  let occurrence: Int
}

/// Gives scenarios their keys, in the order of the file.
struct ScenarioCounter {
  private var counts: [ScenarioKey.Digest: Int32] = [:]

  mutating func key(_ name: [String], cell: String?) -> ScenarioKey {
    let digest = ScenarioKey.Digest(name, cell: cell)
    let occurrence = counts[digest, default: 0]
    counts[digest] = occurrence + 1
    return ScenarioKey(name: ScenarioKey.Name(name, cell: cell), occurrence: Int(occurrence))
  }
}
