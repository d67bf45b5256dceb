internal import CEmbedded
import HomeScreenSimulator
import LuaEngine
import PropertyLists
import Synchronization

/// A section of the API in the documentation.
///
/// Creating an entry takes some microseconds, and a script uses few of them. So the entries of a section are created
/// when a script first uses one of its globals, or a member of one of its types.
protocol APISection: SendableMetatype {
  static var globalEntries: [APIEntry] { get }
  /// The types of `memberEntries`.
  static var memberTypes: [APIType] { get }
  /// The members of types. A type may have members in several sections.
  static var memberEntries: [APIEntry] { get }
}

extension APISection {
  static var globalEntries: [APIEntry] { [] }
  static var memberTypes: [APIType] { [] }
  static var memberEntries: [APIEntry] { [] }
}

/// A set of entries that can be looked up by name.
package final class APICatalog: Sendable {
  /// The entries that scripts have used so far.
  private struct Made {
    /// The globals of the first sections, by name.
    var globals: [String: APIEntry] = [:]
    var sectionsWithGlobals = 0
    /// The members by class of the type, in the order of the documentation.
    var members: [String: [APIEntry]] = [:]
    /// Words for "did you mean", by class, created when a name is wrong. The members of all types are under "".
    var vocabularies: [String: Vocabulary] = [:]
  }

  /// The sections of entries that a script can use.
  private let sections: [any APISection.Type]
  /// The entries for documentation only: code that scripts write, Lua modules, and the scenario runner.
  private let written: @Sendable () -> [APIEntry]
  private let made = Mutex(Made())

  /// - Parameter written: the entries that are not bound to names of a script.
  init(_ sections: [any APISection.Type], written: @escaping @Sendable () -> [APIEntry]) {
    (self.sections, self.written) = (sections, written)
  }

  // MARK: Names in scripts

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

  package func member(_ name: String, of type: APIType) -> APIEntry? {
    let members = boundMembers(of: type)
    return members.indices.first { members[$0].name == name }.map { members[$0] }
  }

  /// Whether a type has only methods and functions.
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

  // MARK: Documentation

  private var bound: [APIEntry] { sections.flatMap { $0.globalEntries + $0.memberEntries } }

  private var boundTypes: [APIType] {
    sections.flatMap { $0.memberTypes }.reduce(into: []) { types, type in
      if !types.contains(type) { types.append(type) }
    }
  }

  /// All entries, in the order of the documentation.
  package var entries: [APIEntry] { bound + written() }

  /// All types, in the order of the documentation.
  package var types: [APIType] {
    written().compactMap(\.receiver).reduce(into: boundTypes) { types, type in
      if !types.contains(type) { types.append(type) }
    }
  }

  /// The globals, in the order of the documentation.
  package var globals: [APIEntry] { entries.filter { $0.receiver == nil } }

  /// Returns the type with a name in messages.
  package func type(named name: String) -> APIType? {
    for section in sections { if let type = section.memberTypes.first(where: { $0.name == name }) { return type } }
    return types.first { $0.name == name }
  }

  /// Returns the type with a class name: `homescreen.Device`.
  package func type(ofClass name: String) -> APIType? {
    for section in sections { if let type = section.memberTypes.first(where: { $0.className == name }) { return type } }
    return types.first { $0.className == name }
  }

  /// Returns the members of a type, in the order of the documentation.
  package func members(of type: APIType) -> [APIEntry] {
    boundMembers(of: type) + written().filter { $0.receiver == type }
  }

  // MARK: Similar names

  /// Returns the member of a type that is most similar to a wrong name.
  func member(near name: String, of type: APIType) -> APIEntry? {
    let members = boundMembers(of: type)
    if let nearest = vocabulary(type.className, members).nearest(to: name).first { return member(nearest, of: type) }
    // Three letters are enough for a prefix.
    return name.utf8.count < 3 ? nil : members.first { $0.name.utf8.starts(with: name.utf8) }
  }

  /// Returns the member of any type that is nearly equal to a wrong name: in five letters or more, one may differ.
  func member(near name: String) -> APIEntry? {
    let members = bound.filter { $0.receiver != nil }
    var rows = LetterDistance()
    guard let place = vocabulary("", members).nearestPosition(to: name), let letters = Spelling.letters(of: name),
      let others = Spelling.letters(of: members[place].name),
      let distance = Spelling.distance(letters, others, &rows), distance <= (letters.count > 4 ? 1 : 0)
    else { return nil }
    return members[place]
  }

  private func vocabulary(_ key: String, _ entries: [APIEntry]) -> Vocabulary {
    if let vocabulary = made.withLock({ $0.vocabularies[key] }) { return vocabulary }
    let vocabulary = Vocabulary(entries.map(\.name))
    made.withLock { $0.vocabularies[key] = vocabulary }
    return vocabulary
  }
}

/// Creates the Lua types of the engine from API data.
enum APIBinding {
  /// Returns the Lua type of the objects of `type`. Members are looked up in the catalog on first use.
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

  /// The steps (``Work``) for finding a similar name among all names.
  private static let costOfUnknownMember = 20_000

  private static func unknownMember(_ name: String, of type: APIType, in catalog: APICatalog) -> LuaFailure {
    Work.count(costOfUnknownMember)
    let members = catalog.members(of: type)
    let names = members.map(\.name)
    let hint: String
    if let cure = OtherVocabulary.cure("\(type.expression).\(name)") ?? OtherVocabulary.cure(name) {
      hint = cure
    } else if let entry = catalog.member(near: name, of: type) {
      hint = "Did you mean \(entry.qualifiedName)? help(\"\(entry.qualifiedName)\") explains it."
    } else if let outside = OutsideOfModel.asked(by: name) {
      hint = outside.sentence
    } else if let other = catalog.member(near: name) {
      hint = "Did you mean \(other.qualifiedName)? help(\"\(type.name)\") lists its members."
    } else {
      hint = names.isEmpty ? "It has no members." : "It has: \(names.joined(separator: ", "))."
    }
    return LuaFailure(
      "\(type.expression) has no member '\(Spelling.beginning(of: name))'", code: "unknown-member", hint: hint)
  }
}

/// Metamethods that several types share.
enum ObjectMetamethods {
  typealias Metamethod = (name: String, body: @Sendable (LuaCall) throws -> Int32)

  /// Returns the metamethod `__eq`, which compares two objects by their values.
  static func equality<Object: LuaRepresentable & Equatable>(_ type: Object.Type) -> Metamethod {
    equality(type) { $0 == $1 }
  }

  /// Returns the metamethod `__eq`, which compares two objects with `isEqual`.
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

  /// Returns `tostring`.
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

/// Words of XCUITest, Appium and everyday language that scripts may try, with their equivalents in homescreen.
enum OtherVocabulary {
  /// Returns the advice for a word; nil for any other word.
  static func cure(_ word: String) -> String? {
    byWord[Spelling.beginning(of: word).lowercased().filter { $0 != "_" && $0 != " " }]
  }

  private static let byWord: [String: String] = {
    let rows = String(cString: hs_other_words()).split(separator: "\n").map { $0.split(separator: ": ", maxSplits: 1) }
    let pairs = rows.flatMap { row in row[0].split(separator: " ").map { (String($0), String(row[1])) } }
    return Dictionary(uniqueKeysWithValues: pairs)
  }()
}
