/// Which element of an array became which, so that an edit touches few lines.
enum ArrayAlignment {
  /// For each new element the old one that it continues (unchanged or edited), or nil when it is inserted. The numbers
  /// ascend; old elements that are not named are removed.
  static func match(_ old: [PropertyListNode], _ new: [PropertyListNode]) -> [Int?] {
    var result = [Int?](repeating: nil, count: new.count)
    func isSame(_ left: Int, _ right: Int) -> Bool { PropertyListComparison.isSame(old[left].value, new[right].value) }
    let common = min(old.count, new.count)
    var head = 0
    while head < common, isSame(head, head) {
      result[head] = head
      head += 1
    }
    var tail = 0
    while tail < common - head, isSame(old.count - 1 - tail, new.count - 1 - tail) {
      result[new.count - 1 - tail] = old.count - 1 - tail
      tail += 1
    }
    let oldMiddle = head..<old.count - tail
    let newMiddle = head..<new.count - tail
    for (left, right) in longestCommonPart(oldMiddle, newMiddle, isSame) { result[right] = left }
    pairRest(&result, oldMiddle, newMiddle)
    return result
  }

  /// Beyond this many comparisons elements are only paired by position.
  private static let maximumComparisons = 40_000

  private static func longestCommonPart(
    _ old: Range<Int>, _ new: Range<Int>, _ isSame: (Int, Int) -> Bool
  ) -> [(Int, Int)] {
    guard !old.isEmpty, !new.isEmpty, old.count <= maximumComparisons / new.count else { return [] }
    let width = new.count + 1
    var lengths = [Int](repeating: 0, count: (old.count + 1) * width)
    var matches = [Bool](repeating: false, count: old.count * new.count)
    for i in (0..<old.count).reversed() {
      for j in (0..<new.count).reversed() {
        let isMatch = isSame(old.lowerBound + i, new.lowerBound + j)
        matches[i * new.count + j] = isMatch
        lengths[i * width + j] =
          isMatch
          ? lengths[(i + 1) * width + j + 1] + 1 : max(lengths[(i + 1) * width + j], lengths[i * width + j + 1])
      }
    }
    var pairs: [(Int, Int)] = []
    var (i, j) = (0, 0)
    while i < old.count, j < new.count {
      if matches[i * new.count + j] {
        pairs.append((old.lowerBound + i, new.lowerBound + j))
        i += 1
        j += 1
      } else if lengths[(i + 1) * width + j] >= lengths[i * width + j + 1] {
        i += 1
      } else {
        j += 1
      }
    }
    return pairs
  }

  /// Between two matches old and new elements continue each other in their order.
  private static func pairRest(_ result: inout [Int?], _ old: Range<Int>, _ new: Range<Int>) {
    var free = old.lowerBound
    var start = new.lowerBound
    while start < new.upperBound {
      var end = start
      while end < new.upperBound, result[end] == nil { end += 1 }
      let limit = end < new.upperBound ? result[end] ?? old.upperBound : old.upperBound
      for index in start..<end where free < limit {
        result[index] = free
        free += 1
      }
      free = limit + 1
      start = end + 1
    }
  }
}
