internal import Events
import HomeScreenSimulator
import LuaEngine
import Platform
import PropertyLists

/// Runs each scenario of a file again, alone in a new state, and finds those with a different result: they depend on
/// the scenarios that ran before them.
final class IsolationCheck {
  /// The result of a scenario.
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

  /// The label of a result next to the result of the scenario in its file.
  private static let title = "alone"
  /// The maximum number of runs to find the scenario that another one depends on, and the maximum number of such searches.
  private static let maximumRuns = 32, maximumSearches = 8

  /// Runs some scenarios of the file, and calls `observer` after each; returns false when Ctrl-C ended it.
  typealias RunSome = (_ keys: Set<ScenarioKey>, _ observer: @escaping (Ran) -> Void) -> Bool

  private let inFile: [Ran]
  private let file: String
  private let orderIsByChance: Bool
  private let runSome: RunSome
  private var searches = 0
  private var isInterrupted = false

  init(_ inFile: [Ran], of file: String, orderIsByChance: Bool, runSome: @escaping RunSome) {
    (self.inFile, self.file, self.orderIsByChance, self.runSome) = (inFile, file, orderIsByChance, runSome)
  }

  /// - Parameter report: receives the failure of a scenario; returning false ends the check.
  /// - Returns: false when Ctrl-C ended it.
  func run(note: (String) -> Void, report: (ScenarioResult) -> Bool) -> Bool {
    let repeated = Set(inFile.filter { $0.key.occurrence > 0 }.map(\.key.name))
    var skipped = 0
    for (position, ran) in inFile.enumerated() {
      // Only the order of the file distinguishes scenarios of one name.
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
      note("\(Counted.text(skipped, "scenario")) did not run alone: names are not unique, and the order is random")
    }
    return true
  }

  /// Runs a scenario of the file after some others.
  /// - Returns: its result; nil when it did not run.
  private func run(_ key: ScenarioKey, after others: [ScenarioKey]) -> Ran? {
    var last: Ran?
    // The last one of its name.
    let isDone = runSome(Set(others + [key])) { if $0.key.name == key.name { last = $0 } }
    if !isDone { isInterrupted = true }
    return last
  }

  /// Finds a scenario that changes the result by running before this one: halves the set as long as one half still
  /// changes the result.
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
        "it \(Self.text(ran.status)) in the file and \(alone.map { Self.text($0.status) } ?? "did not run") alone"
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

/// The parts of a run that get a new Lua state.
package enum Isolation: String, Sendable, CaseIterable {
  /// Each file; the default.
  case file
  /// Each file, then each of its scenarios again; those with a different result are reported.
  case it
}

/// A scenario of a file, distinct from others with the same name.
struct ScenarioKey: Hashable {
  /// The name of a scenario.
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

  /// A digest for a name, to save memory; collisions are practically impossible.
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
  /// The number of scenarios of this name before it in the file.
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
