import Platform
import PropertyLists

/// Replaces references to build settings with their values; applies to values, never to keys.
///
/// Supports the whole syntax: `$(NAME)`, `${NAME}`, `$[NAME]` and `$NAME`; `$$` for a dollar; names that contain
/// references; chained operators; `$(inherited)`. The work per text is limited, in case settings expand each
/// other forever.
struct MacroExpander {
  /// A reference that could not be expanded as a build would.
  enum Issue: Hashable {
    /// An undefined name and its substitute (nil: the reference stays as written or expands to nothing).
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
  /// The maximum number of references that one expander follows, in all its texts together.
  private static let maximumTotal = 400_000
  /// The maximum number of bytes that one expander reads in all its texts; real settings need less than a hundredth.
  private static let maximumWork = 16 * 1024 * 1024

  private let source: any MacroSource
  private(set) var issues: [Issue] = []
  private var noted: Set<Issue> = []
  private var referenceCount = 0
  private var totalCount = 0
  private var work = 0

  init(source: any MacroSource) { self.source = source }

  init(settings: StringTable, packageName: String) {
    self.init(source: SettingsTableSource(settings: settings, packageName: packageName))
  }

  /// Returns `unknown.` followed by the package's name, spelled as an identifier.
  static func unknownIdentifier(for name: String) -> String { "unknown." + MacroOperator.rfc1034(name.lowercased()) }

  /// Returns whether a text contains `$(…` or `${…`; nothing else in an Info.plist looks like that.
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

  /// Returns the expanded value of a setting; nil if it is undefined.
  mutating func value(of name: String) -> String? {
    guard let definition = source.definition(of: name, below: nil) else { return nil }
    guard definition.value.utf8.contains(UInt8(ascii: "$")) else { return definition.value }
    referenceCount = 0
    let frame = Frame(name: name, position: definition.position)
    return String(decoding: expand(Array(definition.value.utf8)[...], [frame], depth: 1), as: UTF8.self)
  }

  /// Expands all strings below a node; source locations stay.
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
        // The search for the end of the reference read the rest of the text.
        work += text.endIndex - position
        Work.count((text.endIndex - position) / 8)
        output.append(text[position])
        position += 1
        continue
      }
      work += reference.end - position
      // Outside a build, `$$` and `$NAME` are literal: a price is not a setting.
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
    // Values use `$()` to write `//` where that would start a comment: `https:/$()/example.com`.
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
    /// The definition to use; its name differs from the written one for `$(inherited)`.
    case definition(MacroDefinition, name: String)
    /// The lowest level, which inherits nothing.
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
    // A reference to a setting in its own value means the inherited value.
    if let definition = source.definition(of: name, below: frame.position) {
      return .definition(definition, name: name)
    }
    return frames.last?.name == name && !source.keepsUndefined ? .nothing : .circle
  }

  private mutating func note(_ issue: Issue) {
    if issues.count < 1000, noted.insert(issue).inserted { issues.append(issue) }
  }

  /// Returns and clears the issues since the last call.
  mutating func takeIssues() -> [Issue] {
    defer {
      issues = []
      noted = []
    }
    return issues
  }
}

/// `$(NAME:operator:operator=value)`, parsed but not expanded.
struct MacroReference {
  /// The name; may contain references.
  let name: ArraySlice<UInt8>
  let operations: [ArraySlice<UInt8>]
  /// The index after the last byte.
  let end: Int
  /// `$NAME`, without brackets.
  let isBare: Bool
  /// Whether the reference is `$$`, a literal dollar.
  let isDollar: Bool

  /// Returns nil when the dollar at this index does not start a reference.
  init?(_ text: ArraySlice<UInt8>, at dollar: Int) {
    let open = dollar + 1
    guard open < text.endIndex else { return nil }
    isDollar = text[open] == UInt8(ascii: "$")
    if isDollar {
      (name, operations, end, isBare) = ([], [], open + 1, true)
      return
    }
    guard let closing = Self.closing(of: text[open]) else {
      var end = open
      while end < text.endIndex, Self.isNameByte(text[end], isFirst: end == open) { end += 1 }
      guard end > open else { return nil }
      (name, operations, self.end, isBare) = (text[open..<end], [], end, true)
      return
    }
    guard let close = Self.position(of: closing, matching: text[open], in: text, from: open) else { return nil }
    let parts = Self.split(text[open + 1..<close])
    name = parts[0]
    operations = Array(parts.dropFirst())
    end = close + 1
    isBare = false
  }

  private static func closing(of open: UInt8) -> UInt8? {
    switch open {
    case UInt8(ascii: "("): UInt8(ascii: ")")
    case UInt8(ascii: "{"): UInt8(ascii: "}")
    case UInt8(ascii: "["): UInt8(ascii: "]")
    default: nil
    }
  }

  private static func isNameByte(_ byte: UInt8, isFirst: Bool) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"): !isFirst
    default: false
    }
  }

  private static func position(
    of close: UInt8, matching open: UInt8, in text: ArraySlice<UInt8>, from start: Int
  ) -> Int? {
    var depth = 0
    for index in start..<text.endIndex {
      if text[index] == open { depth += 1 }
      if text[index] == close {
        depth -= 1
        if depth == 0 { return index }
      }
    }
    return nil
  }

  /// Splits a text at the colons outside inner references.
  private static func split(_ text: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    var parts: [ArraySlice<UInt8>] = []
    var start = text.startIndex
    var depth = 0
    for index in text.indices {
      switch text[index] {
      case UInt8(ascii: "("), UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: ")"), UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: ":") where depth <= 0:
        parts.append(text[start..<index])
        start = index + 1
      default: break
      }
    }
    parts.append(text[start..<text.endIndex])
    return parts
  }
}

