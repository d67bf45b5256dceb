public import Platform
import PropertyLists

/// Reads asset catalogs (`.xcassets`) and Icon Composer bundles (`.icon`), with the warnings that actool would emit.
///
/// No content of a catalog makes reading fail: unusable content becomes a warning with its location.
public struct AssetCatalogReader {
  /// The pictures whose sizes and formats are read.
  public enum PictureHeaders: Sendable {
    case none
    /// Only pictures of app icon sets.
    case appIcons
    case all
  }

  private let tree: any FileTree
  private let headers: PictureHeaders
  private let limits: FileTreeLimits
  /// The number of entries read so far; all catalogs of a target share one limit.
  private var walkedEntries = 0
  private var catalog = AssetCatalog()
  private var warnings: [PackageWarning] = []
  /// The namespace of each group, with a trailing slash. Sets have none, so folders inside them are ignored.
  private var namespaces: [String: String] = [:]

  private init(tree: any FileTree, headers: PictureHeaders, limits: FileTreeLimits) {
    (self.tree, self.headers, self.limits) = (tree, headers, limits)
  }

  /// Reads one catalog.
  ///
  /// - Parameters:
  ///   - path: the `.xcassets` folder in the tree; empty for the root.
  ///   - headers: the pictures to read; sizes decide whether icon slots are filled (``AssetEntry/rejectedFilename``).
  public static func read(
    tree: any FileTree, path: String, headers: PictureHeaders = .appIcons, limits: FileTreeLimits = .default
  ) -> (catalog: AssetCatalog, warnings: [PackageWarning]) {
    var reader = AssetCatalogReader(tree: tree, headers: headers, limits: limits)
    reader.readCatalog(path)
    return (reader.catalog, reader.warnings)
  }

  /// Reads all catalogs and `.icon` bundles of a target in the target's order, and reports sets with the same name.
  public static func read(
    tree: any FileTree, paths: [String], headers: PictureHeaders = .appIcons, limits: FileTreeLimits = .default
  ) -> (catalog: AssetCatalog, warnings: [PackageWarning]) {
    read(tree: tree, paths: paths, headers: headers, limits: limits, cache: nil)
  }

  /// The result of reading one catalog.
  struct Part {
    fileprivate let sets: [AssetSet]
    fileprivate let warnings: [PackageWarning]
    fileprivate let walkedEntries: Int
  }

  /// Reads with a cache, for callers that read the catalogs of several targets with the same options.
  static func read(
    tree: any FileTree, paths: [String], headers: PictureHeaders, limits: FileTreeLimits, cache: PathCache<Part>?
  ) -> (catalog: AssetCatalog, warnings: [PackageWarning]) {
    var reader = AssetCatalogReader(tree: tree, headers: headers, limits: limits)
    var seen: Set<String> = []
    for path in paths where seen.insert(path).inserted {
      if FileTreePath.lowercasedExtension(of: path) == "icon" {
        let icon = IconComposerReader.read(tree: tree, path: path)
        reader.warnings += icon.warnings
        if let set = icon.set { reader.catalog.sets.append(set) }
      } else {
        reader.readCatalog(path, cache)
      }
    }
    reader.warnings += reader.catalog.duplicateWarnings()
    return (reader.catalog, reader.warnings)
  }

  private mutating func readCatalog(_ path: String, _ cache: PathCache<Part>?) {
    guard let cache else { return readCatalog(path) }
    let part = cache.value(at: path) {
      var reader = AssetCatalogReader(tree: tree, headers: headers, limits: limits)
      reader.readCatalog(path)
      return Part(sets: reader.catalog.sets, warnings: reader.warnings, walkedEntries: reader.walkedEntries)
    }
    // If the limit would end the walk, walk up to the limit.
    guard walkedEntries + part.walkedEntries <= limits.maximumEntries else { return readCatalog(path) }
    walkedEntries += part.walkedEntries
    catalog.sets += part.sets
    warnings += part.warnings
  }

