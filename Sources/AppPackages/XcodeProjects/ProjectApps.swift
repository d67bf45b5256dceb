import PropertyLists

/// The apps of a project, each with the settings in which it would be built, and the systems that it is for.
struct ProjectApps: Sendable {
  struct App: Sendable {
    let target: XcodeTarget
    let configuration: String
    let resolved: XcodeProject.ResolvedSettings
    let platforms: [TargetPlatform]

    var settings: BuildSettings { resolved.settings }
    var isForIOS: Bool { platforms.contains(.iOS) }
    /// `“Paint” (macOS, tvOS)`
    var title: String { "“\(target.name)” (\(platforms.map(\.rawValue).joined(separator: ", ")))" }
  }

  let project: XcodeProject
  let table: XcodeFileTable
  /// The disk below the project, in whatever letter case the project spells it.
  let disk: FoldedTree
  /// All targets that stand on a Home Screen, in the order of the project.
  let apps: [App]

  /// Those that are apps of their own for iPhone or iPad: no App Clips, no stickers.
  var applications: [App] { apps.filter { $0.target.isApplication && $0.isForIOS } }

  /// - Parameter path: the `.xcodeproj` folder inside of the tree.
  /// - Throws: ``AppPackageError``, see ``XcodeProject/init(tree:path:limits:)``.
  init(tree: any FileTree, path: String, options: PackageOptions) throws(AppPackageError) {
    let disk = FoldedTree(tree)
    let project = try XcodeProject(tree: disk, path: path, limits: options.propertyListLimits)
    let table = XcodeFileTable(project)
    self.disk = disk
    self.project = project
    self.table = table
    apps = project.targets.filter(\.isOnHomeScreen).prefix(Self.maximumApps).map { target in
      let names = project.configurationNames(of: target)
      let configuration =
        options.configuration.flatMap { names.contains($0) ? $0 : nil } ?? project.defaultConfiguration(of: target)
      let resolved = project.resolvedSettings(
        of: target, configuration: configuration, files: table, overrides: options.settings,
        xcodeVersion: options.xcodeVersion, limits: options.fileTreeLimits)
      return App(
        target: target, configuration: configuration, resolved: resolved,
        platforms: TargetPlatform.platforms(of: resolved.settings))
    }
  }

  /// Each costs the reading of its settings.
  private static let maximumApps = 200
}

extension XcodeProject {
  /// The configurations that a target can be built in.
  func configurationNames(of target: XcodeTarget) -> [String] {
    let own = configurations(of: target.object).map(\.name)
    return own.isEmpty ? configurationNames : own
  }

  /// `Release`, as an archive has it; a target without that gets its own default, else its first.
  func defaultConfiguration(of target: XcodeTarget) -> String {
    let names = configurationNames(of: target)
    if names.contains("Release") { return "Release" }
    if let standard = defaultConfigurationName(of: target.object), names.contains(standard) { return standard }
    return names.first ?? "Release"
  }
}
