public import Platform
import PropertyLists

/// Reads an Icon Composer bundle, `Name.icon` with its `icon.json` and `Assets` (ICON-148).
public struct IconComposerReader {
  private let tree: any FileTree
  private var checker = IconComposerChecker()
  private var assets = SetFiles([])
  private var used: Set<ExactText> = []

  private init(tree: any FileTree) { self.tree = tree }

  /// Reads an Icon Composer icon.
  ///
  /// - Parameter path: of the `.icon` folder inside the tree.
  /// - Returns: an app icon set that is named as the folder, with an entry for each appearance that the document speaks
  ///   of; nil when there is no usable `icon.json`. Layers whose files are missing are warned of.
  public static func read(
    tree: any FileTree, path: String
  ) -> (set: AssetSet?, warnings: [PackageWarning]) {
    var reader = IconComposerReader(tree: tree)
    let set = reader.read(path)
    return (set, reader.checker.warnings)
  }

  private mutating func read(_ path: String) -> AssetSet? {
    let root: JSONNode
    let file = FileTreePath.join(path, "icon.json")
    do throws(JSONError) {
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
