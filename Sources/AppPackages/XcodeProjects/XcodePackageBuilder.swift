import PropertyLists

/// Makes the package that a build of one target would make.
struct XcodePackageBuilder {
  let project: XcodeProject
  let table: XcodeFileTable
  let choice: TargetChoice
  let options: PackageOptions
  var settings: BuildSettings
  var resolved: XcodeProject.ResolvedSettings
  var warnings: [PackageWarning]
  private let apps: ProjectApps
  private let scripts: ScriptPhases
  /// How many paths were not read because they lead out of the tree.
  private(set) var outsideCount = 0

  /// - Throws: ``AppPackageError``, see ``TargetChoice``.
  init(_ apps: ProjectApps, options: PackageOptions) throws(AppPackageError) {
    self.apps = apps
    project = apps.project
    table = apps.table
    choice = try TargetChoice(in: apps, target: options.target, configuration: options.configuration)
    self.options = options
    scripts = ScriptPhases(of: choice.target, in: apps.project)
    resolved = apps.resolvedSettings(of: choice.app, options)
    settings = resolved.settings
    warnings = project.warnings + table.warnings + [choice.note].compactMap(\.self) + resolved.warnings
  }

  mutating func build() throws(AppPackageError) -> AppPackage {
    let written = try readInfoPlist()
    let contents = readAdditionalContents()
    let productName = settings["PRODUCT_NAME"]
    var package = AppPackage(
      name: productName.isEmpty ? choice.target.name : productName, origin: .xcodeProject,
      infoPlist: written.content, infoPlistFile: written.file, settings: settings.table)
    package.files = PackageFiles(apps.disk.base)
    package.infoPlistFormat = written.format
    for entry in contents.entries { package.infoPlist.setNode(entry.node, for: entry.key) }
    if package.settings[Self.primaryIconSetting] == nil { package.settings[Self.primaryIconSetting] = "" }

    var collector = BundleCollector(
      project: project, target: choice.target, table: table,
      exclusions: ExclusionRules(settings, directory: project.directory), disk: apps.disk,
      limits: options.fileTreeLimits)
    collector.collect(infoPlist: written.path)
    warnings += collector.contents.warnings
    outsideCount = warnings.count { $0.code == .outsideOfProject } + collector.contents.outside.count
    warnAboutOutside(collector.contents.outside)
    warnAboutMissing(collector.contents.missing)
    addFiles(collector.contents, to: &package)
    addStrings(collector.contents, to: &package)
    addIcons(collector.contents, written.content, to: &package)

    var pipeline = InfoPlistPipeline(package.infoPlist, file: written.file, settings: settings)
    pipeline.run(xcodeVersion: options.xcodeVersion)
    package.infoPlist = pipeline.infoPlist
    // With a file missing, one line names all that is unknown.
    warnings += pipeline.warnings.filter { resolved.missingFiles.isEmpty || $0.code != .unknownSetting }
    addStandInIdentifier(to: &package)
    warnAboutUnknown(pipeline.undefinedSettings)
    // In the order of the work: the project, its settings and files, the Info.plist.
    package.warnings = warnings + package.warnings
    try PackageChecks.check(&package)
    noteSpellings(in: &package)
    return package
  }

  /// What was found on the disk under another spelling, in one line.
  private func noteSpellings(in package: inout AppPackage) {
    let place = SourceLocation(file: project.file)
    package.warnings += apps.disk.respellings.map { LetterCase.note($0.written, found: $0.found, at: place) }
    package.warnings = RemarkMerging.merged(package.warnings)
  }

  private static let primaryIconSetting = "ASSETCATALOG_COMPILER_APPICON_NAME"

  // MARK: Files

  private mutating func addFiles(_ contents: BundleContents, to package: inout AppPackage) {
    var reader = ResourceReader(tree: project.tree, readsImageHeaders: options.readsImageHeaders)
    var resources: [Resource] = []
    var sources: [String: String] = [:]
    for file in contents.files {
      if let other = sources.updateValue(file.source, forKey: file.path) {
        guard other != file.source else { continue }
        warnings.append(ResourceReader.clash(file.path, other, file.source, in: project.tree.name))
      }
      resources.append(reader.resource(at: file.path, from: file.source, size: file.size))
    }
    warnings += reader.warnings
    package.resources = ResourceList(resources)
  }

