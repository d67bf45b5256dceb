import Platform

/// Files that build settings keep out of a bundle although the target lists them.
struct ExclusionRules: Sendable, Hashable {
  /// Which settings keep a file out.
  enum Reason: Sendable {
    case excludedSourceFileNames
    /// There for previews and the simulator only.
    case developmentAssets

    /// For the end of a sentence about what is not there.
    var explanation: String {
      switch self {
      case .excludedSourceFileNames: "EXCLUDED_SOURCE_FILE_NAMES excludes it"
      case .developmentAssets: "DEVELOPMENT_ASSET_PATHS excludes it from an archive"
      }
    }
  }

  private let excluded: [String]
  private let included: [String]
  private let developmentAssets: [String]

  /// - Parameter directory: the project's folder, where relative paths start.
  init(_ settings: BuildSettings, directory: String) {
    excluded = Self.patterns(settings, "EXCLUDED_SOURCE_FILE_NAMES")
    included = Self.patterns(settings, "INCLUDED_SOURCE_FILE_NAMES")
    // Only an archive leaves them out, and a build that is stripped as one (ICON-214).
    let isArchive = settings["ACTION"] == "install" || settings.flag("DEPLOYMENT_POSTPROCESSING")
    developmentAssets =
      isArchive
      ? Self.patterns(settings, "DEVELOPMENT_ASSET_PATHS").compactMap { path in
        ProjectPath.resolve(path, from: directory).path
      } : []
  }

  /// So many that no project has more; each file of the target is held against each of them.
  private static func patterns(_ settings: BuildSettings, _ name: String) -> [String] {
    Array(settings.list(name).prefix(200))
  }

  /// Nil for a file that stays.
  func reason(toExclude path: String) -> Reason? {
    if developmentAssets.contains(where: { !$0.isEmpty && (path == $0 || path.hasPrefix($0 + "/")) }) {
      return .developmentAssets
    }
    let isExcluded = excluded.contains { Self.matches(path, $0) } && !included.contains { Self.matches(path, $0) }
    return isExcluded ? .excludedSourceFileNames : nil
  }

  /// A pattern without a slash means names, one with a slash the end of paths.
  private static func matches(_ path: String, _ pattern: String) -> Bool {
    if !pattern.contains("/") { return BuildSettingKey.matches(FileTreePath.lastComponent(path), pattern) }
    return BuildSettingKey.matches(path, pattern) || BuildSettingKey.matches(path, "*/" + pattern)
  }
}
