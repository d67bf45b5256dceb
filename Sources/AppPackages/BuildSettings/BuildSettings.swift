internal import OrderedCollections
public import PropertyLists

/// The build settings of a target in one configuration, from the platform's defaults to the command line.
///
/// Levels, from weakest to strongest: defaults, the project's xcconfig, the project, the target's xcconfig, the target,
/// the command line. Within a level, later lines override earlier ones. In a project's table, a line with a matching
/// condition overrides an unconditional one.
public struct BuildSettings: Sendable, MacroSource {
  struct Definition: Sendable {
    let value: String
    let origin: SourceOrigin
    var isDefault = false
    /// Whether the value comes from the target or the command line, not from the project.
    var isOfTarget = false
  }

  private(set) var definitions: OrderedDictionary<String, [Definition]> = [:]
  /// The configuration that conditions such as `[config=Debug]` are compared with.
  let configuration: String

  init(configuration: String) { self.configuration = configuration }

  /// Adds a level above all others. Lines with a condition that does not match are left out.
  mutating func add(_ assignments: some Sequence<BuildSettingAssignment>, ofTarget isOfTarget: Bool = true) {
    for assignment in assignments where assignment.key.applies(to: configuration) {
      definitions[assignment.key.name, default: []].append(
        Definition(value: assignment.value, origin: assignment.origin, isOfTarget: isOfTarget))
    }
  }

  /// Adds values below everything that a project defines.
  mutating func addDefaults(_ table: StringTable) {
    for (name, value) in table {
      definitions[name, default: []].append(Definition(value: value, origin: .none, isDefault: true))
    }
  }

  // MARK: Reading

  /// The names of all defined settings: weakest level first, in file order.
  public var names: [String] { Array(definitions.keys) }

  /// The fully expanded value of a setting; empty if the setting is undefined, as in a build.
  public subscript(name: String) -> String {
    var expander = MacroExpander(source: self)
    return expander.value(of: name) ?? ""
  }

  /// Returns whether any level gives the setting a value, even an empty one.
  public func isDefined(_ name: String) -> Bool { definitions[name] != nil }

  /// Returns whether any level other than the defaults gives the setting a value.
  package func isGiven(_ name: String) -> Bool { definitions[name]?.contains { !$0.isDefault } ?? false }

  /// Returns whether the strongest value comes from the target.
  func isOfTarget(_ name: String) -> Bool { definitions[name]?.last?.isOfTarget ?? false }

  /// Whether the target defines none of the settings that an app needs.
  var saysNothingOfTarget: Bool {
    !["INFOPLIST_FILE", "GENERATE_INFOPLIST_FILE", "PRODUCT_BUNDLE_IDENTIFIER", "PRODUCT_NAME"].contains(
      where: isOfTarget)
  }

  /// Returns where the strongest value is written; nil for a default or a command-line value.
  public func location(of name: String) -> SourceLocation? { definitions[name]?.last?.origin.location }

  /// Returns the strongest value as written, unexpanded; nil for an undefined setting.
  public func text(of name: String) -> String? { definitions[name]?.last?.value }

  /// Returns a Boolean setting: `YES`, `TRUE` and `1` are true.
  public func flag(_ name: String) -> Bool { Self.isTrue(self[name]) }

  /// Returns the undefined settings that a setting's value uses; they expand to nothing.
  public func undefinedSettings(in name: String) -> [String] {
    var expander = MacroExpander(source: self)
    _ = expander.value(of: name)
    var names: [String] = []
    for case .unknownSetting(let unknown, _) in expander.issues where !names.contains(unknown) { names.append(unknown) }
    return names
  }

  /// Returns a list setting, split at white space outside quotes.
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

  /// Joins the items of a list into one value, as a project file stores it.
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

extension BuildSettings {
  /// The maximum nesting of settings that is followed; real projects need far less.
  private static let maximumDefinitions = 100

