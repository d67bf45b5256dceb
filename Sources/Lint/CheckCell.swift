import AppPackages
package import Events
package import HomeScreenSimulator
package import PropertyLists

/// The result for an icon or quick action on one kind of device and one version.
package struct CheckCell: Sendable, Equatable {
  /// The verdict about a result.
  package enum Verdict: String, Sendable, CaseIterable {
    /// The icon or event works as declared.
    case holds
    /// A loss: an error, a placeholder, or an item that is not in the menu.
    case fails
    /// A loss with an ignored reason.
    case ignored
    /// The version of iOS does not support what the cell tries.
    case absent
    /// Unknown: the sources do not show it, this copy of the project is incomplete, a single report mentions the loss,
    /// or a script may make the missing part.
    case unknown
  }

  package let verdict: Verdict
  /// The result, in a few words: `changes`, `NSCocoaErrorDomain 4`, `not in the menu: no title`.
  package let text: String
  /// The fact that explains the result; nil if it needs no explanation.
  package let fact: FactID?
  /// The rules that find the cause in the package; empty without a loss, or if no rule finds the cause
  package internal(set) var rules: [RuleCode] = []
  /// How an icon is lost; nil for other cells.
  var loss: IconLoss?
  /// What happened to an event; nil for cells that are not about the app's code.
  var outcome: DeliveryOutcome?
  /// The lines of source that decide, the main one first; for cells about the app's code.
  package internal(set) var places: [SourceLocation] = []

  package init(_ verdict: Verdict, _ text: String, fact: FactID? = nil, rules: [RuleCode] = []) {
    (self.rules, self.verdict, self.text, self.fact) = (rules, verdict, text, fact)
  }
}

/// How an icon is lost.
enum IconLoss: String, Sendable {
  /// The Home Screen shows an empty icon.
  case placeholder
  /// The call succeeds without an effect.
  case unchanged = "the old picture stays"
  /// The call fails.
  case refused
}

/// A range of versions with the same result.
package struct CheckSpan: Sendable, Equatable {
  package let from: OSVersion
  package let to: OSVersion
  package let cell: CheckCell

  /// Returns the range as ignored if only silent rules explain its loss; otherwise unchanged.
  func ignoring(_ isSilent: (RuleCode) -> Bool, _ codes: [RuleCode], isKnown: () -> Bool) -> CheckSpan {
    guard cell.verdict == .fails,
      cell.rules.isEmpty ? codes.contains(where: isSilent) || isKnown() : cell.rules.allSatisfy(isSilent)
    else { return self }
    let ignored = CheckCell(.ignored, "ignored: \(cell.text)", fact: cell.fact, rules: cell.rules)
    return CheckSpan(from: from, to: to, cell: ignored)
  }

  /// Merges versions with the same result.
  /// - Parameter cells: sorted by version.
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
