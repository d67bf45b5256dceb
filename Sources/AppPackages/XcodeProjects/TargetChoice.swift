import Platform
import PropertyLists

/// The choice of a project's target and configuration.
struct TargetChoice {
  let app: ProjectApps.App
  /// The note for users who did not choose a target.
  private(set) var note: PackageWarning?

  var target: XcodeTarget { app.target }
  var configuration: String { app.configuration }

  /// Chooses a target: the named one; otherwise the only app for iPhone or iPad; otherwise the app with the project's
  /// name; otherwise the first one.
  ///
  /// The configuration is the named one, otherwise the one that an archive uses: usually `Release`.
  /// - Throws: ``AppPackageError`` with the available names, when nothing matches.
  init(in apps: ProjectApps, target name: String?, configuration: String?) throws(AppPackageError) {
    let location = SourceLocation(file: apps.project.file)
    if let name {
      app = try Self.named(name, apps, location)
    } else {
      (app, note) = try Self.best(apps, location)
    }
    let names = apps.project.configurationNames(of: app.target)
    if let configuration, !names.contains(configuration) {
      throw AppPackageError(
        kind: .noConfiguration, location: location,
        message: "the target “\(app.target.name)” has no configuration “\(configuration)”",
        hint: Self.list(names, title: "its configurations:"))
    }
  }

  private init(_ app: ProjectApps.App) { self.app = app }

  /// Returns all apps for iPhone or iPad in all configurations, narrowed by the options. A configuration applies to the
  /// targets that have it.
  /// - Throws: ``AppPackageError`` as for a single choice, when nothing is left.
  static func all(in apps: ProjectApps, _ options: PackageOptions) throws(AppPackageError) -> [TargetChoice] {
    let candidates =
      options.target == nil
      ? apps.apps.filter(\.target.isApplication)
      : [try TargetChoice(in: apps, target: options.target, configuration: options.configuration).app]
    let choices = candidates.flatMap { app in
      apps.project.configurationNames(of: app.target)
        .filter { name in options.configuration.map { $0 == name } ?? true }
        .map { apps.app(app, in: $0, options) }.filter(\.isForIOS).map { TargetChoice($0) }
    }
    guard choices.isEmpty else { return choices }
    return [try TargetChoice(in: apps, target: options.target, configuration: options.configuration)]
  }

  private static func named(
    _ name: String, _ apps: ProjectApps, _ location: SourceLocation
  ) throws(AppPackageError) -> ProjectApps.App {
    let choices = apps.apps.filter(\.isForIOS).map(\.target.name)
    guard let app = apps.apps.first(where: { $0.target.name == name }) else {
      guard let target = apps.project.targets.first(where: { $0.name == name }) else {
        throw AppPackageError(
          kind: .noTarget, location: location, message: "the project has no target “\(name)”",
          hint: list(choices, title: "its apps:"))
      }
      throw AppPackageError(
        kind: .noTarget, location: location,
        message: "the target “\(name)” is not an app for the Home Screen: its product \(kind(of: target))",
        hint: list(choices, title: "the apps:"))
    }
    guard app.isForIOS else {
      throw AppPackageError(
        kind: .noTarget, location: location,
        message: "the target “\(name)” is built for \(names(of: app.platforms)), not for iPhone or iPad",
        hint: list(choices, title: "the apps for iPhone and iPad:"))
    }
    return app
  }

  private static func kind(of target: XcodeTarget) -> String {
    target.productType.split(separator: ".").last.map { "type is “\($0)”" } ?? "type is missing"
  }

  private static func names(of platforms: [TargetPlatform]) -> String {
    platforms.map(\.rawValue).joined(separator: ", ")
  }

