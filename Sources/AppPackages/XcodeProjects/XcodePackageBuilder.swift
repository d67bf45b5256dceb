import Platform
import PropertyLists

/// Makes the package that a build of one target would produce.
struct XcodePackageBuilder {
  let project: XcodeProject
  let table: XcodeFileTable
  let choice: TargetChoice
  let options: PackageOptions
  var settings: BuildSettings
  var resolved: XcodeProject.ResolvedSettings
  var warnings: [PackageWarning]
  let apps: ProjectApps
  private let scripts: ScriptPhases
  /// The number of paths that were not read because they lead out of the tree.
  private(set) var outsideCount = 0

  /// - Throws: ``AppPackageError``, see ``TargetChoice``.
  init(_ apps: ProjectApps, options: PackageOptions) throws(AppPackageError) {
    self.init(apps, try TargetChoice(in: apps, target: options.target, configuration: options.configuration), options)
  }

  /// Creates a builder for a choice that was already made.
  init(_ apps: ProjectApps, _ choice: TargetChoice, _ options: PackageOptions) {
    self.apps = apps
    project = apps.project
    table = apps.table
    (self.choice, self.options) = (choice, options)
    scripts = ScriptPhases(of: choice.target, in: apps.project)
    resolved = apps.resolvedSettings(of: choice.app, options)
    settings = resolved.settings
    warnings = project.warnings + table.warnings + [choice.note].compactMap(\.self) + resolved.warnings
  }

  /// Makes the package; ``finished(_:_:)`` completes it after all builds of the project.
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

    let read = readContents(written)
    warnings += read.contents.warnings
    outsideCount = warnings.count { $0.code == .outsideOfProject } + read.contents.outside.count
    warnAboutOutside(read.contents.outside)
    warnAboutMissing(read.contents.missing, needed: NamedPictures(written.content))
    package.resources = read.resources
    package.localizedInfo = read.localizedInfo
    warnings += read.resourceWarnings + read.stringWarnings
    addIcons(read, written.content, to: &package)