  private mutating func addStrings(_ contents: BundleContents, to package: inout AppPackage) {
    var reader = InfoStringsReader(tree: project.tree, limits: options.propertyListLimits)
    var seen: Set<String> = []
    for path in contents.stringCatalogs where seen.insert(path).inserted {
      for (language, table) in reader.readCatalog(at: path) { package.localizedInfo[language] = table }
    }
    for file in contents.files where file.path.hasSuffix(".lproj/InfoPlist.strings") {
      guard seen.insert("\(file.path)\n\(file.source)").inserted else { continue }
      let folder = FileTreePath.directory(of: file.path)
      // A nested bundle has languages of its own.
      guard !folder.contains("/"), let table = reader.readStrings(at: file.source) else { continue }
      package.localizedInfo[String(folder.dropLast(".lproj".count))] = table
    }
    warnings += reader.warnings
  }

  private mutating func warnAboutOutside(_ outside: [(path: String, place: SourceLocation?)]) {
    guard let first = outside.first else { return }
    var paths: [String] = []
    for path in outside.map(\.path) where !paths.contains(path) && paths.count < 4 { paths.append(path) }
    let shown = paths.prefix(3).map { "“\($0)”" }.joined(separator: ", ") + (paths.count > 3 ? ", …" : "")
    warnings.append(
      PackageWarning(
        .outsideOfProject,
        outside.count == 1
          ? "\(shown) leads out of \(project.tree.name) and is not read"
          : "\(outside.count) paths lead out of \(project.tree.name) and are not read: \(shown)", location: first.place,
        hint: "open a folder that holds both, if it may be read"))
  }

  /// One line for all that is missing: a copy of a project often lacks most of its files.
  private mutating func warnAboutMissing(_ missing: [(path: String, place: SourceLocation?)]) {
    guard let first = missing.first else { return }
    let shown = missing.prefix(3).map { FileTreePath.lastComponent($0.path) }.joined(separator: ", ")
    let more = missing.count > 3 ? " and \(missing.count - 3) more" : ""
    warnings.append(
      PackageWarning(
        .missingFile,
        missing.count == 1
          ? "a resource of the target is not there: \(first.path)"
          : "\(missing.count) resources of the target are not there: \(shown)\(more)",
        location: first.place,
        hint: missing.lazy.compactMap { [scripts] in scripts.hint(forMissing: $0.path) }.first
          ?? "Xcode ends the build with “Build input file cannot be found”"))
  }

  // MARK: Icons

  /// The primary icon and the alternates of the settings (ICON-136, ICON-137, ICON-138), compiled from the catalogs; the
  /// key of an iPad is always among what is generated (ICON-111).
  private mutating func addIcons(
    _ contents: BundleContents, _ written: PropertyListDictionary, to package: inout AppPackage
  ) {
    var icons = IconBuildSettings { [settings] name in settings.isDefined(name) ? settings[name] : nil }
    icons.xcodeVersion = options.xcodeVersion
    warnings += scripts.notes
    let read = AssetCatalogReader.read(
      tree: project.tree, paths: contents.catalogs, headers: options.readsImageHeaders ? .appIcons : .none,
      limits: options.fileTreeLimits)
    warnings += read.warnings
    package.catalog = read.catalog
    let place =
      settings.location(of: Self.primaryIconSetting)
      ?? settings.location(of: "ASSETCATALOG_COMPILER_ALTERNATE_APPICON_NAMES")
      ?? SourceLocation(file: project.file)
    let families = settings["TARGETED_DEVICE_FAMILY"].split { $0 == "," || $0.isWhitespace }.compactMap { Int($0) }
    var generated = GeneratedIconEntries.make(
      icons, catalog: read.catalog,
      families: DeviceClass.allCases.filter { families.contains($0.familyNumber) }, location: place,
      alternatesLocation: settings.location(of: "ASSETCATALOG_COMPILER_ALTERNATE_APPICON_NAMES"))
    explainMissing(&generated, contents.excludedCatalogs)
    generated.infoPlist = Self.placed(generated.infoPlist, at: place)
    package.add(generated, mergesIcons: icons.mergesIcons)
    // Without a primary icon the compiler takes no app icon at all.
    if generated.primary == nil { package.catalog?.sets.removeAll { $0.kind == .appIcon } }
    package.build = XcodeBuild(
      projectFile: project.file, projectName: project.name, target: choice.target.name,
      configuration: choice.configuration, targets: apps.apps.filter(\.isForIOS).map(\.target.name),
      configurations: project.configurations(of: choice.target.object).map(\.name),
      xcodeVersion: options.xcodeVersion, deploymentTarget: settings["IPHONEOS_DEPLOYMENT_TARGET"],
      writtenInfoPlist: written, generatedIcons: generated.infoPlist, primaryIcon: icons.primary,
      alternateIcons: generated.alternates.map(\.name), catalog: read.catalog, settings: settings)
  }

