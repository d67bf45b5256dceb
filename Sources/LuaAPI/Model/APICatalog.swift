import HomeScreenSimulator
import Synchronization

/// Entries that belong together, as the documentation shows them.
///
/// Making an entry takes some microseconds, and a script uses few of them: so a room's entries are made when a script
/// first names one of its globals, or a member of one of its types.
protocol APIRoom: SendableMetatype {
  /// Names that stand for themselves.
  static var globalEntries: [APIEntry] { get }
  /// The types of `memberEntries`.
  static var memberTypes: [APIType] { get }
  /// What belongs to a type. A type may have members in several rooms.
  static var memberEntries: [APIEntry] { get }
}

extension APIRoom {
  static var globalEntries: [APIEntry] { [] }
  static var memberTypes: [APIType] { [] }
  static var memberEntries: [APIEntry] { [] }
}

/// A set of entries, found by name.
public final class APICatalog: Sendable {
  /// What a script has named so far.
  private struct Made {
    /// By name, of the first rooms.
    var globals: [String: APIEntry] = [:]
    var roomsWithGlobals = 0
    /// By the class of the type, in the order of the documentation.
    var members: [String: [APIEntry]] = [:]
    /// For "did you mean", by class: made when a name was wrong. The members of all types are under "".
    var vocabularies: [String: Vocabulary] = [:]
  }

  /// The entries that a script can use.
  private let rooms: [any APIRoom.Type]
  /// What scripts write themselves, and what Lua modules and the scenario runner bring: only documentation asks for it.
  private let written: @Sendable () -> [APIEntry]
  private let made = Mutex(Made())

  /// - Parameter written: the entries that no name of a script is bound to.
  init(_ rooms: [any APIRoom.Type], written: @escaping @Sendable () -> [APIEntry]) {
    self.rooms = rooms
    self.written = written
  }

  // MARK: What a script names

  /// A global that a script can use anywhere, by its name.
  public func global(_ name: String) -> APIEntry? {
    while true {
      let (entry, room) = made.withLock { ($0.globals[name], $0.roomsWithGlobals) }
      if entry != nil || room == rooms.count { return entry }
      let entries = rooms[room].globalEntries
      made.withLock { made in
        for entry in entries { made.globals[entry.name] = entry }
        made.roomsWithGlobals = max(made.roomsWithGlobals, room + 1)
      }
    }
  }

  /// The names of the globals that a script can use.
  var boundGlobalNames: [String] { rooms.flatMap { $0.globalEntries.map(\.name) } }

  /// A member that a script can use, by its name.
  public func member(_ name: String, of type: APIType) -> APIEntry? {
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
    let members = rooms.filter { $0.memberTypes.contains(type) }
      .flatMap { room in room.memberEntries.filter { $0.receiver == type } }
    made.withLock { $0.members[type.className] = members }
    return members
  }

  // MARK: What documentation shows

  private var bound: [APIEntry] { rooms.flatMap { $0.globalEntries + $0.memberEntries } }

  private var boundTypes: [APIType] {
    rooms.flatMap { $0.memberTypes }.reduce(into: []) { types, type in if !types.contains(type) { types.append(type) } }
  }

  /// All entries, grouped as the documentation shows them.
  public var entries: [APIEntry] { bound + written() }

  /// All types, in the order of the documentation.
  public var types: [APIType] {
    written().compactMap(\.receiver).reduce(into: boundTypes) { types, type in
      if !types.contains(type) { types.append(type) }
    }
  }

  /// The globals, in the order of the documentation.
  public var globals: [APIEntry] { entries.filter { $0.receiver == nil } }

  /// A type by the name that messages use.
  public func type(named name: String) -> APIType? {
    for room in rooms {
      if let type = room.memberTypes.first(where: { $0.name == name }) { return type }
    }
    return types.first { $0.name == name }
  }

  /// A type by the name of its class: `homescreen.Device`.
  public func type(ofClass name: String) -> APIType? {
    for room in rooms {
      if let type = room.memberTypes.first(where: { $0.className == name }) { return type }
    }
    return types.first { $0.className == name }
  }

  /// The members of a type, in the order of the documentation.
  public func members(of type: APIType) -> [APIEntry] {
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