  private mutating func readCatalog(_ path: String) {
    let root: String
    do throws(FileTreeError) {
      root = try FileTreePath.normalise(path, in: tree.name)
    } catch {
      warnings.append(PackageChecks.warning(error))
      return
    }
    guard walkedEntries <= limits.maximumEntries else { return }
    let walk = FileTreeWalk(tree, in: root, limits: limits, spent: walkedEntries) { _, entry in
      entry.name.utf8.first == UInt8(ascii: ".")
    }
    walkedEntries = walk.entryCount
    warnings += walk.problems.map(PackageChecks.warning)
    var files: [String: [FileTreeWalk.File]] = [:]
    for file in walk.files { files[FileTreePath.directory(of: file.path), default: []].append(file) }

    namespaces = [root: ""]
    // The order guarantees that a folder follows its parent.
    for folder in walk.directories {
      guard let namespace = namespaces[FileTreePath.directory(of: folder)] else { continue }
      let ending = FileTreePath.lowercasedExtension(of: folder)
      let name = FileTreePath.lastComponent(folder)
      guard Self.setExtensions.contains(ending) else {
        let group = files[folder].flatMap { providesNamespace($0) } ?? false
        namespaces[folder] = group ? "\(namespace)\(name)/" : namespace
        continue
      }
      let stem = String(name.dropLast(ending.count + 1))
      addSet(stem, ending, folder, namespace, files[folder] ?? [])
    }
  }

  private mutating func addSet(
    _ stem: String, _ ending: String, _ folder: String, _ namespace: String, _ files: [FileTreeWalk.File]
  ) {
    switch ending {
    case "appiconset":
      // Settings and the Info.plist name an app icon by its folder alone.
      var reader = AssetSetReader(tree: tree, readsHeaders: headers != .none)
      catalog.sets.append(reader.read(folder, name: stem, kind: .appIcon, files: files))
      warnings += reader.warnings
      if !namespace.isEmpty {
        warnings.append(
          PackageWarning(
            .badCatalog, "the app icon set “\(stem)” is in the namespace “\(namespace.dropLast())”",
            location: SourceLocation(file: FileTreePath.join(tree.name, folder)),
            hint: "move the set out of the group; build settings name icon sets without a namespace"))
      }
    case "imageset":
      var reader = AssetSetReader(tree: tree, readsHeaders: headers == .all)
      catalog.sets.append(reader.read(folder, name: namespace + stem, kind: .image, files: files))
      warnings += reader.warnings
    default:
      catalog.sets.append(
        AssetSet(
          name: namespace + stem, kind: .other(ending), path: folder,
          location: SourceLocation(file: FileTreePath.join(tree.name, folder))))
    }
  }

  /// The extensions of sets; any other folder is a group, even with dots in its name.
  private static let setExtensions: Set<String> = [
    "appiconset", "imageset", "iconset", "colorset", "symbolset", "dataset", "launchimage", "brandassets",
    "imagestack", "imagestacklayer", "solidimagestack", "solidimagestacklayer", "stickersiconset", "stickerpack",
    "stickersequence", "sticker", "complicationset", "arresourcegroup", "arreferenceimage", "cubetextureset",
    "textureset", "mipmapset", "gcdashboardimage", "gcleaderboard", "gcleaderboardset",
  ]

  private mutating func providesNamespace(_ files: [FileTreeWalk.File]) -> Bool {
    guard let contents = files.first(where: { FileTreePath.lastComponent($0.path) == AssetSetReader.contentsName })
    else { return false }
    do throws(PropertyListError) {
      let json = try LenientJSON.read(contents.path, in: tree, limits: AssetSetReader.jsonLimits)
      warnings += json.warnings.map(PackageChecks.warning)
      return json.root["properties"]?["provides-namespace"]?.boolean ?? false
    } catch {
      warnings.append(AssetSetReader.warning(error))
      return false
    }
  }
}

/// Reads an Icon Composer bundle: `Name.icon` with `icon.json` and `Assets` (ICON-148).
public struct IconComposerReader {
  private let tree: any FileTree
  private var checker = IconComposerChecker()
  private var assets = SetFiles([])
  private var used: Set<ExactText> = []

  private init(tree: any FileTree) { self.tree = tree }

