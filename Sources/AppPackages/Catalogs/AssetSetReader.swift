import Platform
import PropertyLists

/// Reads one `.appiconset` or `.imageset`: its `Contents.json`, with warnings about its files.
struct AssetSetReader {
  static let contentsName = "Contents.json"
  static let jsonLimits = PropertyListLimits(maximumDepth: 32, maximumNodes: 200_000, maximumBytes: 4 * 1024 * 1024)

  private let tree: any FileTree
  private let readsHeaders: Bool
  private(set) var warnings: [PackageWarning] = []
  private var files = SetFiles([])
  private var unassigned: [String] = []
  private var assigned: Set<String> = []
  private var pictures: [String: Picture] = [:]

  private struct Picture {
    var header: ImageHeader?
    var problem: ImageProblem?
  }

  init(tree: any FileTree, readsHeaders: Bool) { (self.tree, self.readsHeaders) = (tree, readsHeaders) }

  mutating func read(_ path: String, name: String, kind: AssetSet.Kind, files: [FileTreeWalk.File]) -> AssetSet {
    self.files = SetFiles(files)
    let contents = FileTreePath.join(path, Self.contentsName)
    var set = AssetSet(
      name: name, kind: kind, path: path, location: SourceLocation(file: FileTreePath.join(tree.name, contents)))
    guard self.files.file(named: Self.contentsName) != nil else {
      // Warnings about the set point to its folder.
      set.location = SourceLocation(file: FileTreePath.join(tree.name, path))
      warnings.append(
        PackageWarning(
          .badCatalog, "the set has no Contents.json", location: set.location,
          hint: "add Contents.json: without it, the build finds nothing in the folder"))
      return set
    }
    do throws(PropertyListError) {
      let json = try LenientJSON.read(contents, in: tree, limits: Self.jsonLimits)
      warnings += json.warnings.map(PackageChecks.warning)
      read(json.root, into: &set)
    } catch {
      warnings.append(Self.warning(error))
    }
    limitWarnings(of: set)
    return set
  }

  /// The maximum number of warnings about one set; further ones are only counted.
  private static let maximumWarnings = 50

  private mutating func limitWarnings(of set: AssetSet) {
    let surplus = warnings.count - Self.maximumWarnings
    guard surplus > 0 else { return }
    warnings.removeLast(surplus)
    warnings.append(
      PackageWarning(
        .limit, "left out \(Counted.text(surplus, "more warning")) about “\(set.name)”", location: set.location))
  }

  static func warning(_ error: PropertyListError) -> PackageWarning {
    PackageWarning(
      .badCatalog, error.message, severity: .error, endsBuild: true, location: error.location, hint: error.hint)
  }

  private mutating func read(_ root: JSONNode, into set: inout AssetSet) {
    guard root.object != nil else {
      warn(.badCatalog, "the file is \(root.value.typeNameWithArticle), not an object", root)
      return
    }
    let properties = root["properties"]
    set.isPrerendered = properties?["pre-rendered"]?.boolean ?? false
    if let intent = properties?["template-rendering-intent"] {
      set.renderingIntent = intent.string.flatMap(AssetSet.RenderingIntent.init)
      if set.renderingIntent == nil, intent.string != "automatic" {
        warn(.unknownCatalogValue, "Unknown template-rendering-intent value “\(intent.string ?? "")”", intent)
      }
    }
    if let images = root["images"] {
      guard let slots = images.array else {
        warn(.badCatalog, "“images” is \(images.value.typeNameWithArticle), not an array", images)
        return
      }
      for slot in slots { readSlot(slot, into: &set) }
    }
    // Many wrong sizes have one cause: one picture was copied into each slot.
    let wrong = warnings.indices.filter { warnings[$0].code == .wrongIconSize }
    if let first = wrong.first, wrong.count > 3 {
      warnings[first].message += " \(wrong.count - 1) more pictures of “\(set.name)” have a wrong size."
      for index in wrong.dropFirst().reversed() { warnings.remove(at: index) }
    }
    checkChildren(of: set)
  }

  private mutating func readSlot(_ node: JSONNode, into set: inout AssetSet) {
    guard node.object != nil else {
      warn(.badCatalog, "a slot is \(node.value.typeNameWithArticle), not an object", node)
      return
    }
    var slot = AssetSlotReader(node)
    var entry = slot.read()
    warnings += slot.warnings
    if let filename = entry.filename { entry.filename = spelledAsOnDisk(filename, entry.location) }
    if let filename = entry.filename { assigned.insert(filename) }
    guard slot.isAssigned else {
      if let filename = entry.filename { unassigned.append(filename) }
      return
    }
    set.entries.append(entry.filename == nil ? entry : withPicture(entry, of: set))
  }

