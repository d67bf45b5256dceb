import Synchronization

/// Caches the facts of each file of a project, keyed by its content: if one file has changed, only that file is read.
/// The analysis across files always runs again.
///
/// The facts of a project are in one file, which is safe to delete.
struct FactsCache: Sendable {
  /// The cached facts of one file.
  private struct Entry {
    let range: Range<Int>
    /// The number of additions since it was last used.
    let age: UInt8
  }

  private let folder: CacheFolder
  private let name: String
  private let content: ArraySlice<UInt8>
  private let entries: [ContentHash: Entry]

  /// The age at which unused entries are removed; until then, other targets and branches may use them.
  private static let oldest: UInt8 = 20

  /// Opens the cache of a project.
  ///
  /// - Parameters:
  ///   - path: the folder of the cache.
  ///   - root: the root of the project.
  init(_ path: String, root: String) {
    folder = CacheFolder(path: path)
    name = "files-\(ContentHash(Array(root.utf8)).text)"
    content = folder.read(name) ?? []
    entries = Self.entries(in: content)
  }

  /// The first line of the file, with the version of the analysis. The key, age, length and facts of each source follow.
  private static let head = Array("facts \(DocumentCache.generation)\n".utf8)
  private static let headOfEntry = 16 + 1 + 4

  private static func entries(in content: ArraySlice<UInt8>) -> [ContentHash: Entry] {
    guard content.starts(with: head) else { return [:] }
    var entries: [ContentHash: Entry] = [:]
    var index = content.startIndex + head.count
    while index + headOfEntry <= content.endIndex {
      let key = ContentHash(stored: content[index..<index + 16])
      let length = content[(index + 17)..<(index + headOfEntry)].reduce(0) { $0 << 8 | Int($1) }
      let start = index + headOfEntry
      guard length <= content.endIndex - start else { break }
      entries[key] = Entry(range: start..<start + length, age: content[index + 16])
      index = start + length
    }
    return entries
  }

  /// Returns the facts of a file; nil if they are not cached.
  func facts(_ key: ContentHash) -> SourceFacts? {
    guard let entry = entries[key] else { return nil }
    return content.withUnsafeBufferPointer { bytes in
      let start = entry.range.lowerBound - content.startIndex
      do {
        var decoder = try FactsDecoder(UnsafeBufferPointer(rebasing: bytes[start..<start + entry.range.count]))
        return try decoder.value()
      } catch {
        return nil
      }
    }
  }

  /// Adds new facts to the cache.
  ///
  /// - Parameters:
  ///   - read: the new facts, packed.
  ///   - used: the keys of all requested files.
  func keep(_ read: [ContentHash: [UInt8]], used: Set<ContentHash>) {
    guard !read.isEmpty else { return }
    var bytes = Self.head
    bytes.reserveCapacity(content.count + read.values.reduce(0) { $0 + $1.count + Self.headOfEntry })
    func add(_ key: ContentHash, _ age: UInt8, _ facts: some Collection<UInt8>) {
      key.store(in: &bytes)
      bytes.append(age)
      for shift in stride(from: 24, through: 0, by: -8) {
        bytes.append(UInt8(truncatingIfNeeded: facts.count >> shift))
      }
      bytes.append(contentsOf: facts)
    }
    for (key, facts) in read { add(key, 0, facts) }
    for (key, entry) in entries where read[key] == nil {
      let age = used.contains(key) ? 0 : entry.age + 1
      if age < Self.oldest { add(key, age, content[entry.range]) }
    }
    folder.write(name, bytes)
  }
}

extension SourceFacts {
  /// The facts in the format of the cache.
  var packed: [UInt8] {
    var encoder = FactsEncoder()
    encoder.write(self)
    return encoder.result
  }
}
