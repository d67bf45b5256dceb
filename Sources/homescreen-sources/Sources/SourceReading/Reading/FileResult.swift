import AppSources

/// What came of reading one file.
struct FileResult: Sendable {
  var facts: SourceFacts?
  var byteCount = 0
  var unread: [UnreadSource] = []

  init(_ file: SourceRequest.File, _ loaded: LoadedFile) {
    let bytes: [UInt8]
    switch loaded.bytes {
    case .success(let read): bytes = read
    case .failure(let problem):
      unread = [UnreadSource(SourcePlace(file: file.path, line: 1), problem.reason)]
      return
    }
    byteCount = bytes.count
    if let offset = SourceText.firstInvalid(bytes) {
      note(offset, .notUTF8, file, LineTable(bytes))
      return
    }
    if let offset = SourceText.tooDeep(bytes) {
      note(offset, .tooDeep, file, LineTable(bytes))
      return
    }
    guard let language = SourceLanguage(path: file.path) else {
      note(0, .unparsed, file, LineTable())
      return
    }
    let read = language.facts(of: bytes)
    for trouble in read.troubles { note(trouble.offset, trouble.isDepth ? .tooDeep : .unparsed, file, read.lines) }
    facts = read
  }

  private mutating func note(
    _ offset: UInt32, _ reason: UnreadSource.Reason, _ file: SourceRequest.File, _ lines: LineTable
  ) {
    // One place of each kind is enough for a file.
    guard !unread.contains(where: { $0.reason == reason }) else { return }
    let position = lines.position(of: offset)
    unread.append(
      UnreadSource(SourcePlace(file: file.path, line: position.line, column: position.column), reason))
  }
}

/// The languages that are read, by the ends of files' names.
enum SourceLanguage: Sendable {
  case swift
  /// With C, C++ and headers.
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
