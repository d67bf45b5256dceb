public import Platform
import PropertyLists

/// Reads asset catalogs, `.xcassets` folders and Icon Composer's `.icon` bundles, and says what actool would complain of.
///
/// Nothing that a catalog holds keeps it from being read: what cannot be used becomes a warning with its place.
public struct AssetCatalogReader {
  /// Of which pictures the first bytes are read, for their sizes and formats.
  public enum PictureHeaders: Sendable {
    case none
    /// Of app icon sets only.
    case appIcons
    case all
  }

  private let tree: any FileTree
  private let headers: PictureHeaders
  private let limits: FileTreeLimits
  /// All catalogs of a target share what one may spend.
  private var walkedEntries = 0
  private var catalog = AssetCatalog()
  private var warnings: [PackageWarning] = []
  /// The namespace of each group, with its slash; sets are not in it, so nothing inside of them is looked at.
  private var namespaces: [String: String] = [:]

  private init(tree: any FileTree, headers: PictureHeaders, limits: FileTreeLimits) {
    self.tree = tree
    self.headers = headers
    self.limits = limits
  }

  /// Reads one catalog.
  ///
  /// - Parameters:
  ///   - path: of the `.xcassets` folder inside the tree; empty for the tree itself.
  ///   - headers: sizes of pictures decide whether an icon's slot is filled (``AssetEntry/rejectedFilename``).
  public static func read(
    tree: any FileTree, path: String, headers: PictureHeaders = .appIcons, limits: FileTreeLimits = .default
  ) -> (catalog: AssetCatalog, warnings: [PackageWarning]) {
    var reader = AssetCatalogReader(tree: tree, headers: headers, limits: limits)
    reader.readCatalog(path)
    return (reader.catalog, reader.warnings)
  }

  /// Reads all catalogs and `.icon` bundles of one target, in the order of the target, and notices sets of one name.
  public static func read(
    tree: any FileTree, paths: [String], headers: PictureHeaders = .appIcons, limits: FileTreeLimits = .default
  ) -> (catalog: AssetCatalog, warnings: [PackageWarning]) {
    read(tree: tree, paths: paths, headers: headers, limits: limits, cache: nil)
  }

  /// One catalog as it was read on its own.
  struct Part {
    fileprivate let sets: [AssetSet]
    fileprivate let warnings: [PackageWarning]
    fileprivate let walkedEntries: Int
  }

  /// The same, for who reads the catalogs of several targets with the same options.
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
    // Where a limit would have ended the walk, it is walked as far as that.
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
    // In this order a folder comes behind the one that holds it.
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
      // Settings and Info.plist name an app icon by its folder alone.
      var reader = AssetSetReader(tree: tree, readsHeaders: headers != .none)
      catalog.sets.append(reader.read(folder, name: stem, kind: .appIcon, files: files))
      warnings += reader.warnings
      if !namespace.isEmpty {
        warnings.append(
          PackageWarning(
            .badCatalog, "the app icon set “\(stem)” is in the namespace “\(namespace.dropLast())”",
            location: SourceLocation(file: FileTreePath.join(tree.name, folder)),
            hint: "move it out of the group; build settings name icon sets without a namespace"))
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

  /// Folders that are sets; any other folder is a group, whatever dots its name has.
  private static let setExtensions: Set<String> = [
    "appiconset", "imageset", "iconset", "colorset", "symbolset", "dataset", "launchimage", "brandassets",
    "imagestack", "imagestacklayer", "solidimagestack", "solidimagestacklayer", "stickersiconset", "stickerpack",
    "stickersequence", "sticker", "complicationset", "arresourcegroup", "arreferenceimage", "cubetextureset",
    "textureset", "mipmapset", "gcdashboardimage", "gcleaderboard", "gcleaderboardset",
  ]

  private mutating func providesNamespace(_ files: [FileTreeWalk.File]) -> Bool {
    guard let contents = files.first(where: { FileTreePath.lastComponent($0.path) == AssetSetReader.contentsName })
    else { return false }
    do throws(JSONError) {
      let json = try LenientJSON.read(contents.path, in: tree, limits: AssetSetReader.jsonLimits)
      warnings += json.warnings.map(PackageChecks.warning)
      return json.root["properties"]?["provides-namespace"]?.boolean ?? false
    } catch {
      warnings.append(AssetSetReader.warning(error))
      return false
    }
  }
}
