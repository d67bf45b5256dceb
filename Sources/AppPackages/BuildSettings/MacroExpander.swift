import PropertyLists

/// Replaces references to build settings by their values, in values and never in keys.
///
/// Speaks the whole language: `$(NAME)`, `${NAME}`, `$[NAME]` and `$NAME`; `$$` for a dollar; names made of references;
/// operators, one behind the other; `$(inherited)`. What it may spend on one text is bounded, so that settings which
/// multiply each other end soon.
struct MacroExpander {
  /// Something that could not be expanded as a build would.
  enum Issue: Hashable {
    /// The name, and what stands in for it (nil: the reference stays as written, or nothing takes its place).
    case unknownSetting(String, substitute: String?)
    case unknownOperator(String)
    case circle(String)
    case tooLong
  }

  /// A setting that is being expanded.
  private struct Frame {
    let name: String
    let position: Int
  }

  private static let maximumDepth = 32
  private static let maximumLength = 64 * 1024
  private static let maximumReferences = 4096
  /// References of all texts that one expander works on.
  private static let maximumTotal = 400_000
  /// Bytes that one expander looks at for all its texts; real settings need less than a hundredth.
  private static let maximumWork = 16 * 1024 * 1024

  private let source: any MacroSource
  private(set) var issues: [Issue] = []
  private var noted: Set<Issue> = []
  private var referenceCount = 0
  private var totalCount = 0
  private var work = 0

  init(source: any MacroSource) {
    self.source = source
  }

  init(settings: StringTable, packageName: String) {
    self.init(source: SettingsTableSource(settings: settings, packageName: packageName))
  }

  /// `unknown.` and the package's name as an identifier may spell it.
  static func unknownIdentifier(for name: String) -> String { "unknown." + MacroOperator.rfc1034(name.lowercased()) }

  /// Whether a text holds `$(…` or `${…`, which nothing else in an Info.plist looks like.
  static func mentionsMacro(_ text: String) -> Bool {
    var isBehindDollar = false
    for byte in text.utf8 {
      if isBehindDollar, byte == UInt8(ascii: "(") || byte == UInt8(ascii: "{") { return true }
      isBehindDollar = byte == UInt8(ascii: "$")
    }
    return false
  }

