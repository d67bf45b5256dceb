import PropertyLists

/// The sources that an app is made of: Swift, Objective-C and headers.
public struct SourceFiles: Sendable, Equatable {
  /// One source.
  public struct File: Sendable, Hashable {
    /// Inside of the tree that the package was read from.
    public let path: String
    /// The Swift package's target or the framework that it belongs to; nil for the app's own.
    public let module: String?
  }

  /// Those of the app first, each group sorted by its paths.
  public internal(set) var files: [File] = []
  /// Whether nothing is missing that the app names itself: files that are not there, or lie where nothing may be read.
  public internal(set) var isWhole = true

  /// Whether a file of this name is one.
  static func isSource(_ name: String) -> Bool {
    ["swift", "m", "mm", "h"].contains(FileTreePath.lowercasedExtension(of: name))
  }

  mutating func add(_ paths: some Sequence<String>, module: String?) {
    let known = Set(files.map { ExactText($0.path) })
    var new = Set<ExactText>()
    for path in paths where !known.contains(ExactText(path)) { new.insert(ExactText(path)) }
    files += new.map(\.text).sorted(by: ExactText.precedes).map { File(path: $0, module: module) }
  }
}
