import AppSources
import PropertyLists

/// Caches the documents of a project. Their key is everything they depend on: the bytes of the files, the request, and
/// the version of the program.
struct DocumentCache {
  private let folder: CacheFolder
  private let name: String
  private let key: ContentHash

  /// The version of the readers and the analysis; it changes with them, so that results of older builds are not used.
  /// Results of different parsers are kept apart.
  static let generation = (["33"] + ReaderBuild.differences).joined(separator: ", ")

  /// The maximum number of documents, for the targets and configurations that are requested in turn.
  private static let most = 12

  init(_ path: String, request: SourceRequest, files: [LoadedFile]) {
    folder = CacheFolder(path: path)
    name = "documents-\(ContentHash(Array(request.root.utf8)).text)"
    var key = ContentHash()
    key.add("\(SourceReader.version) \(SourceDocument.currentVersion) \(Self.generation)")
    for text in request.iconNames { key.add(text) }
    key.add("types")
    for text in request.actionTypes { key.add(text) }
    for (file, loaded) in zip(request.files, files) {
      key.add(file.path)
      key.add(file.module ?? "\u{0}")
      key.add(loaded.hash)
    }
    self.key = key
  }

  /// Returns the entries, most recently used first: one line with the key and one with the document for each.
  private func entries() -> [(key: ArraySlice<UInt8>, document: ArraySlice<UInt8>)] {
    let lines = (folder.read(name) ?? []).split(separator: 10)
    return stride(from: 0, to: lines.count - 1, by: 2).map { (lines[$0], lines[$0 + 1]) }
  }

  /// Returns the document of the same files; nil if there is none.
  func document() -> SourceDocument? {
    guard let known = entries().first(where: { key.text.utf8.elementsEqual($0.key) }) else { return nil }
    return try? SourceDocument(json: Array(known.document), file: name)
  }

  func keep(_ document: SourceDocument) {
    guard let text = try? document.json() else { return }
    var bytes = Array("\(key.text)\n\(text)\n".utf8)
    for entry in entries().prefix(Self.most - 1) { bytes += entry.key + [10] + entry.document + [10] }
    folder.write(name, bytes)
  }
}
