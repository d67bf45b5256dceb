/// Files that build settings keep out of a bundle although the target lists them.
struct ExclusionRules: Sendable {
  private let excluded: [String]
  private let included: [String]
  /// Folders and files that are there for previews only: an archive leaves them out.
  private let developmentAssets: [String]

  /// - Parameter directory: the project's folder, where relative paths start.
  init(_ settings: BuildSettings, directory: String) {
    excluded = Self.patterns(settings, "EXCLUDED_SOURCE_FILE_NAMES")
    included = Self.patterns(settings, "INCLUDED_SOURCE_FILE_NAMES")
    developmentAssets = Self.patterns(settings, "DEVELOPMENT_ASSET_PATHS").compactMap { path in
      ProjectPath.resolve(path, from: directory).path
    }
  }

  /// So many that no project has more; each file of the target is held against each of them.
  private static func patterns(_ settings: BuildSettings, _ name: String) -> [String] {
    Array(settings.list(name).prefix(200))
  }

  func exclude(_ path: String) -> Bool {
    if developmentAssets.contains(where: { !$0.isEmpty && (path == $0 || path.hasPrefix($0 + "/")) }) { return true }
    return excluded.contains { Self.matches(path, $0) } && !included.contains { Self.matches(path, $0) }
  }

  /// A pattern without a slash means names, one with a slash the end of paths.
  private static func matches(_ path: String, _ pattern: String) -> Bool {
    if !pattern.contains("/") { return BuildSettingKey.matches(FileTreePath.lastComponent(path), pattern) }
    return BuildSettingKey.matches(path, pattern) || BuildSettingKey.matches(path, "*/" + pattern)
  }
}
