import AppSources
import PropertyLists

/// Keeps the document of a request, known again by everything that it depends on: the files' bytes, the request, the
/// version of the program.
struct DocumentCache {
  private let folder: CacheFolder
  private let name: String
  private let key: ContentHash

  /// Changes with every change of the analysis, so that a document of an older build is not taken for a new one.
  static let generation = 2

  init(_ path: String, request: SourceRequest, files: [LoadedFile]) {
    folder = CacheFolder(path: path)
    var place = ContentHash()
    place.add(request.root)
    name = "document-\(place.text).json"
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

  /// The document of the same files; nil where there is none.
  func document() -> SourceDocument? {
    guard let bytes = folder.read(name), let end = bytes.firstIndex(of: 10),
      key.text.utf8.elementsEqual(bytes[..<end])
    else { return nil }
    return try? SourceDocument(json: Array(bytes[(end + 1)...]), file: name)
  }

  func keep(_ document: SourceDocument) {
    guard let text = try? document.json() else { return }
    folder.write(name, Array(key.text.utf8) + [10] + Array(text.utf8))
  }
}
