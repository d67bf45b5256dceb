public import AppSources
import Synchronization

/// Reads the sources of an app and tells what they do.
public enum SourceReader {
  /// The version of the program, as `homescreen version` prints it.
  public static let version = "0.1.0"

  /// What the files of a request do.
  ///
  /// Files that cannot be read are named in the document; the others are read nevertheless.
  ///
  /// - Returns: nil when the folder of the project is not there.
  public static func document(for request: SourceRequest) -> SourceDocument? {
    guard let folder = SourceFolder(request.root) else { return nil }
    let result = Mutex<SourceDocument?>(nil)
    DeepThreads.run {
      let document = read(request, in: folder)
      result.withLock { $0 = document }
    }
    return result.withLock { $0 }
  }

  private static func read(_ request: SourceRequest, in folder: SourceFolder) -> SourceDocument {
    let results = Mutex<[FileResult?]>(Array(repeating: nil, count: request.files.count))
    DeepThreads.each(below: request.files.count) { number in
      let result = FileResult(request.files[number], in: folder)
      results.withLock { $0[number] = result }
    }
    var files: [Program.File] = []
    var document = SourceDocument(program: version, fileCount: 0, byteCount: 0)
    for (file, result) in zip(request.files, results.withLock { $0 }) {
      guard let result else { continue }
      document.unread += result.unread
      guard let facts = result.facts else { continue }
      document.fileCount += 1
      document.byteCount += result.byteCount
      files.append(Program.File(path: file.path, module: file.module, facts: facts))
    }
    Analysis.document(files, request: request, into: &document)
    return document
  }
}
