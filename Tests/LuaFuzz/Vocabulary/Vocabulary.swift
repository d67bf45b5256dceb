import HomeScreenReports
import HomeScreenSimulator
import LuaAPI
import TestSupport

/// The building blocks of programs: the API data and the functions of Lua's library. No names are listed here, so new
/// functions are used immediately.
package struct Vocabulary: Sendable {
  /// A function or property and the needs of a call.
  struct Entry: Sendable {
    let entry: APIEntry
    let parameters: [Parameter]
    let words: [String]
  }

  struct Parameter: Sendable {
    let name: String
    let type: TypeExpression
    let isOptional: Bool
    let words: [String]
    /// The fields of a table argument; empty for other arguments.
    let fields: [Parameter]
    /// The tables around the argument, the innermost first.
    let holders: [Holder]

    enum Holder {
      case list, names
    }
  }

  /// A class of app code and its callbacks.
  struct AppClass: Sendable {
    let place: String
    let slots: [(name: String, arguments: [String])]
  }

  let entries: [Entry]
  /// The names of types in messages, by class name.
  let typeNames: [String: String]
  /// The entries that return an object of a class.
  let producers: [String: [Entry]]
  /// The globals for the only object of a class: `UIApplication`.
  let namespaces: [String: String]
  /// `string.rep`, `pcall`, ….
  let libraryFunctions: [String]
  let appClasses: [AppClass]
  /// Apps for `device:install`.
  let fixtures: [String]
  /// All words of all entries.
  let words: [String]
  /// Types without known values, which are a defect of the generator.
  package let unknownTypes: [String]

  /// Reads the API of this build.
  /// - Throws: The error of creating a session.
  package init() throws {
    var unknown: [String] = []
    let entries = APICatalog.homescreen.entries.filter { $0.kind != .callback }
      .map { Self.read($0, &unknown) }
    self.entries = entries
    unknownTypes = unknown
    typeNames = Dictionary(uniqueKeysWithValues: APICatalog.homescreen.types.map { ($0.className, $0.name) })
    var producers: [String: [Entry]] = [:]
    var namespaces: [String: String] = [:]
    for entry in entries {
      guard let text = entry.entry.returns?.type, let type = TypeExpression(text) else { continue }
      for name in type.classes { producers[name, default: []].append(entry) }
      if entry.entry.kind == .namespace { namespaces[text] = entry.entry.name }
    }
    self.producers = producers
    self.namespaces = namespaces
    appClasses = ClassKind.allCases.map { kind in
      AppClass(place: kind.place, slots: kind.slots.map { ($0.name, $0.arguments().map(\.name)) })
    }
    fixtures = Files.names(in: "\(Repository.root)/lua/scenarios/seeds/fixtures")
      .filter { $0.hasSuffix(".app") || $0.hasSuffix(".xcodeproj") }.map { "fixtures/\($0)" }
    words = Array(Set(entries.flatMap { $0.words + $0.parameters.flatMap(\.words) })).sorted()
    libraryFunctions = try Self.library()
  }

  private static func read(_ entry: APIEntry, _ unknown: inout [String]) -> Entry {
    if let type = entry.returns?.type, TypeExpression(type) == nil { unknown.append("\(entry.qualifiedName): \(type)") }
    let parameters = entry.parameters.map { read($0, of: entry, &unknown) }
    return Entry(
      entry: entry, parameters: parameters,
      words: Words.literals(in: entry.example) + Words.backticked(in: entry.discussion))
  }

  private static func read(_ parameter: APIParameter, of entry: APIEntry, _ unknown: inout [String]) -> Parameter {
    let type = TypeExpression(parameter.type)
    if type == nil { unknown.append("\(entry.qualifiedName), \(parameter.name): \(parameter.type)") }
    return Parameter(
      name: parameter.name, type: type ?? .any, isOptional: parameter.isOptional,
      words: Words.backticked(in: parameter.documentation),
      fields: parameter.fields.map { read($0, of: entry, &unknown) },
      holders: (parameter.type.hasSuffix("[]") || parameter.type.hasSuffix("[]>") ? [.list] : [])
        + (parameter.type.hasPrefix("table<") ? [.names] : []))
  }

  /// The functions of Lua's library in a session.
  private static func library() throws -> [String] {
    let session = try Session(at: .bundled("scenarios/seeds"), services: ReportServices())
    return session.globalNames.flatMap { name -> [String] in
      guard name != "_G", APICatalog.homescreen.global(name) == nil else { return [] }
      let members = session.memberNames(of: [name], methodsOnly: false)
      return members.isEmpty ? [name] : members.map { "\(name).\($0)" }
    }
  }
}