    var pipeline = InfoPlistPipeline(package.infoPlist, file: written.file, settings: settings)
    pipeline.run(xcodeVersion: options.xcodeVersion)
    package.infoPlist = pipeline.infoPlist
    // If a file is missing, a single warning lists all unknown settings, and the file may end a cycle.
    warnings += pipeline.warnings.filter { warning in
      resolved.missingFiles.isEmpty
        || warning.code != .unknownSetting && !(warning.code == .badMacro && warning.message.hasSuffix("to itself"))
    }
    addStandInIdentifier(to: &package)
    warnAboutUnknown(pipeline.undefinedSettings)
    // In processing order: the project, its settings and files, the Info.plist.
    package.warnings = warnings + package.warnings
    try PackageChecks.check(&package)
    return package
  }

  /// Adds one note about all files that the disk spells differently.
  static func finished(_ package: AppPackage, _ apps: ProjectApps) -> AppPackage {
    let place = SourceLocation(file: apps.project.file)
    var package = package
    package.warnings += apps.disk.respellings.compactMap { LetterCase.note($0.written, found: $0.found, at: place) }
    package.warnings = RemarkMerging.merged(package.warnings, hasPictures: package.hasIconPictures)
    return package
  }

  private static let primaryIconSetting = "ASSETCATALOG_COMPILER_APPICON_NAME"

  // MARK: Files

  private func readContents(_ written: WrittenInfoPlist) -> TargetContents {
    apps.contents(
      of: choice.target, ExclusionRules(settings, directory: project.directory), infoPlist: written.path, options)
  }

  /// Notes that the package does not describe the Mac version of the app.
  private mutating func noteMac(_ settings: BuildSettings) {
    let setting = "SUPPORTS_MACCATALYST"
    guard settings[setting] == "YES" else { return }
    warnings.append(
      PackageWarning(
        .macCatalyst,
        "the target is also built for the Mac (Mac Catalyst); only iPhone and iPad are simulated",
        severity: .note, location: settings.location(of: setting)))
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
          ? "\(shown) is outside of \(project.tree.name) and is not read"
          : "\(outside.count) paths are outside of \(project.tree.name) and are not read: \(shown)",
        location: first.place,
        hint: "to read everything, open a folder that contains the project and its files"))
  }

  /// Warns about each missing picture of an icon or a quick action, and once about all other files: copies of projects
  /// often lack most of their files.
  private mutating func warnAboutMissing(_ missing: [(path: String, place: SourceLocation?)], needed: NamedPictures) {
    func remark(
      _ message: String, _ severity: PackageWarning.Severity, _ files: [(path: String, place: SourceLocation?)]
    ) -> PackageWarning {
      PackageWarning(
        .resourceFileAbsent, message, severity: severity, endsBuild: severity == .warning, location: files.first?.place,
        hint: files.lazy.compactMap { [scripts] in scripts.hint(forMissing: $0.path) }.first
          ?? "Xcode stops the build with “Build input file cannot be found”")
    }
    let pictures = missing.filter { needed.contains($0.path) }
    var ignored = GitIgnore(project.tree)
    warnings += pictures.map { file in
      var warning = remark("a picture that the Info.plist names is missing: \(file.path)", .warning, [file])
      warning.missingFile = file.path
      return notInCopy(warning, &ignored)
    }
    let parts = Dictionary(grouping: missing.filter { !needed.contains($0.path) }) { ignored.ignores($0.path) }
    for isIgnored in [false, true] {
      guard let rest = parts[isIgnored], let first = rest.first else { continue }
      let shown = Names.list(rest.map { FileTreePath.lastComponent($0.path) }, atMost: 3)
      let reason = isIgnored ? "; Git ignores \(rest.count == 1 ? "it" : "them")" : ""
      var note = remark(
        rest.count == 1
          ? "a resource of the target is missing: \(first.path)\(reason)"
          : "\(rest.count) resources of the target are missing: \(shown)\(reason)", .note, rest)
      note.isPedantic = isIgnored
      warnings.append(note)
    }
  }

  /// Replaces a warning about a file that a sparse checkout leaves out, a script writes, or Git ignores, with a note: the
  /// built app has the file.
  private func notInCopy(_ warning: PackageWarning, _ ignored: inout GitIgnore) -> PackageWarning {
    guard let file = warning.missingFile else { return warning }
    let isSparse = apps.cache.sparse?.lacks(file) == true
    let written = scripts.hint(forMissing: file)
    guard isSparse || written != nil || ignored.ignores(file) else { return warning }
    let reason = isSparse ? "the checkout is sparse" : written == nil ? "Git ignores it" : "a script writes it"
    return PackageWarning(
      warning.code, "“\(FileTreePath.lastComponent(file))” is not in this copy: \(reason)", severity: .note,
      location: warning.location,
      hint: isSparse ? "git sparse-checkout add \(FileTreePath.directory(of: file))" : written)
  }

  // MARK: Icons

  /// Adds the primary icon and the alternates of the settings (ICON-136, ICON-137, ICON-138), compiled from the
  /// catalogs; the generated keys always include the one for iPad (ICON-111).
  private mutating func addIcons(
    _ read: TargetContents, _ written: PropertyListDictionary, to package: inout AppPackage
  ) {
    var icons = IconBuildSettings { [settings] name in settings.isDefined(name) ? settings[name] : nil }
    icons.xcodeVersion = options.xcodeVersion
    let replaced = read.catalog.setsReplaced(for: icons).map { FileTreePath.join(project.tree.name, $0) + "/" }
    var ignored = GitIgnore(project.tree)
    warnings +=
      scripts.notes
      + read.catalogWarnings.filter { warning in
        !replaced.contains { warning.location?.file.hasPrefix($0) == true }
      }.map { notInCopy($0, &ignored) }
    package.catalog = read.catalog
    let place =
      settings.location(of: Self.primaryIconSetting) ?? settings.location(of: IconSetting.alternates.rawValue)
      ?? SourceLocation(file: project.file)
    let families = settings["TARGETED_DEVICE_FAMILY"].split { $0 == "," || $0.isWhitespace }.compactMap { Int($0) }
    var generated = GeneratedIconEntries.make(
      icons, catalog: read.catalog,
      families: DeviceClass.allCases.filter { families.contains($0.familyNumber) }, location: place,
      alternatesLocation: settings.location(of: "ASSETCATALOG_COMPILER_ALTERNATE_APPICON_NAMES"))
    // Without input the compiler does not run, so missing sets are not errors.
    let compiles = read.contents.hasCatalog(for: icons.xcodeVersion)
    if !compiles, !read.contents.lacksCatalog { generated.warnings = [] }
    generated.warnings += settings.misspeltIconSettings
    explainMissing(&generated, read, written)
    lowerEmptySlots(&generated)
    if icons.xcodeVersion.readsIconComposer { read.contents.icons.explain(&generated.warnings) }
    generated.infoPlist = Self.placed(generated.infoPlist, at: place)
    package.add(generated, mergesIcons: icons.mergesIcons, without: read.catalog.setsReplaced(for: icons))
    // Without a primary icon, the compiler ignores all app icons.
    if generated.primary == nil { package.catalog?.sets.removeAll { $0.kind == .appIcon } }
    if !compiles { readCompiledCatalog(of: &package) }
    warnings += apps.extensionWarnings(in: choice.configuration, options)
    warnings += [apps.watchWarning(about: choice.target)].compactMap(\.self)
    let sources = TargetSources(
      project: project, table: table, target: choice.target,
      exclusions: ExclusionRules(settings, directory: project.directory), disk: apps.disk,
      limits: options.fileTreeLimits, known: apps.knownSources)
    let entitlements = TargetEntitlements(
      project.tree, directory: project.directory, settings: settings, limits: options.propertyListLimits,
      isComplete: resolved.missingFiles.isEmpty)
    noteMac(settings)
    package.build = XcodeBuild(
      projectFile: project.file, projectName: project.name, target: choice.target.name,
      configuration: choice.configuration,
      isArchived: choice.configuration == project.defaultConfiguration(of: choice.target),
      targets: apps.apps.filter(\.isForIOS).map(\.target.name),
      hasExtensions: project.targets.contains(where: \.isInsideOfApp),
      configurations: project.configurations(of: choice.target.object).map(\.name),
      xcodeVersion: options.xcodeVersion, lastUpgrade: project.lastUpgrade,
      deploymentTarget: settings["IPHONEOS_DEPLOYMENT_TARGET"],
      missingFiles: (read.contents.missing + read.contents.outside).map(\.path),
      namedPictures: namedPictures(NamedPictures(written)),
      iconDoubt: iconDoubt(read) ?? outsideDoubt(read) ?? helperDoubt(generated, written)
        ?? icons.primary.flatMap { adviceAboutUncopied($0, read) }.map { .excluded($0) },
      writtenInfoPlist: written, generatedIcons: generated.infoPlist, primaryIcon: icons.primary,
      alternateIcons: generated.alternates.map(\.name), catalog: read.catalog, settings: settings,
      sources: sources.files, entitlements: entitlements.read)
  }

  /// Returns the files with these names that are in the project, or next to one that is.
  private func namedPictures(_ names: NamedPictures) -> [String] {
    let listed = table.files(where: names.contains)
    let others = Set(listed.map(FileTreePath.directory)).sorted().flatMap { folder in
      ((try? project.tree.entries(in: folder)) ?? []).filter { $0.kind == .file }.map {
        FileTreePath.join(folder, $0.name)
      }
    }
    return listed + others.filter { names.contains($0) && !listed.contains($0) }
  }

  /// Lowers warnings about empty slots in a build for developers, which does not go to the store.
  private func lowerEmptySlots(_ generated: inout GeneratedIconEntries) {
    guard XcodeBuild.isForDevelopers(choice.configuration) else { return }
    for index in generated.warnings.indices where generated.warnings[index].code == .emptyIconSlot {
      generated.warnings[index].lower(to: .note)
    }
  }

  /// Reads a committed `Assets.car` if nothing else is compiled into one.
  private func readCompiledCatalog(of package: inout AppPackage) {
    guard let source = package.resources[CompiledCatalog.fileName]?.source else { return }
    package.catalog = nil
    package.takeCompiledCatalog { () throws(CompiledCatalogProblem) in
      try CompiledCatalog.read(source, in: apps.disk)
    }
  }

  /// Returns why a built app may have an icon that is missing here: a script makes it, or this copy lacks the catalog.
  private func iconDoubt(_ read: TargetContents) -> XcodeBuild.IconDoubt? {
    if let hint = scripts.pictureHint { return .mayBeThere(hint) }
    if read.contents.lacksCatalog { return .mayBeThere("a catalog of the target is missing from this copy") }
    if let catalog = read.contents.catalogs.first(where: { apps.cache.sparse?.lacksPart(of: $0) == true }) {
      return .mayBeThere("the sparse checkout lacks a part of \(FileTreePath.lastComponent(catalog))")
    }
    let name = settings[Self.primaryIconSetting]
    if name.isEmpty, read.catalog.sets.contains(where: { $0.kind == .appIcon }) {
      if !settings.isDefined(Self.primaryIconSetting), let file = resolved.missingFiles.first {
        return .mayBeThere("\(file), which may name the icon, is missing")
      }
      if let unknown = settings.undefinedSettings(in: Self.primaryIconSetting).first {
        return .mayBeThere("the icon’s name is the build setting \(unknown), which nothing here sets")
      }
    }
    if let hint = hintAboutIgnoredSet(name, read) { return .mayBeThere(hint) }
    let excluded = read.contents.excludedCatalogs
    let withIcon = excluded.first { project.tree.kind(of: FileTreePath.join($0.path, "\(name).appiconset")) != nil }
    return (withIcon ?? excluded.first).map { excluded in
      .excluded("\(FileTreePath.lastComponent(excluded.path)) is not compiled: \(excluded.reason.explanation)")
    }
  }

  /// Returns the hint that this copy lacks an app icon set because Git ignores it.
  private func hintAboutIgnoredSet(_ name: String, _ read: TargetContents) -> String? {
    var ignored = GitIgnore(project.tree)
    let isIgnored =
      !name.isEmpty && read.catalog.set(named: name, kind: .appIcon) == nil
      && read.contents.catalogs.contains { ignored.ignores(FileTreePath.join($0, "\(name).appiconset")) }
    return isIgnored ? "Git ignores “\(name).appiconset”, so this copy lacks it" : nil
  }

  /// Returns the doubt about loose pictures that the project has outside of the folder. Catalogs are not concerned.
  private func outsideDoubt(_ read: TargetContents) -> XcodeBuild.IconDoubt? {
    read.contents.outside.first { $0.path.hasSuffix(".png") }.map { picture in
      let name = FileTreePath.lastComponent(picture.path)
      return .mayBeThere("pictures such as “\(name)” are outside of this folder; copy them into the project")
    }
  }

  /// Returns the doubt that an app without an icon may be a test host or sample, if another app has an icon.
  private func helperDoubt(
    _ generated: GeneratedIconEntries, _ written: PropertyListDictionary
  ) -> XcodeBuild.IconDoubt? {
    guard generated.primary == nil, !written.hasIcon,
      let other = apps.appWithIcon(besides: choice.target, in: choice.configuration, options)
    else { return nil }
    return .helper("the target “\(other.name)” has an icon, so this app may be a helper")
  }

  /// Returns the advice about an app icon set in a catalog of the project that the target does not compile.
  private func adviceAboutUncopied(_ set: String, _ read: TargetContents) -> String? {
    guard read.catalog.set(named: set, kind: .appIcon) == nil else { return nil }
    if let icon = table.files(.directory, where: { FileTreePath.lastComponent($0) == "\(set).icon" }).first {
      return "\(icon) is in the project, but not in the target: add it to Copy Bundle Resources"
    }
    let known = Set((read.contents.catalogs + read.contents.excludedCatalogs.map(\.path)).map { ExactText($0) })
    return table.files(.directory) { $0.hasSuffix(".xcassets") }.first { path in
      !known.contains(ExactText(path)) && project.tree.kind(of: FileTreePath.join(path, "\(set).appiconset")) != nil
    }.map { path in
      "\(path) has “\(set)”, but the target does not compile this catalog: add it to Copy Bundle Resources"
    }
  }

  /// Explains why an icon may be missing from the catalogs.
  private func explainMissing(
    _ generated: inout GeneratedIconEntries, _ read: TargetContents, _ written: PropertyListDictionary
  ) {
    let doubt = iconDoubt(read)
    // The names of one setting have one cause.
    let pictures = Set(read.contents.files.map { LooseImageName($0.path).base })
    let names = generated.warnings.compactMap(\.missingIcon)
    let loose = written.looseAlternate(among: names, with: pictures).map { name in
      "remove the unknown names: CFBundleAlternateIcons declares “\(name)” by hand, with pictures outside of catalogs"
    }
    for index in generated.warnings.indices where generated.warnings[index].isAboutMissingIcon {
      var hints = [generated.warnings[index].hint, doubt?.text].compactMap(\.self)
      let code = generated.warnings[index].code
      if code == .alternateNameUnknown, let loose { hints = [loose] }
      if code == .alternateNameUnknown,
        let hint = generated.warnings[index].missingIcon.flatMap({ hintAboutIgnoredSet($0, read) })
      {
        hints.append(hint)
        generated.warnings[index].lower(to: .note)
      }
      let setting = code == .primaryIconSetMissing ? Self.primaryIconSetting : IconSetting.alternates.rawValue
      switch doubt {
      case .mayBeThere: generated.warnings[index].lower(to: .note)
      case .excluded where read.contents.excludedCatalogs.contains { $0.reason == .developmentAssets }:
        generated.warnings[index].lower(to: .warning)
      case .excluded, .helper, nil: break
      }
      // Settings that only a missing file defines may complete the name.
      if code != .emptyIconSet, let file = resolved.missingFiles.first,
        let unknown = settings.undefinedSettings(in: setting).first
      {
        generated.warnings[index].lower(to: .warning)
        hints.append("$(\(unknown)) may be defined in \(file), which is missing")
      }
      if let advice = generated.warnings[index].missingIcon.flatMap({ adviceAboutUncopied($0, read) }) {
        hints = [advice]
      }
      generated.warnings[index].hint = hints.isEmpty ? nil : hints.joined(separator: "; ")
    }
  }

  /// Gives generated values the location of their setting.
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

  /// Warns about undefined settings if an xcconfig file is missing: they are unknown instead of empty.
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
    var warning = PackageWarning(
      .unknownSetting,
      "without \(file)\(more), these settings are unknown: \(Names.list(names))",
      location: resolved.missingPlace, hint: "set those that matter with --setting KEY=VALUE")
    warning.isPedantic = true
    warnings.append(warning)
  }

  private static func matters(_ name: String) -> Bool {
    name.hasPrefix("PRODUCT_") || name.hasPrefix("INFOPLIST_") || name.hasPrefix("ASSETCATALOG_")
      || name == "TARGETED_DEVICE_FAMILY" || name == "IPHONEOS_DEPLOYMENT_TARGET"
  }
}

