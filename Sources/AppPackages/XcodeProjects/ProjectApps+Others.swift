import Platform
import PropertyLists

/// What is to be said of an app because of the targets that are built with it.
extension ProjectApps {
  /// Extensions whose settings name an app icon that their catalogs lack: actool ends the build (ICON-262). Most inherit
  /// the name from the project.
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
    // What is not known of the settings may be the rest of the name.
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
        + "the setting, and its catalogs have no such set",
      severity: scripts.pictureHint == nil ? .error : .note, endsBuild: scripts.pictureHint == nil,
      location: settings.location(of: setting) ?? SourceLocation(file: project.file),
      hint: scripts.pictureHint
        ?? "set \(setting) of the target “\(target.name)” to nothing, or add the set to its catalog")
  }

  private static func isIcon(_ set: AssetSet, for xcode: XcodeVersion) -> Bool {
    switch set.kind {
    case .appIcon: xcode.readsIconComposer || !set.isIconComposer
    case .other(let kind): kind == "stickersiconset" || kind == "brandassets"
    case .image: false
    }
  }

  /// What a target puts into its bundle: read once for all configurations that keep the same files out.
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

  /// A note about the Watch app that a target takes along (STORE-043).
  func watchWarning(about target: XcodeTarget) -> PackageWarning? {
    let parts = project.objects.objects(target.object, "dependencies").compactMap { dependency in
      project.objects.object(dependency, "target").map { XcodeTarget($0) }
    }
    let watch = parts.first { part in
      part.isWatchApp || apps.contains { $0.target.object.id == part.object.id && $0.platforms == [.watchOS] }
    }
    return watch.map { watch in
      PackageWarning(
        .watchApp, "the Watch app “\(watch.name)” in the app is not judged", severity: .note,
        location: SourceLocation(file: project.file),
        hint: "see to its icon: the App Store refuses a Watch app without one")
    }
  }

  /// Each costs the reading of its settings.
  private static let maximumExtensions = 60
}
