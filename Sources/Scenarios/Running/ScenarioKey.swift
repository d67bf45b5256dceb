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
