import Platform
import PropertyLists

/// Reads a package from a file tree: Info.plist, files and languages, with warnings about anything unusual.
struct PackageReader {
  private let tree: any FileTree
  private let options: PackageOptions
  private let resourceRoot: String
  private let dotNet: DotNetProject?
  private var package: AppPackage

  /// Folders of a source tree with content that is never copied into the bundle as loose files.
  private static let sourceOnlyExtensions: Set<String> = [
    "xcodeproj", "xcworkspace", "xcassets", "icon", "xcframework", "playground", "xcdatamodeld", "app",
  ]
  private static let sourceOnlyNames: Set<String> = [
    "node_modules", "Pods", "Carthage", "DerivedData", "Preview Content",
  ]
  private static let catalogExtensions: Set<String> = ["xcassets", "icon"]

  init(
    tree: any FileTree, infoPlistPath: String, name: String, origin: AppPackage.Origin, options: PackageOptions,
    dotNet: DotNetProject? = nil
  ) throws(AppPackageError) {
    (self.tree, self.dotNet, self.options) = (tree, dotNet, options)
    let file = "\(tree.name)/\(infoPlistPath)"
    let bytes: [UInt8]
    do throws(FileTreeError) {
      let path = try FileTreePath.normalise(infoPlistPath, in: tree.name)
      self.resourceRoot =
        try options.resourceFolder.map { folder throws(FileTreeError) in
          try FileTreePath.normalise(folder, in: tree.name)
        } ?? FileTreePath.directory(of: path)
      bytes = try tree.read(path)
    } catch  where error.kind == .notFound {
      throw AppPackageError(
        kind: .noInfoPlist, location: SourceLocation(file: tree.name), message: "the app has no \(infoPlistPath)",
        hint: "open a complete app: it has an Info.plist in the root of its bundle")
    } catch {
      throw AppPackageError(error)
    }
    let result: InfoPlistReader.Result
    do throws(PropertyListError) {
      result =
        origin == .builtApp
        ? InfoPlistReader.Result(list: try PropertyList.parse(bytes, file: file, limits: options.propertyListLimits))
        : try Self.sourceReader(tree, infoPlistPath, name, options).read(bytes, path: infoPlistPath, file: file)
    } catch {
      throw AppPackageError(error)
    }
    let list = result.list
    guard let dictionary = list.root.dictionary else {
      throw AppPackageError(
        kind: .notADictionary, location: list.rootLocation ?? SourceLocation(file: file),
        message: "the Info.plist is \(list.root.typeNameWithArticle), not a dictionary",
        hint: "make its outermost value a <dict> with keys such as CFBundleIdentifier")
    }
    package = AppPackage(
      name: name, origin: origin, infoPlist: dictionary, infoPlistFile: file, settings: options.settings)
    package.files = PackageFiles(tree)
    package.isDotNet = dotNet != nil
    package.isXamarin = dotNet?.isXamarin == true
    if let dotNet, dictionary["MinimumOSVersion"] == nil {
      package.infoPlist["MinimumOSVersion"] = .string(dotNet.oldestOS)
    }
    // The build replaces an empty identifier with ApplicationId.
    if dotNet != nil, dictionary["CFBundleIdentifier"]?.string == "" { package.infoPlist.remove("CFBundleIdentifier") }
    package.infoPlistFormat = list.format
    package.infoPlistSource = list.source
    package.isPreprocessed = result.isPreprocessed
    package.warnings += result.warnings + PackageChecks.warnings(list.duplicateKeys)
  }

  /// Creates a reader for an Info.plist without a project, with the settings in the options.
  private static func sourceReader(
    _ tree: any FileTree, _ path: String, _ name: String, _ options: PackageOptions
  ) -> InfoPlistReader {
    var expander = MacroExpander(settings: options.settings, packageName: name)
    let settings = PreprocessorSettings(value: { expander.expand(options.settings[$0] ?? "") }, location: { _ in nil })
    return InfoPlistReader(
      tree: tree, directory: FileTreePath.directory(of: path), settings: settings, limits: options.propertyListLimits,
      hasProject: false)
  }

  mutating func read() throws(AppPackageError) -> AppPackage {
    try requireIOS()
    try PackageChecks.check(&package)
    readFiles()
    if package.origin == .builtApp {
      package.builtApp = BuiltApp(package, in: tree, below: resourceRoot, limits: options.propertyListLimits)
      let watch = package.builtApp?.nestedBundles.first { $0.kind == .watchApp }
      package.warnings +=
        watch.map { [.watchApp(FileTreePath.lastComponent($0.path), in: package.infoPlistFile)] } ?? []
    }
    package.addGeneratedIcons()
    package.warnings = RemarkMerging.merged(package.warnings, hasPictures: package.hasIconPictures)
    return package
  }

