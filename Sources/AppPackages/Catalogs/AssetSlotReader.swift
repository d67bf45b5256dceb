import PropertyLists

/// Reads one element of `images` in a `Contents.json`.
struct AssetSlotReader {
  private let node: JSONNode
  private(set) var warnings: [PackageWarning] = []
  /// False for what the build takes as a child without a slot: marked so, or for a platform that it does not know.
  private(set) var isAssigned = true

  private static let idioms: Set<String> = [
    "iphone", "ipad", "universal", "ios-marketing", "mac", "mac-catalyst", "watch", "watch-marketing", "car", "tv",
    "tv-marketing", "vision", "reality", "marketing",
  ]
  private static let platforms: Set<String> = ["ios", "watchos", "tvos", "visionos", "xros"]
  /// Beyond this a size is nonsense, and its pixels might not be an integer.
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

  /// Dark and tinted icons come from here only (ICON-147).
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
