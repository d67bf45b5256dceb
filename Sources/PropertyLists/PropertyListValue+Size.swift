extension PropertyListValue {
  /// How many values there are, this one and everything in it; nil when there are more than `maximumNodes`, or when
  /// containers lie `maximumDepth` or more levels deep. Bounded work, without recursion.
  public func nodeCount(maximumDepth: Int = .max, maximumNodes: Int = .max) -> Int? {
    var walk = PropertyListWalk(self)
    var count = 0
    while let item = walk.next() {
      count += 1
      Work.count(1)
      if count > maximumNodes || item.value.isContainer && item.depth >= maximumDepth { return nil }
    }
    return count
  }
}
