/// The lines of a session, the preparation first. Knows how many of them are kept for the session that goes on where this
/// one gets stuck.
struct SessionLines: RandomAccessCollection, MutableCollection {
  /// All of them, in their order.
  private(set) var all: [REPLLine]
  /// So many of the first have not changed since they were kept.
  private(set) var keptCount = 0

  init(_ lines: [REPLLine]) { all = lines }

  var startIndex: Int { all.startIndex }
  var endIndex: Int { all.endIndex }

  subscript(index: Int) -> REPLLine {
    get { all[index] }
    set {
      all[index] = newValue
      keptCount = Swift.min(keptCount, index)
    }
  }

  mutating func append(_ line: REPLLine) { all.append(line) }

  /// All of them are kept now.
  mutating func markKept() { keptCount = all.count }
}
