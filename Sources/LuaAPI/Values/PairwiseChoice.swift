import PropertyLists

/// A small part of the cells of a matrix in which each pair of values of two lists stands that stands in any cell.
///
/// Most faults need one value, or two together; and the pairs of many lists fit into few cells. Cells are taken greedily,
/// the one with most new pairs first and of equal ones the first, so that a matrix gives the same cells on every machine.
struct PairwiseChoice {
  /// Which cells are taken, ascending.
  let indices: [Int]

  /// - Parameters:
  ///   - counts: how many values each list has.
  ///   - combinations: for each cell the position of its value in each list.
  init(_ counts: [Int], combinations: [[Int]]) {
    guard counts.count > 1 else {
      indices = Array(combinations.indices)
      return
    }
    // Each value of each list has a number, and each two numbers a place among the pairs.
    let starts = counts.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1) }
    let width = starts[counts.count]
    let values = combinations.map { zip(starts, $0).map(+) }
    var isCovered = [Bool](repeating: false, count: width * width)
    let pairs = counts.count * (counts.count - 1) / 2
    // What a cell brings only becomes less.
    var bounds = [Int](repeating: pairs, count: values.count)
    var taken: [Int] = []
    while true {
      Work.count(values.count / 8 + 1)
      var best: (index: Int, gain: Int)?
      for index in values.indices where bounds[index] > best?.gain ?? 0 {
        Work.count(pairs / 4 + 1)
        let cell = values[index]
        var gain = 0
        for left in cell.indices {
          for right in cell.indices[(left + 1)...] where !isCovered[cell[left] * width + cell[right]] { gain += 1 }
        }
        bounds[index] = gain
        if gain > best?.gain ?? 0 { best = (index, gain) }
      }
      guard let best else { break }
      taken.append(best.index)
      bounds[best.index] = 0
      let cell = values[best.index]
      for left in cell.indices {
        for right in cell.indices[(left + 1)...] { isCovered[cell[left] * width + cell[right]] = true }
      }
    }
    indices = taken.sorted()
  }

  /// The most values of all lists together: each two of them have a place among the pairs.
  private static let maximumValues = 4000
  /// In how many ways a pair is tried to be made a cell that can exist.
  private static let attempts = 16

  /// Cells with all pairs of lists that have too many combinations to look at each: for each pair that no cell has yet a
  /// cell is made of the values that bring the most other new pairs, of equal ones the first.
  ///
  /// - Returns: for each cell the position of its value in each list; nil when there would be more than `limit`.
  static func rows(
    _ counts: [Int], limit: Int, isPossible: ([Int]) throws -> Bool
  ) rethrows -> [[Int]]? {
    let starts = counts.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1) }
    let width = starts[counts.count]
    guard width <= maximumValues else { return nil }
    var isCovered = [Bool](repeating: false, count: width * width)
    var rows: [[Int]] = []

    /// The row around a pair; of each list the value of this rank by what it brings.
    func row(_ left: Int, _ a: Int, _ right: Int, _ b: Int, rank: Int) -> [Int] {
      var values = [Int](repeating: -1, count: counts.count)
      (values[left], values[right]) = (a, b)
      for axis in counts.indices where values[axis] < 0 {
        Work.count(counts[axis] * counts.count / 8 + 1)
        var gains: [(gain: Int, value: Int)] = []
        for value in 0..<counts[axis] {
          var gain = 0
          for other in counts.indices where values[other] >= 0 {
            let (low, high) = other < axis ? (other, axis) : (axis, other)
            let place = (starts[low] + (low == axis ? value : values[low])) * width
            if !isCovered[place + starts[high] + (high == axis ? value : values[high])] { gain += 1 }
          }
          gains.append((gain, value))
        }
        // The sort is not stable: the value decides among equals.
        gains.sort { $0.gain != $1.gain ? $0.gain > $1.gain : $0.value < $1.value }
        values[axis] = gains[rank % gains.count].value
      }
      return values
    }

    for left in counts.indices {
      for right in counts.indices.dropFirst(left + 1) {
        for a in 0..<counts[left] {
          for b in 0..<counts[right] where !isCovered[(starts[left] + a) * width + starts[right] + b] {
            for rank in 0..<attempts {
              let row = row(left, a, right, b, rank: rank)
              guard try isPossible(row) else { continue }
              guard rows.count < limit else { return nil }
              rows.append(row)
              for low in row.indices {
                for high in row.indices.dropFirst(low + 1) {
                  isCovered[(starts[low] + row[low]) * width + starts[high] + row[high]] = true
                }
              }
              break
            }
          }
        }
      }
    }
    return rows
  }
}
