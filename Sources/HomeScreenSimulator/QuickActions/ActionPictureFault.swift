import PropertyLists

/// Why a static quick action has not the picture that its entry seems to ask for.
public enum ActionPictureFault: Sendable, Hashable {
  /// Neither the asset catalog nor the bundle's root has the picture.
  case fileMissing(String)
  /// UIKit has no such icon.
  case typeUnknown(String)
  /// UIKit's icon comes with a later version.
  case typeTooNew(String)
  /// No SF Symbol can have this name.
  case symbolUnknown(String)
  /// The version does not know symbols yet, and no other key is there.
  case symbolTooNew(String)

  private var row: (fact: FactID, rule: String, key: ShortcutItemKey) {
    switch self {
    case .fileMissing: ("QUICK-025", "shortcut-icon-file-missing", .iconFile)
    case .typeUnknown: ("QUICK-019", "shortcut-icon-type-unknown", .iconType)
    case .typeTooNew: ("QUICK-047", "shortcut-icon-type-too-new", .iconType)
    case .symbolUnknown: ("QUICK-022", "shortcut-symbol-unknown", .iconSymbolName)
    case .symbolTooNew: ("QUICK-008", "shortcut-symbol-too-new", .iconSymbolName)
    }
  }

  /// Why it is so.
  public var fact: FactID { row.fact }
  /// The lint rule that finds it.
  public var rule: String { row.rule }
  /// The key whose value is at fault.
  public var key: ShortcutItemKey { row.key }

  /// What is wrong, without a full stop.
  public var text: String {
    switch self {
    case .fileMissing(let name): "there is no picture “\(Spelling.beginning(of: name))”"
    case .typeUnknown(let name): "UIKit has no icon type “\(Spelling.beginning(of: name))”"
    case .typeTooNew(let name): "the icon type “\(Spelling.beginning(of: name))” comes with iOS 9.1"
    case .symbolUnknown(let name):
      name.isEmpty
        ? "the name of the symbol is empty" : "no SF Symbol can be called “\(Spelling.beginning(of: name))”"
    case .symbolTooNew(let name):
      "symbols such as “\(Spelling.beginning(of: name))” begin with iOS 13, and the item names no other icon"
    }
  }

  /// The fault of an item's icon in one version, by how it was chosen and what is drawn.
  init?(_ item: ShortcutItem, _ glyph: ShortcutGlyph, _ written: (ShortcutItemKey) -> String?) {
    switch (item.iconChoice, item.icon) {
    case (.unknownType, _): self = .typeUnknown(written(.iconType) ?? "")
    case (.typeTooNew, _): self = .typeTooNew(written(.iconType) ?? "")
    case (.symbolTooNew, nil): self = .symbolTooNew(written(.iconSymbolName) ?? "")
    case (_, .systemImageName(let name)) where !ShortcutIcon.canBeSymbol(name): self = .symbolUnknown(name)
    case (_, .templateImageName(let name)) where glyph.source == .dot || glyph.source == .placeholder:
      self = .fileMissing(name)
    default: return nil
    }
  }
}

extension ShortcutIcon {
  /// Whether an SF Symbol could have this name: small letters, digits and single dots between them. Which names there
  /// are is not known here.
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
