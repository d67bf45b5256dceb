import PropertyLists

/// What keeps a static quick action out of the menu of a device.
public enum ActionObstacle: Sendable, Hashable {
  /// The element of the array is something else than a dictionary, which is named with its article.
  case notDictionary(String)
  /// A key without which no item is displayed.
  case missing(ShortcutItemKey)
  /// Such a key with an empty text.
  case empty(ShortcutItemKey)
  /// Such a key with something else than a text, which is named with its article.
  case wrongType(ShortcutItemKey, String)
  /// The title's translation is empty in the device's language.
  case emptyTranslation
  /// Four others come first; the number is the place that it would have.
  case beyondFour(Int)
  /// The device opens no menu in this version.
  case noMenu

  /// The fact behind it, and the name of the lint rule that finds it; nil where nothing is wrong with the app.
  private var row: (fact: FactID, rule: String?) {
    switch self {
    case .notDictionary: ("QUICK-018", "shortcut-item-not-dictionary")
    case .missing(let key): ("QUICK-013", "shortcut-\(key.rawValue.lowercased())-missing")
    case .empty(let key):
      (key == .type ? "QUICK-015" : "QUICK-014", "shortcut-\(key.rawValue.lowercased())-missing")
    case .wrongType: ("QUICK-016", "shortcut-wrong-type")
    case .emptyTranslation: ("QUICK-067", "shortcut-title-missing")
    case .beyondFour: ("QUICK-065", "shortcut-too-many")
    case .noMenu: ("QUICK-097", nil)
    }
  }

  /// Why it is so.
  public var fact: FactID { row.fact }
  /// The lint rule that finds it; nil where nothing is wrong with the app.
  public var rule: String? { row.rule }

  /// What is wrong, without a full stop.
  public var text: String {
    switch self {
    case .notDictionary(let type): "the element is \(type), not a dictionary"
    case .missing(let key): "it has no \(key.name)"
    case .empty(let key): "its \(key.name) is empty"
    case .wrongType(let key, let type): "its \(key.name) is \(type), not \(key.wanted)"
    case .emptyTranslation: "the translation of its title is empty"
    case .beyondFour(let place):
      "it is number \(place) of the items, and the menu shows the first \(Device.maximumAppRows)"
    case .noMenu: "this device has no menu of quick actions in this version"
    }
  }

  /// What to do, as a sentence; nil where nothing can be done in the Info.plist.
  public var advice: String? {
    switch self {
    case .notDictionary:
      "Write a dictionary with \(ShortcutItemKey.type.name) and \(ShortcutItemKey.title.name)."
    case .missing(let key): "Add \(key.name)."
    case .empty(let key): "Give \(key.name) a text."
    case .wrongType(let key, _): "Write \(key.name) as \(key.wanted)."
    case .emptyTranslation: "Translate the title in this language’s InfoPlist.strings, or remove the line."
    case .beyondFour: "Move it up, or remove one of the first \(Device.maximumAppRows)."
    case .noMenu: nil
    }
  }
}

extension StaticItems {
  /// Why an element of the array is not displayed; nothing for one that is.
  static func obstacles(of node: PropertyListNode) -> [ActionObstacle] {
    guard let entry = node.value.dictionary else { return [.notDictionary(node.value.typeNameWithArticle)] }
    return ShortcutItemKey.allCases.filter { $0.isRequired && text($0, entry) == nil }.map { key in
      guard let value = entry[key.name] else { return .missing(key) }
      return value.string == nil ? .wrongType(key, value.typeNameWithArticle) : .empty(key)
    }
  }
}