  /// Returns where a word of a list is written: in the setting, in a weaker level that it inherits, or in a setting
  /// that it references. The location is that of the value; in an xcconfig file, that of the line.
  public func places(ofWord word: String, in name: String) -> [SourceLocation] {
    var found: [SourceLocation] = []
    var waiting: [(name: String, position: Int)] = [(name, definitions[name]?.count ?? 0)]
    var count = 0
    while let (name, position) = waiting.popLast(), count < Self.maximumDefinitions {
      count += 1
      guard position > 0, let definition = definitions[name]?[position - 1] else { continue }
      if BuildSettingStringList(definition.value).words.contains(where: { ExactText.isSame($0, word) }),
        let place = definition.origin.location, !found.contains(place)
      {
        found.append(place)
      }
      for reference in Self.references(in: definition.value) {
        let isInherited = reference == "inherited" || reference == name
        waiting.append(isInherited ? (name, position - 1) : (reference, definitions[reference]?.count ?? 0))
      }
    }
    return found
  }

  /// Returns the bytes of a settings file as they were read; nil for a file that defines none of these settings.
  package func bytesAsRead(of file: String) -> [UInt8]? {
    for all in definitions.values {
      for definition in all {
        if let source = definition.origin.source, ExactText.isSame(source.file, file) { return source.fileBytes }
      }
    }
    return nil
  }

  private static func references(in text: String) -> [String] {
    let bytes = Array(text.utf8)[...]
    var names: [String] = []
    var position = bytes.startIndex
    while position < bytes.endIndex {
      if bytes[position] == UInt8(ascii: "$"), let reference = MacroReference(bytes, at: position) {
        if !reference.isDollar { names.append(String(decoding: reference.name, as: UTF8.self)) }
        position = reference.end
      } else {
        position += 1
      }
    }
    return names
  }
}

/// The left side of a build setting: `KEY`, or `KEY[sdk=iphoneos*][config=Debug]`.
struct BuildSettingKey: Sendable, Equatable {
  struct Condition: Sendable, Equatable {
    /// `sdk`, `arch`, `config`, `variant`.
    let parameter: String
    /// The value to match; `*` matches any text.
    let pattern: String
  }

  let name: String
  let conditions: [Condition]

  /// Returns nil when the brackets do not close or a condition has no `=`.
  init?(_ text: String) {
    guard let bracket = text.firstIndex(of: "[") else {
      name = text
      conditions = []
      return
    }
    name = String(text[..<bracket])
    var conditions: [Condition] = []
    var rest = text[bracket...]
    while rest.first == "[" {
      guard let close = rest.firstIndex(of: "]") else { return nil }
      for part in rest[rest.index(after: rest.startIndex)..<close].split(separator: ",") {
        guard let equals = part.firstIndex(of: "=") else {
          // The name of a configuration may contain a comma.
          guard let last = conditions.popLast() else { return nil }
          conditions.append(Condition(parameter: last.parameter, pattern: "\(last.pattern),\(part)"))
          continue
        }
        conditions.append(
          Condition(
            parameter: Self.trimmed(part[..<equals]), pattern: Self.trimmed(part[part.index(after: equals)...])))
      }
      rest = rest[rest.index(after: close)...]
    }
    guard rest.isEmpty, !name.isEmpty else { return nil }
    self.conditions = conditions
  }

  private static func trimmed(_ text: Substring) -> String {
    var text = text
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }

  /// Returns whether the setting applies to a build of this configuration for iPhone or iPad.
  func applies(to configuration: String) -> Bool {
    conditions.allSatisfy { condition in
      switch condition.parameter {
      case "sdk": ["iphoneos", "iphoneos99.9"].contains { Self.matches($0, condition.pattern) }
      case "arch": Self.matches("arm64", condition.pattern)
      case "variant": Self.matches("normal", condition.pattern)
      case "config": Self.matches(configuration, condition.pattern)
      default: false
      }
    }
  }

  /// Matches a pattern with `*` (any text) and `?` (one character) in linear time; it backtracks to the last star only.
  static func matches(_ text: String, _ pattern: String) -> Bool {
    let (text, pattern) = (Array(text.utf8), Array(pattern.utf8))
    var (position, place) = (0, 0)
    var star: (place: Int, position: Int)?
    while position < text.count {
      if place < pattern.count, pattern[place] == UInt8(ascii: "*") {
        star = (place, position)
        place += 1
      } else if place < pattern.count, pattern[place] == UInt8(ascii: "?") || pattern[place] == text[position] {
        place += 1
        position += 1
      } else if let last = star {
        star = (last.place, last.position + 1)
        (place, position) = (last.place + 1, last.position + 1)
      } else {
        return false
      }
    }
    return pattern[place...].allSatisfy { $0 == UInt8(ascii: "*") }
  }
}

/// One assignment of a build setting, from any source.
struct BuildSettingAssignment: Sendable {
  let key: BuildSettingKey
  let value: String
  let origin: SourceOrigin