  /// Checks the system that a built app is for.
  ///
  /// - Throws: ``AppPackageError`` `unsupportedInput` for a system other than iOS.
  private func requireIOS() throws(AppPackageError) {
    guard package.origin == .builtApp, let node = package.infoPlist.node(for: "CFBundleSupportedPlatforms") else {
      return
    }
    let names = node.value.strings ?? []
    guard !names.isEmpty, !names.contains(where: { $0.hasPrefix("iPhone") }) else { return }
    let systems = names.map { Self.systems[$0] ?? $0 }.joined(separator: " and ")
    throw AppPackageError(
      kind: .unsupportedInput, location: node.location ?? SourceLocation(file: package.infoPlistFile),
      message: "“\(package.name)” is built for \(systems), but only apps for iPhone and iPad are supported",
      hint: "open a build for iOS, or its project")
  }

  /// Systems by their names in `CFBundleSupportedPlatforms`.
  private static let systems = [
    "AppleTVOS": "tvOS", "AppleTVSimulator": "the tvOS Simulator", "MacOSX": "the Mac", "WatchOS": "watchOS",
    "WatchSimulator": "the watchOS Simulator", "XROS": "visionOS", "XRSimulator": "the visionOS Simulator",
  ]

  // MARK: Files

  private mutating func readFiles() {
    let isSource = package.origin == .infoPlist
    let foreign = dotNet == nil ? [] : DotNetProject.foreignFolders
    var catalogs: [String] = []
    let walk = FileTreeWalk(tree, in: resourceRoot, limits: options.fileTreeLimits) { path, entry in
      guard isSource else { return false }
      if entry.name.utf8.first == UInt8(ascii: ".") { return true }
      if entry.kind == .directory,
        Self.catalogExtensions.contains(FileTreePath.lowercasedExtension(of: entry.name))
      {
        catalogs.append(path)
      }
      return entry.kind == .directory
        && (Self.sourceOnlyNames.contains(entry.name) || foreign.contains(entry.name)
          || Self.sourceOnlyExtensions.contains(FileTreePath.lowercasedExtension(of: entry.name)))
    }
    package.warnings += walk.problems.map(PackageChecks.warning)

    var reader = ResourceReader(tree: tree, readsImageHeaders: options.readsImageHeaders)
    var resources: [Resource] = []
    var sources: [String: String] = [:]
    for file in walk.files {
      let path = bundlePath(of: file.path)
      // Xcode would refuse it; .NET takes one of them.
      if let other = sources.updateValue(file.path, forKey: path), dotNet == nil {
        package.warnings.append(ResourceReader.clash(path, other, file.path, in: tree.name))
      }
      resources.append(reader.resource(at: path, from: file.path, size: file.size))
    }
    package.warnings += reader.warnings
    package.resources = ResourceList(resources)
    readCatalogs(catalogs)
    readLanguages(walk.files.map(\.path))
  }

  /// Reads the catalogs and `.icon` bundles next to an Info.plist, which are assumed to belong to its target; if there
  /// are none, reads the compiled catalog of a built app.
  private mutating func readCatalogs(_ paths: [String]) {
    // Only the name is known of a set that the build makes from a picture.
    defer {
      if let name = dotNet?.mauiIcon, package.catalog?.set(named: name, kind: .appIcon) == nil {
        package.catalog = AssetCatalog(sets: (package.catalog?.sets ?? []) + [AssetSet(name: name, kind: .appIcon)])
      }
    }
    guard !paths.isEmpty else {
      if let source = package.resources[CompiledCatalog.fileName]?.source {
        let tree = tree
        package.takeCompiledCatalog { () throws(CompiledCatalogProblem) in try CompiledCatalog.read(source, in: tree) }
      }
      return
    }
    let result = AssetCatalogReader.read(
      tree: tree, paths: paths.sorted(by: ExactText.precedes),
      headers: options.readsImageHeaders ? .appIcons : .none, limits: options.fileTreeLimits)
    package.catalog = result.catalog
    package.warnings += result.warnings
  }

  private func bundlePath(of path: String) -> String {
    let root = resourceRoot
    let relative = root.isEmpty ? path : String(Substring(path.utf8.dropFirst(root.utf8.count + 1)))
    if dotNet != nil { return DotNetProject.bundlePath(of: relative) }
    guard options.flattensGroups, package.origin == .infoPlist else { return relative }
    // Localised files stay in the folder of their language, even if it is in a group.
    let parts = FileTreePath.parts(of: relative)
    let language = parts.dropLast().lastIndex { $0.hasSuffix(".lproj") } ?? parts.count - 1
    return parts[language...].joined(separator: "/")
  }

