public import AppSources
import Synchronization

/// Reads the sources of an app and reports what they do.
public enum SourceReader {
  /// The version of the program, as `homescreen version` prints it.
  public static let version = "0.1.0"

  /// Returns what the files of a request do.
  ///
  /// Unreadable files are listed in the document; the others are still read.
  ///
  /// - Returns: nil if the folder of the project does not exist.
  public static func document(for request: SourceRequest) -> SourceDocument? {
    document(for: request, looksEverywhere: false)
  }

  /// Returns the document. If `looksEverywhere` is true, it also searches files that the index excludes; the
  /// result must be the same.
  package static func document(for request: SourceRequest, looksEverywhere: Bool) -> SourceDocument? {
    guard let folder = SourceFolder(request.root) else { return nil }
    let result = Mutex<SourceDocument?>(nil)
    DeepThreads.run {
      let document = read(request, in: folder, looksEverywhere: looksEverywhere)
      result.withLock { $0 = document }
    }
    return result.withLock { $0 }
  }

  private static func read(_ request: SourceRequest, in folder: SourceFolder, looksEverywhere: Bool) -> SourceDocument {
    let loaded = all(request.files.count) { LoadedFile(request.files[$0], in: folder) }
    let cache = request.cache.map { DocumentCache($0, request: request, files: loaded) }
    if let known = cache?.document() { return known }

    let known = request.cache.map { FactsCache($0, root: request.root) }
    let results = all(request.files.count) { FileResult(request.files[$0], loaded[$0], known: known) }
    var files: [Program.File] = []
    var document = SourceDocument(program: version, fileCount: 0, byteCount: 0)
    var read: [ContentHash: [UInt8]] = [:]
    for (file, result) in zip(request.files, results) {
      document.unread += result.unread
      guard let facts = result.facts else { continue }
      document.fileCount += 1
      document.byteCount += result.byteCount
      files.append(Program.File(path: file.path, module: file.module, facts: facts))
      if let packed = result.packed { read[result.key] = packed }
    }
    known?.keep(read, used: Set(results.map(\.key)))
    Analysis.document(files, request: request, looksEverywhere: looksEverywhere, into: &document)
    cache?.keep(document)
    return document
  }

  /// Returns the results for all numbers below the count, computed on all cores.
  private static func all<Element: Sendable>(_ count: Int, _ make: @escaping @Sendable (Int) -> Element) -> [Element] {
    let results = Mutex<[Element?]>(Array(repeating: nil, count: count))
    DeepThreads.each(below: count) { number in
      let result = make(number)
      results.withLock { $0[number] = result }
    }
    return results.withLock { $0 }.compactMap { $0 }
  }
}