  private static func best(
    _ apps: ProjectApps, _ location: SourceLocation
  ) throws(AppPackageError) -> (ProjectApps.App, PackageWarning?) {
    let candidates = apps.applications
    guard let first = candidates.first else {
      let others = apps.apps.filter(\.target.isApplication)
      throw AppPackageError(
        kind: .noTarget, location: location,
        message: others.isEmpty ? "the project has no app" : "the project has no app for iPhone or iPad",
        hint: others.isEmpty
          ? list(apps.project.targets.map(\.name), title: "its targets:")
          : "its apps: \(others.prefix(12).map(\.title).joined(separator: ", "))")
    }
    guard candidates.count > 1 else { return (first, nil) }
    let named = candidates.first { $0.target.name == apps.project.name }
    let chosen = named ?? first
    let rest = candidates.map(\.target.name).filter { $0 != chosen.target.name }
    let note = PackageWarning(
      .severalApps,
      "the project has \(candidates.count) apps for iPhone or iPad; “\(chosen.target.name)” is used "
        + (named == nil ? "because it is the first" : "because it has the project's name"), severity: .note,
      location: location,
      hint: list(rest, title: "select another with --target or the option `target`:"))
    return (chosen, note)
  }

  private static func list(_ names: [String], title: String) -> String? {
    guard !names.isEmpty else { return nil }
    return "\(title) \(Names.list(names.map { "“\($0)”" }))"
  }
}

/// A system that a target may be built for.
enum TargetPlatform: String, Sendable, CaseIterable {
  case iOS
  case macOS
  case watchOS
  case tvOS
  case visionOS

  /// The names of the system's SDKs in settings, for devices and for the simulator.
  private var sdks: [String] {
    switch self {
    case .iOS: ["iphoneos", "iphonesimulator"]
    case .macOS: ["macosx"]
    case .watchOS: ["watchos", "watchsimulator"]
    case .tvOS: ["appletvos", "appletvsimulator"]
    case .visionOS: ["xros", "xrsimulator"]
    }
  }

  /// The setting for the oldest supported version.
  private var deploymentTarget: String {
    switch self {
    case .iOS: "IPHONEOS_DEPLOYMENT_TARGET"
    case .macOS: "MACOSX_DEPLOYMENT_TARGET"
    case .watchOS: "WATCHOS_DEPLOYMENT_TARGET"
    case .tvOS: "TVOS_DEPLOYMENT_TARGET"
    case .visionOS: "XROS_DEPLOYMENT_TARGET"
    }
  }

  /// Creates the system of an SDK: `iphoneos`, `iphoneos17.0`, or a path; nil for an unknown one.
  private init?(sdk: String) {
    let file = FileTreePath.lastComponent(sdk).lowercased()
    guard let found = Self.allCases.first(where: { $0.sdks.contains { file.hasPrefix($0) } }) else { return nil }
    self = found
  }

  /// Returns the systems that a target's settings build it for, in the order of ``allCases`` (ICON-213).
  ///
  /// `SUPPORTED_PLATFORMS` determines them, unless only the project sets it and the target sets an SDK; the default is
  /// the SDK's platforms. Without any information the result is iOS, so that incomplete projects are still searched for
  /// an iPhone app.
  static func platforms(of settings: BuildSettings) -> [TargetPlatform] {
    let sdk = settings.isGiven("SDKROOT") ? TargetPlatform(sdk: settings["SDKROOT"]) : nil
    if let sdk, settings.isOfTarget("SDKROOT"), !settings.isOfTarget("SUPPORTED_PLATFORMS") { return [sdk] }
    let supported = Set(settings.list("SUPPORTED_PLATFORMS").compactMap { TargetPlatform(sdk: $0) })
    if !supported.isEmpty { return allCases.filter(supported.contains) }
    if let sdk { return [sdk] }
    // Without an SDK, a target is for the one system that it has a deployment target for.
    return [allCases.first { settings.isGiven($0.deploymentTarget) } ?? .iOS]
  }
}

