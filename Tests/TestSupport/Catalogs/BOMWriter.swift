/// Writes the container of a compiled catalog: numbered blocks, names and trees.
public struct BOMWriter {
  /// Block 0 is unused.
  private var blocks: [[UInt8]] = [[]]
  private var names: [(name: String, block: Int)] = []
  /// Pairs in a leaf of a tree; a larger tree has several leaves and a node above them.
  public var pairsInLeaf = 200

  /// An empty container.
  public init() {}

  /// Adds a block and returns its number.
  public mutating func add(_ bytes: [UInt8]) -> Int {
    blocks.append(bytes)
    return blocks.count - 1
  }

  /// Adds a named block.
  public mutating func add(_ bytes: [UInt8], named name: String) { names.append((name, add(bytes))) }

  /// Adds a tree of these pairs in order.
  public mutating func addTree(_ pairs: [(key: [UInt8], value: [UInt8])], named name: String) {
    let numbers = pairs.map { (key: add($0.key), value: add($0.value)) }
    var leaves: [(block: Int, first: Int)] = []
    var start = 0
    repeat {
      let end = min(numbers.count, start + pairsInLeaf)
      let isLast = end == numbers.count
      var leaf = Self.half(1) + Self.half(end - start)
      // Leaves are consecutive, so the next one has the next number.
      leaf += Self.word(isLast ? 0 : blocks.count + 1) + Self.word(leaves.last?.block ?? 0)
      for pair in numbers[start..<end] { leaf += Self.word(pair.value) + Self.word(pair.key) }
      leaves.append((add(leaf), numbers.isEmpty ? 0 : numbers[start].key))
      start = end
    } while start < numbers.count
    var root = leaves[0].block
    if leaves.count > 1 {
      var node = Self.half(0) + Self.half(leaves.count) + Self.word(0) + Self.word(0)
      for leaf in leaves { node += Self.word(leaf.block) + Self.word(leaf.first) }
      root = add(node)
    }
    add(
      Array("tree".utf8) + Self.word(1) + Self.word(root) + Self.word(4096) + Self.word(pairs.count) + [0], named: name)
  }

  /// The file.
  public var bytes: [UInt8] {
    var body: [UInt8] = []
    var index = Self.word(blocks.count)
    for block in blocks {
      index += Self.word(block.isEmpty ? 0 : 512 + body.count) + Self.word(block.count)
      body += block
    }
    var vars = Self.word(names.count)
    for (name, block) in names { vars += Self.word(block) + [UInt8(name.utf8.count)] + Array(name.utf8) }
    let indexStart = 512 + body.count
    var head = Array("BOMStore".utf8) + Self.word(1) + Self.word(blocks.count - 1)
    head += Self.word(indexStart) + Self.word(index.count) + Self.word(indexStart + index.count) + Self.word(vars.count)
    head += [UInt8](repeating: 0, count: 512 - head.count)
    return head + body + index + vars
  }

  private static func word(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }
  private static func half(_ value: Int) -> [UInt8] { [8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }
}
