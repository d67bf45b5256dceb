import AppSources

/// The result of reading one file.
struct FileResult: Sendable {
  private(set) var facts: SourceFacts?
  private(set) var byteCount = 0
  private(set) var unread: [UnreadSource] = []
  /// The key of the facts in the cache.
  private(set) var key: ContentHash
  /// The facts for the cache, if they are not cached yet.
  private(set) var packed: [UInt8]?

  init(_ file: SourceRequest.File, _ loaded: LoadedFile, known: FactsCache?) {
    let language = SourceLanguage(path: file.path)
    key = loaded.hash
    key.add("\(language.map { "\($0)" } ?? "")")
    let stored: [UInt8]
    switch loaded.bytes {
    case .success(let read): stored = read
    case .failure(let problem):
      unread = [UnreadSource(SourcePlace(file: file.path, line: 1), problem.reason)]
      return
    }
    byteCount = stored.count
    if let facts = known?.facts(key) {
      take(facts, file)
      return
    }
    guard let bytes = SourceText.utf8(stored) else {
      note(SourceText.firstInvalid(stored) ?? 0, .notUTF8, file, LineTable(stored))
      return
    }
    if let offset = SourceText.tooDeep(bytes) {
      note(offset, .tooDeep, file, LineTable(bytes))
      return
    }
    guard let language else {
      note(0, .unparsed, file, LineTable())
      return
    }
    var read = language.facts(of: bytes)
    read.index = SourceIndex(of: read)
    if known != nil { packed = read.packed }
    take(read, file)
  }

  private mutating func take(_ read: SourceFacts, _ file: SourceRequest.File) {
    for trouble in read.troubles { note(trouble.offset, trouble.isDepth ? .tooDeep : .unparsed, file, read.lines) }
    facts = read
  }

  private mutating func note(
    _ offset: UInt32, _ reason: UnreadSource.Reason, _ file: SourceRequest.File, _ lines: LineTable
  ) {
    // One place of each kind is enough per file.
    guard !unread.contains(where: { $0.reason == reason }) else { return }
    let position = lines.position(of: offset)
    unread.append(UnreadSource(SourcePlace(file: file.path, line: position.line, column: position.column), reason))
  }
}

/// The supported languages, by file extension.
enum SourceLanguage: Sendable {
  case swift
  /// Objective-C, with C, C++ and headers.
  case objectiveC

  init?(path: String) {
    switch path.utf8.lastIndex(of: UInt8(ascii: ".")).map({ path[path.utf8.index(after: $0)...].lowercased() }) {
    case "swift": self = .swift
    case "m", "mm", "h": self = .objectiveC
    default: return nil
    }
  }

  func facts(of bytes: [UInt8]) -> SourceFacts {
    switch self {
    case .swift: SwiftReader.facts(of: bytes)
    case .objectiveC: ObjectiveCReader.facts(of: bytes)
    }
  }
}

/// The bytes of one requested file, or the reason it could not be read.
struct LoadedFile: Sendable {
  let bytes: Result<[UInt8], SourceFolder.Problem>
  let hash: ContentHash

  init(_ file: SourceRequest.File, in folder: SourceFolder) {
    bytes = folder.bytes(of: file.path)
    switch bytes {
    case .success(let bytes): hash = ContentHash(bytes)
    case .failure(let problem):
      var hash = ContentHash()
      hash.add(problem.reason.rawValue)
      self.hash = hash
    }
  }
}