/// The effects of `:operator` and `:operator=value` on the value of a build setting.
enum MacroOperator {
  private static let defaultPrefix = Array("default=".utf8)

  static func isDefault(_ operation: ArraySlice<UInt8>) -> Bool { operation.starts(with: defaultPrefix) }

  /// Returns nil for an unknown operator.
  static func apply(_ operation: String, to text: String) -> String? {
    guard let equals = operation.firstIndex(of: "=") else { return apply(named: operation, to: text) }
    let argument = String(operation[operation.index(after: equals)...])
    switch operation[..<equals] {
    case "default": return text.isEmpty ? argument : text
    case "dir": return join(argument, last(text))
    case "file": return join(directory(text), argument)
    case "base": return join(directory(text), argument + suffix(text))
    case "suffix": return String(text.dropLast(suffix(text).count)) + argument
    default: return nil
    }
  }

  private static func apply(named name: String, to text: String) -> String? {
    switch name {
    case "quote": quote(text)
    case "upper": text.uppercased()
    case "lower": text.lowercased()
    case "identifier", "c99extidentifier": identifier(text)
    case "rfc1034identifier": rfc1034(text)
    case "dir": directory(text).isEmpty ? "./" : directory(text) + "/"
    case "file": last(text)
    case "base": String(last(text).dropLast(suffix(text).count))
    case "suffix": suffix(text)
    case "standardizepath": standardised(text)
    case "not": BuildSettings.isTrue(text) ? "NO" : "YES"
    case "truncatedversion":
      text.split(separator: ".", omittingEmptySubsequences: false).prefix(2).joined(separator: ".")
    default: nil
    }
  }

  // MARK: Identifiers

  /// Replaces everything outside `[A-Za-z0-9-]`, and a leading digit, with a hyphen.
  static func rfc1034(_ text: String) -> String {
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

  private static func quote(_ text: String) -> String {
    var result = ""
    for character in text {
      if character.isWhitespace || "\\\"'$`".contains(character) { result.append("\\") }
      result.append(character)
    }
    return result
  }

  // MARK: Paths

  private static func last(_ path: String) -> String { FileTreePath.lastComponent(path) }

  private static func directory(_ path: String) -> String { FileTreePath.directory(of: path) }

  private static func join(_ directory: String, _ name: String) -> String {
    directory.hasSuffix("/") ? directory + name : FileTreePath.join(directory, name)
  }

  /// Returns the file name extension with its dot.
  private static func suffix(_ path: String) -> String {
    let name = last(path)
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return "" }
    return String(name[dot...])
  }

  private static func standardised(_ path: String) -> String {
    var parts: [Substring] = []
    for part in FileTreePath.parts(of: path) where part != "." {
      if part == "..", let last = parts.last, last != ".." { parts.removeLast() } else { parts.append(part) }
    }
    return (path.utf8.first == UInt8(ascii: "/") ? "/" : "") + parts.joined(separator: "/")
  }
}

/// A source of values for `$(NAME)`.
protocol MacroSource {
  /// Returns the strongest definition of a name, or the next one below another definition, which is what `$(inherited)`
  /// means.
  func definition(of name: String, below position: Int?) -> MacroDefinition?

  /// Returns the substitute for an undefined name.
  func substitute(for name: String) -> String?

  /// Whether a reference to an undefined name stays as written; otherwise it expands to nothing, as in a build.
  var keepsUndefined: Bool { get }
}

/// One value of a build setting with its rank among all values of that name.
struct MacroDefinition {
  let value: String
  /// The rank; higher is stronger.
  let position: Int
}

/// The settings that the user passed for an Info.plist without a project.
struct SettingsTableSource: MacroSource {
  let settings: StringTable
  let packageName: String

  /// Undefined references stay visible: a value that silently becomes empty is harder to find.
  var keepsUndefined: Bool { true }

  func definition(of name: String, below position: Int?) -> MacroDefinition? {
    if (position ?? 2) > 1, let value = settings[name] { return MacroDefinition(value: value, position: 1) }
    if (position ?? 2) > 0, let value = Self.standardValues[name] { return MacroDefinition(value: value, position: 0) }
    return nil
  }

  /// The values that every target has unless it overrides them.
  private static let standardValues: [String: String] = [
    "EXECUTABLE_NAME": "$(PRODUCT_NAME)",
    "PRODUCT_MODULE_NAME": "$(PRODUCT_NAME:c99extidentifier)",
    "PRODUCT_BUNDLE_PACKAGE_TYPE": "APPL",
    "DEVELOPMENT_LANGUAGE": "en",
  ]

  /// Returns a guess that keeps a package usable when its settings are unknown.
  func substitute(for name: String) -> String? {
    switch name {
    case "PRODUCT_NAME": settings["TARGET_NAME"] ?? packageName
    case "TARGET_NAME": settings["PRODUCT_NAME"] ?? packageName
    case "PRODUCT_BUNDLE_IDENTIFIER": MacroExpander.unknownIdentifier(for: packageName)
    default: nil
    }
  }
}
