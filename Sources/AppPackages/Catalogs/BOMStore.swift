import Platform
public import PropertyLists

/// The container of a compiled catalog: numbered blocks, some of them named, and trees of keys and values.
///
/// All numbers are big-endian. Every address and length is checked against the file, and every walk ends.
struct BOMStore {
  /// A block: a range of the file.
  struct Block: Equatable {
    var start: Int
    var count: Int
  }

  var bytes: CatalogBytes
  /// The index as in the file: eight bytes per block.
  private let index: [UInt8]
  private let indexStart: Int
  /// The numbers of the named blocks.
  private(set) var names: [String: Int] = [:]

  /// The maximum number of blocks: an index of 16 MB, hundreds of times as large as in the largest catalogs.
  private static let maximumBlocks = 2_000_000
  private static let maximumNames = 1000

  init(_ source: any ByteSource, file: String) throws(CompiledCatalogProblem) {
    var bytes = CatalogBytes(source, file: file)
    guard bytes.count >= 32, try bytes.matches("BOMStore", at: 0) else {
      throw bytes.problem("this is not a compiled catalog: it does not begin with “BOMStore”", at: 0, .notACatalog)
    }
    indexStart = try bytes.big32(16)
    let indexSize = try bytes.big32(20)
    let blocks = try bytes.big32(indexStart)
    guard indexSize >= 4, blocks <= (indexSize - 4) / 8, indexStart <= bytes.count - indexSize else {
      throw bytes.problem("the index claims \(blocks) blocks, more than it has room for", at: indexStart)
    }
    guard blocks <= Self.maximumBlocks else {
      throw bytes.problem("the file has \(blocks) blocks, more than \(Self.maximumBlocks)", at: indexStart, .tooLarge)
    }
    index = try bytes.bytes(indexStart + 4..<indexStart + 4 + 8 * blocks)
    guard index.count == 8 * blocks else {
      throw bytes.problem("the file shrank while it was being read", at: indexStart)
    }
    self.bytes = bytes
    try readNames()
  }

  private mutating func readNames() throws(CompiledCatalogProblem) {
    let start = try bytes.big32(24)
    let count = try bytes.big32(start)
    guard count <= Self.maximumNames else {
      throw bytes.problem("the file has too many named blocks: \(count)", at: start)
    }
    var place = start + 4
    for _ in 0..<count {
      let length = try bytes.byte(place + 4)
      names[try bytes.text(place + 5, length)] = try bytes.big32(place)
      place += 5 + length
    }
  }

