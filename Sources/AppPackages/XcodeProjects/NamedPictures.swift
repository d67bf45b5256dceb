import PropertyLists

/// The pictures that the icons and quick actions of an Info.plist name, whatever their scale and device.
struct NamedPictures {
  private var bases: Set<String> = []

  private static let keys: Set<String> = [
    "CFBundleIcons", "CFBundleIconFiles", "CFBundleIconFile", "UIApplicationShortcutItems",
  ]

  init(_ infoPlist: PropertyListDictionary) {
    for (key, node) in infoPlist.entries where Self.keys.contains(InfoPlistKey(key).base) { add(node.value) }
  }

  /// Any text below these keys may be the name of a picture; those that are none do no harm.
  private mutating func add(_ value: PropertyListValue) {
    switch value {
    case .string(let text): bases.insert(Self.base(of: LooseImageName.hasImageExtension(text) ? text : text + ".png"))
    case .array(let elements): for element in elements { add(element.value) }
    case .dictionary(let entries): for (_, node) in entries.entries { add(node.value) }
    case .integer, .unsignedInteger, .real, .boolean, .date, .data, .uid: break
    }
  }

  /// Whether one of the names stands for a file.
  func contains(_ path: String) -> Bool {
    LooseImageName.hasImageExtension(path) && bases.contains(Self.base(of: path))
  }

  private static func base(of path: String) -> String { LooseImageName(path).base }
}
