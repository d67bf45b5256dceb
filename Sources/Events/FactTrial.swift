package import HomeScreenSimulator
import Platform

/// The scenario of a fact: its script, and the cells in which it runs.
package struct FactTrial: Sendable {
  /// The fact's ID.
  package let id: FactID
  /// The script's name.
  package let file: String
  /// The cells, and the number of cells that are left out.
  package let cells: FactCells
  /// Whether a simulator on a Mac can run the scenario.
  package let isForMac: Bool

  /// Creates the trial of the fact `id` by a scenario in the script `file`.
  package init(id: FactID, file: String, cells: FactCells, isForMac: Bool) {
    (self.id, self.file, self.cells, self.isForMac) = (id, file, cells, isForMac)
  }
}

extension [FactTrial] {
  /// A summary without its full stop: `8 facts in 43 cells, 10 of them outside; …`.
  package var summary: String {
    let inside = reduce(0) { $0 + $1.cells.inside }
    let outside = reduce(0) { $0 + $1.cells.outside }
    let unknown = reduce(0) { $0 + $1.cells.unknown }
    return
      "\(Counted.text(Set(map(\.id)).count, "fact")) in \(Counted.text(inside + outside, "cell")), \(outside) of them outside of "
      + "bounds; \(Counted.text(unknown, "more cell")) left out, because it is unknown what happens there"
  }

  /// A phrase with the number of modelled facts that have no trial; nil if every fact has one.
  package var missing: String? {
    let tried = Set(map(\.id))
    let missing = FactLedger.all.count { $0.status.hasScenario && !tried.contains($0.id) }
    return missing == 0 ? nil : "\(Counted.text(missing, "modelled fact")) without scenario"
  }
}