  // MARK: Languages

  private static let infoStrings = "InfoPlist.strings"

  /// Reads the languages in the root of the bundle; a nested bundle has its own.
  /// - Parameter paths: the paths of all files, to avoid listing large folders again.
  private mutating func readLanguages(_ paths: [String]) {
    let root = resourceRoot
    var folders: [String] = []
    for path in paths where FileTreePath.lastComponent(path) == Self.infoStrings {
      let folder = FileTreePath.directory(of: path)
      if folder.hasSuffix(".lproj"), FileTreePath.directory(of: folder) == root { folders.append(folder) }
    }
    var reader = InfoStringsReader(tree: tree, limits: options.propertyListLimits)
    for folder in folders.sorted(by: ExactText.precedes) {
      let language = String(FileTreePath.lastComponent(folder).dropLast(".lproj".count))
      let path = FileTreePath.join(folder, Self.infoStrings)
      if let table = reader.readStrings(at: path) { package.localizedInfo[language] = table }
    }
    package.warnings += reader.warnings
  }
}

/// Makes resources from files, with the headers of those that look like pictures.
struct ResourceReader {
  let tree: any FileTree
  let readsImageHeaders: Bool
  /// The cache of headers for other targets with the same pictures.
  private let headers: PathCache<Result<ImageHeader, ImageProblem>>?
  private(set) var warnings: [PackageWarning] = []

  /// Bundles inside the bundle; their pictures do not belong to this app.
  private static let nestedBundleExtensions: [String] = ["appex", "framework", "app", "xctest"]

  init(tree: any FileTree, readsImageHeaders: Bool, headers: PathCache<Result<ImageHeader, ImageProblem>>? = nil) {
    (self.tree, self.headers, self.readsImageHeaders) = (tree, headers, readsImageHeaders)
  }

  /// - Parameters:
  ///   - path: the path in the bundle.
  ///   - file: the path in the tree.
  mutating func resource(at path: String, from file: String, size: Int) -> Resource {
    var resource = Resource(path: path, size: size)
    resource.source = file
    guard readsImageHeaders, Self.looksLikePicture(path), !Self.isInNestedBundle(path) else { return resource }
    let isNamedAsPicture = LooseImageName.hasImageExtension(path)
    do throws(ImageProblem) {
      resource.image = try header(of: file, size)
      resource.problem = resource.image?.problem(ofFile: path)
    } catch {
      // A file without an extension may be something other than a picture.
      if isNamedAsPicture { resource.problem = error }
    }
    if let problem = resource.problem {
      warnings.append(.badImage(problem, path, at: SourceLocation(file: FileTreePath.join(tree.name, file))))
    }
    return resource
  }

  private func header(of file: String, _ size: Int) throws(ImageProblem) -> ImageHeader {
    func read() -> Result<ImageHeader, ImageProblem> {
      Result { () throws(ImageProblem) in try ImageHeader.read(file, in: tree, size: size) }
    }
    return try (headers?.value(at: file, read: read) ?? read()).get()
  }

  private static func looksLikePicture(_ path: String) -> Bool {
    LooseImageName.hasImageExtension(path)
      || !path.utf8.contains(UInt8(ascii: "/")) && FileTreePath.lowercasedExtension(of: path).isEmpty
  }

  private static func isInNestedBundle(_ path: String) -> Bool {
    FileTreePath.parts(of: FileTreePath.directory(of: path)).contains { part in
      nestedBundleExtensions.contains { part.hasSuffix("." + $0) }
    }
  }

  /// Returns the warning about two files with one name in the bundle.
  static func clash(_ path: String, _ first: String, _ second: String, in tree: String) -> PackageWarning {
    PackageWarning(
      .nameClash, "\(first) and \(second) would both become \(path) in the bundle",
      location: SourceLocation(file: FileTreePath.join(tree, second)),
      hint:
        "remove one of the two files: Xcode rejects this with “Multiple commands produce”; here, the later file is used"
    )
  }
}

/// Reads localised Info.plist keys: `InfoPlist.strings` and Xcode 15's `InfoPlist.xcstrings`.
struct InfoStringsReader {
  let tree: any FileTree
  let limits: PropertyListLimits
  private(set) var warnings: [PackageWarning] = []

  init(tree: any FileTree, limits: PropertyListLimits) { (self.tree, self.limits) = (tree, limits) }

