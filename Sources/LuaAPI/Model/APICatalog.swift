import Simulator

/// A set of entries, found by name.
public final class APICatalog: Sendable {
  /// All entries, grouped as the documentation shows them.
  public let entries: [APIEntry]
  /// All types, in the order of the documentation.
  public let types: [APIType]
  /// The globals, in the order of the documentation.
  public let globals: [APIEntry]
  /// The members that there are, of all types, for "did you mean".
  let availableMembers: [APIEntry]
  let memberVocabulary: Vocabulary
  private let globalsByName: [String: APIEntry]
  private let membersInOrder: [String: [APIEntry]]
  private let membersByName: [String: [String: APIEntry]]
  private let vocabularies: [String: Vocabulary]

  init(_ entries: [APIEntry]) {
    self.entries = entries
    var types: [APIType] = []
    var membersInOrder: [String: [APIEntry]] = [:]
    var membersByName: [String: [String: APIEntry]] = [:]
    for entry in entries {
      guard let type = entry.receiver else { continue }
      if membersInOrder[type.className] == nil { types.append(type) }
      membersInOrder[type.className, default: []].append(entry)
      membersByName[type.className, default: [:]][entry.name] = entry
    }
    self.types = types
    self.membersInOrder = membersInOrder
    self.membersByName = membersByName
    globals = entries.filter { $0.receiver == nil }
    globalsByName = Dictionary(globals.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    availableMembers = entries.filter { $0.receiver != nil && $0.status == .available }
    memberVocabulary = Vocabulary(availableMembers.map(\.name))
    vocabularies = membersInOrder.mapValues { Vocabulary($0.map(\.name)) }
  }

  /// The names of a type's members, for "did you mean".
  func vocabulary(of type: APIType) -> Vocabulary { vocabularies[type.className] ?? Vocabulary([]) }

  /// A global by its name.
  public func global(_ name: String) -> APIEntry? { globalsByName[name] }

  /// A member by its name.
  public func member(_ name: String, of type: APIType) -> APIEntry? { membersByName[type.className]?[name] }

  /// A type by the name that messages use.
  public func type(named name: String) -> APIType? { types.first { $0.name == name } }

  /// The members of a type, in the order of the documentation.
  public func members(of type: APIType) -> [APIEntry] { membersInOrder[type.className] ?? [] }
}
