public import HomeScreenSimulator

/// What was seen of one icon or quick action on one kind of device and one version.
public struct CheckCell: Sendable, Equatable {
  /// Whether it holds.
  public enum Verdict: String, Sendable, CaseIterable {
    /// It works as declared.
    case holds
    /// Something is lost: an error, a placeholder, an item that is not in the menu.
    case fails
    /// This version has nothing of the kind.
    case absent
  }

  /// Whether it holds.
  public let verdict: Verdict
  /// What was seen, in a few words: `changes`, `NSCocoaErrorDomain 4`, `not in the menu: no title`.
  public let text: String
  /// Why it is so; nil where nothing needs a reason.
  public let fact: FactID?

  init(_ verdict: Verdict, _ text: String, fact: FactID? = nil) {
    self.verdict = verdict
    self.text = text
    self.fact = fact
  }
}

/// A run of versions in which the same was seen.
public struct CheckSpan: Sendable, Equatable {
  /// The first version that was tried and shows it.
  public let from: OSVersion
  /// The last version that was tried and shows it.
  public let to: OSVersion
  /// What was seen in all of them.
  public let cell: CheckCell

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