  /// Says of what no catalog holds why that may be so.
  private func explainMissing(
    _ generated: inout GeneratedIconEntries, _ excluded: [(path: String, reason: ExclusionRules.Reason)]
  ) {
    for index in generated.warnings.indices where generated.warnings[index].isAboutMissingIcon {
      var hints = [generated.warnings[index].hint].compactMap(\.self)
      if let first = excluded.first {
        hints.append("\(FileTreePath.lastComponent(first.path)) is not compiled: \(first.reason.explanation)")
      }
      hints += [scripts.pictureHint].compactMap(\.self)
      let code = generated.warnings[index].code
      let setting =
        code == .primaryIconSetMissing ? Self.primaryIconSetting : IconSetChooser.alternatesSetting
      // What only a missing file defines may complete the name.
      if code != .emptyIconSet, let file = resolved.missingFiles.first,
        let unknown = settings.undefinedSettings(in: setting).first
      {
        generated.warnings[index].severity = .warning
        generated.warnings[index].endsBuild = false
        hints.append("$(\(unknown)) may be defined in \(file), which is not there")
      }
      generated.warnings[index].hint = hints.isEmpty ? nil : hints.joined(separator: "; ")
    }
  }

  /// Generated values point to the setting that they come from.
  private static func placed(_ dictionary: PropertyListDictionary, at place: SourceLocation) -> PropertyListDictionary {
    var result = PropertyListDictionary()
    for entry in dictionary.entries {
      var node = entry.node
      if let inner = node.value.dictionary { node.value = .dictionary(placed(inner, at: place)) }
      node.location = place
      result.setNode(node, for: entry.key, keyLocation: place)
    }
    return result
  }

  // MARK: Settings

  /// With an xcconfig file missing, a setting that nobody else defines is not empty but unknown.
  private mutating func warnAboutUnknown(_ undefined: [String]) {
    guard let file = resolved.missingFiles.first else { return }
    var names = undefined
    var seen = Set(undefined)
    var expander = MacroExpander(source: settings)
    for name in settings.names where Self.matters(name) { _ = expander.value(of: name) }
    for case .unknownSetting(let unknown, _) in expander.issues where seen.insert(unknown).inserted {
      names.append(unknown)
    }
    guard !names.isEmpty else { return }
    let more = resolved.missingFiles.count > 1 ? " (and \(resolved.missingFiles.count - 1) more)" : ""
    warnings.append(
      PackageWarning(
        .unknownSetting,
        "without \(file)\(more) these settings are unknown: \(names.prefix(20).joined(separator: ", "))",
        location: resolved.missingPlace, hint: "give those that matter with --setting KEY=VALUE"))
  }

  private static func matters(_ name: String) -> Bool {
    name.hasPrefix("PRODUCT_") || name.hasPrefix("INFOPLIST_") || name.hasPrefix("ASSETCATALOG_")
      || name == "TARGETED_DEVICE_FAMILY" || name == "IPHONEOS_DEPLOYMENT_TARGET"
  }
}

extension PackageWarning {
  /// Whether an icon that a setting names is not there, or has no picture.
  fileprivate var isAboutMissingIcon: Bool {
    [.primaryIconSetMissing, .alternateNameUnknown, .emptyIconSet].contains(code)
  }
}
