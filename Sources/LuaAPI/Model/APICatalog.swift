import Simulator
import Synchronization

/// A set of entries, found by name.
public final class APICatalog: Sendable {
  /// The entries that a script can use.
  private let bound: [APIEntry]
  /// What scripts write themselves, and what Lua modules and the scenario runner bring: only documentation asks for it.
  private let written: @Sendable () -> [APIEntry]
  private let boundTypes: [APIType]
  private let globalsByName: [String: APIEntry]
  private let membersInOrder: [String: [APIEntry]]
  private let membersByName: [String: [String: APIEntry]]
  /// For "did you mean", by class: made when a name was wrong. The members of all types are under "".
  private let vocabularies = Mutex<[String: Vocabulary]>([:])

  /// - Parameter written: the entries that no name of a script is bound to.
  init(_ bound: [APIEntry], written: @escaping @Sendable () -> [APIEntry]) {
    self.bound = bound
    self.written = written
    var types: [APIType] = []
    var membersInOrder: [String: [APIEntry]] = [:]
    var membersByName: [String: [String: APIEntry]] = [:]
    for entry in bound {
      guard let type = entry.receiver else { continue }
      if membersInOrder[type.className] == nil { types.append(type) }
      membersInOrder[type.className, default: []].append(entry)
      membersByName[type.className, default: [:]][entry.name] = entry
    }
    boundTypes = types
    self.membersInOrder = membersInOrder
    self.membersByName = membersByName
    globalsByName = Dictionary(
      bound.filter { $0.receiver == nil }.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
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

  /// The member of a type that a wrong name may have meant.
  func member(near name: String, of type: APIType) -> APIEntry? {
    vocabulary(type.className, membersInOrder[type.className] ?? []).nearest(to: name).first.flatMap {
      member($0, of: type)
    }
  }

  /// The member of any type that a wrong name may have meant.
  func member(near name: String) -> APIEntry? {
    let members = bound.filter { $0.receiver != nil && $0.status == .available }
    return vocabulary("", members).firstPosition(near: name).map { members[$0] }
  }

  private func vocabulary(_ key: String, _ entries: [APIEntry]) -> Vocabulary {
    vocabularies.withLock { vocabularies in
      if let vocabulary = vocabularies[key] { return vocabulary }
      let vocabulary = Vocabulary(entries.map(\.name))
      vocabularies[key] = vocabulary
      return vocabulary
    }
  }

  /// A global that a script can use anywhere, by its name.
  public func global(_ name: String) -> APIEntry? { globalsByName[name] }

  /// A member that a script can use, by its name.
  public func member(_ name: String, of type: APIType) -> APIEntry? { membersByName[type.className]?[name] }

  /// A type by the name that messages use.
  public func type(named name: String) -> APIType? {
    boundTypes.first { $0.name == name } ?? types.first { $0.name == name }
  }

  /// The members of a type, in the order of the documentation.
  public func members(of type: APIType) -> [APIEntry] {
    (membersInOrder[type.className] ?? []) + written().filter { $0.receiver == type }
  }
}
