public import PropertyLists

/// What the `icon.json` of an Icon Composer bundle says (ICON-148).
public struct IconComposerDocument: Sendable, Equatable {
  /// One layer, from the front to the back.
  public struct Layer: Sendable, Equatable {
    /// What the document calls the layer; nil when it gives it no name.
    public var name: String?
    /// Its file in the bundle's `Assets`; nil for a layer without picture.
    public var imageName: String?
    /// Whether the document says that the layer is not drawn.
    public var isHidden: Bool

    /// A layer with what the document says of it.
    public init(name: String? = nil, imageName: String? = nil, isHidden: Bool = false) {
      self.name = name
      self.imageName = imageName
      self.isHidden = isHidden
    }
  }

  /// All layers of all groups, the front one first.
  public var layers: [Layer]
  /// The appearances for which something is said; the system works out all others by itself.
  public var appearances: [AssetEntry.Appearance]
  /// The platforms of the square shape: empty for "shared", which is all of them.
  public var squarePlatforms: [String]
  /// The platforms of the round shape: `watchOS`, or nothing.
  public var circlePlatforms: [String]

  /// Keys that came with Icon Composer 27, each once, where it is written first.
  public internal(set) var newerKeys: [NewerKey] = []

  /// A key, with its value where only that is new.
  public struct NewerKey: Sendable, Equatable {
    /// As messages quote it: `“specular”: “inside”`.
    public let text: String
    /// Where it is written.
    public let location: SourceLocation?
  }

  /// A document with what is given; without anything, one without layers for all platforms.
  public init(
    layers: [Layer] = [], appearances: [AssetEntry.Appearance] = [.any], squarePlatforms: [String] = [],
    circlePlatforms: [String] = []
  ) {
    self.layers = layers
    self.appearances = appearances
    self.squarePlatforms = squarePlatforms
    self.circlePlatforms = circlePlatforms
  }

  /// Whether the icon is meant for iPhone and iPad.
  public var supportsIOS: Bool { squarePlatforms.isEmpty || squarePlatforms.contains("iOS") }
}

/// Compares an `icon.json` with what Icon Composer writes, and gathers what of it matters here.
struct IconComposerChecker {
  var warnings: [PackageWarning] = []
  private(set) var document = IconComposerDocument()

  private static let topKeys: Set<String> = [
    "fill", "groups", "supported-platforms", "color-space-for-untagged-svg-colors", "features",
  ]
  private static let groupKeys: Set<String> = [
    "name", "hidden", "opacity", "blend-mode", "blur-material", "lighting", "shadow", "specular", "translucency",
    "refractivity", "position", "layers",
  ]
  private static let layerKeys: Set<String> = [
    "name", "image-name", "fill", "glass", "hidden", "opacity", "blend-mode", "position",
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

  /// The names of a layer's pictures, those of its specialisations too.
  func images(of layer: JSONNode) -> [(name: String, location: SourceLocation?)] {
    let values = [layer["image-name"]] + (layer["image-name-specializations"]?.array ?? []).map { $0["value"] }
    return values.compactMap { node in
      guard let name = node?.string, !name.isEmpty else { return nil }
      return (name, node?.location)
    }
  }

  /// A member that has to be an array; nil when it is missing or no array.
  mutating func array(_ node: JSONNode, _ key: String) -> [JSONNode]? {
    guard let value = node[key] else { return nil }
    if value.array == nil { warn("“\(key)” is \(value.value.typeNameWithArticle), not an array", value) }
    return value.array
  }

  /// `"shared"`, which is every platform, or a list of names.
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
            .unknownCatalogValue, "“\(key)” is not a key that \(owner) is known to have", severity: .note,
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

  /// What Icon Composer 27 writes (ICON-261).
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
