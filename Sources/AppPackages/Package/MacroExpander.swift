/// Replaces `$(NAME)` and `${NAME}` by build settings, in values and never in keys.
///
/// Covers what Info.plists use: nested references and the operators `rfc1034identifier`, `c99extidentifier`,
/// `identifier`, `lower`, `upper` and `default=`. The whole language of build settings is not spoken here.
struct MacroExpander {
  /// Something that could not be expanded as a build would.
  enum Issue: Equatable {
    /// The name, and what stands in for it (nil: the reference stays as written).
    case unknownSetting(String, substitute: String?)
    case unknownOperator(String)
    case circle(String)
    case tooLong
  }

  private static let maximumDepth = 16
  private static let maximumLength = 64 * 1024
  private static let maximumReferences = 4096

  private let settings: StringTable
  private let packageName: String
  private(set) var issues: [Issue] = []
  private var referenceCount = 0

  init(settings: StringTable, packageName: String) {
    self.settings = settings
    self.packageName = packageName
  }

  /// `unknown.` and the package's name as an identifier may spell it.
  static func unknownIdentifier(for name: String) -> String { "unknown." + rfc1034(name.lowercased()) }

  static func mentionsMacro(_ text: String) -> Bool {
    var isBehindDollar = false
    for byte in text.utf8 {
      if isBehindDollar, byte == UInt8(ascii: "(") || byte == UInt8(ascii: "{") { return true }
      isBehindDollar = byte == UInt8(ascii: "$")
    }
    return false
  }

  mutating func expand(_ text: String) -> String {
    guard Self.mentionsMacro(text) else { return text }
    referenceCount = 0
    return String(decoding: expand(Array(text.utf8)[...], within: []), as: UTF8.self)
  }

  /// All strings below a node; places stay.
  mutating func expand(_ node: PropertyListNode) -> PropertyListNode {
    var node = node
    switch node.value {
    case .string(let text) where Self.mentionsMacro(text):
      node.value = .string(expand(text))
    case .array(let elements):
      node.value = .array(elements.map { expand($0) })
    case .dictionary(var dictionary):
      var copy = self
      dictionary.mapNodes { copy.expand($0) }
      self = copy
      node.value = .dictionary(dictionary)
    default: break
    }
    return node
  }

  // MARK: References

  private mutating func expand(_ text: ArraySlice<UInt8>, within names: [String]) -> [UInt8] {
    var output: [UInt8] = []
    var position = text.startIndex
    while position < text.endIndex {
      guard text[position] == UInt8(ascii: "$"), let close = Self.closing(text, position) else {
        output.append(text[position])
        position += 1
        continue
      }
      referenceCount += 1
      guard referenceCount <= Self.maximumReferences, names.count < Self.maximumDepth,
        output.count <= Self.maximumLength
      else {
        note(.tooLong)
        return output + text[position...]
      }
      let inner = expand(text[position + 2..<close], within: names + [""])
      let written = Array(text[position...close])
      output += value(of: String(decoding: inner, as: UTF8.self), written: written, within: names)
      position = close + 1
    }
    return output
  }

  /// The bracket that belongs to the one behind `$`.
  private static func closing(_ text: ArraySlice<UInt8>, _ dollar: Int) -> Int? {
    guard dollar + 1 < text.endIndex else { return nil }
    let open = text[dollar + 1]
    guard open == UInt8(ascii: "(") || open == UInt8(ascii: "{") else { return nil }
    let close = open == UInt8(ascii: "(") ? UInt8(ascii: ")") : UInt8(ascii: "}")
    var depth = 0
    for index in dollar + 1..<text.endIndex {
      if text[index] == open { depth += 1 }
      if text[index] == close {
        depth -= 1
        if depth == 0 { return index }
      }
    }
    return nil
  }

  private mutating func value(of reference: String, written: [UInt8], within names: [String]) -> [UInt8] {
    let parts = reference.split(separator: ":", omittingEmptySubsequences: false)
    let name = String(parts.first ?? "")
    guard !names.contains(name) else {
      note(.circle(name))
      return written
    }
    var result: String
    if let setting = settings[name] {
      result = String(decoding: expand(Array(setting.utf8)[...], within: names + [name]), as: UTF8.self)
    } else if let standard = Self.standardValues[name] {
      result = String(decoding: expand(Array(standard.utf8)[...], within: names + [name]), as: UTF8.self)
    } else if let fallback = parts.dropFirst().first(where: { $0.hasPrefix("default=") }) {
      result = String(fallback.dropFirst("default=".count))
    } else if let substitute = substitute(for: name) {
      note(.unknownSetting(name, substitute: substitute))
      result = substitute
    } else {
      note(.unknownSetting(name, substitute: nil))
      return written
    }
    for operation in parts.dropFirst() {
      guard let changed = Self.apply(operation, to: result) else {
        note(.unknownOperator(String(operation)))
        continue
      }
      result = changed
    }
    return Array(result.utf8)
  }

  /// What every target has unless it says otherwise.
  private static let standardValues: [String: String] = [
    "EXECUTABLE_NAME": "$(PRODUCT_NAME)",
    "PRODUCT_MODULE_NAME": "$(PRODUCT_NAME:c99extidentifier)",
    "PRODUCT_BUNDLE_PACKAGE_TYPE": "APPL",
    "DEVELOPMENT_LANGUAGE": "en",
  ]

  /// Guesses that let a package be used although its settings are unknown.
  private func substitute(for name: String) -> String? {
    switch name {
    case "PRODUCT_NAME": settings["TARGET_NAME"] ?? packageName
    case "TARGET_NAME": settings["PRODUCT_NAME"] ?? packageName
    case "PRODUCT_BUNDLE_IDENTIFIER": Self.unknownIdentifier(for: packageName)
    default: nil
    }
  }

  private static func apply(_ operation: Substring, to text: String) -> String? {
    switch operation {
    case "rfc1034identifier": rfc1034(text)
    case "c99extidentifier", "identifier": identifier(text)
    case "lower": text.lowercased()
    case "upper": text.uppercased()
    case _ where operation.hasPrefix("default="):
      text.isEmpty ? String(operation.dropFirst("default=".count)) : text
    default: nil
    }
  }

  /// Everything outside of `[A-Za-z0-9-]`, and a digit in front, becomes a minus.
  private static func rfc1034(_ text: String) -> String {
    replacing(text, with: "-") { isLetter($0) || isDigit($0) || $0 == "-" }
  }

  private static func identifier(_ text: String) -> String {
    replacing(text, with: "_") { isLetter($0) || isDigit($0) || $0 == "_" }
  }

  private static func replacing(
    _ text: String, with filler: Unicode.Scalar, unless isAllowed: (Unicode.Scalar) -> Bool
  ) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      result.append(isAllowed(scalar) && !(result.isEmpty && isDigit(scalar)) ? scalar : filler)
    }
    return String(result)
  }

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

  private mutating func note(_ issue: Issue) {
    if !issues.contains(issue) { issues.append(issue) }
  }
}