/// The apps of a project, with their build settings and supported systems.
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
  /// The project's files, which are also found under names in a different letter case.
  let disk: FoldedTree
  /// All targets that are shown on a Home Screen, in project order.
  let apps: [App]
  /// The cache that all builds share.
  let cache: ProjectCache
  let knownSources = KnownSources()
  /// The settings of a project's only app, which is usually the one that is built.
  private let onlySettings: XcodeProject.ResolvedSettings?

  /// The full apps for iPhone or iPad, without App Clips and stickers.
  var applications: [App] { apps.filter { $0.target.isApplication && $0.isForIOS } }

  /// Returns the target of a link to a project: as in Xcode, its files are next to the real project.
  private static func linkedProject(_ path: String, in tree: any FileTree) -> String? {
    let name = FileTreePath.lastComponent(path)
    let entries = try? tree.entries(in: FileTreePath.directory(of: path))
    return entries?.first { ExactText.isSame($0.name, name) }?.linkTarget.flatMap {
      $0.hasSuffix(".xcodeproj") ? $0 : nil
    }
  }

  /// - Parameter path: the `.xcodeproj` folder in the tree.
  /// - Throws: ``AppPackageError``, see ``XcodeProject/init(tree:path:limits:)``.
  init(tree: any FileTree, path: String, options: PackageOptions) throws(AppPackageError) {
    let disk = FoldedTree(tree)
    let path = Self.linkedProject(path, in: tree) ?? path
    let project = try XcodeProject(tree: disk, path: path, limits: options.propertyListLimits)
    let table = XcodeFileTable(project)
    (self.disk, self.project, self.table) = (disk, project, table)
    let targets = project.targets.filter(\.isOnHomeScreen).prefix(Self.maximumApps)
    let cache = ProjectCache(disk)
    self.cache = cache
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
    // The settings of many apps would need much memory.
    onlySettings = apps.count == 1 ? settings : nil
  }

  /// Returns the build settings of an app.
  func resolvedSettings(of app: App, _ options: PackageOptions) -> XcodeProject.ResolvedSettings {
    if let onlySettings, app.configuration == apps.first?.configuration { return onlySettings }
    return project.resolvedSettings(
      of: app.target, configuration: app.configuration, files: table, options: options, xcconfigs: cache.xcconfigs)
  }

  /// Returns the app in another configuration.
  func app(_ app: App, in configuration: String, _ options: PackageOptions) -> App {
    guard configuration != app.configuration else { return app }
    let settings = project.resolvedSettings(
      of: app.target, configuration: configuration, files: table, options: options, xcconfigs: cache.xcconfigs
    ).settings
    return App(
      target: app.target, configuration: configuration, platforms: TargetPlatform.platforms(of: settings),
      infoPlist: settings["INFOPLIST_FILE"])
  }

  /// The maximum number of apps; for each app, settings are read.
  private static let maximumApps = 60
}

extension XcodeProject {
  func configurationNames(of target: XcodeTarget) -> [String] {
    let own = configurations(of: target.object).map(\.name)
    return own.isEmpty ? configurationNames : own
  }

  /// Returns `Release`, as in an archive. Without it: the first configuration that is not for developers, beginning
  /// with the default one, otherwise the default one.
  func defaultConfiguration(of target: XcodeTarget) -> String {
    let names = configurationNames(of: target)
    if names.contains("Release") { return "Release" }
    let standard = defaultConfigurationName(of: target.object).flatMap { names.contains($0) ? $0 : nil }
    let likely = ([standard].compactMap(\.self) + names).first { !Self.isForDevelopers($0) }
    return likely ?? standard ?? names.first ?? "Release"
  }

  private static func isForDevelopers(_ configuration: String) -> Bool {
    let name = configuration.lowercased().replacing("device", with: "")
    return ["debug", "dev", "beta", "staging", "test", "alpha", "qa"].contains { name.contains($0) }
  }
}

extension XcodeProject {
  /// The build settings of a target, with warnings.
  struct ResolvedSettings {
    var settings: BuildSettings
    var warnings: [PackageWarning] = []
    /// Missing xcconfig files; settings that only they define are unknown.
    var missingFiles: [String] = []
    /// The location of the references to the missing files.
    var missingPlace: SourceLocation?
  }

