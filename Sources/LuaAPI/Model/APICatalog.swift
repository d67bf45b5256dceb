import HomeScreenSimulator
import LuaEngine
import PropertyLists
import Synchronization

/// Entries that belong together, as the documentation shows them.
///
/// Making an entry takes some microseconds, and a script uses few of them: so a section's entries are made when a
/// script
/// first names one of its globals, or a member of one of its types.
protocol APISection: SendableMetatype {
  /// Names that stand for themselves.
  static var globalEntries: [APIEntry] { get }
  /// The types of `memberEntries`.
  static var memberTypes: [APIType] { get }
  /// What belongs to a type. A type may have members in several sections.
  static var memberEntries: [APIEntry] { get }
}

extension APISection {
  static var globalEntries: [APIEntry] { [] }
  static var memberTypes: [APIType] { [] }
  static var memberEntries: [APIEntry] { [] }
}

/// A set of entries, found by name.
package final class APICatalog: Sendable {
  /// What a script has named so far.
  private struct Made {
    /// By name, of the first sections.
    var globals: [String: APIEntry] = [:]
    var sectionsWithGlobals = 0
    /// By the class of the type, in the order of the documentation.
    var members: [String: [APIEntry]] = [:]
    /// For "did you mean", by class: made when a name was wrong. The members of all types are under "".
    var vocabularies: [String: Vocabulary] = [:]
  }

  /// The entries that a script can use.
  private let sections: [any APISection.Type]
  /// What scripts write themselves, and what Lua modules and the scenario runner bring: only documentation asks for it.
  private let written: @Sendable () -> [APIEntry]
  private let made = Mutex(Made())

  /// - Parameter written: the entries that no name of a script is bound to.
  init(_ sections: [any APISection.Type], written: @escaping @Sendable () -> [APIEntry]) {
    self.sections = sections
    self.written = written
  }

  // MARK: What a script names

  /// A global that a script can use anywhere, by its name.
  package func global(_ name: String) -> APIEntry? {
    while true {
      let (entry, section) = made.withLock { ($0.globals[name], $0.sectionsWithGlobals) }
      if entry != nil || section == sections.count { return entry }
      let entries = sections[section].globalEntries
      made.withLock { made in
        for entry in entries { made.globals[entry.name] = entry }
        made.sectionsWithGlobals = max(made.sectionsWithGlobals, section + 1)
      }
    }
  }

  /// The names of the globals that a script can use.
  var boundGlobalNames: [String] { sections.flatMap { $0.globalEntries.map(\.name) } }

  /// A member that a script can use, by its name.
  package func member(_ name: String, of type: APIType) -> APIEntry? {
    let members = boundMembers(of: type)
    return members.indices.first { members[$0].name == name }.map { members[$0] }
  }

  /// Whether a script finds nothing but methods and functions in objects of a type.
  func hasMethodsOnly(_ type: APIType) -> Bool {
    let members = boundMembers(of: type)
    return members.indices.allSatisfy { index in
      switch members[index].kind {
      case .method, .callback, .constructor, .function, .namespace: true
      case .property: false
      }
    }
  }

  private func boundMembers(of type: APIType) -> [APIEntry] {
    if let members = made.withLock({ $0.members[type.className] }) { return members }
    let members = sections.filter { $0.memberTypes.contains(type) }
      .flatMap { section in section.memberEntries.filter { $0.receiver == type } }
    made.withLock { $0.members[type.className] = members }
    return members
  }

  // MARK: What documentation shows

  private var bound: [APIEntry] { sections.flatMap { $0.globalEntries + $0.memberEntries } }

  private var boundTypes: [APIType] {
    sections.flatMap { $0.memberTypes }.reduce(into: []) { types, type in
      if !types.contains(type) { types.append(type) }
    }
  }

  /// All entries, grouped as the documentation shows them.
  package var entries: [APIEntry] { bound + written() }

  /// All types, in the order of the documentation.
  package var types: [APIType] {
    written().compactMap(\.receiver).reduce(into: boundTypes) { types, type in
      if !types.contains(type) { types.append(type) }
    }
  }

  /// The globals, in the order of the documentation.
  package var globals: [APIEntry] { entries.filter { $0.receiver == nil } }

  /// A type by the name that messages use.
  package func type(named name: String) -> APIType? {
    for section in sections {
      if let type = section.memberTypes.first(where: { $0.name == name }) { return type }
    }
    return types.first { $0.name == name }
  }

  /// A type by the name of its class: `homescreen.Device`.
  package func type(ofClass name: String) -> APIType? {
    for section in sections {
      if let type = section.memberTypes.first(where: { $0.className == name }) { return type }
    }
    return types.first { $0.className == name }
  }

  /// The members of a type, in the order of the documentation.
  package func members(of type: APIType) -> [APIEntry] {
    boundMembers(of: type) + written().filter { $0.receiver == type }
  }

  // MARK: Names that are near

  /// The member of a type that a wrong name may have meant.
  func member(near name: String, of type: APIType) -> APIEntry? {
    let members = boundMembers(of: type)
    if let nearest = vocabulary(type.className, members).nearest(to: name).first { return member(nearest, of: type) }
    // A beginning of three letters says enough.
    return name.utf8.count < 3 ? nil : members.first { $0.name.utf8.starts(with: name.utf8) }
  }

  /// The member of any type that a wrong name may have meant.
  func member(near name: String) -> APIEntry? {
    let members = bound.filter { $0.receiver != nil }
    return vocabulary("", members).nearestPosition(to: name).map { members[$0] }
  }

  private func vocabulary(_ key: String, _ entries: [APIEntry]) -> Vocabulary {
    if let vocabulary = made.withLock({ $0.vocabularies[key] }) { return vocabulary }
    let vocabulary = Vocabulary(entries.map(\.name))
    made.withLock { $0.vocabularies[key] = vocabulary }
    return vocabulary
  }
}

