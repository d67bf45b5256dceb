public import PropertyLists

/// The `icon.json` of an Icon Composer bundle (ICON-148).
public struct IconComposerDocument: Sendable, Equatable {
  /// A layer of the icon.
  public struct Layer: Sendable, Equatable {
    /// The name in the document; nil if it is missing.
    public var name: String?
    /// The layer's file in the bundle's `Assets`; nil for a layer without a picture.
    public var imageName: String?
    /// Whether the layer is hidden.
    public var isHidden: Bool

    /// Creates a layer.
    public init(name: String? = nil, imageName: String? = nil, isHidden: Bool = false) {
      (self.name, self.imageName, self.isHidden) = (name, imageName, isHidden)
    }
  }

  /// The layers of all groups, front to back.
  public var layers: [Layer]
  /// The appearances that the document customises; the system derives all others.
  public var appearances: [AssetEntry.Appearance]
  /// The platforms of the square shape; empty for "shared", which means all platforms.
  public var squarePlatforms: [String]
  /// The platforms of the round shape: `watchOS` or none.
  public var circlePlatforms: [String]

  /// The keys that Icon Composer 27 introduced, each once at its first location.
  public internal(set) var newerKeys: [NewerKey] = []
  /// Whether `features` and a text as `specular` are among them.
  var hasBothNewerKeys: Bool { newerKeys.count > 1 && newerKeys.contains { $0.text == "“features”" } }

  /// A key, with its value if only the value is new.
  public struct NewerKey: Sendable, Equatable {
    /// The quoted text for messages: `“specular”: “inside”`.
    public let text: String
    /// The location of the key.
    public let location: SourceLocation?
  }

  /// Creates a document, by default without layers and for all platforms.
  public init(
    layers: [Layer] = [], appearances: [AssetEntry.Appearance] = [.any], squarePlatforms: [String] = [],
    circlePlatforms: [String] = []
  ) {
    (self.layers, self.appearances, self.squarePlatforms) = (layers, appearances, squarePlatforms)
    self.circlePlatforms = circlePlatforms
  }

  /// Whether the icon supports iPhone and iPad.
  public var supportsIOS: Bool { squarePlatforms.isEmpty || squarePlatforms.contains("iOS") }
}

/// Validates an `icon.json` against the format of Icon Composer and collects the relevant content.
struct IconComposerChecker {
  var warnings: [PackageWarning] = []
  private(set) var document = IconComposerDocument()

  private static let topKeys: Set<String> = [
    "fill", "groups", "supported-platforms", "color-space-for-untagged-svg-colors", "features",
  ]
  private static let groupKeys: Set<String> = [
    "name", "hidden", "opacity", "blend-mode", "blur-material", "lighting", "shadow", "specular", "translucency",
    "refractivity", "position", "layers", "specular-highlight-placement",
  ]
  private static let layerKeys: Set<String> = [
    "name", "image-name", "fill", "glass", "hidden", "opacity", "blend-mode", "position", "specular",
  ]
  private static let specialised = "-specializations"
  private static let appearances: Set<String> = ["dark", "tinted", "light"]
  private static let idioms: Set<String> = ["square", "circle", "watchOS"]
  private static let plainFills: Set<String> = ["automatic", "system-light", "system-dark", "none"]
  private static let fillKeys: Set<String> = ["solid", "automatic-gradient", "linear-gradient", "orientation"]
  private static let colourSpaces: [String: Int] = [
    "srgb": 4, "extended-srgb": 4, "display-p3": 4, "gray": 2, "extended-gray": 2,
  ]

  mutating func checkTop(_ root: JSONNode) {
    check(root, Self.topKeys, "the icon")
    guard let platforms = root["supported-platforms"] else { return }
    guard platforms.object != nil else {
      warn("“supported-platforms” is \(platforms.value.typeNameWithArticle), not an object", platforms)
      return
    }
    document.squarePlatforms = names(platforms, "squares")
    document.circlePlatforms = names(platforms, "circles")
  }

  mutating func checkGroup(_ group: JSONNode) { check(group, Self.groupKeys, "a group") }

  mutating func checkLayer(_ layer: JSONNode) {
    check(layer, Self.layerKeys, "a layer")
    document.layers.append(
      IconComposerDocument.Layer(
        name: layer["name"]?.string, imageName: images(of: layer).first?.name,
        isHidden: layer["hidden"]?.boolean ?? false))
  }

  /// Returns the names of a layer's pictures, including its specialisations.
  func images(of layer: JSONNode) -> [(name: String, location: SourceLocation?)] {
    let values = [layer["image-name"]] + (layer["image-name-specializations"]?.array ?? []).map { $0["value"] }
    return values.compactMap { node in
      guard let name = node?.string, !name.isEmpty else { return nil }
      return (name, node?.location)
    }
  }

  /// Returns an array member; nil if it is missing or not an array, with a warning for the latter.
  mutating func array(_ node: JSONNode, _ key: String) -> [JSONNode]? {
    guard let value = node[key] else { return nil }
    if value.array == nil { warn("“\(key)” is \(value.value.typeNameWithArticle), not an array", value) }
    return value.array
  }

