/// All scenarios of a file, packed: a file may have hundreds of thousands.
struct SpecList {
  /// A scenario's number.
  typealias Index = Int32

  private struct Entry {
    var nameEnd: UInt32
    /// -1: unknown.
    var line: Int32
    /// 0: pending.
    var body: Int32
  }

  private var entries: [Entry] = []
  private var names: [UInt8] = []

  /// More text than anybody reads in names.
  static let maximumNameBytes = 64 << 20

  /// Whether there is room for a scenario of this name.
  func hasRoom(for name: String) -> Bool { names.count + name.utf8.count <= Self.maximumNameBytes }

  mutating func append(_ spec: Spec) -> Index {
    names.append(contentsOf: spec.name.utf8)
    entries.append(
      Entry(
        nameEnd: UInt32(names.count), line: Int32(clamping: spec.line ?? -1), body: Int32(clamping: spec.body ?? 0)))
    return Index(entries.count - 1)
  }

  subscript(index: Index) -> Spec {
    let entry = entries[Int(index)]
    let start = index == 0 ? 0 : Int(entries[Int(index) - 1].nameEnd)
    return Spec(
      name: String(decoding: names[start..<Int(entry.nameEnd)], as: UTF8.self),
      body: entry.body == 0 ? nil : Int64(entry.body), line: entry.line < 0 ? nil : Int(entry.line))
  }
}
