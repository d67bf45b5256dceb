/// Makes the package that a build of one target would make.
struct XcodePackageBuilder {
  private let project: XcodeProject
  private let table: XcodeFileTable
  private let choice: TargetChoice
  private let options: PackageOptions
  private var settings: BuildSettings
  private var resolved: XcodeProject.ResolvedSettings
  private var files: ProjectFiles
  private var warnings: [PackageWarning]

  /// - Parameter path: the `.xcodeproj` folder inside of the tree.
  /// - Throws: ``AppPackageError``, see ``XcodeProject/init(tree:path:limits:)`` and ``TargetChoice``.
  init(tree: any FileTree, path: String, options: PackageOptions) throws(AppPackageError) {
    project = try XcodeProject(tree: tree, path: path, limits: options.propertyListLimits)
    table = XcodeFileTable(project)
    choice = try TargetChoice(
      in: project, target: options.target, configuration: options.configuration, files: table, options: options)
    self.options = options
    resolved = project.resolvedSettings(
      of: choice.target, configuration: choice.configuration, files: table, overrides: options.settings,
      xcodeVersion: options.xcodeVersion, limits: options.fileTreeLimits)
    settings = resolved.settings
    files = ProjectFiles(tree, limits: options.fileTreeLimits)
    warnings = project.warnings + table.warnings + resolved.warnings
  }

  mutating func build() throws(AppPackageError) -> AppPackage {
    let written = try readInfoPlist()
    let productName = settings["PRODUCT_NAME"]
    var package = AppPackage(
      name: productName.isEmpty ? choice.target.name : productName, origin: .xcodeProject,
      infoPlist: written.content, infoPlistFile: written.file, settings: settings.table)
    package.infoPlistFormat = written.format
    if package.settings[Self.primaryIconSetting] == nil { package.settings[Self.primaryIconSetting] = "" }

    var collector = BundleCollector(project: project, target: choice.target, table: table, files: files)
    collector.collect(infoPlist: written.path)
    files = collector.files
    warnings += collector.contents.warnings
    warnAboutMissing(collector.contents.missing)
    addFiles(collector.contents, to: &package)
    addStrings(collector.contents, to: &package)
    addIcons(collector.contents, written.content, to: &package)

    var pipeline = InfoPlistPipeline(package.infoPlist, file: written.file, settings: settings)
    pipeline.run(xcodeVersion: options.xcodeVersion)
    package.infoPlist = pipeline.infoPlist
    warnings += pipeline.warnings
    addStandInIdentifier(to: &package)
    warnAboutUnknown(pipeline.undefinedSettings)
    // In the order of the work: the project, its settings and files, the Info.plist.
    package.warnings = warnings + package.warnings
    try PackageChecks.check(&package)
    return package
  }

  private static let primaryIconSetting = "ASSETCATALOG_COMPILER_APPICON_NAME"

  // MARK: The Info.plist

  private struct WrittenInfoPlist {
    var content = PropertyListDictionary()
    /// What messages call it.
    var file: String
    /// Inside of the tree; nil where there is none.
    var path: String?
    var format: PropertyListFormat?
  }

  private mutating func readInfoPlist() throws(AppPackageError) -> WrittenInfoPlist {
    let setting = settings["INFOPLIST_FILE"]
    let isGenerated = settings.flag("GENERATE_INFOPLIST_FILE")
    let place = settings.location(of: "INFOPLIST_FILE") ?? SourceLocation(file: project.file)
    if setting.isEmpty {
      guard isGenerated else {
        throw AppPackageError(
          kind: .noInfoPlist, location: place,
          message: "the target “\(choice.target.name)” has no Info.plist in \(choice.configuration): "
            + "INFOPLIST_FILE is empty and GENERATE_INFOPLIST_FILE is not YES",
          hint: resolved.missingFiles.first.map { "perhaps \($0), which is missing, says it; or give it as a setting" }
            ?? "give it as a setting: INFOPLIST_FILE=path")
      }
      return WrittenInfoPlist(file: project.file)
    }
    if DefaultSettings.isMadeByBuild(setting) {
      throw AppPackageError(
        kind: .noInfoPlist, location: place, message: "INFOPLIST_FILE is made by the build itself: “\(setting)”",
        hint: "give the file that it is made from as a setting: INFOPLIST_FILE=path")
    }
    guard case .inside(let path) = ProjectPath.resolve(setting, from: project.directory) else {
      throw AppPackageError(
        kind: .noInfoPlist, location: place,
        message: "INFOPLIST_FILE “\(setting)” leads out of \(project.tree.name) and is not read",
        hint: "open a folder that holds both, if it may be read")
    }
    return try readInfoPlist(at: path, named: setting, place)
  }

