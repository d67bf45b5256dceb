extension RandomAccessCollection {
  /// The first place whose element belongs to the second part of the collection; its end where there is none.
  ///
  /// A binary search: in a sorted collection, the lower bound of `key` is `partitioningIndex { $0 >= key }`.
  ///
  /// - Parameter isInSecondPart: false for the elements of the first part, and true for all behind them.
  @inlinable
  package func partitioningIndex(where isInSecondPart: (Element) -> Bool) -> Index {
    var low = startIndex
    var count = self.count
    while count > 0 {
      let half = count / 2
      let middle = index(low, offsetBy: half)
      if isInSecondPart(self[middle]) {
        count = half
      } else {
        low = index(after: middle)
        count -= half + 1
      }
    }
    return low
  }
}
