import LuaAPI
import HomeScreenReports
import HomeScreenSimulator
import PropertyLists

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

  let name: Name
  /// How many of this name come before it in the file.
  let occurrence: Int
}

/// Gives scenarios their keys, in the order of the file.
struct ScenarioCounter {
  private var counts: [ScenarioKey.Name: Int] = [:]

  mutating func key(_ name: [String], cell: String?) -> ScenarioKey {
    let name = ScenarioKey.Name(name, cell: cell)
    defer { counts[name, default: 0] += 1 }
    return ScenarioKey(name: name, occurrence: counts[name] ?? 0)
  }
}

/// A scenario that ran, with what its devices did.
struct ObservedScenario {
  let key: ScenarioKey
  let result: ScenarioResult
  /// The events of each device that it made or used.
  let traces: [[TraceEvent]]
  /// What its devices left to the run.
  let defaults: DeviceDefaults.Fields
}
