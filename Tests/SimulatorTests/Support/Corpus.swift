import Foundation
import Testing

/// Real projects that lie beside the repository, where they are: `../shared/corpus`, or `HOMESCREEN_CORPUS`.
enum Corpus {
  /// The folder of a project; nil where there is no corpus.
  static func project(_ name: String) -> String? {
    let named = ProcessInfo.processInfo.environment["HOMESCREEN_CORPUS"].map { URL(filePath: $0) }
    let beside = Repository.root.appending(path: "../shared/corpus")
    for folder in [named, beside].compactMap({ $0 }) {
      let path = folder.appending(path: name).standardizedFileURL.path
      if FileManager.default.fileExists(atPath: path) { return path }
    }
    return nil
  }

  /// What a test that was skipped says.
  static let absent: Comment = "needs ../shared/corpus, or HOMESCREEN_CORPUS with its path"
}
