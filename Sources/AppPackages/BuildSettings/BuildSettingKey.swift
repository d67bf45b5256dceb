import PropertyLists

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
        guard let equals = part.firstIndex(of: "=") else { return nil }
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
