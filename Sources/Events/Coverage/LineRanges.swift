package import PropertyLists

/// Numbers of lines in short: `3-7,9`.
package struct LineRanges: Sendable, Equatable {
  package let ranges: [ClosedRange<Int>]

  /// - Parameter joining: lines that make no gap, as blank ones and comments.
  package init(_ lines: Set<Int>, joining others: (Int) -> Bool = { _ in false }) {
    var ranges: [ClosedRange<Int>] = []
    for line in lines.sorted() {
      if let last = ranges.last, (last.upperBound + 1..<line).allSatisfy(others) {
        ranges[ranges.count - 1] = last.lowerBound...line
      } else {
        ranges.append(line...line)
      }
    }
    self.ranges = ranges
  }

  package var text: String {
    ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }.joined(separator: ",")
  }

  /// How many lines they are, each as often as it is named.
  package var count: Int { ranges.reduce(0) { $0 + $1.count } }

  /// More lines than a script may have.
  package static let limit = 1_000_000
}

extension LineRanges: RecordedValue {
  package init?(recorded node: JSONNode) {
    guard let text = node.string else { return nil }
    var ranges: [ClosedRange<Int>] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: text.isEmpty) {
      let ends = part.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
      guard ends.count <= 2, let first = ends[0], let last = ends[ends.count - 1], first >= 0, first <= last,
        last < Self.limit
      else { return nil }
      ranges.append(first...last)
    }
    self.ranges = ranges
  }

  package var recorded: JSONTree { .text(text) }
}