  func block(_ number: Int) throws(CompiledCatalogProblem) -> Block {
    guard number > 0, number < index.count / 8 else {
      throw bytes.problem("block \(number) is missing: the index has \(index.count / 8) entries", at: indexStart)
    }
    func word(_ place: Int) -> Int { index[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
    let block = Block(start: word(8 * number), count: word(8 * number + 4))
    guard block.start <= bytes.count - block.count else {
      throw bytes.problem(
        "block \(number) has \(block.count) bytes from byte \(block.start), but the file ends after \(bytes.count)",
        at: indexStart + 4 + 8 * number)
    }
    return block
  }

  /// Returns the block with a name; nil if there is none.
  func block(named name: String) throws(CompiledCatalogProblem) -> Block? {
    guard let number = names[name] else { return nil }
    return try block(number)
  }

  /// Calls `visit` for each pair of a tree, with the block numbers of its key and value.
  ///
  /// A catalog with small keys stores the key in place of a block number.
  mutating func forEachPair(
    inTree name: String, atMost maximum: Int,
    _ visit: (inout BOMStore, _ key: Int, _ value: Int) throws(CompiledCatalogProblem) -> Void
  ) throws(CompiledCatalogProblem) {
    guard let tree = try block(named: name) else { return }
    guard tree.count >= 21, try bytes.matches("tree", at: tree.start) else {
      throw bytes.problem("\(name) is not a tree", at: tree.start)
    }
    // Every node is a separate block, so a list with more nodes than blocks has a cycle.
    var nodesLeft = index.count / 8
    var pairsLeft = maximum
    var node = try block(try bytes.big32(tree.start + 8))
    while try bytes.big16(node.start) == 0 {
      guard node.count >= 20, nodesLeft > 0 else {
        throw bytes.problem("the tree \(name) has a cycle or an empty node", at: node.start)
      }
      nodesLeft -= 1
      node = try block(try bytes.big32(node.start + 12))
    }
    while true {
      guard node.count >= 12 else { throw bytes.problem("a node of the tree \(name) is cut off", at: node.start) }
      let count = try bytes.big16(node.start + 2)
      guard 12 + 8 * count <= node.count else {
        throw bytes.problem("a node of the tree \(name) claims \(count) pairs, but has room for fewer", at: node.start)
      }
      pairsLeft -= count
      guard pairsLeft >= 0 else {
        throw bytes.problem("the tree \(name) has more than \(maximum) pairs", at: node.start, .tooLarge)
      }
      // Read the node once: each key and value moves the window.
      let pairs = try bytes.bytes(node.start + 12..<node.start + 12 + 8 * count)
      guard pairs.count == 8 * count else {
        throw bytes.problem("the file shrank while it was being read", at: node.start)
      }
      for place in stride(from: 0, to: pairs.count, by: 8) {
        func word(_ place: Int) -> Int { pairs[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
        try visit(&self, word(place + 4), word(place))
      }
      let next = try bytes.big32(node.start + 4)
      guard next != 0 else { return }
      guard nodesLeft > 0 else { throw bytes.problem("the tree \(name) has a cycle", at: node.start) }
      nodesLeft -= 1
      node = try block(next)
      guard try bytes.big16(node.start) != 0 else {
        throw bytes.problem("a leaf of the tree \(name) does not point to a node", at: node.start)
      }
    }
  }
}

/// The numbers and texts of a compiled catalog by their position in the file. Nearby bytes are read together; little of
/// a large file is read, and nothing is retained.
struct CatalogBytes {
  private let source: any ByteSource
  /// The name of the file in messages.
  let file: String
  private var window: [UInt8] = []
  private var start = 0

  /// The bytes read at once, enough for a header with its properties or many keys.
  private static let windowSize = 2048

  init(_ source: any ByteSource, file: String) { (self.source, self.file) = (source, file) }

  var count: Int { source.count }

  func problem(_ message: String, at place: Int, _ kind: CompiledCatalogProblem.Kind = .damaged)
    -> CompiledCatalogProblem
  {
    CompiledCatalogProblem(
      kind, message, SourceLocation(file: file, offset: place),
      hint: kind == .damaged ? "was the copy interrupted, or is the file still in Git LFS? Build the app again" : nil)
  }

  /// Ensures that the window contains the bytes.
  /// - Returns: their index in the window.
  @inline(__always)
  private mutating func require(_ place: Int, _ size: Int) throws(CompiledCatalogProblem) -> Int {
    if place >= start, place + size <= start + window.count { return place - start }
    try load(place, size)
    return 0
  }

  private mutating func load(_ place: Int, _ size: Int) throws(CompiledCatalogProblem) {
    guard place >= 0, size >= 0, place <= count - size else {
      throw problem("the file ends after \(count) bytes, but \(size) are needed here", at: max(0, place))
    }
    window = try bytes(place..<min(count, place + max(size, Self.windowSize)))
    start = place
    guard window.count >= size else { throw problem("the file shrank while it was being read", at: place) }
  }

  /// Returns bytes of the file without retaining them.
  func bytes(_ range: Range<Int>) throws(CompiledCatalogProblem) -> [UInt8] {
    Work.count(range.count * FileTreeLimits.costOfReadByte)
    do throws(FileTreeError) {
      return try source.bytes(range)
    } catch {
      throw CompiledCatalogProblem(.unreadable, error.message, SourceLocation(file: file), hint: error.hint)
    }
  }

  mutating func little32(_ place: Int) throws(CompiledCatalogProblem) -> Int {
    let index = try require(place, 4)
    return Int(window[index]) | Int(window[index + 1]) << 8 | Int(window[index + 2]) << 16 | Int(window[index + 3])
      << 24
  }

  mutating func little16(_ place: Int) throws(CompiledCatalogProblem) -> Int {
    let index = try require(place, 2)
    return Int(window[index]) | Int(window[index + 1]) << 8
  }

  mutating func big32(_ place: Int) throws(CompiledCatalogProblem) -> Int {
    let index = try require(place, 4)
    return Int(window[index]) << 24 | Int(window[index + 1]) << 16 | Int(window[index + 2]) << 8
      | Int(window[index + 3])
  }

  mutating func big16(_ place: Int) throws(CompiledCatalogProblem) -> Int {
    let index = try require(place, 2)
    return Int(window[index]) << 8 | Int(window[index + 1])
  }

  mutating func byte(_ place: Int) throws(CompiledCatalogProblem) -> Int { Int(window[try require(place, 1)]) }

  /// Reads text that ends at a zero byte or after `size` bytes.
  mutating func text(_ place: Int, _ size: Int) throws(CompiledCatalogProblem) -> String {
    let index = try require(place, size)
    let bytes = window[index..<index + size]
    return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }

  mutating func matches(_ text: StaticString, at place: Int) throws(CompiledCatalogProblem) -> Bool {
    let size = text.utf8CodeUnitCount
    let index = try require(place, size)
    return (0..<size).allSatisfy { window[index + $0] == text.utf8Start[$0] }
  }
}

/// A problem with a compiled catalog or one of its pictures, with its location.
public struct CompiledCatalogProblem: LocatedError {
  /// The reason why reading fails.
  public enum Kind: String, Sendable, CaseIterable {
    /// The file has another format.
    case notACatalog
    /// The content is contradictory or ends too early.
    case damaged
    /// The content exceeds a limit.
    case tooLarge
    /// The encoding of pictures is not supported.
    case unsupported
    /// The file could not be opened or read.
    case unreadable
  }

  /// The reason, for programs; ``message`` is for people.
  public var kind: Kind
  /// The description of the error, without its location and without a full stop.
  public var message: String
  /// The file, and the byte offset if known.
  public var location: SourceLocation
  /// The advice for fixing the problem.
  public var hint: String?

  init(_ kind: Kind, _ message: String, _ location: SourceLocation, hint: String? = nil) {
    (self.kind, self.message, self.location, self.hint) = (kind, message, location, hint)
  }
}
