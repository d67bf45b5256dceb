import PropertyLists

/// Which target and configuration of a project are meant.
struct TargetChoice {
  let target: XcodeTarget
  let configuration: String

  /// Chooses a target: the named one; else the only app for iPhone or iPad; else the app with the project's name.
  ///
  /// The configuration is the named one, else `Release`, as an archive has it; a project without that gets its own
  /// default, else its first.
  /// - Throws: ``AppPackageError`` that lists what there is, when nothing can be chosen.
  init(
    in project: XcodeProject, target name: String?, configuration: String?, files: XcodeFileTable,
    options: PackageOptions
  ) throws(AppPackageError) {
    let targets = project.targets
    if let name {
      target = try Self.named(name, targets, project)
    } else {
      target = try Self.only(targets, project, configuration, files, options)
    }
    self.configuration = try Self.configuration(named: configuration, of: target, project)
  }

  private static func named(
    _ name: String, _ targets: [XcodeTarget], _ project: XcodeProject
  ) throws(AppPackageError) -> XcodeTarget {
    let location = SourceLocation(file: project.file)
    guard let target = targets.first(where: { $0.name == name }) else {
      throw AppPackageError(
        kind: .noTarget, location: location, message: "the project has no target “\(name)”",
        hint: list(targets.filter(\.isOnHomeScreen).map(\.name), title: "its apps are"))
    }
    guard target.isOnHomeScreen else {
      throw AppPackageError(
        kind: .noTarget, location: location,
        message: "the target “\(name)” is not an app for the Home Screen, but \(kind(of: target))",
        hint: list(targets.filter(\.isOnHomeScreen).map(\.name), title: "the apps are"))
    }
    return target
  }

  private static func kind(of target: XcodeTarget) -> String {
    target.productType.split(separator: ".").last.map { "of the kind “\($0)”" } ?? "makes no product"
  }

  private static func only(
    _ targets: [XcodeTarget], _ project: XcodeProject, _ configuration: String?, _ files: XcodeFileTable,
    _ options: PackageOptions
  ) throws(AppPackageError) -> XcodeTarget {
    let location = SourceLocation(file: project.file)
    let apps = targets.filter(\.isApplication)
    var candidates = apps
    if apps.count > 1 {
      candidates = apps.filter { runsOnIOS($0, project, configuration, files, options) }
    }
    if candidates.count == 1 { return candidates[0] }
    if candidates.isEmpty {
      throw AppPackageError(
        kind: .noTarget, location: location,
        message: apps.isEmpty ? "the project has no app" : "the project has no app for iPhone or iPad",
        hint: apps.isEmpty
          ? list(targets.map(\.name), title: "its targets are") : list(apps.map(\.name), title: "its apps are"))
    }
    if let named = candidates.first(where: { $0.name == project.name }) { return named }
    throw AppPackageError(
      kind: .severalTargets, location: location, message: "the project has \(candidates.count) apps for iPhone or iPad",
      hint: list(candidates.map(\.name), title: "choose one with --target, or the option target:"))
  }

  /// Whether the target's settings build it for iPhone and iPad.
  static func runsOnIOS(
    _ target: XcodeTarget, _ project: XcodeProject, _ configuration: String?, _ files: XcodeFileTable,
    _ options: PackageOptions
  ) -> Bool {
    guard let name = try? Self.configuration(named: configuration, of: target, project) else { return true }
    let settings = project.resolvedSettings(
      of: target, configuration: name, files: files, overrides: options.settings, xcodeVersion: options.xcodeVersion,
      limits: options.fileTreeLimits
    ).settings
    let root = settings["SDKROOT"].lowercased()
    let platforms = settings.list("SUPPORTED_PLATFORMS")
    if root.hasPrefix("iphone") { return platforms.isEmpty || platforms.contains { $0.hasPrefix("iphone") } }
    if root == "auto" { return platforms.contains { $0.hasPrefix("iphone") } }
    return root.isEmpty
  }

  private static func configuration(
    named name: String?, of target: XcodeTarget, _ project: XcodeProject
  ) throws(AppPackageError) -> String {
    let own = project.configurations(of: target.object).map(\.name)
    let names = own.isEmpty ? project.configurationNames : own
    if let name {
      guard names.contains(name) else {
        throw AppPackageError(
          kind: .noConfiguration, location: SourceLocation(file: project.file),
          message: "the target “\(target.name)” has no configuration “\(name)”",
          hint: list(names, title: "it has"))
      }
      return name
    }
    if names.contains("Release") { return "Release" }
    if let standard = project.defaultConfigurationName(of: target.object), names.contains(standard) { return standard }
    return names.first ?? "Release"
  }

  private static func list(_ names: [String], title: String) -> String? {
    guard !names.isEmpty else { return nil }
    let shown = names.prefix(12).map { "“\($0)”" }.joined(separator: ", ")
    return "\(title) \(shown)\(names.count > 12 ? " and \(names.count - 12) more" : "")"
  }
}
