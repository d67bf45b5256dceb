internal import AppPackages
import PropertyLists

/// Finds the change that gives a static quick action its picture.
struct ActionAdvisor {
  let prepared: PreparedPackage
  /// The pictures of the bundle, searched when the first one is not found.
  private(set) lazy var files = NearFiles(prepared.package.resources)

  init(_ prepared: PreparedPackage) { self.prepared = prepared }

  /// Returns the advice for a fault, as a sentence.
  mutating func advice(for fault: ActionPictureFault) -> String {
    switch fault {
    case .fileMissing(let name): missingFile(name)
    case .typeUnknown(let name): unknownType(name)
    case .typeTooNew(let name):
      "On iOS 9.0 no icon is drawn: add a picture and name it in \(ShortcutItemKey.iconFile.name), which then "
        + "replaces “\(Spelling.beginning(of: name))” everywhere."
    case .symbolUnknown(let name): unknownSymbol(name)
    case .symbolTooNew:
      "Add \(ShortcutItemKey.iconFile.name) or \(ShortcutItemKey.iconType.name) too: older systems use it."
    }
  }

  private func unknownType(_ name: String) -> String {
    if let near = SystemIconType(near: name) {
      return name.lowercased().hasPrefix(SystemIconType.plistPrefix.lowercased())
        ? "Did you mean “\(near.plistName)”? Letter case matters." : "Write the full name, “\(near.plistName)”."
    }
    return "A name is \(SystemIconType.plistPrefix) followed by one of "
      + SystemIconType.allCases.map { String($0.plistName.dropFirst(SystemIconType.plistPrefix.count)) }
      .joined(separator: ", ") + "."
  }

  private func unknownSymbol(_ name: String) -> String {
    if prepared.assetSet(named: name, .other("symbolset")) != nil || prepared.assetSet(named: name, .image) != nil {
      return "“\(Spelling.beginning(of: name))” is a set in the app’s catalog: name it in "
        + "\(ShortcutItemKey.iconFile.name)."
    }
    if name.hasPrefix(SystemIconType.plistPrefix) {
      return "This is the name of a UIKit icon: use \(ShortcutItemKey.iconType.name)."
    }
    let small = name.lowercased()
    if ShortcutIcon.canBeSymbol(small) { return "Symbols are written in lowercase letters: “\(small)”." }
    return "Use only lowercase letters, digits and dots, as in “square.and.pencil”."
  }

  private mutating func missingFile(_ name: String) -> String {
    if name.isEmpty { return "Remove \(ShortcutItemKey.iconFile.name), or write the name of an image set." }
    let shown = Spelling.beginning(of: name)
    let parts = LooseImageName(name)
    let stem = parts.fileExtension.lowercased() == "png" ? parts.base : LooseImageName(name + ".png").base
    if !ExactText.isSame(stem, name), prepared.isThere(stem) {
      return "Write “\(stem)”: the name alone, without extension, scale or folder."
    }
    let sets = (prepared.package.build?.catalog ?? prepared.package.catalog)?.sets ?? []
    let pictures = sets.filter { $0.kind == .image || $0.kind == .other("symbolset") }.map(\.name)
    if let set = pictures.first(where: { $0 != name && $0.lowercased() == name.lowercased() }) {
      return "The catalog has “\(set)”: use the same letter case."
    }
    if let set = pictures.first(where: { $0.hasSuffix("/" + name) }) {
      return "The catalog has the picture in a group with a namespace: write “\(set)”."
    }
    if let (path, directory) = files.inFolders[stem] {
      return directory.contains(".bundle")
        ? "\(path) is inside another bundle: move it to the root."
        : "\(path) is in a folder: move it to the root, or into the asset catalog."
    }
    if let advice = prepared.package.adviceAboutUncopied(stem) { return advice }
    if let other = files.inOtherCase[stem.lowercased()] {
      return "\(other) exists: use the same letter case as “\(shown)”."
    }
    if let near = Spelling.nearest(to: name, in: pictures).first { return "Did you mean “\(near)”?" }
    return "Add an image set “\(shown)” to the asset catalog, of 35 × 35 points, drawn in one colour."
  }
}

extension SystemIconType {
  /// Finds the icon type with a name similar to a wrong one: the full name, or the short one in Swift. The common
  /// prefix of full names is not compared.
  public init?(near name: String) {
    let prefix = Self.plistPrefix
    let rest = name.lowercased().hasPrefix(prefix.lowercased()) ? String(name.dropFirst(prefix.count)) : name
    let all = Self.allCases
    guard let near = Spelling.nearest(to: rest, in: all.map(\.name)).first,
      let type = all.first(where: { $0.name == near })
    else { return nil }
    self = type
  }
}

extension PreparedPackage {
  /// Returns whether a static item with this picture shows it on some device.
  fileprivate func isThere(_ name: String) -> Bool {
    [DeviceModel.iPhone, .iPad].contains {
      ActionPicture.find(name, isStatic: true, in: self, on: $0) != .missing
    }
  }
}

/// The reason why a static quick action lacks the picture that its entry seems to request.
public enum ActionPictureFault: Sendable, Hashable {
  /// Neither the asset catalog nor the bundle's root has the picture.
  case fileMissing(String)
  /// The icon is not one of UIKit's.
  case typeUnknown(String)
  /// UIKit's icon requires a later version.
  case typeTooNew(String)
  /// The name cannot be an SF Symbol.
  case symbolUnknown(String)
  /// The version does not support symbols, and no other key is present.
  case symbolTooNew(String)

