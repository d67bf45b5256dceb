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
    /// Whether the target or the options give it, not the project.
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

extension BuildSettings {
  /// Nobody nests settings deeper.
  private static let maximumDefinitions = 100

  /// Where a word of a list is written: in the setting itself, in a weaker level that it inherits, or in a setting that it
  /// names. Each place is that of the value, or of the line of an xcconfig file.
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

  /// The bytes of a file of settings as they were read; nil for a file that says nothing about these settings.
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
    /// With `*` for anything.
    let pattern: String
  }

  let name: String
  let conditions: [Condition]

  /// Nil when the brackets do not close, or a condition has no `=`.
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

  /// Whether the setting counts in a build of this configuration for an iPhone or iPad.
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

  /// A pattern with `*` (anything) and `?` (one character); linear, for the last star is the only one to return to.
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

/// One line of build settings, wherever it is written.
struct BuildSettingAssignment: Sendable {
  let key: BuildSettingKey
  let value: String
  let origin: SourceOrigin

  init(_ key: BuildSettingKey, _ value: String, origin: SourceOrigin = .none) {
    self.key = key
    self.value = value
    self.origin = origin
  }
}

/// A build setting that is a list: words between white space, as Xcode splits them.
///
/// Quotes of both kinds hold a word with spaces together, and a backslash takes the next character as it is. Commas mean
/// nothing: `"og, joy"` are the words `og,` and `joy`.
public struct BuildSettingStringList: Sendable, Equatable {
  /// In order, without the quotes and backslashes that held them together.
  public var words: [String]

  /// Splits the value of a setting; a quote that is never closed reaches to the end.
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
  /// The text of a list with another word in place of one of its own; quotes, blanks and all other words stay. nil when
  /// the list has no such word.
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

  /// Behind a word with its quotes, as ``init(_:)`` splits them.
  private static func end(
    ofWordAt start: Int, in scalars: [Unicode.Scalar], _ blanks: Set<Unicode.Scalar>
  ) -> Int {
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

  /// In the quotes in which the old word stood, where the new one fits between them.
  private static func written(_ new: String, like old: String.UnicodeScalarView) -> String {
    let plain = new.unicodeScalars.allSatisfy { $0 != "\"" && $0 != "'" && $0 != "\\" }
    guard plain, let quote = old.first, quote == "\"" || quote == "'", old.last == quote else {
      return BuildSettings.text(of: [new])
    }
    return "\(quote)\(new)\(quote)"
  }
}