extension PackageWarning {
  /// Whether the warning is about an icon in a setting that is missing or has no picture.
  fileprivate var isAboutMissingIcon: Bool {
    [.primaryIconSetMissing, .alternateNameUnknown, .emptyIconSet].contains(code)
  }

  /// Lowers the severity of an uncertain error, which then does not end the build.
  fileprivate mutating func lower(to most: Severity) {
    if severity == .error || most == .note { severity = most }
    endsBuild = false
  }
}

/// The written Info.plist of a target, with substitutes for missing values.
extension XcodePackageBuilder {
  /// The Info.plist that `INFOPLIST_FILE` names.
  struct WrittenInfoPlist {
    var content = PropertyListDictionary()
    /// The name in messages.
    var file: String
    /// The path in the tree; nil if there is none.
    var path: String?
    var format: PropertyListFormat?
  }

  /// Whether the target, next to another app, has no files, script or synchronised folder, so that it makes no app.
  private var isEmptyTarget: Bool {
    apps.applications.count > 1 && choice.target.object.strings("fileSystemSynchronizedGroups").isEmpty
      && project.objects.objects(choice.target.object, "buildPhases").allSatisfy {
        $0.strings("files").isEmpty && $0.string("shellScript") == nil
      }
  }

  mutating func readInfoPlist() throws(AppPackageError) -> WrittenInfoPlist {
    let setting = settings["INFOPLIST_FILE"]
    let isGenerated = settings.flag("GENERATE_INFOPLIST_FILE")
    let place = settings.location(of: "INFOPLIST_FILE") ?? SourceLocation(file: project.file)
    if setting.isEmpty {
      guard isGenerated else {
        throw AppPackageError(
          kind: settings.saysNothingOfTarget || isEmptyTarget ? .emptyConfiguration : .noInfoPlist, location: place,
          message: "the target “\(choice.target.name)” has no Info.plist in \(choice.configuration): "
            + "INFOPLIST_FILE is empty and GENERATE_INFOPLIST_FILE is not YES",
          hint: resolved.missingFiles.first.map {
            "restore \($0), which may set it, or pass --setting INFOPLIST_FILE=PATH"
          } ?? "pass --setting INFOPLIST_FILE=PATH")
      }
      return WrittenInfoPlist(file: project.file)
    }
    if DefaultSettings.isMadeByBuild(setting) {
      throw AppPackageError(
        kind: .madeByBuild, location: place, message: "INFOPLIST_FILE is generated by the build: “\(setting)”",
        hint: "pass the file from which the build generates it: --setting INFOPLIST_FILE=PATH")
    }
    guard case .inside(let path) = ProjectPath.resolve(setting, from: project.directory) else {
      throw AppPackageError(
        kind: .outsideOfProject, location: place,
        message: "INFOPLIST_FILE “\(setting)” is outside of \(project.tree.name) and is not read",
        hint: "to read it, open a folder that contains both the file and the project")
    }
    return try readInfoPlist(at: project.tree.spelling(of: path) ?? path, named: setting, place)
  }