  private var row: (fact: FactID, rule: String, key: ShortcutItemKey) {
    switch self {
    case .fileMissing: ("QUICK-024", "shortcut-icon-file-missing", .iconFile)
    case .typeUnknown: ("QUICK-019", "shortcut-icon-type-unknown", .iconType)
    case .typeTooNew: ("QUICK-047", "shortcut-icon-type-too-new", .iconType)
    case .symbolUnknown: ("QUICK-022", "shortcut-symbol-unknown", .iconSymbolName)
    case .symbolTooNew: ("QUICK-008", "shortcut-symbol-too-new", .iconSymbolName)
    }
  }

  /// The fact that explains the fault.
  public var fact: FactID { row.fact }
  /// The lint rule that finds the fault.
  public var rule: String { row.rule }
  /// The key whose value is at fault.
  public var key: ShortcutItemKey { row.key }

  /// The problem, without a full stop.
  public var text: String {
    switch self {
    case .fileMissing(let name):
      name.isEmpty
        ? "the name of the picture is empty"
        : name.lowercased().hasSuffix(".png")
          ? "iOS finds no picture by the name “\(Spelling.beginning(of: name))”"
          : "there is no picture “\(Spelling.beginning(of: name))”"
    case .typeUnknown(let name): "UIKit has no icon type “\(Spelling.beginning(of: name))”"
    case .typeTooNew(let name): "the icon type “\(Spelling.beginning(of: name))” needs iOS 9.1"
    case .symbolUnknown(let name):
      name.isEmpty
        ? "the name of the symbol is empty" : "no SF Symbol can be called “\(Spelling.beginning(of: name))”"
    case .symbolTooNew(let name):
      "symbols such as “\(Spelling.beginning(of: name))” need iOS 13, and the item names no other icon"
    }
  }

  /// Finds the fault of an item's icon in one version, from its choice and its drawing.
  init?(_ item: ShortcutItem, _ glyph: ShortcutGlyph, _ written: (ShortcutItemKey) -> String?) {
    switch (item.iconChoice, item.icon) {
    case (.unknownType, _): self = .typeUnknown(written(.iconType) ?? "")
    case (.typeTooNew, _): self = .typeTooNew(written(.iconType) ?? "")
    case (.symbolTooNew, nil): self = .symbolTooNew(written(.iconSymbolName) ?? "")
    case (_, .systemImageName(let name)) where !ShortcutIcon.canBeSymbol(name): self = .symbolUnknown(name)
    case (_, .templateImageName(let name)) where glyph.source == .dot: self = .fileMissing(name)
    default: return nil
    }
  }
}

extension ShortcutIcon {
  /// Returns whether the name could be an SF Symbol: lower-case letters, digits and single dots between them. The real
  /// names are unknown here.
  static func canBeSymbol(_ name: String) -> Bool {
    let words = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return words.allSatisfy { word in
      !word.isEmpty
        && word.allSatisfy {
          (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
        }
    }
  }
}

/// The reason why a static quick action is not in the menu of a device.
public enum ActionObstacle: Sendable, Hashable {
  /// The element of the array has this type, with its article, instead of a dictionary.
  case notDictionary(String)
  /// A key that an item needs to be displayed is missing.
  case missing(ShortcutItemKey)
  /// A required key has an empty string.
  case empty(ShortcutItemKey)
  /// A required key has a value of this type, with its article, instead of a string.
  case wrongType(ShortcutItemKey, String)
  /// The title's translation is empty in the device's language.
  case emptyTranslation
  /// Four other items come first; the value is the item's rank.
  case beyondFour(Int)
  /// The device opens no menu in this version.
  case noMenu

  /// The fact about the obstacle, and the lint rule that finds it; no rule if the app has no fault.
  private var row: (fact: FactID, rule: String?) {
    switch self {
    case .notDictionary: ("QUICK-018", "shortcut-item-not-dictionary")
    case .missing(let key): ("QUICK-013", "shortcut-\(key.rawValue.lowercased())-missing")
    case .empty(let key): (key == .type ? "QUICK-015" : "QUICK-014", "shortcut-\(key.rawValue.lowercased())-missing")
    case .wrongType: ("QUICK-016", "shortcut-wrong-type")
    case .emptyTranslation: ("QUICK-067", "shortcut-title-missing")
    case .beyondFour: ("QUICK-065", "shortcut-too-many")
    case .noMenu: ("QUICK-097", nil)
    }
  }

  /// The fact that explains the obstacle.
  public var fact: FactID { row.fact }
  /// The lint rule that finds the obstacle; nil if the app has no fault.
  public var rule: String? { row.rule }

  /// The problem, without a full stop.
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

  /// The advice, as a sentence; nil if a change of the Info.plist does not help.
  public var advice: String? {
    switch self {
    case .notDictionary: "Write a dictionary with \(ShortcutItemKey.type.name) and \(ShortcutItemKey.title.name)."
    case .missing(let key): "Add \(key.name)."
    case .empty(let key): "Give \(key.name) a text."
    case .wrongType(let key, _): "Write \(key.name) as \(key.wanted)."
    case .emptyTranslation: "Translate the title in this language’s InfoPlist.strings, or remove the line."
    case .beyondFour: "Move the action up, or remove one of the first \(Device.maximumAppRows)."
    case .noMenu: nil
    }
  }
}

extension StaticItems {
  /// Returns the reasons why an element of the array is not displayed; empty if it is.
  static func obstacles(of node: PropertyListNode) -> [ActionObstacle] {
    guard let entry = node.value.dictionary else { return [.notDictionary(node.value.typeNameWithArticle)] }
    return ShortcutItemKey.allCases.filter { $0.isRequired && text($0, entry) == nil }.map { key in
      guard let value = entry[key.name] else { return .missing(key) }
      return value.string == nil ? .wrongType(key, value.typeNameWithArticle) : .empty(key)
    }
  }
}
