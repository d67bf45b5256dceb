import Synchronization

/// Keeps what each file of a project says, known again by the file's bytes: of a project in which one file has changed, one
/// file is read. What goes across files is worked out anew.
///
/// All of a project lie in one file, which is safe to delete.
struct FactsCache: Sendable {
  /// What is kept of one file.
  private struct Entry {
    let range: Range<Int>
    /// How often something else was added since it was last asked for.
    let age: UInt8
  }

  private let folder: CacheFolder
  private let name: String
  private let content: ArraySlice<UInt8>
  private let entries: [ContentHash: Entry]

  /// Entries that nobody asks for are dropped then: other targets and branches of the project may have them.
  private static let oldest: UInt8 = 20

  /// Opens what is kept for a project.
  ///
  /// - Parameters:
  ///   - path: the folder of the cache.
  ///   - root: of the project.
  init(_ path: String, root: String) {
    folder = CacheFolder(path: path)
    name = "files-\(ContentHash(Array(root.utf8)).text)"
    content = folder.read(name) ?? []
    entries = Self.entries(in: content)
  }

  /// A line with the version of the analysis; then of each file its key, its age, its length, and its facts.
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

  /// What a file says; nil where it is not known.
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

  /// Keeps what was read beside what was known.
  ///
  /// - Parameters:
  ///   - read: what is new, packed.
  ///   - used: the keys of all files that were asked for.
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
  /// As the cache keeps it.
  var packed: [UInt8] {
    var encoder = FactsEncoder()
    encoder.write(self)
    return encoder.result
  }
}
