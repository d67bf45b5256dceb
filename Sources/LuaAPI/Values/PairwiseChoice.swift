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
}
