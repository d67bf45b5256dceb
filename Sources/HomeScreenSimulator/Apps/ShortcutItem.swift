import AppPackages
public import PropertyLists

/// `UIApplicationShortcutItem`: a quick action, as the Info.plist declares it or as the app makes it (QUICK-032).
///
/// A value, which also stands for the mutable class (QUICK-033): a copy can be changed freely, and nothing that is registered changes with it (QUICK-041). The user info is
/// a property list by its type, so it holds no cycles and nothing else (QUICK-037), and it is a copy (QUICK-039).
public struct ShortcutItem: Sendable, Equatable, CustomStringConvertible {
  /// What the app knows the action by; several items may share one (QUICK-030). Empty is allowed for a dynamic item
  /// (QUICK-035).
  public var type: String
  /// The title in the menu; an item with an empty one is kept, but not shown (QUICK-036).
  public var localizedTitle: String
  /// The line below the title in the menu; nil leaves the title two lines (QUICK-004, QUICK-005).
  public var localizedSubtitle: String?
  /// What is drawn beside the text; nil draws nothing.
  public var icon: ShortcutIcon?
  /// What the app wants to have back with the action; nil when it is nothing.
  public var userInfo: PropertyListDictionary?
  /// Which scene should take the action; only the mutable class can set it (QUICK-034).
  public var targetContentIdentifier: String?

  /// How the icon of a static item was chosen; nil for an item that the app made.
  public internal(set) var iconChoice: ShortcutIconChoice?

  /// An item as the app makes it; only type and title are needed (QUICK-032).
  public init(
    type: String, localizedTitle: String, localizedSubtitle: String? = nil, icon: ShortcutIcon? = nil,
    userInfo: PropertyListDictionary? = nil, targetContentIdentifier: String? = nil
  ) {
    self.type = type
    self.localizedTitle = localizedTitle
    self.localizedSubtitle = localizedSubtitle
    self.icon = icon
    self.userInfo = userInfo
    self.targetContentIdentifier = targetContentIdentifier
  }

  /// Equal in type, title, subtitle, icon and user info; the target content identifier does not count (QUICK-040).
  public static func == (a: ShortcutItem, b: ShortcutItem) -> Bool {
    a.type == b.type && a.localizedTitle == b.localizedTitle && a.localizedSubtitle == b.localizedSubtitle
      && a.icon == b.icon && a.userInfo == b.userInfo
  }

  /// What `description` and `%@` print: `<UIApplicationShortcutItem: 0x…; type: TYPE, title: TITLE>` (QUICK-105).
  ///
  /// In place of an address stands the number 1, so that equal items print equal lines.
  public var consoleDescription: String {
    "<UIApplicationShortcutItem: \(Address.text(1)); type: \(type), title: \(localizedTitle)>"
  }

  /// The same as ``consoleDescription``: `<UIApplicationShortcutItem: 0x…; type: TYPE, title: TITLE>`.
  public var description: String { consoleDescription }

  func write(to state: inout DeviceState, at path: String) {
    state.write(path, type)
    state.write("\(path).title", localizedTitle)
    state.write("\(path).subtitle", localizedSubtitle)
    state.write("\(path).icon", icon)
    state.write("\(path).target", targetContentIdentifier)
    state.write("\(path).userInfo", userInfo)
  }
}

/// `UIApplicationShortcutIcon`: the icon of a quick action (QUICK-042).
public enum ShortcutIcon: Sendable, Hashable, CustomStringConvertible {
  /// One of UIKit's own.
  case type(SystemIconType)
  /// An SF Symbol by its name; iOS 13 and later.
  case systemImageName(String)
  /// A picture of the app: an asset-catalog name or a file in the bundle (QUICK-043).
  case templateImageName(String)
  /// A contact, by name: the photo if there is one, else the monogram (QUICK-045).
  case contact(String, hasPhoto: Bool = false)

  /// The first version that has this kind of icon.
  public var firstOS: OSVersion {
    switch self {
    case .type(let type): type.firstOS
    case .systemImageName: .scenes
    case .templateImageName, .contact: .oldest
    }
  }

  /// `type search`, `symbol star`, `template gear`, `contact Ada`.
  public var description: String {
    switch self {
    case .type(let type): "type \(type.name)"
    case .systemImageName(let name): "symbol \(name)"
    case .templateImageName(let name): "template \(name)"
    case .contact(let name, _): "contact \(name)"
    }
  }
}

/// The icons that UIKit offers for quick actions; the raw values are UIKit's (QUICK-046).
public enum SystemIconType: Int, Sendable, CaseIterable {
  case compose, play, pause, add, location, search, share
  case prohibit, contact, home, markLocation, favorite, love, cloud, invitation, confirmation, mail, message, date
  case time, capturePhoto, captureVideo, task, taskCompleted, alarm, bookmark, shuffle, audio, update