/// Makes the Lua types of the engine out of API data.
enum APIBinding {
  /// The Lua type of objects of `type`: members come from the catalog, by name, when they are first used.
  static func luaType(
    _ type: APIType,
    fallback: (@Sendable (LuaCall) throws -> Int32)? = nil,
    assign: (@Sendable (LuaCall) throws -> Int32)? = nil,
    metamethods: [(name: String, body: @Sendable (LuaCall) throws -> Int32)] = []
  ) -> LuaType {
    LuaType(
      type.name, expression: type.expression,
      hasMethodsOnly: { state in state.homescreenSession?.globals.catalog.hasMethodsOnly(type) ?? false },
      member: { name, call in try call.session.globals.catalog.member(name, of: type).map(member) },
      fallback: fallback, assign: assign, metamethods: metamethods,
      unknown: { name, call in unknownMember(name, of: type, in: try call.session.globals.catalog) })
  }

  static func member(_ entry: APIEntry) -> LuaType.Member {
    switch entry.kind {
    case .property: .property(get: entry.body, set: entry.assign)
    case .method, .callback, .constructor, .function, .namespace: .method(entry.body)
    }
  }

  /// Steps (``Work``) of looking for what was meant: among all names.
  private static let costOfUnknownMember = 20_000

  private static func unknownMember(_ name: String, of type: APIType, in catalog: APICatalog) -> LuaFailure {
    Work.count(costOfUnknownMember)
    let members = catalog.members(of: type)
    let names = members.map(\.name)
    let hint: String
    if let cure = OtherVocabulary.cure(name) {
      hint = cure
    } else if let entry = catalog.member(near: name, of: type) {
      hint = "Did you mean \(entry.qualifiedName)? help(\"\(entry.qualifiedName)\") explains it."
    } else if let outside = OutsideOfModel.asked(by: name) {
      hint = outside.sentence
    } else if let other = catalog.member(near: name) {
      hint = "Did you mean \(other.qualifiedName)? help(\"\(type.name)\") lists its members."
    } else {
      hint = names.isEmpty ? "It has none." : "It has: \(names.joined(separator: ", "))."
    }
    return LuaFailure(
      "\(type.expression) has no member '\(Spelling.beginning(of: name))'", code: "unknown-member", hint: hint)
  }
}

/// Metamethods that several types share.
enum ObjectMetamethods {
  typealias Metamethod = (name: String, body: @Sendable (LuaCall) throws -> Int32)

