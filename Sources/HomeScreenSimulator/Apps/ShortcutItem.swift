import AppPackages
public import PropertyLists

/// `UIApplicationShortcutItem`: a quick action, declared in the Info.plist or created by the app (QUICK-032).
///
/// As a value, it also represents the mutable class (QUICK-033): a copy does not change registered items (QUICK-041).
/// The user info is a property list, so it has no cycles or other objects (QUICK-037), and is copied (QUICK-039).
public struct ShortcutItem: Sendable, Equatable, CustomStringConvertible {
  /// The type that identifies the action for the app; several items may share one (QUICK-030). It may be empty for a
  /// dynamic item (QUICK-035).
  public var type: String
  /// The title in the menu; an item with an empty title is kept but not shown (QUICK-036).
  public var localizedTitle: String
  /// The line below the title; without a subtitle the title may take two lines (QUICK-004, QUICK-005).
  public var localizedSubtitle: String?
  /// The picture next to the text; nil if there is none.
  public var icon: ShortcutIcon?
  /// The app's data for the action; nil if there is none.
  public var userInfo: PropertyListDictionary?
  /// The identifier of the target scene; only the mutable class can set it (QUICK-034).
  public var targetContentIdentifier: String?

  /// The reason for a static item's icon, or one that code computes; nil for any other item that the app created.
  public internal(set) var iconChoice: ShortcutIconChoice?

  /// Creates an item in the app; only type and title are required (QUICK-032).
  public init(
    type: String, localizedTitle: String, localizedSubtitle: String? = nil, icon: ShortcutIcon? = nil,
    userInfo: PropertyListDictionary? = nil, targetContentIdentifier: String? = nil
  ) {
    (self.type, self.localizedTitle, self.localizedSubtitle) = (type, localizedTitle, localizedSubtitle)
    (self.icon, self.userInfo, self.targetContentIdentifier) = (icon, userInfo, targetContentIdentifier)
  }

  /// Returns whether type, title, subtitle, icon and user info are equal; the target does not count (QUICK-040).
  public static func == (a: ShortcutItem, b: ShortcutItem) -> Bool {
    a.type == b.type && a.localizedTitle == b.localizedTitle && a.localizedSubtitle == b.localizedSubtitle
      && a.icon == b.icon && a.userInfo == b.userInfo
  }

  /// The output of `description` and `%@`: `<UIApplicationShortcutItem: 0x…; type: TYPE, title: TITLE>` (QUICK-105).
  ///
  /// The address is always the number 1, so that equal items print equal lines.
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
  /// One of UIKit's own icons.
  case type(SystemIconType)
  /// An SF Symbol by name; iOS 13 and later.
  case systemImageName(String)
  /// A picture of the app: an asset-catalog name or a file in the bundle (QUICK-043).
  case templateImageName(String)
  /// A contact by name: the photo if it has one, otherwise the monogram (QUICK-045).
  case contact(String, hasPhoto: Bool = false)

  /// Creates the icon that a ``description`` names; nil for a contact, and for another text.
  init?(described text: String) {
    let parts = text.split(separator: " ", maxSplits: 1).map(String.init)
    guard parts.count == 2 else { return nil }
    switch parts[0] {
    case "symbol": self = .systemImageName(parts[1])
    case "template": self = .templateImageName(parts[1])
    case "type":
      let written = parts[1].hasPrefix(SystemIconType.plistPrefix) ? parts[1] : ""
      guard
        let type = SystemIconType(plistName: written) ?? SystemIconType.allCases.first(where: { $0.name == parts[1] })
      else { return nil }
      self = .type(type)
    default: return nil
    }
  }

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

  /// The prefix of the names of these types in an Info.plist.
  public static let plistPrefix = "UIApplicationShortcutIconType"

  /// Creates the case for a name in an Info.plist: `UIApplicationShortcutIconTypeMarkLocation`, compared with letter
  /// case (QUICK-019). Nil for any other string.
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

  /// The first version with this icon: 9.0 for the first seven icons, 9.1 for the others (QUICK-046).
  public var firstOS: OSVersion { rawValue <= SystemIconType.share.rawValue ? .oldest : .moreSystemIcons }

  private static let byPlistName = Dictionary(uniqueKeysWithValues: allCases.map { ($0.plistName, $0) })
}

/// The picture next to the text of a quick action. Pictures are templates: only their shape counts, drawn in the
/// system's colour (QUICK-026).
public struct ShortcutGlyph: Sendable, Equatable {
  /// The source of the picture. The raw values are the names in scripts.
  public enum Source: String, Sendable, CaseIterable {
    /// One of UIKit's icons.
    case system
    /// An SF Symbol; its existence is not checked.
    case symbol
    /// A set of the asset catalog.
    case asset
    /// A file in the bundle's root.
    case file
    /// A contact's photo.
    case photo
    /// A contact's initials.
    case monogram
    /// A dot, if the item names no picture or the system cannot find it (QUICK-024).
    case dot
    /// A neutral picture: the question mark of an icon type that the system does not know (QUICK-152).
    case placeholder
  }

  /// The source of the picture.
  public let source: Source
  /// The name of the type, symbol, set or file, or the initials.
  public let name: String?
  /// The reasons, with their facts.
  public let why: [String]
}