  // MARK: Files

  /// Returns the actual name of the file that a case-insensitive disk would find.
  private mutating func spelledAsOnDisk(_ filename: String, _ place: SourceLocation?) -> String {
    guard files.file(named: filename) == nil, let found = files.respelling(of: filename) else { return filename }
    warnings += [LetterCase.note(filename, found: found, at: place)].compactMap(\.self)
    return found
  }

  private mutating func withPicture(_ entry: AssetEntry, of set: AssetSet) -> AssetEntry {
    var entry = entry
    guard let filename = entry.filename else { return entry }
    guard let file = files.file(named: filename) else {
      entry.rejectedFilename = filename
      entry.filename = nil
      var warning = PackageWarning(
        .missingPicture, "The file “\(filename)” for the image set “\(set.name)” does not exist.",
        severity: set.kind == .appIcon ? .warning : .note, location: entry.location, hint: files.advice(for: filename))
      warning.missingFile = set.path.map { FileTreePath.join($0, filename) }
      warning.isAboutSmallIcon = set.kind == .appIcon && entry.isSmall
      warnings.append(warning)
      return entry
    }
    guard readsHeaders else { return entry }
    let picture = picture(of: file, named: filename, for: entry, in: set)
    entry.header = picture.header
    entry.problem = picture.problem
    guard let header = picture.header, header.hasPixelSize else { return entry }
    entry.pixelSize = AssetEntry.Size(width: Double(header.width), height: Double(header.height))
    if set.kind == .appIcon, entry.isForIOS, let wanted = entry.wantedPixelSize, wanted != entry.pixelSize {
      warnings.append(
        PackageWarning(
          .wrongIconSize, "\(filename) is \(header.width)x\(header.height) but should be \(wanted).",
          location: entry.location, hint: "use a picture of that size; otherwise the build leaves the slot empty"))
      entry.rejectedFilename = filename
      entry.filename = nil
    }
    return entry
  }

  /// Reads the header of a file and warns about it once, even if several slots name it.
  private mutating func picture(
    of file: FileTreeWalk.File, named filename: String, for entry: AssetEntry, in set: AssetSet
  ) -> Picture {
    if let known = pictures[filename] { return known }
    var picture = Picture()
    do throws(ImageProblem) {
      picture.header = try ImageHeader.read(file.path, in: tree, size: file.size)
      picture.problem = picture.header?.problem(ofFile: filename)
    } catch {
      picture.problem = error
    }
    // The formats of icons are checked later, when the sets that the build uses are known.
    if let problem = picture.problem, set.kind != .appIcon || problem.kind != .wrongExtension {
      warnings.append(.badImage(problem, filename, title: "\(filename): ", at: entry.location))
    }
    pictures[filename] = picture
    return picture
  }

  private mutating func checkChildren(of set: AssetSet) {
    var children = unassigned
    // Templates of frameworks put a README.md into a set.
    for name in files.names
    where name != Self.contentsName && !assigned.contains(name) && !name.lowercased().hasSuffix(".md") {
      children.append(name)
    }
    guard !children.isEmpty else { return }
    let kind = set.kind == .appIcon ? "app icon set" : "image set"
    let count = children.count == 1 ? "an unassigned child" : "\(children.count) unassigned children"
    let listed = children.prefix(5).joined(separator: ", ") + (children.count > 5 ? ", …" : "")
    warnings.append(
      PackageWarning(
        .unassignedChild, "The \(kind) “\(set.name)” has \(count).", severity: .note, location: set.location,
        hint: "assign each file to a slot, or remove it: \(listed)"))
  }

  private mutating func warn(_ code: PackageWarning.Code, _ message: String, _ node: JSONNode) {
    warnings.append(PackageWarning(code, message, location: node.location))
  }
}

/// Reads one element of `images` in a `Contents.json`.
struct AssetSlotReader {
  private let node: JSONNode
  private(set) var warnings: [PackageWarning] = []
  /// Whether the entry fills a slot; false if it is marked unassigned or is for an unknown platform.
  private(set) var isAssigned = true