  init(_ key: BuildSettingKey, _ value: String, origin: SourceOrigin = .none) {
    (self.key, self.value, self.origin) = (key, value, origin)
  }
}

/// A build setting that is a list: words separated by white space, as Xcode splits them.
///
/// Single and double quotes keep a word with spaces together, and a backslash escapes the next character. Commas have
/// no meaning: `"og, joy"` is the words `og,` and `joy`.
public struct BuildSettingStringList: Sendable, Equatable {
  /// The words in order, without quotes and escaping backslashes.
  public var words: [String]

  /// Splits the value of a setting; an unclosed quote extends to the end.
  public init(_ text: String) {
    words = []
    var word = ""
    var isInWord = false
    var quote: Unicode.Scalar?
    var isEscaped = false
    for scalar in text.unicodeScalars {
      if isEscaped {
        word.unicodeScalars.append(scalar)
        isEscaped = false
      } else if scalar == "\\" {
        isEscaped = true
        isInWord = true
      } else if let open = quote {
        if scalar == open { quote = nil } else { word.unicodeScalars.append(scalar) }
      } else if scalar == "\"" || scalar == "'" {
        quote = scalar
        isInWord = true
      } else if [" ", "\t", "\n", "\r"].contains(scalar) {
        if isInWord { words.append(word) }
        word = ""
        isInWord = false
      } else {
        word.unicodeScalars.append(scalar)
        isInWord = true
      }
    }
    if isInWord { words.append(word) }
  }
}

extension BuildSettingStringList {
  /// Returns the text of a list with one of its words replaced; quotes, blanks and other words stay the same. Returns
  /// nil if the list does not contain the word.
  package static func replacing(_ word: String, with new: String, in text: String) -> String? {
    let scalars = Array(text.unicodeScalars)
    let blanks: Set<Unicode.Scalar> = [" ", "\t", "\n", "\r"]
    var output = String.UnicodeScalarView()
    var isReplaced = false
    var position = 0
    while position < scalars.count {
      guard !blanks.contains(scalars[position]) else {
        output.append(scalars[position])
        position += 1
        continue
      }
      let end = self.end(ofWordAt: position, in: scalars, blanks)
      var piece = String.UnicodeScalarView()
      piece.append(contentsOf: scalars[position..<end])
      position = end
      if BuildSettingStringList(String(piece)).words.elementsEqual([word], by: ExactText.isSame) {
        isReplaced = true
        output.append(contentsOf: written(new, like: piece).unicodeScalars)
      } else {
        output.append(contentsOf: piece)
      }
    }
    return isReplaced ? String(output) : nil
  }

  /// Returns the index after a word and its quotes, split as in ``init(_:)``.
  private static func end(ofWordAt start: Int, in scalars: [Unicode.Scalar], _ blanks: Set<Unicode.Scalar>) -> Int {
    var position = start
    var quote: Unicode.Scalar?
    while position < scalars.count {
      let scalar = scalars[position]
      if scalar == "\\" {
        position += 1
      } else if let open = quote {
        if scalar == open { quote = nil }
      } else if scalar == "\"" || scalar == "'" {
        quote = scalar
      } else if blanks.contains(scalar) {
        break
      }
      position += 1
    }
    return min(position, scalars.count)
  }

  /// Returns the new word as a setting writes it: in the old one's quotes if these need no escapes.
  private static func written(_ new: String, like old: String.UnicodeScalarView) -> String {
    let plain = new.unicodeScalars.allSatisfy { $0 != "\"" && $0 != "'" && $0 != "\\" }
    guard plain, let quote = old.first, quote == "\"" || quote == "'", old.last == quote else {
      return BuildSettings.text(of: [new])
    }
    return "\(quote)\(new)\(quote)"
  }
}
