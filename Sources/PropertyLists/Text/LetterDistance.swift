/// Counts the insertions, deletions, substitutions and swaps of neighbours that lead from one word to another. A value
/// of its own, so that comparing with many words needs memory once.
public struct LetterDistance {
  private var beforeLast: [Int] = []
  private var last: [Int] = []
  private var row: [Int] = []

  /// A counter for any number of words.
  public init() {}

  /// The distance; nil when it is greater than `limit`. It takes time in proportion to both lengths.
  public mutating func between(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar], atMost limit: Int) -> Int? {
    guard abs(a.count - b.count) <= limit else { return nil }
    last = Array(0...b.count)
    row = last
    beforeLast = last
    var least = 0
    for i in a.indices {
      let leastBefore = least
      row[0] = i + 1
      least = i + 1
      for j in b.indices {
        var cost = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, beforeLast[j - 1] + 1) }
        row[j + 1] = cost
        least = min(least, cost)
      }
      // A row builds on the two before it, so nothing below gets smaller again.
      if least > limit, leastBefore > limit { return nil }
      swap(&beforeLast, &last)
      swap(&last, &row)
    }
    return last[b.count] <= limit ? last[b.count] : nil
  }

  /// The distance between two texts; nil when it is greater than `limit`.
  public static func between(_ a: String, _ b: String, atMost limit: Int) -> Int? {
    var rows = LetterDistance()
    return rows.between(Array(a.unicodeScalars), Array(b.unicodeScalars), atMost: limit)
  }
}
