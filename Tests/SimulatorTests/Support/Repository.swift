import Foundation

/// The sources of this package, for tests that compare them with the ledgers.
enum Repository {
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The text of all Swift files under a folder of the package, by path.
  static func swiftFiles(under folder: String) throws -> [(path: String, text: String)] {
    let base = root.appending(path: folder)
    let paths = try FileManager.default.subpathsOfDirectory(atPath: base.path).filter { $0.hasSuffix(".swift") }
    return try paths.sorted().map { ($0, try String(contentsOf: base.appending(path: $0), encoding: .utf8)) }
  }

  /// The IDs of facts that a text names.
  static func factIDs(in text: String) -> Set<String> {
    Set(text.matches(of: /\b(?:ICON|LAUNCH|QUICK|STORE)-[0-9]{3}\b/).map { String($0.output) })
  }
}
