import PropertyLists

/// Expands `$(…)` in all values of an Info.plist, and says which of them could not be.
struct InfoPlistExpansion {
  /// One for all texts: what it may spend is shared by them.
  private var expander: MacroExpander
  private let file: String
  private(set) var warnings: [PackageWarning] = []
  /// In the order in which they were met.
  private(set) var undefinedSettings: [String] = []
  private var reported: Set<String> = []

  init(settings: BuildSettings, file: String) {
    expander = MacroExpander(source: settings)
    self.file = file
  }

  mutating func expand(_ dictionary: PropertyListDictionary) -> PropertyListDictionary {
    var result = dictionary
    var expansion = self
    result.mapNodes { expansion.expand($0) }
    self = expansion
    return result
  }

  private mutating func expand(_ node: PropertyListNode) -> PropertyListNode {
    var node = node
    switch node.value {
    case .string(let text):
      guard text.utf8.contains(UInt8(ascii: "$")) else { return node }
      node.value = .string(expander.expand(text))
      for issue in expander.takeIssues() { note(issue, node, text) }
    case .array(let elements):
      node.value = .array(elements.map { expand($0) })
    case .dictionary(let inner):
      node.value = .dictionary(expand(inner))
    case .integer, .unsignedInteger, .real, .boolean, .date, .data, .uid: break
    }
    return node
  }

  private mutating func note(_ issue: MacroExpander.Issue, _ node: PropertyListNode, _ text: String) {
    var warning = PackageChecks.describe(issue, node.location ?? SourceLocation(file: file), isBuild: true)
    if case .unknownSetting(let name, _) = issue {
      if reported.insert(name).inserted { undefinedSettings.append(name) }
      // An empty suffix inside of another setting is what most of them are meant to be.
      if !text.contains(name) { warning.severity = .note }
    }
    if reported.insert(warning.message).inserted { warnings.append(warning) }
  }
}
