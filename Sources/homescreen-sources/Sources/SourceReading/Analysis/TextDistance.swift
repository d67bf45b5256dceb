/// How many letters differ.
enum TextDistance {
  /// Insertions, deletions, exchanges of one letter or of two neighbours; more than `limit` is not counted on.
  static func between(_ left: String, _ right: String, atMost limit: Int) -> Int {
    let left = Array(left.unicodeScalars)
    let right = Array(right.unicodeScalars)
    guard abs(left.count - right.count) <= limit else { return limit + 1 }
    var before: [Int] = []
    var last = Array(0...right.count)
    for row in left.indices {
      var next = [row + 1]
      for column in right.indices {
        var best = min(last[column + 1], next[column]) + 1
        best = min(best, last[column] + (left[row] == right[column] ? 0 : 1))
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          best = min(best, before[column - 1] + 1)
        }
        next.append(best)
      }
      before = last
      last = next
    }
    return last[right.count]
  }
}
