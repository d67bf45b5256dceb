public import HomeScreenSimulator
import Platform

/// A fact's scenario: where it stands, and in how many cells the fact is tried.
public struct FactTrial: Sendable {
  /// Which fact.
  public let id: FactID
  /// The script's name.
  public let file: String
  /// The cells, and how many are left out.
  public let cells: FactCells
  /// Whether a simulator on a Mac has all that it needs.
  public let isForMac: Bool

  /// The scenario of the fact `id`, in the script `file`.
  public init(id: FactID, file: String, cells: FactCells, isForMac: Bool) {
    self.id = id
    self.file = file
    self.cells = cells
    self.isForMac = isForMac
  }
}

extension [FactTrial] {
  /// What they come to, in a sentence without its full stop: `8 facts in 43 cells, 10 of them outside; …`.
  public var summary: String {
    let inside = reduce(0) { $0 + $1.cells.inside }
    let outside = reduce(0) { $0 + $1.cells.outside }
    let unknown = reduce(0) { $0 + $1.cells.unknown }
    return
      "\(Counted.text(Set(map(\.id)).count, "fact")) in \(Counted.text(inside + outside, "cell")), \(outside) of them outside of "
      + "bounds; \(Counted.text(unknown, "more cell")) left out, because it is unknown what happens there"
  }

  /// How many modelled facts none of these tries, in a few words; nil when there is none.
  public var missing: String? {
    let tried = Set(map(\.id))
    let missing = FactLedger.all.count { $0.status.hasScenario && !tried.contains($0.id) }
    return missing == 0 ? nil : "\(Counted.text(missing, "modelled fact")) without scenario"
  }
}
