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
  /// The patterns by folder; the outermost folder is empty.
  private var patterns: [String: [Pattern]] = [:]
  private var remainingPaths = 1000
  private static let maximumBytes = 64 * 1024, maximumPatterns = 500, maximumDepth = 40

  init(_ tree: any FileTree) { self.tree = tree }

  /// Returns whether a path, or a folder that contains it, is ignored. The last matching pattern wins.
  mutating func ignores(_ path: String) -> Bool {
    let parts = FileTreePath.parts(of: path).map(String.init)
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
    let bytes = try? tree.readPrefix(FileTreePath.join(folder, ".gitignore"), count: Self.maximumBytes)
    let lines = String(decoding: bytes ?? [], as: UTF8.self).split(whereSeparator: \.isNewline)
    let found = lines.prefix(Self.maximumPatterns).compactMap { Self.pattern($0) }
    patterns[folder] = found
    return found
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
    guard pattern.isAnchored else { return path.last.map { BuildSettingKey.matches($0, pattern.parts[0]) } ?? false }
    return matches(path[...], pattern.parts[...])
  }

  /// Matches path components; `**` matches any folders.
  private static func matches(_ path: ArraySlice<String>, _ pattern: ArraySlice<String>) -> Bool {
    guard let first = pattern.first else { return path.isEmpty }
    if first == "**" {
      return (path.startIndex...path.endIndex).contains { matches(path[$0...], pattern.dropFirst()) }
    }
    guard let part = path.first, BuildSettingKey.matches(part, first) else { return false }
    return matches(path.dropFirst(), pattern.dropFirst())
  }
}
