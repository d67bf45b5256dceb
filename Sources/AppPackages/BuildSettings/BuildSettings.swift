internal import OrderedCollections
public import PropertyLists

/// The build settings of one target in one configuration, from the platform's defaults up to the command line.
///
/// Levels from weak to strong: defaults, the project's xcconfig, the project, the target's xcconfig, the target, the
/// command line. Within a level a later line is stronger, and one with a condition that holds, stronger than one without
/// in the same table of a project.
public struct BuildSettings: Sendable, MacroSource {
  struct Definition: Sendable {
    let value: String
    let origin: SourceOrigin
    var isDefault = false
    /// Whether the target says it, or who asks for the build: not its project.
    var isOfTarget = false
  }

  private(set) var definitions: OrderedDictionary<String, [Definition]> = [:]
  /// For conditions on the configuration.
  let configuration: String

  init(configuration: String) {
    self.configuration = configuration
  }

  /// Puts a level on top; lines whose conditions do not hold are left out.
  mutating func add(_ assignments: some Sequence<BuildSettingAssignment>, ofTarget isOfTarget: Bool = true) {
    for assignment in assignments where assignment.key.applies(to: configuration) {
      definitions[assignment.key.name, default: []].append(
        Definition(value: assignment.value, origin: assignment.origin, isOfTarget: isOfTarget))
    }
  }

  /// Puts the values below everything that a project says.
  mutating func addDefaults(_ table: StringTable) {
    for (name, value) in table {
      definitions[name, default: []].append(Definition(value: value, origin: .none, isDefault: true))
    }
  }

  // MARK: Reading

  /// The names that are defined anywhere, weakest level first, in the order of their files.
  public var names: [String] { Array(definitions.keys) }

  /// A setting with everything in it expanded; undefined is empty, as in a build.
  public subscript(name: String) -> String {
    var expander = MacroExpander(source: self)
    return expander.value(of: name) ?? ""
  }

  /// Whether any level gives the setting a value, even an empty one.
  public func isDefined(_ name: String) -> Bool { definitions[name] != nil }

  /// Whether anybody has given the setting a value that is no default.
  func isGiven(_ name: String) -> Bool { definitions[name]?.contains { !$0.isDefault } ?? false }

  /// Whether the strongest value is one of the target itself.
  func isOfTarget(_ name: String) -> Bool { definitions[name]?.last?.isOfTarget ?? false }

  /// Whether the target has no setting of its own that an app needs.
  var saysNothingOfTarget: Bool {
    !["INFOPLIST_FILE", "GENERATE_INFOPLIST_FILE", "PRODUCT_BUNDLE_IDENTIFIER", "PRODUCT_NAME"].contains(
      where: isOfTarget)
  }

  /// Where the strongest value is written; nil for a default, and for the command line.
  public func location(of name: String) -> SourceLocation? { definitions[name]?.last?.origin.location }

  /// The strongest value as it is written, with nothing in it expanded; nil for a setting that nobody defines.
  public func text(of name: String) -> String? { definitions[name]?.last?.value }

  /// A switch: `YES`, `TRUE`, `1`.
  public func flag(_ name: String) -> Bool { Self.isTrue(self[name]) }

  /// The settings that the value of another uses and nobody defines: nothing takes their place.
  public func undefinedSettings(in name: String) -> [String] {
    var expander = MacroExpander(source: self)
    _ = expander.value(of: name)
    var names: [String] = []
    for case .unknownSetting(let unknown, _) in expander.issues where !names.contains(unknown) { names.append(unknown) }
    return names
  }

  /// A list, separated by blanks; quotes hold blanks together.
  public func list(_ name: String) -> [String] { BuildSettingStringList(self[name]).words }

  /// All settings, expanded.
  var table: StringTable {
    var expander = MacroExpander(source: self)
    return StringTable(definitions.keys.map { ($0, expander.value(of: $0) ?? "") })
  }

  // MARK: Values

  static func isTrue(_ text: String) -> Bool {
    switch text.lowercased() {
    case "yes", "true", "1", "y", "t": true
    default: false
    }
  }

  /// One text of a list, as the settings of a project hold it.
  static func text(of items: [String]) -> String {
    items.map { item in
      item.isEmpty || item.contains { $0.isWhitespace || $0 == "\"" || $0 == "'" }
        ? "\"" + item.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }.joined() + "\"" : item
    }.joined(separator: " ")
  }

  // MARK: MacroSource

  var keepsUndefined: Bool { false }

  func substitute(for name: String) -> String? { nil }

  func definition(of name: String, below position: Int?) -> MacroDefinition? {
    guard let all = definitions[name] else { return nil }
    let index = (position ?? all.count) - 1
    return index >= 0 ? MacroDefinition(value: all[index].value, position: index) : nil
  }
}
