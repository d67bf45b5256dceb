internal import AppPackages
import PropertyLists

/// The quick actions that an Info.plist declares, as the system registers them when the app is installed (QUICK-002).
enum StaticItems {
  private static let itemsKey = "UIApplicationShortcutItems"
  private static let prefix = "UIApplicationShortcutItem"
  /// Steps (``Work``).
  private static let costOfEntry = 40

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
    guard let entries = info[itemsKey]?.array else { return [] }
    let strings = package.localizedStrings(for: [locale])
    Work.count(entries.count * costOfEntry)
    return entries.compactMap { node in
      guard let entry = node.value.dictionary, let type = text("Type", entry), let title = text("Title", entry)
      else { return nil }
      let (icon, choice) = icon(of: entry, os: os)
      var item = ShortcutItem(
        type: type, localizedTitle: localized(title, strings),
        localizedSubtitle: entry[prefix + "Subtitle"]?.string.map { localized($0, strings) }, icon: icon,
        userInfo: entry[prefix + "UserInfo"]?.dictionary)
      item.iconChoice = choice
      return item
    }
  }

  /// Whether an element of the array is displayed at all.
  static func isUsable(_ node: PropertyListNode) -> Bool {
    guard let entry = node.value.dictionary else { return false }
    return text("Type", entry) != nil && text("Title", entry) != nil
  }

  private static func text(_ key: String, _ entry: PropertyListDictionary) -> String? {
    guard let text = entry[prefix + key]?.string, !text.isEmpty else { return nil }
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
    let symbol = entry[prefix + "IconSymbolName"]?.string
    let file = entry[prefix + "IconFile"]?.string
    let name = entry[prefix + "IconType"]?.string
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