  mutating func expand(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "$")) else { return text }
    referenceCount = 0
    return String(decoding: expand(Array(text.utf8)[...], [], depth: 0), as: UTF8.self)
  }

  /// The value of a setting, expanded; nil when it is defined nowhere.
  mutating func value(of name: String) -> String? {
    guard let definition = source.definition(of: name, below: nil) else { return nil }
    guard definition.value.utf8.contains(UInt8(ascii: "$")) else { return definition.value }
    referenceCount = 0
    let frame = Frame(name: name, position: definition.position)
    return String(decoding: expand(Array(definition.value.utf8)[...], [frame], depth: 1), as: UTF8.self)
  }

  /// All strings below a node; places stay.
  mutating func expand(_ node: PropertyListNode) -> PropertyListNode {
    var node = node
    Work.count(3)
    switch node.value {
    case .string(let text):
      Work.count(text.utf8.count / 16)
      guard text.utf8.contains(UInt8(ascii: "$")) else { return node }
      node.value = .string(expand(text))
    case .array(let elements):
      node.value = .array(elements.map { expand($0) })
    case .dictionary(var dictionary):
      var copy = self
      Work.count(dictionary.count * 4)
      dictionary.mapNodes { copy.expand($0) }
      self = copy
      node.value = .dictionary(dictionary)
    case .integer, .unsignedInteger, .real, .boolean, .date, .data, .uid: break
    }
    return node
  }

  // MARK: References

  private mutating func expand(_ text: ArraySlice<UInt8>, _ frames: [Frame], depth: Int) -> [UInt8] {
    var output: [UInt8] = []
    var position = text.startIndex
    work += text.count
    Work.count(4 + text.count / 4)
    while position < text.endIndex {
      guard text[position] == UInt8(ascii: "$") else {
        output.append(text[position])
        position += 1
        continue
      }
      guard work <= Self.maximumWork else {
        note(.tooLong)
        return output + text[position...]
      }
      guard let reference = MacroReference(text, at: position) else {
        // The whole rest was searched for the end of the reference.
        work += text.endIndex - position
        Work.count((text.endIndex - position) / 8)
        output.append(text[position])
        position += 1
        continue
      }
      work += reference.end - position
      // Where no build has the last word, `$$` and `$NAME` are taken as they are: a price is no setting.
      if reference.isBare, source.keepsUndefined {
        output += text[position..<reference.end]
        position = reference.end
        continue
      }
      if reference.isDollar {
        output.append(UInt8(ascii: "$"))
        position = reference.end
        continue
      }
      referenceCount += 1
      totalCount += 1
      Work.count(20)
      guard referenceCount <= Self.maximumReferences, totalCount <= Self.maximumTotal, depth < Self.maximumDepth,
        output.count <= Self.maximumLength
      else {
        note(.tooLong)
        return output + text[position...]
      }
      output += value(of: reference, written: text[position..<reference.end], frames, depth)
      position = reference.end
    }
    return output
  }

  private mutating func value(
    of reference: MacroReference, written: ArraySlice<UInt8>, _ frames: [Frame], _ depth: Int
  ) -> [UInt8] {
    let name = String(decoding: expand(reference.name, frames, depth: depth + 1), as: UTF8.self)
    // `$()` is how a value says `//` where that begins a comment: `https:/$()/example.com`.
    if name.isEmpty, reference.operations.isEmpty { return source.keepsUndefined ? Array(written) : [] }
    var result: [UInt8]
    switch find(name, frames) {
    case .definition(let definition, let name):
      let frame = Frame(name: name, position: definition.position)
      result = expand(Array(definition.value.utf8)[...], frames + [frame], depth: depth + 1)
    case .nothing:
      result = []
    case .circle:
      note(.circle(name))
      if source.keepsUndefined { return Array(written) }
      result = []
    case .undefined:
      if reference.operations.contains(where: { MacroOperator.isDefault($0) }) {
        result = []
      } else if let substitute = source.substitute(for: name) {
        note(.unknownSetting(name, substitute: substitute))
        result = Array(substitute.utf8)
      } else {
        note(.unknownSetting(name, substitute: nil))
        if source.keepsUndefined { return Array(written) }
        result = []
      }
    }
    for operation in reference.operations {
      let operation = String(decoding: expand(operation, frames, depth: depth + 1), as: UTF8.self)
      let text = String(decoding: result, as: UTF8.self)
      work += result.count
      guard let changed = MacroOperator.apply(operation, to: text) else {
        note(.unknownOperator(operation))
        continue
      }
      result = Array(changed.utf8)
    }
    return result
  }

  private enum Finding {
    /// The name differs from the written one for `$(inherited)`.
    case definition(MacroDefinition, name: String)
    /// The lowest level inherits nothing.
    case nothing
    case circle
    case undefined
  }

  private func find(_ name: String, _ frames: [Frame]) -> Finding {
    if name == "inherited" {
      guard let frame = frames.last else { return .nothing }
      return source.definition(of: frame.name, below: frame.position).map { .definition($0, name: frame.name) }
        ?? .nothing
    }
    guard let frame = frames.last(where: { $0.name == name }) else {
      return source.definition(of: name, below: nil).map { .definition($0, name: name) } ?? .undefined
    }
    // A setting inside of its own value is what it inherits.
    if let definition = source.definition(of: name, below: frame.position) {
      return .definition(definition, name: name)
    }
    return frames.last?.name == name && !source.keepsUndefined ? .nothing : .circle
  }

  private mutating func note(_ issue: Issue) {
    if issues.count < 1000, noted.insert(issue).inserted { issues.append(issue) }
  }

  /// What was noticed since the last time.
  mutating func takeIssues() -> [Issue] {
    defer {
      issues = []
      noted = []
    }
    return issues
  }
}