  /// `==` of two objects that stand for equal things.
  static func equality<Object: LuaRepresentable & Equatable>(_ type: Object.Type) -> Metamethod {
    equality(type) { $0 == $1 }
  }

  /// `==` of two objects that stand for the same thing.
  static func equality<Object: LuaRepresentable>(
    _: Object.Type, by isEqual: @escaping @Sendable (Object, Object) -> Bool
  ) -> Metamethod {
    (
      "__eq",
      { call in
        guard let left = call.instance(1, of: Object.luaType, as: Object.self),
          let right = call.instance(2, of: Object.luaType, as: Object.self)
        else { return call.result(false) }
        return call.result(isEqual(left, right))
      }
    )
  }

  /// `tostring`.
  static func text<Object: LuaRepresentable>(
    _: Object.Type, _ text: @escaping @Sendable (Object) throws -> String
  ) -> Metamethod {
    (
      "__tostring",
      { call in
        guard let object = call.instance(1, of: Object.luaType, as: Object.self) else {
          return call.result(Object.luaType.name)
        }
        return call.result(try text(object))
      }
    )
  }
}

/// Words of XCUITest, Appium and everyday speech that scripts try first, and what homescreen has for each.
enum OtherVocabulary {
  /// What to write instead of a word; nil for any other word.
  static func cure(_ word: String) -> String? {
    byWord[Spelling.beginning(of: word).lowercased().filter { $0 != "_" }]
  }

  private static let byWord: [String: String] = {
    let rows = table.split(separator: "\n").map { $0.split(separator: ": ", maxSplits: 1) }
    let pairs = rows.flatMap { row in row[0].split(separator: " ").map { (String($0), String(row[1])) } }
    return Dictionary(uniqueKeysWithValues: pairs)
  }()

  /// Words in small letters and without `_`, then what they lead to.
  private static let table = """
    shortcutitem shortcut quickaction tapquickaction: A quick action is tapped in the icon's menu: \
    device.springboard:icon(app):press():item("TITLE"):tap().
    push pushnotification sendpush notify tapnotification: A tap on a notification: \
    device:launch(app, { notification = "TITLE" }).
    silentpush silentnotification remotenotification backgroundpush: A silent notification: \
    device:launch(app, { notification = { silent = true } }).
    kill killapp swipeaway swipeup forcequit quit closeapp terminateapp: \
    app:terminate() ends the app as the App Switcher does, app:terminate("jetsam") as the system does.
    home gohome homebutton presshomebutton swipehome: device:pressHome() shows the Home Screen.
    background backgroundapp runappinbackground sendtobackground minimize: \
    device:pressHome() sends the app to the background; app:suspend() suspends it there.
    activateapp foreground bringtofront: app:activate() brings an app to the front.
    launch launchapp startapp start: device:launch(app) launches an app.
    relaunch relaunchapp restartapp: First app:terminate(), then device:launch(app).
    longpress touchandhold longtap forcetouch forcepress hold pressandhold contextmenu: \
    A press opens the icon's menu: device.springboard:icon(app):press().
    tapicon tapapp touch click tap: A tap on an icon: device.springboard:icon(app):tap(); on a row of a menu: \
    menu:item("TITLE"):tap(); on a button: device.alert:tap "TITLE".
    open openurl openlink deeplink opendeeplink: A link: device:launch(app, { url = "SCHEME://PATH" }), or with \
    universalLink instead of url.
    tapok accept acceptalert dismiss dismissalert tapbutton allow: A button of the alert: device.alert:tap "OK"; \
    device.alert.buttons lists them.
    exists has hasitem waitforexistence ishittable isdisplayed: What is missing is nil, such as \
        device.alert; of a menu ask pcall(menu.item, menu, "TITLE").
    wait sleep delay waituntil waitfor: device:advance(seconds) lets time pass, device:settle() until nothing waits.
    lock unlock lockdevice unlockdevice: device.locked = true locks the screen, false unlocks it.
    restart shutdown: device:reboot() starts the device again.
    deleteapp removeapp: device:uninstall(app) removes an app.
    screenshot takescreenshot: assert.matches_snapshot(device.screen) stores what the screen shows.
    language setlanguage: device.locale = "de" changes the language.
    darkmode interfacestyle setappearance: device.appearance = "dark" changes the appearance.
    """
}