  /// Reads `"shared"`, which means every platform, or a list of names.
  private mutating func names(_ platforms: JSONNode, _ key: String) -> [String] {
    guard let value = platforms[key], value.string != "shared" else { return [] }
    guard let list = value.array else {
      warn("“\(key)” is \(value.value.typeNameWithArticle), neither “shared” nor a list of platforms", value)
      return []
    }
    return list.compactMap(\.string)
  }

  // MARK: Keys and their specialisations

  private mutating func check(_ node: JSONNode, _ known: Set<String>, _ owner: String) {
    for (key, value) in node.object?.entries ?? [] {
      let isSpecialised = key.hasSuffix(Self.specialised)
      let base = isSpecialised ? String(key.dropLast(Self.specialised.count)) : key
      guard known.contains(base) else {
        warnings.append(
          PackageWarning(
            .unknownCatalogValue, "“\(key)” is not a known key of \(owner)", severity: .note,
            location: node.object?.keyLocation(for: key)))
        continue
      }
      guard isSpecialised else {
        checkValue(base, value)
        continue
      }
      guard let list = value.array else {
        warn("“\(key)” is \(value.value.typeNameWithArticle), not an array", value)
        continue
      }
      for element in list { checkSpecialisation(base, element) }
    }
  }

  private mutating func checkSpecialisation(_ key: String, _ node: JSONNode) {
    guard node.object != nil else {
      warn("an element of “\(key)\(Self.specialised)” is \(node.value.typeNameWithArticle), not an object", node)
      return
    }
    if let appearance = node["appearance"] {
      if let name = appearance.string, Self.appearances.contains(name) {
        if let known = AssetEntry.Appearance(rawValue: name), !document.appearances.contains(known) {
          document.appearances.append(known)
          document.appearances.sort { Self.order($0) < Self.order($1) }
        }
      } else {
        warn("the appearance “\(appearance.string ?? "")” must be dark, tinted or light", appearance)
      }
    }
    if let idiom = node["idiom"], !Self.idioms.contains(idiom.string ?? "") {
      warn("the idiom “\(idiom.string ?? "")” must be square, circle or watchOS", idiom)
    }
    if let value = node["value"] { checkValue(key, value) }
  }

  private static func order(_ appearance: AssetEntry.Appearance) -> Int {
    AssetEntry.Appearance.allCases.firstIndex(of: appearance) ?? 0
  }

  // MARK: Values

  private mutating func checkValue(_ key: String, _ node: JSONNode) {
    switch key {
    case "fill": checkFill(node)
    case "features": if node.array?.isEmpty != true { noteNewer("“features”", node) }
    case "specular" where node.string != nil: noteNewer("“specular”: “\(node.string ?? "")”", node)
    case "hidden", "glass", "specular":
      if node.boolean == nil { warn("“\(key)” is \(node.value.typeNameWithArticle), not true or false", node) }
    case "name", "image-name":
      if node.string == nil { warn("“\(key)” is \(node.value.typeNameWithArticle), not a string", node) }
    default: break
    }
  }

  /// Records a key of Icon Composer 27 (ICON-261).
  private mutating func noteNewer(_ text: String, _ node: JSONNode) {
    guard !document.newerKeys.contains(where: { $0.text == text }) else { return }
    document.newerKeys.append(IconComposerDocument.NewerKey(text: text, location: node.location))
  }

  private mutating func checkFill(_ node: JSONNode) {
    if let name = node.string {
      if !Self.plainFills.contains(name) { warn("“\(name)” is not a fill", node) }
      return
    }
    guard let object = node.object else {
      warn("a fill is \(node.value.typeNameWithArticle), neither a name nor an object", node)
      return
    }
    for (key, value) in object.entries {
      switch key {
      case "solid", "automatic-gradient": checkColour(value)
      case "linear-gradient": for colour in value.array ?? [value] { checkColour(colour) }
      default:
        if !Self.fillKeys.contains(key) { warn("“\(key)” is not a kind of fill", value) }
      }
    }
  }

  private mutating func checkColour(_ node: JSONNode) {
    guard let text = node.string else {
      warn("a colour is \(node.value.typeNameWithArticle), not a string", node)
      return
    }
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let numbers = parts.count == 2 ? parts[1].split(separator: ",", omittingEmptySubsequences: false) : []
    guard let wanted = Self.colourSpaces[String(parts[0])], numbers.count == wanted,
      numbers.allSatisfy({ Double($0)?.isFinite == true })
    else {
      warn("“\(text)” is not a colour such as srgb:1,0.5,0,1", node)
      return
    }
  }

  mutating func warn(_ message: String, _ node: JSONNode, severity: PackageWarning.Severity = .warning) {
    warnings.append(
      PackageWarning(
        .badCatalog, message, severity: severity, endsBuild: severity == .error, location: node.location))
  }
}
