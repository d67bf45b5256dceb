import AppPackages
import PropertyLists

/// The quick actions that an Info.plist declares, as the system registers them when the app is installed (QUICK-002).
enum StaticItems {
  /// Steps (``Work``).
  static let costOfEntry = 40

  /// The items that are displayed, in the order of the file (QUICK-001).
  ///
  /// The type goes to the app with the action (QUICK-003), the user info too (QUICK-009); a target content identifier
  /// is not read (QUICK-010).
  ///
  /// No array, no items; an element that is no dictionary is skipped (QUICK-018), as is one without type or title
  /// (QUICK-013), which includes empty ones (QUICK-014, QUICK-015) and other classes (QUICK-016).
  static func items(in info: PropertyListDictionary, of package: AppPackage, os: OSVersion, locale: String)
    -> [ShortcutItem]
  {
    guard let entries = info[ShortcutItemKey.array]?.array else { return [] }
    let strings = package.localizedStrings(for: [locale])
    Work.count(entries.count * costOfEntry)
    return entries.compactMap { node in
      guard let entry = node.value.dictionary, let type = text(.type, entry), let title = text(.title, entry)
      else { return nil }
      let (icon, choice) = icon(of: entry, os: os)
      var item = ShortcutItem(
        type: type, localizedTitle: localized(title, strings),
        localizedSubtitle: entry[ShortcutItemKey.subtitle.name]?.string.map { localized($0, strings) }, icon: icon,
        userInfo: entry[ShortcutItemKey.userInfo.name]?.dictionary)
      item.iconChoice = choice
      return item
    }
  }

  /// The text under a key; nil for an empty one.
  static func text(_ key: ShortcutItemKey, _ entry: PropertyListDictionary) -> String? {
    guard let text = entry[key.name]?.string, !text.isEmpty else { return nil }
    return text
  }

  /// Title and subtitle are looked up in `InfoPlist.strings` under the text of the Info.plist (QUICK-028, QUICK-029).
  private static func localized(_ text: String, _ strings: StringTable?) -> String {
    guard let strings else { return text }
    Work.count(text.utf8.count / 4)
    return strings[text] ?? text
  }

  /// A system icon by its name (QUICK-006), a picture (QUICK-007) or a symbol (QUICK-008): symbol before file before type
  /// (QUICK-020), older systems not knowing symbols (QUICK-021). A key that is
  /// there decides, whatever can be loaded (QUICK-022); one of the wrong class is not there (QUICK-017). An unknown or
  /// newer type gives no icon (QUICK-019, QUICK-047).
  private static func icon(
    of entry: PropertyListDictionary, os: OSVersion
  ) -> (ShortcutIcon?, ShortcutIconChoice) {
    let symbol = entry[ShortcutItemKey.iconSymbolName.name]?.string
    let file = entry[ShortcutItemKey.iconFile.name]?.string
    let name = entry[ShortcutItemKey.iconType.name]?.string
    if os >= .scenes, let symbol {
      return (.systemImageName(symbol), file == nil && name == nil ? .onlyOne : .symbolFirst)
    }
    let isSymbolUnknown = symbol != nil
    if let file {
      return (.templateImageName(file), name != nil ? .fileFirst : isSymbolUnknown ? .symbolTooNew : .onlyOne)
    }
    guard let name else { return (nil, isSymbolUnknown ? .symbolTooNew : .none) }
    guard let type = SystemIconType(plistName: name) else { return (nil, .unknownType) }
    guard os >= type.firstOS else { return (nil, .typeTooNew) }
    return (.type(type), isSymbolUnknown ? .symbolTooNew : .onlyOne)
  }
}

/// Why a static item has the icon that it has, by the keys of its entry in the Info.plist.
public enum ShortcutIconChoice: Sendable, Equatable, CaseIterable {
  /// No key for an icon.
  case none
  /// One key decides.
  case onlyOne
  /// A symbol beside other keys: it comes first (QUICK-020).
  case symbolFirst
  /// A file beside a type: it comes first (QUICK-021).
  case fileFirst
  /// A symbol that this version does not know yet, so the next key decides (QUICK-008).
  case symbolTooNew
  /// No icon of UIKit's has this name (QUICK-019).
  case unknownType
  /// UIKit's icon of this name comes with a later version (QUICK-047).
  case typeTooNew

  /// In words, with the fact.
  public var why: String {
    switch self {
    case .none: "The Info.plist names no icon (QUICK-006)."
    case .onlyOne: "It is the only icon that the Info.plist names (QUICK-022)."
    case .symbolFirst: "A symbol comes before file and type, whether it exists or not (QUICK-020, QUICK-022)."
    case .fileFirst: "A file comes before a type, which is ignored (QUICK-021)."
    case .symbolTooNew: "This version of iOS ignores the key for symbols (QUICK-008)."
    case .unknownType: "UIKit has no icon type of this name; letter case counts (QUICK-019)."
    case .typeTooNew: "This icon type comes with iOS 9.1 (QUICK-047)."
    }
  }
}
