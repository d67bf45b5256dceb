import Platform
import PropertyLists

/// Reads a package out of a file tree: Info.plist, files, languages, and a warning for whatever looks odd.
struct PackageReader {
  private let tree: any FileTree
  private let options: PackageOptions
  private let resourceRoot: String
  private let dotNet: DotNetProject?
  private var package: AppPackage

  /// Folders of a source tree whose content never gets into the bundle as loose files.
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
    self.tree = tree
    self.dotNet = dotNet
    self.options = options
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
        kind: .noInfoPlist, location: SourceLocation(file: tree.name), message: "it has no \(infoPlistPath)",
        hint: "an app needs one in its bundle's root")
    } catch {
      throw AppPackageError(error)
    }
    let result: InfoPlistReader.Result
    do throws(PropertyListError) {
      result =
        origin == .builtApp
        ? InfoPlistReader.Result(
          list: try PropertyList.parse(bytes, file: file, limits: options.propertyListLimits))
        : try Self.sourceReader(tree, infoPlistPath, name, options).read(bytes, path: infoPlistPath, file: file)
    } catch {
      throw AppPackageError(error)
    }
    let list = result.list
    guard let dictionary = list.root.dictionary else {
      throw AppPackageError(
        kind: .notADictionary, location: list.rootLocation ?? SourceLocation(file: file),
        message: "the Info.plist is \(list.root.typeNameWithArticle), not a dictionary",
        hint: "its outermost value must be a <dict> with keys such as CFBundleIdentifier")
    }
    package = AppPackage(
      name: name, origin: origin, infoPlist: dictionary, infoPlistFile: file, settings: options.settings)
    package.files = PackageFiles(tree)
    package.isDotNet = dotNet != nil
    if let dotNet, dictionary["MinimumOSVersion"] == nil {
      package.infoPlist["MinimumOSVersion"] = .string(dotNet.oldestOS)
    }
    package.infoPlistFormat = list.format
    package.infoPlistSource = list.source
    package.isPreprocessed = result.isPreprocessed
    package.warnings += result.warnings + list.duplicateKeys.map(PackageChecks.warning)
  }

  /// Of an Info.plist on its own nobody knows the project: what a person gave counts, relative to the file's folder.
  private static func sourceReader(
    _ tree: any FileTree, _ path: String, _ name: String, _ options: PackageOptions
  ) -> InfoPlistReader {
    var expander = MacroExpander(settings: options.settings, packageName: name)
    let settings = PreprocessorSettings(
      value: { expander.expand(options.settings[$0] ?? "") }, location: { _ in nil })
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
    }
    package.addGeneratedIcons()
    package.warnings = RemarkMerging.merged(package.warnings)
    return package
  }

  /// A built app says for which systems it is.
  ///
  /// - Throws: ``AppPackageError`` `unsupportedInput` for one that is for others than iPhone and iPad.
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

  /// By the names of `CFBundleSupportedPlatforms`.
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
      if let other = sources.updateValue(file.path, forKey: path) {
        package.warnings.append(ResourceReader.clash(path, other, file.path, in: tree.name))
      }
      resources.append(reader.resource(at: path, from: file.path, size: file.size))
    }
    package.warnings += reader.warnings
    package.resources = ResourceList(resources)
    readCatalogs(catalogs)
    readLanguages(walk.files.map(\.path))
  }

  /// The catalogs and `.icon` bundles beside an Info.plist are taken to belong to its target; without any, the compiled
  /// catalog of a built app has the sets.
  private mutating func readCatalogs(_ paths: [String]) {
    // Of the set that a build makes of a picture only the name is known.
    defer {
      if let name = dotNet?.mauiIcon, package.catalog?.set(named: name, kind: .appIcon) == nil {
        package.catalog = AssetCatalog(
          sets: (package.catalog?.sets ?? []) + [AssetSet(name: name, kind: .appIcon)])
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
    // Localised files stay in the folder of their language, whatever group that is in.
    let parts = FileTreePath.parts(of: relative)
    let language = parts.dropLast().lastIndex { $0.hasSuffix(".lproj") } ?? parts.count - 1
    return parts[language...].joined(separator: "/")
  }

  // MARK: Languages

  private static let infoStrings = "InfoPlist.strings"

  /// Languages lie in the root of the bundle; a nested bundle has its own.
  /// - Parameter paths: of all files: a folder with a thousand pictures is not listed a second time.
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