  private mutating func readInfoPlist(
    at path: String, named setting: String, _ place: SourceLocation
  ) throws(AppPackageError) -> WrittenInfoPlist {
    let file = FileTreePath.join(project.tree.name, path)
    let bytes: [UInt8]
    do throws(FileTreeError) {
      bytes = try project.tree.read(path)
    } catch {
      let moved = ((try? project.tree.entries(in: "")) ?? []).map(\.name).first {
        project.tree.kind(of: FileTreePath.join($0, path)) == .file
      }
      let missing = "INFOPLIST_FILE names “\(setting)”, which is missing"
      var ignored = GitIgnore(project.tree)
      if error.kind == .notFound, moved == nil, ignored.ignores(path) {
        let names = ((try? project.tree.entries(in: FileTreePath.directory(of: path))) ?? []).map(\.name)
        let others = names.filter { $0.contains("Info") && $0.contains(".plist") && $0 != "Info.plist" }
        let template = others.count == 1 ? " from \(others[0])" : ""
        throw AppPackageError(
          kind: .madeByBuild, location: place,
          message: "\(missing), and Git ignores it: a step of the build makes the file",
          hint: "run the step that makes the file\(template), then try again")
      }
      throw AppPackageError(
        kind: error.kind == .notFound ? .noInfoPlist : .unreadable, location: place,
        message: error.kind == .notFound ? missing : "\(file): \(error.message)",
        hint: error.hint ?? moved.map { "the folder \($0) has a file with this path: correct the setting" }
          ?? "is this copy of the project complete?")
    }
    let reader = InfoPlistReader(
      tree: project.tree, directory: project.directory,
      settings: PreprocessorSettings(value: { settings[$0] }, location: { settings.location(of: $0) }),
      limits: options.propertyListLimits, hasProject: true)
    do throws(PropertyListError) {
      let result = try read(bytes, reader, path, file)
      warnings += result.warnings
      let list = result.list
      guard let content = list.root.dictionary else {
        throw PropertyListError(
          location: list.rootLocation ?? SourceLocation(file: file), kind: .badValue,
          message: "the Info.plist is \(list.root.typeNameWithArticle), not a dictionary")
      }
      warnings += PackageChecks.warnings(list.duplicateKeys)
      return WrittenInfoPlist(content: content, file: file, path: path, format: list.format)
    } catch {
      throw AppPackageError(error)
    }
  }