  private mutating func readInfoPlist(
    at path: String, named setting: String, _ place: SourceLocation
  ) throws(AppPackageError) -> WrittenInfoPlist {
    let file = files.name(of: path)
    let bytes: [UInt8]
    do throws(FileTreeError) {
      bytes = try project.tree.read(path)
    } catch {
      throw AppPackageError(
        kind: error.kind == .notFound ? .noInfoPlist : .unreadable, location: place,
        message: error.kind == .notFound
          ? "INFOPLIST_FILE names “\(setting)”, which is not there" : "\(file): \(error.message)",
        hint: error.hint ?? "is the whole project here? Letter case counts too")
    }
    if settings.flag("INFOPLIST_PREPROCESS") {
      warnings.append(
        PackageWarning(
          .infoPlistSetting, "INFOPLIST_PREPROCESS is YES, but the C preprocessor is not run",
          location: settings.location(of: "INFOPLIST_PREPROCESS"),
          hint: "what it would add to the Info.plist is missing here"))
    }
    do throws(PropertyListError) {
      let list = try PropertyList.parse(bytes, file: file, limits: options.propertyListLimits)
      guard let content = list.root.dictionary else {
        throw PropertyListError(
          location: list.rootLocation ?? SourceLocation(file: file), kind: .badValue,
          message: "the Info.plist is \(list.root.typeNameWithArticle), not a dictionary")
      }
      warnings += list.duplicateKeys.map(PackageChecks.warning)
      return WrittenInfoPlist(content: content, file: file, path: path, format: list.format)
    } catch {
      throw AppPackageError(error)
    }
  }

  /// Without an identifier no device takes the app, and much can be tried without the real one.
  private mutating func addStandInIdentifier(to package: inout AppPackage) {
    guard (package.infoPlist["CFBundleIdentifier"] ?? "").string == "" || package.infoPlist["CFBundleIdentifier"] == nil
    else { return }
    let setting = settings["PRODUCT_BUNDLE_IDENTIFIER"]
    let name = setting.isEmpty ? MacroExpander.unknownIdentifier(for: package.name) : setting
    package.infoPlist["CFBundleIdentifier"] = .string(name)
    guard setting.isEmpty else { return }
    warnings.append(
      PackageWarning(
        .noBundleIdentifier, "the app has no bundle identifier; “\(name)” stands in for it",
        location: settings.location(of: "PRODUCT_BUNDLE_IDENTIFIER") ?? SourceLocation(file: project.file),
        hint: "give it as a setting: PRODUCT_BUNDLE_IDENTIFIER=com.example.app"))
  }

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
    for path in contents.stringCatalogs {
      for (language, table) in reader.readCatalog(at: path) { package.localizedInfo[language] = table }
    }
    for file in contents.files where file.path.hasSuffix(".lproj/InfoPlist.strings") {
      let folder = FileTreePath.directory(of: file.path)
      // A nested bundle has languages of its own.
      guard !folder.contains("/"), let table = reader.readStrings(at: file.source) else { continue }
      package.localizedInfo[String(folder.dropLast(".lproj".count))] = table
    }
    warnings += reader.warnings
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
        location: first.place, hint: "Xcode ends the build with “Build input file cannot be found”"))
  }

  // MARK: Icons

  /// The primary icon and the alternates of the settings (ICON-136, ICON-137, ICON-138), compiled from the catalogs; the
  /// key of an iPad is always among what is generated (ICON-111).
  private mutating func addIcons(
    _ contents: BundleContents, _ written: PropertyListDictionary, to package: inout AppPackage
  ) {
    var icons = IconBuildSettings { [settings] name in settings.isDefined(name) ? settings[name] : nil }
    icons.xcodeVersion = options.xcodeVersion
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
      families: DeviceClass.allCases.filter { families.contains($0.familyNumber) }, location: place)
    generated.infoPlist = Self.placed(generated.infoPlist, at: place)
    package.add(generated, mergesIcons: icons.mergesIcons)
    // Without a primary icon the compiler takes no app icon at all.
    if generated.primary == nil { package.catalog?.sets.removeAll { $0.kind == .appIcon } }
    package.build = XcodeBuild(
      projectFile: project.file, projectName: project.name, target: choice.target.name,
      configuration: choice.configuration, targets: project.targets.filter(\.isOnHomeScreen).map(\.name),
      configurations: project.configurations(of: choice.target.object).map(\.name),
      xcodeVersion: options.xcodeVersion, deploymentTarget: settings["IPHONEOS_DEPLOYMENT_TARGET"],
      writtenInfoPlist: written, generatedIcons: generated.infoPlist, primaryIcon: icons.primary,
      alternateIcons: generated.alternates.map(\.name), catalog: read.catalog, settings: settings)
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
    for name in settings.names {
      var expander = MacroExpander(source: settings)
      guard Self.matters(name) else { continue }
      _ = expander.value(of: name)
      for case .unknownSetting(let unknown, _) in expander.issues where !names.contains(unknown) {
        names.append(unknown)
      }
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
