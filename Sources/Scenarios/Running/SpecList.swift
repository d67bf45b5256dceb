import PropertyLists

/// The scenarios of the blocks that run, packed: a block may have hundreds of thousands.
struct SpecList {
  /// A scenario's number.
  typealias Index = Int32

  private struct Entry {
    var nameEnd: UInt32
    /// -1: unknown.
    var line: Int32
    /// 0: pending.
    var body: Int32
    /// Its cell among ``cells``; -1: none.
    var cell: Int32
  }

  private var entries: [Entry] = []
  private var names: [UInt8] = []
  /// Scenarios of one cell come together: each name is kept once in a row.
  private var cells: [String] = []

  /// More text than anybody reads in names.
  static let maximumNameBytes = 64 << 20

  var count: Int { entries.count }

  mutating func append(_ spec: Spec) -> Index {
    names.append(contentsOf: spec.name.utf8)
    if let cell = spec.cell, cells.last.map({ ExactText.isSame($0, cell) }) != true { cells.append(cell) }
    entries.append(
      Entry(
        nameEnd: UInt32(names.count), line: Int32(clamping: spec.line ?? -1), body: Int32(clamping: spec.body ?? 0),
        cell: spec.cell == nil ? -1 : Int32(clamping: cells.count - 1)))
    return Index(entries.count - 1)
  }

  mutating func setBody(_ body: Int64, of index: Index) { entries[Int(index)].body = Int32(clamping: body) }

  /// Forgets all from the number `count` on.
  mutating func truncate(to count: Int) {
    guard count < entries.count else { return }
    names.removeLast(names.count - (count == 0 ? 0 : Int(entries[count - 1].nameEnd)))
    entries.removeLast(entries.count - count)
    if entries.isEmpty { cells = [] }
  }

  subscript(index: Index) -> Spec {
    let entry = entries[Int(index)]
    let start = index == 0 ? 0 : Int(entries[Int(index) - 1].nameEnd)
    return Spec(
      name: String(decoding: names[start..<Int(entry.nameEnd)], as: UTF8.self),
      body: entry.body == 0 ? nil : Int64(entry.body), line: entry.line < 0 ? nil : Int(entry.line),
      cell: entry.cell < 0 ? nil : cells[Int(entry.cell)])
  }
}