  /// Reads the file; the result is cached for all settings unless it was preprocessed.
  private func read(
    _ bytes: [UInt8], _ reader: InfoPlistReader, _ path: String, _ file: String
  ) throws(PropertyListError) -> InfoPlistReader.Result {
    if !reader.settings.isWanted, let known = apps.cache.infoPlists[path] { return known }
    let result = try reader.read(bytes, path: path, file: file)
    if !reader.settings.isWanted, !result.isPreprocessed { apps.cache.infoPlists[path] = result }
    return result
  }

  /// Reads `INFOPLIST_FILE_CONTENTS`: keys in a setting that override those of the file.
  mutating func readAdditionalContents() -> PropertyListDictionary {
    let name = "INFOPLIST_FILE_CONTENTS"
    let text = settings[name]
    guard !text.allSatisfy(\.isWhitespace) else { return [:] }
    if let list = try? PropertyList.parse(Array(text.utf8), file: name), let content = list.root.dictionary {
      return content
    }
    warnings.append(
      PackageWarning(
        .infoPlistSetting, "contents of INFOPLIST_FILE_CONTENTS is not a dictionary", severity: .error, endsBuild: true,
        location: settings.location(of: name), hint: "write the text of a property list"))
    return [:]
  }

  /// Adds an identifier if it is missing: devices reject an app without one, and much can be tested with a substitute.
  mutating func addStandInIdentifier(to package: inout AppPackage) {
    guard package.infoPlist["CFBundleIdentifier"] == nil else { return }
    let setting = settings["PRODUCT_BUNDLE_IDENTIFIER"]
    let name = setting.isEmpty ? MacroExpander.unknownIdentifier(for: package.name) : setting
    package.infoPlist["CFBundleIdentifier"] = .string(name)
    guard setting.isEmpty else { return }
    warnings.append(
      PackageWarning(
        .noBundleIdentifier, "the app has no bundle identifier; “\(name)” is used instead",
        location: settings.location(of: "PRODUCT_BUNDLE_IDENTIFIER") ?? SourceLocation(file: project.file),
        hint: "pass --setting PRODUCT_BUNDLE_IDENTIFIER=com.example.app"))
  }
}

