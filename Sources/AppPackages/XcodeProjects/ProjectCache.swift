import Platform
import PropertyLists

/// The files that all builds of a project share: each file is read once, regardless of the number of targets and
/// configurations. Not thread-safe.
final class ProjectCache {
  /// The xcconfig files with all included files.
  let xcconfigs = PathCache<XcconfigReader>()
  /// The Info.plists that were not preprocessed, because preprocessing depends on settings.
  let infoPlists = PathCache<InfoPlistReader.Result>()
  let headers = PathCache<Result<ImageHeader, ImageProblem>>()
  let catalogs = PathCache<AssetCatalogReader.Part>()
  let strings = PathCache<(table: StringTable?, warnings: [PackageWarning])>()
  /// The warnings about the project's extensions, by configuration.
  var extensionWarnings: [String: [PackageWarning]] = [:]
  /// The files that a sparse checkout leaves out; nil in any other copy.
  private(set) lazy var sparse = SparseCheckout(tree)
  private let tree: any FileTree
  private var contents: [Key: TargetContents] = [:]

  init(_ tree: any FileTree) { self.tree = tree }

  /// The properties of a build that determine the contents of a target's bundle.
  private struct Key: Hashable {
    let target: String
    let exclusions: ExclusionRules
    let infoPlist: ExactText?
  }

  func contents(
    of target: XcodeTarget, _ exclusions: ExclusionRules, infoPlist: String?, read: () -> TargetContents
  ) -> TargetContents {
    let key = Key(target: target.object.id, exclusions: exclusions, infoPlist: infoPlist.map(ExactText.init))
    if let known = contents[key] { return known }
    let found = read()
    contents[key] = found
    return found
  }
}

/// Values by paths of one tree; each one is computed once.
final class PathCache<Value> {
  private var values: [ExactText: Value] = [:]

  func value<Failure: Error>(at path: String, read: () throws(Failure) -> Value) throws(Failure) -> Value {
    if let known = values[ExactText(path)] { return known }
    let value = try read()
    values[ExactText(path)] = value
    return value
  }

  subscript(path: String) -> Value? {
    get { values[ExactText(path)] }
    set { values[ExactText(path)] = newValue }
  }
}

/// The contents of a target's bundle: the same for all configurations that exclude the same files.
struct TargetContents {
  var contents: BundleContents
  var resources = ResourceList()
  var resourceWarnings: [PackageWarning] = []
  var localizedInfo = LocalizedInfo()
  var stringWarnings: [PackageWarning] = []
  var catalog = AssetCatalog()
  var catalogWarnings: [PackageWarning] = []

  init(_ contents: BundleContents, in project: XcodeProject, _ options: PackageOptions, _ cache: ProjectCache) {
    self.contents = contents
    readFiles(project, options, cache)
    readStrings(project, options, cache)
    (catalog, catalogWarnings) = AssetCatalogReader.read(
      tree: project.tree, paths: contents.catalogs, headers: options.readsImageHeaders ? .appIcons : .none,
      limits: options.fileTreeLimits, cache: cache.catalogs)
  }

  private mutating func readFiles(_ project: XcodeProject, _ options: PackageOptions, _ cache: ProjectCache) {
    var reader = ResourceReader(
      tree: project.tree, readsImageHeaders: options.readsImageHeaders, headers: cache.headers)
    var resources: [Resource] = []
    var sources: [String: String] = [:]
    for file in contents.files {
      if let other = sources.updateValue(file.source, forKey: file.path) {
        guard other != file.source else { continue }
        resourceWarnings.append(ResourceReader.clash(file.path, other, file.source, in: project.tree.name))
      }
      resources.append(reader.resource(at: file.path, from: file.source, size: file.size))
    }
    resourceWarnings += reader.warnings
    self.resources = ResourceList(resources)
  }

  private mutating func readStrings(_ project: XcodeProject, _ options: PackageOptions, _ cache: ProjectCache) {
    var reader = InfoStringsReader(tree: project.tree, limits: options.propertyListLimits)
    var seen: Set<String> = []
    for path in contents.stringCatalogs where seen.insert(path).inserted {
      let (source, tables) = reader.readCatalog(at: path)
      for (language, table) in tables { localizedInfo[language] = table }
      localizedInfo.catalog = LocalizedInfo.Catalog(path: path, sourceLanguage: source)
    }
    for file in contents.files where file.path.hasSuffix(".lproj/InfoPlist.strings") {
      guard seen.insert("\(file.path)\n\(file.source)").inserted else { continue }
      let folder = FileTreePath.directory(of: file.path)
      // The languages of a nested bundle are separate.
      guard !folder.contains("/") else { continue }
      let strings = cache.strings.value(at: file.source) {
        var reader = InfoStringsReader(tree: project.tree, limits: options.propertyListLimits)
        return (reader.readStrings(at: file.source), reader.warnings)
      }
      stringWarnings += strings.warnings
      if let table = strings.table {
        localizedInfo[String(folder.dropLast(".lproj".count))] = table
        localizedInfo.catalog = nil
      }
    }
    stringWarnings = reader.warnings + stringWarnings
  }
}
