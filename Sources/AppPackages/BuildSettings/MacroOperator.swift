import Platform

/// What `:operator` and `:operator=value` do to the value of a build setting.
enum MacroOperator {
  private static let defaultPrefix = Array("default=".utf8)

  static func isDefault(_ operation: ArraySlice<UInt8>) -> Bool { operation.starts(with: defaultPrefix) }

  /// Nil for an operator that is not known.
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

  /// Everything outside of `[A-Za-z0-9-]`, and a digit in front, becomes a minus.
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

  /// With its dot.
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