/// The pictures that icons and quick actions in an Info.plist name, with any scale and device.
struct NamedPictures {
  private var bases: Set<String> = []

  private static let keys: Set<String> = [
    "CFBundleIcons", "CFBundleIconFiles", "CFBundleIconFile", "UIApplicationShortcutItems",
  ]

  init(_ infoPlist: PropertyListDictionary) {
    for (key, node) in infoPlist.entries where Self.keys.contains(InfoPlistKey(key).base) { add(node.value) }
  }

  /// Adds all texts below these keys, since any of them may name a picture; other texts are harmless.
  private mutating func add(_ value: PropertyListValue) {
    switch value {
    case .string(let text): bases.insert(Self.base(of: LooseImageName.hasImageExtension(text) ? text : text + ".png"))
    case .array(let elements): for element in elements { add(element.value) }
    case .dictionary(let entries): for (_, node) in entries.entries { add(node.value) }
    case .integer, .unsignedInteger, .real, .boolean, .date, .data, .uid: break
    }
  }

  /// Returns whether one of the names means a file.
  func contains(_ path: String) -> Bool {
    !bases.isEmpty && LooseImageName.hasImageExtension(path) && bases.contains(Self.base(of: path))
  }

  private static func base(of path: String) -> String { LooseImageName(path).base }
}

extension BuildSettings {
  /// The settings that are almost a setting for icons, which Xcode ignores.
  fileprivate var misspeltIconSettings: [PackageWarning] {
    let known = IconSetting.allCases.map(\.rawValue)
    return names.filter { $0.hasPrefix("ASSETCATALOG_COMPILER_") && !known.contains($0) }.compactMap { name in
      guard let near = known.first(where: { LetterDistance.between(name, $0, atMost: 2) != nil }) else { return nil }
      let text = "\(name) is not a build setting of Xcode, and has no effect"
      return PackageWarning(.iconSetting, text, location: location(of: name), hint: "did you mean \(near)?")
    }
  }
}