  /// Combines the levels: defaults, project xcconfig, project, target xcconfig, target, command line.
  ///
  /// - Parameter xcconfigs: the cache of files for other targets.
  func resolvedSettings(
    of target: XcodeTarget, configuration: String, files: XcodeFileTable, options: PackageOptions,
    xcconfigs: PathCache<XcconfigReader>
  ) -> ResolvedSettings {
    var result = ResolvedSettings(settings: BuildSettings(configuration: configuration))
    result.settings.addDefaults(
      DefaultSettings.table(
        project: self, target: target, configuration: configuration, xcodeVersion: options.xcodeVersion))
    for owner in [root, target.object] {
      let levels = configurations(of: owner)
      // If the project lacks the target's configuration, its default configuration applies.
      let fallback = owner.id == root.id ? defaultConfigurationName(of: root) : nil
      guard
        let level = levels.first(where: { $0.name == configuration })
          ?? levels.first(where: { $0.name == fallback }) ?? (owner.id == root.id ? levels.first : nil)
      else { continue }
      if let base = baseFile(of: level.object, files) {
        read(base, of: level, ofTarget: owner.id != root.id, options.fileTreeLimits, xcconfigs, &result)
      }
      result.settings.add(level.assignments, ofTarget: owner.id != root.id)
    }
    for (text, value) in options.settings {
      guard let key = BuildSettingKey(text) else { continue }
      result.settings.add([BuildSettingAssignment(key, value)])
    }
    return result
  }

  private func read(
    _ base: (path: ProjectPath, place: SourceLocation?), of level: XcodeConfiguration, ofTarget isOfTarget: Bool,
    _ limits: FileTreeLimits, _ xcconfigs: PathCache<XcconfigReader>, _ result: inout ResolvedSettings
  ) {
    switch base.path {
    case .inside(let path):
      let spelling = tree.spelling(of: path)
      func read() -> XcconfigReader {
        var reader = XcconfigReader(tree: tree, limits: limits, directory: directory)
        reader.read(spelling ?? path, namedBy: "the configuration \(level.name)", at: base.place)
        return reader
      }
      // Report a missing file for each configuration that references it.
      let reader = spelling.map { xcconfigs.value(at: $0, read: read) } ?? read()
      result.warnings += reader.warnings
      if !reader.missingFiles.isEmpty, result.missingPlace == nil { result.missingPlace = base.place }
      result.missingFiles += reader.missingFiles
      result.settings.add(reader.assignments, ofTarget: isOfTarget)
    case .outside(let path), .elsewhere(let path):
      if result.missingPlace == nil { result.missingPlace = base.place }
      result.missingFiles.append(path)
      result.warnings.append(
        PackageWarning(
          .outsideOfProject, "the xcconfig file “\(path)” is outside of \(tree.name) and is not read",
          location: base.place, hint: "to read it, open a folder that contains both the file and the project"))
    }
  }

  /// Returns the xcconfig file of a configuration: a file reference, or a path in a synchronised folder (Xcode 16).
  private func baseFile(
    of configuration: XcodeObject, _ files: XcodeFileTable
  ) -> (path: ProjectPath, place: SourceLocation?)? {
    if let reference = objects.object(configuration, "baseConfigurationReference") {
      return (files.path(of: reference), configuration.location(of: "baseConfigurationReference"))
    }
    guard let anchor = objects.object(configuration, "baseConfigurationReferenceAnchor"),
      let relative = configuration.string("baseConfigurationReferenceRelativePath")
    else { return nil }
    let place = configuration.location(of: "baseConfigurationReferenceRelativePath")
    guard case .inside(let folder) = files.path(of: anchor) else { return (.outside(relative), place) }
    return (ProjectPath.resolve(relative, from: folder), place)
  }
}

/// Warnings about an app from the targets that are built with it.
extension ProjectApps {
  /// Warns about extensions with an app icon that is not in their catalogs: actool ends their build (ICON-262). Most
  /// of them inherit the name from the project.
  func extensionWarnings(in configuration: String, _ options: PackageOptions) -> [PackageWarning] {
    if let known = cache.extensionWarnings[configuration] { return known }
    let targets = project.targets.filter(\.isInsideOfApp).prefix(Self.maximumExtensions)
    let found = targets.compactMap { warning(about: $0, configuration, options) }
    cache.extensionWarnings[configuration] = found
    return found
  }

