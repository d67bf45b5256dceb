import Platform
import PropertyLists

/// What a target puts into its bundle, read: the same for all configurations that keep the same files out.
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
      for (language, table) in reader.readCatalog(at: path) { localizedInfo[language] = table }
    }
    for file in contents.files where file.path.hasSuffix(".lproj/InfoPlist.strings") {
      guard seen.insert("\(file.path)\n\(file.source)").inserted else { continue }
      let folder = FileTreePath.directory(of: file.path)
      // A nested bundle has languages of its own.
      guard !folder.contains("/") else { continue }
      let strings = cache.strings.value(at: file.source) {
        var reader = InfoStringsReader(tree: project.tree, limits: options.propertyListLimits)
        return (reader.readStrings(at: file.source), reader.warnings)
      }
      stringWarnings += strings.warnings
      if let table = strings.table { localizedInfo[String(folder.dropLast(".lproj".count))] = table }
    }
    stringWarnings = reader.warnings + stringWarnings
  }
}
