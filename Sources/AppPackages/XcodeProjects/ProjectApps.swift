import Platform
import PropertyLists

/// The apps of a project, each with the settings in which it would be built, and the systems that it is for.
struct ProjectApps {
  struct App: Sendable {
    let target: XcodeTarget
    let configuration: String
    let platforms: [TargetPlatform]
    /// `INFOPLIST_FILE`, expanded.
    let infoPlist: String

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
  /// What its builds share.
  let cache = ProjectCache()
  let knownSources = KnownSources()
  /// The settings of a project's only app, which is nearly always the one that is built.
  private let onlySettings: XcodeProject.ResolvedSettings?

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
    let targets = project.targets.filter(\.isOnHomeScreen).prefix(Self.maximumApps)
    let cache = cache
    var settings: XcodeProject.ResolvedSettings?
    apps = targets.map { target in
      let names = project.configurationNames(of: target)
      let configuration =
        options.configuration.flatMap { names.contains($0) ? $0 : nil } ?? project.defaultConfiguration(of: target)
      let resolved = project.resolvedSettings(
        of: target, configuration: configuration, files: table, options: options, xcconfigs: cache.xcconfigs)
      settings = resolved
      return App(
        target: target, configuration: configuration, platforms: TargetPlatform.platforms(of: resolved.settings),
        infoPlist: resolved.settings["INFOPLIST_FILE"])
    }
    // Those of many would take much room.
    onlySettings = apps.count == 1 ? settings : nil
  }

  /// The settings in which an app would be built.
  func resolvedSettings(of app: App, _ options: PackageOptions) -> XcodeProject.ResolvedSettings {
    if let onlySettings, app.configuration == apps.first?.configuration { return onlySettings }
    return project.resolvedSettings(
      of: app.target, configuration: app.configuration, files: table, options: options, xcconfigs: cache.xcconfigs)
  }

  /// An app in another configuration than the one that was looked at.
  func app(_ app: App, in configuration: String, _ options: PackageOptions) -> App {
    guard configuration != app.configuration else { return app }
    let settings = project.resolvedSettings(
      of: app.target, configuration: configuration, files: table, options: options, xcconfigs: cache.xcconfigs
    ).settings
    return App(
      target: app.target, configuration: configuration, platforms: TargetPlatform.platforms(of: settings),
      infoPlist: settings["INFOPLIST_FILE"])
  }

  /// Each costs the reading of its settings.
  private static let maximumApps = 60
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