  private static let idioms: Set<String> = [
    "iphone", "ipad", "universal", "ios-marketing", "mac", "mac-catalyst", "watch", "watch-marketing", "car", "tv",
    "tv-marketing", "vision", "reality", "marketing",
  ]
  private static let platforms: Set<String> = ["ios", "watchos", "tvos", "visionos", "xros"]
  /// The largest sensible size; the pixels of a larger one might not fit an integer.
  private static let maximumPoints = 10_000.0

  init(_ node: JSONNode) { self.node = node }

  mutating func read() -> AssetEntry {
    var entry = AssetEntry(location: node.location)
    entry.filename = text("filename").flatMap { $0.isEmpty ? nil : $0 }
    entry.idiom = text("idiom") ?? "universal"
    if !Self.idioms.contains(entry.idiom) { refuse("idiom", entry.idiom) }
    entry.platform = text("platform")
    if let platform = entry.platform, !Self.platforms.contains(platform) { refuse("platform", platform) }
    entry.size = text("size").flatMap { size($0) }
    entry.scale = text("scale").flatMap { scale($0) }
    readAppearances(into: &entry)
    if node["unassigned"]?.boolean == true { isAssigned = false }
    return entry
  }

  private mutating func text(_ key: String) -> String? {
    guard let value = node[key], value.value != .null else { return nil }
    guard let text = value.string else {
      warn(.badCatalog, "“\(key)” is \(value.value.typeNameWithArticle), not a string", key)
      return nil
    }
    return text
  }

  private mutating func refuse(_ key: String, _ value: String) {
    isAssigned = false
    warn(.unknownCatalogValue, "Unknown \(key) value “\(value)”", key)
  }

  private mutating func size(_ text: String) -> AssetEntry.Size? {
    let parts = text.split(separator: "x", omittingEmptySubsequences: false).map { Double($0) }
    guard parts.count == 2, let width = parts[0], let height = parts[1],
      width > 0, width <= Self.maximumPoints, height > 0, height <= Self.maximumPoints
    else {
      warn(.unknownCatalogValue, "“\(text)” is not a size in points such as 60x60", "size")
      return nil
    }
    return AssetEntry.Size(width: width, height: height)
  }

  private mutating func scale(_ text: String) -> Int? {
    switch text {
    case "1x": return 1
    case "2x": return 2
    case "3x": return 3
    default:
      warn(.unknownCatalogValue, "“\(text)” is not a scale; use 1x, 2x or 3x", "scale")
      return nil
    }
  }

  /// Reads the appearances: the only source of dark and tinted icons (ICON-147).
  private mutating func readAppearances(into entry: inout AssetEntry) {
    guard let list = node["appearances"], list.value != .null else { return }
    guard let appearances = list.array else {
      warn(.badCatalog, "“appearances” is \(list.value.typeNameWithArticle), not an array", "appearances")
      return
    }
    for appearance in appearances {
      guard let name = appearance["appearance"]?.string, let value = appearance["value"]?.string else {
        warnings.append(
          PackageWarning(
            .badCatalog, "an appearance needs the strings “appearance” and “value”", location: appearance.location))
        continue
      }
      switch (name, value) {
      case ("luminosity", "dark"): entry.appearance = .dark
      case ("luminosity", "tinted"): entry.appearance = .tinted
      default: entry.otherAppearances.append("\(name) \(value)")
      }
    }
  }

  private mutating func warn(_ code: PackageWarning.Code, _ message: String, _ key: String) {
    warnings.append(PackageWarning(code, message, location: node[key]?.location ?? node.location))
  }
}

struct SetFiles {
  /// The names, in byte order.
  let names: [String]
  private let files: [ExactText: FileTreeWalk.File]
  /// Names by their case folding; lazy because only failed lookups need it.
  private lazy var folded = Dictionary(names.map { (LetterCase.folded($0), $0) }) { first, _ in first }

  init(_ files: [FileTreeWalk.File]) {
    names = files.map { FileTreePath.lastComponent($0.path) }
    self.files = Dictionary(zip(names.map(ExactText.init), files)) { first, _ in first }
  }

  func file(named name: String) -> FileTreeWalk.File? { files[ExactText(name)] }

  /// Returns the file that matches `name` on a case-insensitive disk, for a name without an exact match.
  mutating func respelling(of name: String) -> String? { folded[LetterCase.folded(name)] }

  /// Returns the advice for a name without a file.
  func advice(for name: String) -> String {
    name.utf8.contains(UInt8(ascii: "/"))
      ? "a slot must name a file in its folder, without a path" : "add the file, or remove its name"
  }
}