  /// What all names in an Info.plist begin with.
  public static let plistPrefix = "UIApplicationShortcutIconType"

  /// The case of the name in an Info.plist: `UIApplicationShortcutIconTypeMarkLocation`; compared exactly, with letter
  /// case (QUICK-019). Nil for any other text.
  public init?(plistName: String) {
    guard let found = SystemIconType.byPlistName[plistName] else { return nil }
    self = found
  }

  /// The Swift name: `markLocation`.
  public var name: String { "\(self)" }

  /// The name in an Info.plist: `UIApplicationShortcutIconTypeMarkLocation`.
  public var plistName: String {
    let name = name
    return SystemIconType.plistPrefix + name.prefix(1).uppercased() + name.dropFirst()
  }

  /// The first version that has it: 9.0 for the first seven, 9.1 for the others (QUICK-046).
  public var firstOS: OSVersion { rawValue <= SystemIconType.share.rawValue ? .oldest : .moreSystemIcons }

  private static let byPlistName = Dictionary(uniqueKeysWithValues: allCases.map { ($0.plistName, $0) })
}

/// What the menu draws beside the text of a quick action. Pictures are templates: only their shape counts, in the
/// system's colour (QUICK-026).
public struct ShortcutGlyph: Sendable, Equatable {
  /// Where it comes from. The raw values are the names that scripts use.
  public enum Source: String, Sendable, CaseIterable {
    /// Nothing is drawn.
    case none
    /// One of UIKit's icons.
    case system
    /// An SF Symbol; whether it exists is not checked.
    case symbol
    /// A set of the asset catalog.
    case asset
    /// A file in the bundle's root.
    case file
    /// A contact's photo.
    case photo
    /// A contact's initials.
    case monogram
    /// A dot, where an older system cannot load the picture (QUICK-024).
    case dot
    /// A neutral picture, where the system cannot load the picture (QUICK-025).
    case placeholder
  }

  /// What kind of picture it is, or that there is none.
  public let source: Source
  /// The name of the type, symbol, set or file, or the initials.
  public let name: String?
  /// The reasons, with their facts.
  public let why: [String]
}

/// A key of an element of `UIApplicationShortcutItems`: the one table for the device that reads them and for those who
/// explains what it makes of them.
public enum ShortcutItemKey: String, Sendable, CaseIterable {
  /// What the app knows the action by (QUICK-003).
  case type = "Type"
  /// The line in the menu (QUICK-004).
  case title = "Title"
  /// The smaller line below it (QUICK-005).
  case subtitle = "Subtitle"
  /// The name of one of UIKit's icons (QUICK-006).
  case iconType = "IconType"
  /// The name of a picture of the app (QUICK-007).
  case iconFile = "IconFile"
  /// The name of an SF Symbol (QUICK-008).
  case iconSymbolName = "IconSymbolName"
  /// What the app wants to have back (QUICK-009).
  case userInfo = "UserInfo"

  /// What all of them begin with.
  public static let prefix = "UIApplicationShortcutItem"
  /// The key of the Info.plist that holds the array.
  public static let array = "UIApplicationShortcutItems"
  /// All of them as they are written.
  public static let names = allCases.map(\.name)

  /// As it is written: `UIApplicationShortcutItemType`.
  public var name: String { Self.prefix + rawValue }

  /// Whether an item is displayed only with it (QUICK-013).
  public var isRequired: Bool { self == .type || self == .title }

  /// Whether a value has the class that the system takes (QUICK-016, QUICK-017).
  public func accepts(_ value: PropertyListValue) -> Bool {
    self == .userInfo ? value.dictionary != nil : value.string != nil
  }

  /// The class that the system takes, in words.
  public var wanted: String { self == .userInfo ? "a dictionary" : "a string" }

  /// The key that a text is nearly, by what is left of it without what all keys begin with; nil when none is near, or
  /// when it is one of them.
  public static func nearest(to text: String) -> ShortcutItemKey? {
    guard !names.contains(where: { ExactText.isSame($0, text) }) else { return nil }
    let lower = text.lowercased()
    let start = beginnings.first { lower.hasPrefix($0) } ?? ""
    let near = Spelling.nearest(to: String(text.dropFirst(start.count)), in: allCases.map(\.rawValue))
    return near.first.flatMap(ShortcutItemKey.init)
  }

  private static let beginnings = [
    "uiapplicationshortcutitem", "uiapplicationshortcut", "uishortcutitem", "shortcutitem",
  ]
}

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
