import AppSources
import PropertyLists

/// Keeps the documents of a project, each known again by everything that it depends on: the files' bytes, the request, the
/// version of the program.
struct DocumentCache {
  private let folder: CacheFolder
  private let name: String
  private let key: ContentHash

  /// Changes with every change of the readers and the analysis, so that what an older build has kept is not taken for new.
  /// What one parser has read is not taken for what another one reads.
  static let generation = (["3"] + ReaderBuild.differences).joined(separator: ", ")

  /// The targets and configurations of a project that are asked for in turn.
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

  /// Each a line with its key and a line with the document, the last one that was asked for first.
  private func entries() -> [(key: ArraySlice<UInt8>, document: ArraySlice<UInt8>)] {
    let lines = (folder.read(name) ?? []).split(separator: 10)
    return stride(from: 0, to: lines.count - 1, by: 2).map { (lines[$0], lines[$0 + 1]) }
  }

  /// The document of the same files; nil where there is none.
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
