import PropertyLists

/// Which target and configuration of a project are meant.
struct TargetChoice {
  let app: ProjectApps.App
  /// What a person should know who did not choose.
  private(set) var note: PackageWarning?

  var target: XcodeTarget { app.target }
  var configuration: String { app.configuration }

  /// Chooses a target: the named one; else the only app for iPhone or iPad; else the app with the project's name; else
  /// the first.
  ///
  /// The configuration is the named one, else `Release`, as an archive has it; a project without that gets its own
  /// default, else its first.
  /// - Throws: ``AppPackageError`` that lists what there is, when nothing can be chosen.
  init(
    in apps: ProjectApps, target name: String?, configuration: String?
  ) throws(AppPackageError) {
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
        hint: Self.list(names, title: "it has"))
    }
  }

  private init(_ app: ProjectApps.App) { self.app = app }

  /// All applications for iPhone or iPad in all their configurations, or as far as the options name one of them. A
  /// configuration counts where a target has it.
  /// - Throws: ``AppPackageError`` as a single choice does, when nothing is left.
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
          hint: list(choices, title: "its apps are"))
      }
      throw AppPackageError(
        kind: .noTarget, location: location,
        message: "the target “\(name)” is not an app for the Home Screen, but \(kind(of: target))",
        hint: list(choices, title: "the apps are"))
    }
    guard app.isForIOS else {
      throw AppPackageError(
        kind: .noTarget, location: location,
        message: "the target “\(name)” is built for \(names(of: app.platforms)), not for iPhone or iPad",
        hint: list(choices, title: "the apps for those are"))
    }
    return app
  }

  private static func kind(of target: XcodeTarget) -> String {
    target.productType.split(separator: ".").last.map { "of the kind “\($0)”" } ?? "makes no product"
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
          ? list(apps.project.targets.map(\.name), title: "its targets are")
          : "its apps are \(others.prefix(12).map(\.title).joined(separator: ", "))")
    }
    guard candidates.count > 1 else { return (first, nil) }
    let named = candidates.first { $0.target.name == apps.project.name }
    let chosen = named ?? first
    let rest = candidates.map(\.target.name).filter { $0 != chosen.target.name }
    let note = PackageWarning(
      .severalApps,
      "the project has \(candidates.count) apps for iPhone or iPad; “\(chosen.target.name)” is used, "
        + (named == nil ? "the first" : "which has the project's name"), severity: .note, location: location,
      hint: list(rest, title: "select another with --target, or the option target:"))
    return (chosen, note)
  }

  private static func list(_ names: [String], title: String) -> String? {
    guard !names.isEmpty else { return nil }
    return "\(title) \(Names.list(names.map { "“\($0)”" }))"
  }
}