/// A key of an element in `UIApplicationShortcutItems`: the only table of the keys, for devices and for explanations.
public enum ShortcutItemKey: String, Sendable, CaseIterable {
  /// The type that identifies the action for the app (QUICK-003).
  case type = "Type"
  /// The title in the menu (QUICK-004).
  case title = "Title"
  /// The smaller line below the title (QUICK-005).
  case subtitle = "Subtitle"
  /// The name of one of UIKit's icons (QUICK-006).
  case iconType = "IconType"
  /// The name of a picture of the app (QUICK-007).
  case iconFile = "IconFile"
  /// The name of an SF Symbol (QUICK-008).
  case iconSymbolName = "IconSymbolName"
  /// The app's data for the action (QUICK-009).
  case userInfo = "UserInfo"

  /// The prefix of all keys.
  public static let prefix = "UIApplicationShortcutItem"
  /// The key of the array in the Info.plist.
  public static let array = "UIApplicationShortcutItems"
  /// The full names of all keys.
  public static let names = allCases.map(\.name)
  /// The full names of the keys that the system reads but Apple does not document (QUICK-010).
  public static let undocumented = [targetContentIdentifier, prefix + "ActivationMode"]
  static let targetContentIdentifier = prefix + "TargetContentIdentifier"

  /// The full name: `UIApplicationShortcutItemType`.
  public var name: String { Self.prefix + rawValue }

  /// Whether an item needs the key to be displayed (QUICK-013).
  public var isRequired: Bool { self == .type || self == .title }

  /// Returns whether a value has the class that the system accepts (QUICK-016, QUICK-017).
  public func accepts(_ value: PropertyListValue) -> Bool {
    self == .userInfo ? value.dictionary != nil : value.string != nil
  }

  /// The class that the system accepts, in words.
  public var wanted: String { self == .userInfo ? "a dictionary" : "a string" }

  /// Returns the key that a string resembles, compared without the common prefix; nil if it resembles none or is one of
  /// the keys.
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

/// The quick actions that an Info.plist declares, as registered by the system on installation (QUICK-002).
enum StaticItems {
  /// The cost of an entry, in steps (``Work``).
  static let costOfEntry = 40

  /// Returns the displayed items, in the order of the file (QUICK-001).
  ///
  /// The type (QUICK-003), the user info (QUICK-009) and the target content identifier (QUICK-010) are delivered to the
  /// app with the action.
  ///
  /// Without the array, there are no items. An element is skipped if it is not a dictionary (QUICK-018), or if its type
  /// or title is missing (QUICK-013), empty (QUICK-014, QUICK-015) or of another class (QUICK-016).
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
        userInfo: entry[ShortcutItemKey.userInfo.name]?.dictionary,
        targetContentIdentifier: os >= .scenes ? entry[ShortcutItemKey.targetContentIdentifier]?.string : nil)
      item.iconChoice = choice
      return item
    }
  }

  /// Returns the string for a key, or nil if it is empty.
  static func text(_ key: ShortcutItemKey, _ entry: PropertyListDictionary) -> String? {
    guard let text = entry[key.name]?.string, !text.isEmpty else { return nil }
    return text
  }

  /// Looks up a title or subtitle in `InfoPlist.strings`, with the text of the Info.plist as key (QUICK-028, QUICK-029).
  private static func localized(_ text: String, _ strings: StringTable?) -> String {
    guard let strings else { return text }
    Work.count(text.utf8.count / 4)
    return strings[text] ?? text
  }

  /// Returns the icon: a system icon by name (QUICK-006), a picture (QUICK-007) or a symbol (QUICK-008). Symbol has
  /// priority over file, and file over type (QUICK-020); older systems ignore symbols (QUICK-021). A present key
  /// decides, even if its picture cannot be loaded (QUICK-022); a value of the wrong class is ignored (QUICK-017). An
  /// unknown or newer type gives no icon (QUICK-019, QUICK-047).
  private static func icon(of entry: PropertyListDictionary, os: OSVersion) -> (ShortcutIcon?, ShortcutIconChoice) {
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

/// The reason for a static item's icon, by the keys of its entry in the Info.plist.
public enum ShortcutIconChoice: Sendable, Equatable, CaseIterable {
  /// No key for an icon.
  case none
  /// One key decides.
  case onlyOne
  /// A symbol and other keys: the symbol has priority (QUICK-020).
  case symbolFirst
  /// A file and a type: the file has priority (QUICK-021).
  case fileFirst
  /// A symbol that this version does not support, so the next key decides (QUICK-008).
  case symbolTooNew
  /// The name is not one of UIKit's icons (QUICK-019).
  case unknownType
  /// UIKit's icon of this name requires a later version (QUICK-047).
  case typeTooNew
  /// The app's code makes the icon, in a way that was not read.
  case computed

  /// The reason in words, with the fact.
  public var why: String {
    switch self {
    case .none: "The Info.plist names no icon (QUICK-006)."
    case .onlyOne: "It is the only icon that the Info.plist names (QUICK-022)."
    case .symbolFirst: "A symbol takes precedence over file and type, even if it does not exist (QUICK-020, QUICK-022)."
    case .fileFirst: "A file takes precedence over a type, which is ignored (QUICK-021)."
    case .symbolTooNew: "This version of iOS ignores the key for symbols (QUICK-008)."
    case .unknownType: "UIKit has no icon type with this name; letter case matters (QUICK-019)."
    case .typeTooNew: "This icon type needs iOS 9.1 (QUICK-047)."
    case .computed: "The app’s code makes the icon, and which one it is was not read (QUICK-032)."
    }
  }
}
