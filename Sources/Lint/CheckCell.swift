import AppPackages
package import Events
package import HomeScreenSimulator
package import PropertyLists

/// What was seen of one icon or quick action on one kind of device and one version.
package struct CheckCell: Sendable, Equatable {
  /// Whether it holds.
  package enum Verdict: String, Sendable, CaseIterable {
    /// It works as declared.
    case holds
    /// Something is lost: an error, a placeholder, an item that is not in the menu.
    case fails
    /// Something is lost, and nobody wants to hear of the reason.
    case ignored
    /// This version has nothing of the kind.
    case absent
    /// Reading the sources does not say, this copy of the project lacks what decides, one report alone says that something
    /// is lost, or a script may make what is missing here.
    case unknown
  }

  /// Whether it holds.
  package let verdict: Verdict
  /// What was seen, in a few words: `changes`, `NSCocoaErrorDomain 4`, `not in the menu: no title`.
  package let text: String
  /// Why it is so; nil where nothing needs a reason.
  package let fact: FactID?
  /// The rules that find the cause in the package; empty where nothing is lost, or no rule knows the cause.
  package internal(set) var rules: [RuleCode] = []
  /// The lines of source that decide, the first one before all others; of cells about the app's code.
  package internal(set) var places: [SourceLocation] = []

  init(_ verdict: Verdict, _ text: String, fact: FactID? = nil, rules: [RuleCode] = []) {
    self.rules = rules
    self.verdict = verdict
    self.text = text
    self.fact = fact
  }
}

/// A run of versions in which the same was seen.
package struct CheckSpan: Sendable, Equatable {
  /// The first version that was tried and shows it.
  package let from: OSVersion
  /// The last version that was tried and shows it.
  package let to: OSVersion
  /// What was seen in all of them.
  package let cell: CheckCell

  /// The same, ignored where something is lost and all rules that find the reason are silent.
  func ignoring(_ isSilent: (RuleCode) -> Bool) -> CheckSpan {
    guard cell.verdict == .fails, !cell.rules.isEmpty, cell.rules.allSatisfy(isSilent) else { return self }
    let ignored = CheckCell(.ignored, "ignored: \(cell.text)", fact: cell.fact, rules: cell.rules)
    return CheckSpan(from: from, to: to, cell: ignored)
  }

  /// Puts versions together that show the same.
  /// - Parameter cells: ascending by version.
  static func spans(_ cells: [(os: OSVersion, cell: CheckCell)]) -> [CheckSpan] {
    var spans: [CheckSpan] = []
    for (os, cell) in cells {
      if let last = spans.last, last.cell == cell {
        spans[spans.count - 1] = CheckSpan(from: last.from, to: os, cell: cell)
      } else {
        spans.append(CheckSpan(from: os, to: os, cell: cell))
      }
    }
    return spans
  }
}
