import Platform
import PropertyLists

/// The paths of a checkout that Git ignores, from the `.gitignore` files of its folders: ignored files are generated,
/// and missing from a fresh clone.
struct GitIgnore {
  private struct Pattern {
    let parts: [String]
    let isAnchored: Bool
    let isNegated: Bool
  }

  private let tree: any FileTree
  /// The patterns, keyed by folder; the key of the outermost folder is empty.
  private var patterns: [String: [Pattern]] = [:]
  private var remainingPaths = 1000
  private static let maximumBytes = 64 * 1024, maximumPatterns = 500, maximumDepth = 40

  /// The folders from the root of the checkout to the tree; their `.gitignore` files count, too.
  private let above: [String]

  init(_ tree: any FileTree) {
    self.tree = tree
    let place = VersionControl.place(of: tree)
    above = FileTreePath.parts(of: place?.path ?? "").map(String.init)
    let names = above
    for count in names.indices {
      let folder = ([place?.root ?? ""] + names.prefix(count)).joined(separator: "/")
      let content = try? CurrentMachine.value.read("\(folder)/.gitignore", .prefix(Self.maximumBytes))
      patterns[names.prefix(count).joined(separator: "/")] = Self.patterns(in: content?.bytes ?? [])
    }
  }

  /// Returns whether a path, or a folder that contains it, is ignored. The last matching pattern wins.
  mutating func ignores(_ path: String) -> Bool {
    let parts = above + FileTreePath.parts(of: path).map(String.init)
    remainingPaths -= 1
    guard parts.count <= Self.maximumDepth, remainingPaths >= 0 else { return false }
    return parts.indices.contains { end in
      var isIgnored = false
      for start in 0...end {
        let folder = parts[..<start].joined(separator: "/")
        let inner = Array(parts[start...end])
        for pattern in self.patterns(in: folder) where Self.matches(inner, pattern) { isIgnored = !pattern.isNegated }
      }
      return isIgnored
    }
  }

  private mutating func patterns(in folder: String) -> [Pattern] {
    if let known = patterns[folder] { return known }
    let inner = FileTreePath.parts(of: folder).dropFirst(above.count).joined(separator: "/")
    let bytes = try? tree.readPrefix(FileTreePath.join(inner, ".gitignore"), count: Self.maximumBytes)
    let found = Self.patterns(in: bytes ?? [])
    patterns[folder] = found
    return found
  }

  private static func patterns(in bytes: [UInt8]) -> [Pattern] {
    let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
    return lines.prefix(maximumPatterns).compactMap { pattern($0) }
  }

  private static func pattern(_ line: Substring) -> Pattern? {
    var text = line[...]
    while text.last == " " { text.removeLast() }
    guard let first = text.first, first != "#" else { return nil }
    if first == "!" { text.removeFirst() }
    if text.last == "/" { text.removeLast() }
    let isAnchored = text.contains("/")
    let parts = FileTreePath.parts(of: String(text)).map(String.init)
    return parts.isEmpty ? nil : Pattern(parts: parts, isAnchored: isAnchored, isNegated: first == "!")
  }

  private static func matches(_ path: [String], _ pattern: Pattern) -> Bool {
    guard pattern.isAnchored else { return path.last.map { fits($0, pattern.parts[0]) } ?? false }
    return matches(path[...], pattern.parts[...])
  }

  private static func fits(_ name: String, _ pattern: String) -> Bool {
    FileTreePath.matches(Array(name.utf8), Array(pattern.utf8), hidesDots: false)
  }

  /// Matches path components; `**` matches any folders.
  private static func matches(_ path: ArraySlice<String>, _ pattern: ArraySlice<String>) -> Bool {
    guard let first = pattern.first else { return path.isEmpty }
    if first == "**" { return (path.startIndex...path.endIndex).contains { matches(path[$0...], pattern.dropFirst()) } }
    guard let part = path.first, fits(part, first) else { return false }
    return matches(path.dropFirst(), pattern.dropFirst())
  }
}