  private func warning(
    about target: XcodeTarget, _ configuration: String, _ options: PackageOptions
  ) -> PackageWarning? {
    let names = project.configurationNames(of: target)
    guard names.contains(configuration) else { return nil }
    let resolved = project.resolvedSettings(
      of: target, configuration: configuration, files: table, options: options, xcconfigs: cache.xcconfigs)
    let settings = resolved.settings
    let icons = IconBuildSettings { settings.isDefined($0) ? settings[$0] : nil }
    let setting = "ASSETCATALOG_COMPILER_APPICON_NAME"
    // An unknown setting may be a part of the name.
    guard let name = icons.primary, TargetPlatform.platforms(of: settings).contains(.iOS),
      resolved.missingFiles.isEmpty || settings.undefinedSettings(in: setting).isEmpty
    else { return nil }
    let exclusions = ExclusionRules(settings, directory: project.directory)
    let read = contents(of: target, exclusions, infoPlist: nil, options)
    guard read.contents.hasCatalog(for: options.xcodeVersion), !read.contents.lacksCatalog,
      read.contents.excludedCatalogs.isEmpty,
      !read.catalog.sets.contains(where: { Self.isIcon($0, for: options.xcodeVersion) && $0.name == name })
    else { return nil }
    let scripts = ScriptPhases(of: target, in: project)
    let kinds = "stickers icon set, app icon set\(options.xcodeVersion.readsIconComposer ? ", or icon stack" : "")"
    return PackageWarning(
      .extensionIconSetMissing,
      "None of the input catalogs contained a matching \(kinds) named “\(name)”: the target “\(target.name)” has "
        + "\(setting), and its catalogs have no such set",
      severity: scripts.pictureHint == nil ? .error : .note, endsBuild: scripts.pictureHint == nil,
      location: settings.location(of: setting) ?? SourceLocation(file: project.file),
      hint: scripts.pictureHint
        ?? "set \(setting) of the target “\(target.name)” to an empty value, or add the set to its catalog")
  }

  /// Returns another app of the project whose catalogs contain the icon that its settings name.
  func appWithIcon(besides target: XcodeTarget, in configuration: String, _ options: PackageOptions) -> XcodeTarget? {
    let others = apps.filter { $0.isForIOS && $0.target.isApplication && $0.target.object.id != target.object.id }
    return others.prefix(Self.maximumExtensions).map(\.target).first { other in
      guard project.configurationNames(of: other).contains(configuration) else { return false }
      let settings = project.resolvedSettings(
        of: other, configuration: configuration, files: table, options: options, xcconfigs: cache.xcconfigs
      ).settings
      let icons = IconBuildSettings { settings.isDefined($0) ? settings[$0] : nil }
      let read = contents(of: other, ExclusionRules(settings, directory: project.directory), infoPlist: nil, options)
      // Xcode's template of a set has no picture.
      return read.catalog.sets.contains { set in
        Self.isIcon(set, for: options.xcodeVersion) && set.name == icons.primary
          && (set.isIconComposer || set.entries.contains { $0.filename != nil })
      }
    }
  }

  private static func isIcon(_ set: AssetSet, for xcode: XcodeVersion) -> Bool {
    switch set.kind {
    case .appIcon: xcode.readsIconComposer || !set.isIconComposer
    case .other(let kind): kind == "stickersiconset" || kind == "brandassets"
    case .image: false
    }
  }

  /// Returns the contents of a target's bundle, read once for all configurations that exclude the same files.
  func contents(
    of target: XcodeTarget, _ exclusions: ExclusionRules, infoPlist: String?, _ options: PackageOptions
  ) -> TargetContents {
    cache.contents(of: target, exclusions, infoPlist: infoPlist) {
      var collector = BundleCollector(
        project: project, target: target, table: table, exclusions: exclusions, disk: disk,
        limits: options.fileTreeLimits)
      collector.collect(infoPlist: infoPlist)
      return TargetContents(collector.contents, in: project, options, cache)
    }
  }

  /// Returns a note about the target's Watch app (STORE-043).
  func watchWarning(about target: XcodeTarget) -> PackageWarning? {
    let parts = project.objects.objects(target.object, "dependencies").compactMap { dependency in
      project.objects.object(dependency, "target").map { XcodeTarget($0) }
    }
    let watch = parts.first { part in
      part.isWatchApp || apps.contains { $0.target.object.id == part.object.id && $0.platforms == [.watchOS] }
    }
    return watch.map { .watchApp($0.name, in: project.file) }
  }

  /// The maximum number of extensions; for each extension, settings are read.
  private static let maximumExtensions = 60
}
