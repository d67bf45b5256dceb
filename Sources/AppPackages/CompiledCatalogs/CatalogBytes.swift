import Platform
import PropertyLists

/// Numbers and texts of a compiled catalog by their place in the file. What lies close together is read at once; of a
/// large file little is read, and nothing of it is kept.
struct CatalogBytes {
  private let source: any ByteSource
  /// What messages call the file.
  let file: String
  private var window: [UInt8] = []
  private var start = 0

  /// A header with its properties fits into this many bytes, and many keys.
  private static let windowSize = 2048

  init(_ source: any ByteSource, file: String) {
    self.source = source
    self.file = file
  }

  var count: Int { source.count }

  func problem(_ message: String, at place: Int, _ kind: CompiledCatalogProblem.Kind = .damaged)
    -> CompiledCatalogProblem
  {
    CompiledCatalogProblem(
      kind, message, SourceLocation(file: file, offset: place),
      hint: kind == .damaged ? "was it cut off while copying, or is it still in Git LFS? Build it again" : nil)
  }

  /// Makes sure that the bytes are in the window.
  /// - Returns: where in it they begin.
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
    guard window.count >= size else { throw problem("the file became shorter while it was read", at: place) }
  }

  /// Bytes of a range of the file, which nobody keeps.
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

  mutating func byte(_ place: Int) throws(CompiledCatalogProblem) -> Int {
    Int(window[try require(place, 1)])
  }

  /// A text that ends with a zero byte or after so many bytes.
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