  /// Reads the strings of one language; nil, with a warning, if the file has no usable content.
  mutating func readStrings(at path: String) -> StringTable? {
    let list: PropertyList
    do {
      list = try PropertyList.parse(try tree.read(path), file: FileTreePath.join(tree.name, path), limits: limits)
    } catch let error as PropertyListError {
      // Many languages have an empty file.
      if error.kind == .empty { return StringTable() }
      warnings.append(PackageWarning(.badStrings, error.message, location: error.location, hint: error.hint))
      return nil
    } catch let error as FileTreeError {
      warnings.append(PackageChecks.warning(error))
      return nil
    } catch {
      // Unreachable: the two errors above are the only ones, but the compiler cannot know this.
      return nil
    }
    guard let dictionary = list.root.dictionary else {
      warnings.append(
        PackageWarning(
          .badStrings, "the file is \(list.root.typeNameWithArticle), not a list of strings",
          location: list.rootLocation))
      return nil
    }
    var table = StringTable()
    for entry in dictionary.entries {
      if let text = entry.node.value.string {
        table[entry.key] = text
      } else {
        warnings.append(
          PackageWarning(
            .badStrings, "the value of “\(entry.key)” is \(entry.node.value.typeNameWithArticle), not a string",
            location: entry.node.location))
      }
    }
    warnings += PackageChecks.warnings(list.duplicateKeys)
    return table
  }

  /// Reads the strings of all languages of a string catalog.
  ///
  /// In the source language, a key without a text is its own text, as in Xcode. Info.plist keys without a text are left
  /// out there: the Info.plist's value applies.
  mutating func readCatalog(at path: String) -> (source: String?, tables: [(language: String, table: StringTable)]) {
    let json: LenientJSON
    do throws(PropertyListError) {
      json = try LenientJSON.read(path, in: tree)
    } catch {
      warnings.append(PackageWarning(.badStrings, error.message, location: error.location, hint: error.hint))
      return (nil, [])
    }
    warnings += json.warnings.map(PackageChecks.warning)
    guard let strings = json.root["strings"]?.object else {
      warnings.append(
        PackageWarning(
          .badStrings, "the string catalog has no “strings”", location: json.root.location,
          hint: "write an object with “sourceLanguage” and “strings”"))
      return (nil, [])
    }
    var languages: [String] = []
    var tables: [String: StringTable] = [:]
    let source = json.root["sourceLanguage"]?.string
    if let source {
      languages.append(source)
      tables[source] = StringTable()
    }
    for entry in strings.entries {
      if let source, !Self.isInfoPlistKey(entry.key) { tables[source]?[entry.key] = entry.key }
      for localization in entry.node["localizations"]?.object?.entries ?? [] {
        guard let text = localization.node["stringUnit"]?["value"]?.string else { continue }
        if tables[localization.key] == nil { languages.append(localization.key) }
        tables[localization.key, default: StringTable()][entry.key] = text
      }
    }
    return (source, languages.map { ($0, tables[$0] ?? StringTable()) })
  }

  /// Returns whether the key belongs to the Info.plist: `CFBundleDisplayName`, `NSCameraUsageDescription`.
  private static func isInfoPlistKey(_ key: String) -> Bool {
    ["CF", "NS", "UI", "LS"].contains { key.hasPrefix($0) } && key.allSatisfy { $0.isASCII && $0.isLetter }
  }
}

extension LetterCase {
  /// Returns a note about a name that differs from the file's name on the disk; nil if only the Unicode form differs,
  /// which neither a Mac nor an iPhone distinguishes.
  static func note(_ written: String, found: String, at place: SourceLocation?) -> PackageWarning? {
    // Swift compares strings by canonical equivalence.
    guard written != found else { return nil }
    let clause = "“\(written)” is spelled “\(found)”"
    var note = PackageWarning(
      .letterCase, "\(clause) on the disk", severity: .note, location: place,
      hint: "rename one of the two files: a Mac treats both names as equal, but Linux and case-sensitive volumes do not"
    )
    note.clause = clause
    return note
  }

  /// Merges all spelling notes into one, at the position of the first.
  static func merged(_ warnings: [PackageWarning]) -> [PackageWarning] {
    let notes = warnings.filter { $0.code == .letterCase }
    guard notes.count > 1, var all = notes.first, let place = warnings.firstIndex(where: { $0.code == .letterCase })
    else { return warnings }
    var clauses: [String] = []
    for note in notes {
      guard let clause = note.clause, !clauses.contains(clause) else { continue }
      clauses.append(clause)
      if clauses.count > 1, let location = note.location { all.otherLocations.append(location) }
    }
    if clauses.count > 1 {
      all.message = "names are spelled differently on the disk: \(Names.list(clauses, atMost: 3))"
    }
    var result = warnings.filter { $0.code != .letterCase }
    result.insert(all, at: warnings[..<place].count { $0.code != .letterCase })
    return result
  }
}
