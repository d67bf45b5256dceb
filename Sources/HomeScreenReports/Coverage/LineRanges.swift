/// Numbers of lines in short: `3-7,9`.
enum LineRanges {
  /// - Parameter joining: lines that make no gap, as blank ones and comments.
  static func ranges(_ lines: Set<Int>, joining others: (Int) -> Bool = { _ in false }) -> [ClosedRange<Int>] {
    var ranges: [ClosedRange<Int>] = []
    for line in lines.sorted() {
      if let last = ranges.last, (last.upperBound + 1..<line).allSatisfy(others) {
        ranges[ranges.count - 1] = last.lowerBound...line
      } else {
        ranges.append(line...line)
      }
    }
    return ranges
  }

  static func text(_ ranges: [ClosedRange<Int>]) -> String {
    ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }.joined(separator: ",")
  }

  /// More lines than a script may have.
  static let limit = 1_000_000

  /// - Parameter room: how many lines it may name, which become fewer.
  /// - Returns: nil for a text that is none of ``text(_:)``, and for too many lines.
  static func parse(_ text: String, _ room: inout Int) -> Set<Int>? {
    var lines: Set<Int> = []
    guard !text.isEmpty else { return lines }
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let ends = part.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
      guard ends.count <= 2, let first = ends[0], let last = ends[ends.count - 1], first >= 0, first <= last,
        last < limit, last - first < room
      else { return nil }
      room -= last - first + 1
      lines.formUnion(first...last)
    }
    return lines
  }
}
