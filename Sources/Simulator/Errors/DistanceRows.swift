/// Counts the insertions, deletions, substitutions and swaps of neighbours that lead from one word to another. A value
/// of its own, so that comparing with many words needs memory once.
struct DistanceRows {
  private var beforeLast: [Int] = []
  private var last: [Int] = []
  private var row: [Int] = []

  /// The distance; nil when it is greater than `limit`.
  mutating func distance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar], atMost limit: Int) -> Int? {
    last = Array(0...b.count)
    row = last
    beforeLast = last
    var least = 0
    for i in 1...a.count {
      let leastBefore = least
      row[0] = i
      least = i
      for j in 1...b.count {
        var cost = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1))
        if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] { cost = min(cost, beforeLast[j - 2] + 1) }
        row[j] = cost
        least = min(least, cost)
      }
      // A row builds on the two before it, so nothing below gets smaller again.
      if least > limit, leastBefore > limit { return nil }
      swap(&beforeLast, &last)
      swap(&last, &row)
    }
    return last[b.count] <= limit ? last[b.count] : nil
  }
}