  /// Reads an Icon Composer icon.
  ///
  /// - Parameter path: the `.icon` folder in the tree.
  /// - Returns: an app icon set with the folder's name and an entry for each appearance in the document; nil if
  ///   there isn't a usable `icon.json`. Missing files of layers are warnings.
  public static func read(tree: any FileTree, path: String) -> (set: AssetSet?, warnings: [PackageWarning]) {
    var reader = IconComposerReader(tree: tree)
    let set = reader.read(path)
    return (set, reader.checker.warnings)
  }

  private mutating func read(_ path: String) -> AssetSet? {
    let root: JSONNode
    let file = FileTreePath.join(path, "icon.json")
    do throws(PropertyListError) {
      let json = try LenientJSON.read(file, in: tree, limits: AssetSetReader.jsonLimits)
      checker.warnings += json.warnings.map(PackageChecks.warning)
      root = json.root
    } catch {
      checker.warnings.append(AssetSetReader.warning(error))
      return nil
    }
    guard root.object != nil else {
      checker.warn("the icon is \(root.value.typeNameWithArticle), not an object", root, severity: .error)
      return nil
    }
    readAssets(FileTreePath.join(path, "Assets"))
    checker.checkTop(root)
    for group in checker.array(root, "groups") ?? [] { readGroup(group) }
    noteUnusedPictures(root)
    if root["groups"] == nil { checker.warn("the icon has no “groups”", root, severity: .error) }
    return set(path, SourceLocation(file: FileTreePath.join(tree.name, file)))
  }

  private func set(_ path: String, _ location: SourceLocation) -> AssetSet {
    let document = checker.document
    let folder = FileTreePath.lastComponent(path)
    let size = AssetEntry.Size(width: 1024, height: 1024)
    return AssetSet(
      name: folder.hasSuffix(".icon") ? String(folder.dropLast(".icon".count)) : folder, kind: .appIcon,
      entries: document.appearances.map {
        AssetEntry(
          platform: document.supportsIOS ? "ios" : "watchos", size: size, appearance: $0, filename: folder,
          location: location)
      },
      iconComposer: document, path: path, location: location)
  }

  private mutating func readAssets(_ folder: String) {
    guard let entries = try? tree.entries(in: folder) else { return }
    assets = SetFiles(
      entries.filter { $0.kind == .file }
        .map { FileTreeWalk.File(path: FileTreePath.join(folder, $0.name), size: $0.size) })
  }

  private mutating func noteUnusedPictures(_ root: JSONNode) {
    let unused = assets.names.filter { !used.contains(ExactText($0)) && $0.utf8.first != UInt8(ascii: ".") }
    guard !unused.isEmpty else { return }
    let listed = unused.prefix(5).map { "“\($0)”" }.joined(separator: ", ") + (unused.count > 5 ? ", …" : "")
    checker.warnings.append(
      PackageWarning(
        .iconPictureUnused,
        unused.count == 1
          ? "no layer uses the picture \(listed) in Assets"
          : "no layer uses these \(unused.count) pictures in Assets: \(listed)", severity: .note,
        location: root.location, hint: "remove unused pictures, or add a layer for them in Icon Composer"))
  }

  private mutating func readGroup(_ group: JSONNode) {
    guard group.object != nil else {
      checker.warn("a group is \(group.value.typeNameWithArticle), not an object", group)
      return
    }
    checker.checkGroup(group)
    for layer in checker.array(group, "layers") ?? [] {
      guard layer.object != nil else {
        checker.warn("a layer is \(layer.value.typeNameWithArticle), not an object", layer)
        continue
      }
      checker.checkLayer(layer)
      for image in checker.images(of: layer) {
        used.insert(ExactText(image.name))
        guard assets.file(named: image.name) == nil else { continue }
        if let found = assets.respelling(of: image.name) {
          used.insert(ExactText(found))
          checker.warnings += [LetterCase.note(image.name, found: found, at: image.location)].compactMap(\.self)
          continue
        }
        checker.warnings.append(
          PackageWarning(
            .missingPicture, "the picture “\(image.name)” of a layer is not in the icon's Assets",
            location: image.location, hint: assets.advice(for: image.name)))
      }
    }
  }
}
