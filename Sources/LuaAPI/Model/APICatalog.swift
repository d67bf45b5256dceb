import Simulator

/// Every entry, found by name. The list is built from the `entries` of each room in `Entries`.
public enum APICatalog {
  /// All entries, grouped as the documentation shows them.
  public static let entries: [APIEntry] =
    [
      DeviceAPI.entries, SpringboardAPI.entries, IconAPI.entries, MenuAPI.entries, AlertAPI.entries, AppAPI.entries,
      AppCodeAPI.entries, SceneAPI.entries, SceneConnectionAPI.entries, CoderAPI.entries, ApplicationAPI.entries,
      ItemAPI.entries,
      MutableItemAPI.entries,
      ItemIconAPI.entries, ViewAPI.entries, AlertControllerAPI.entries, WindowAPI.entries, SystemAPI.entries,
      FoundationAPI.entries, ImageAPI.entries, DispatchAPI.entries, TaskAPI.entries, PackageAPI.entries,
      PropertyListAPI.entries, PropertyListFileAPI.entries, TraceAPI.entries,
      ErrorAPI.entries, MatrixAPI.entries, AssertAPI.entries, ToolAPI.entries, PluginAPI.entries,
    ].flatMap { $0 }

  /// All types, in the order of the documentation.
  public static let types: [APIType] = {
    var types: [APIType] = []
    for entry in entries {
      if let type = entry.receiver, !types.contains(type) { types.append(type) }
    }
    return types
  }()

  private static let globalsByName: [String: APIEntry] = Dictionary(
    entries.filter { $0.receiver == nil }.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })

  private static let membersInOrder: [String: [APIEntry]] = entries.reduce(into: [:]) { result, entry in
    if let type = entry.receiver { result[type.className, default: []].append(entry) }
  }

  private static let membersByName: [String: [String: APIEntry]] = {
    var result: [String: [String: APIEntry]] = [:]
    for entry in entries {
      if let type = entry.receiver { result[type.className, default: [:]][entry.name] = entry }
    }
    return result
  }()

  /// The members that there are, of all types, for "did you mean".
  static let availableMembers = entries.filter { $0.receiver != nil && $0.status == .available }
  static let memberVocabulary = Vocabulary(availableMembers.map(\.name))
  private static let vocabularies = membersInOrder.mapValues { Vocabulary($0.map(\.name)) }

  /// The names of a type's members, for "did you mean".
  static func vocabulary(of type: APIType) -> Vocabulary { vocabularies[type.className] ?? Vocabulary([]) }

  /// A global by its name.
  public static func global(_ name: String) -> APIEntry? { globalsByName[name] }

  /// The globals, in the order of the documentation.
  public static var globals: [APIEntry] { entries.filter { $0.receiver == nil } }

  /// A member by its name.
  public static func member(_ name: String, of type: APIType) -> APIEntry? { membersByName[type.className]?[name] }

  /// A type by the name that messages use.
  public static func type(named name: String) -> APIType? { types.first { $0.name == name } }

  /// The members of a type, in the order of the documentation.
  public static func members(of type: APIType) -> [APIEntry] { membersInOrder[type.className] ?? [] }
}
