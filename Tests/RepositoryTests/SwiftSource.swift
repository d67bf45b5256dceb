/// The words of a Swift file without comments and strings: enough to find declared and used types.
struct SwiftSource {
  /// Types visible to other files: top-level types that are not private.
  let declaredTypes: Set<String>
  /// The imported modules.
  let imports: Set<String>
  /// Every word that could name a type.
  let namedTypes: Set<String>

  init(_ text: String) {
    let code = SwiftSource.withoutCommentsAndTexts(Array(text.utf8))
    // The identifiers by line; lines that start with a space are marked as indented.
    let lines: [Line] = code.split(separator: UInt8(ascii: "\n")).map { line in
      (
        line.first == UInt8(ascii: " "),
        line.split { !SwiftSource.isOfName($0) }.map { String(decoding: $0, as: UTF8.self) }
      )
    }
    declaredTypes = SwiftSource.declaredTypes(lines)
    imports = SwiftSource.imports(lines)
    namedTypes = Set(lines.flatMap(\.words).filter { $0.utf8.first.map { (65...90).contains($0) } ?? false })
  }

  private typealias Line = (isIndented: Bool, words: [String])

  private static func declaredTypes(_ lines: [Line]) -> Set<String> {
    let keywords: Set<String> = ["struct", "class", "enum", "protocol", "typealias", "actor"]
    let modifiers: Set<String> = ["public", "package", "internal", "open", "final", "indirect", "nonisolated"]
    return Set(
      lines.compactMap { line in
        guard !line.isIndented, let keyword = line.words.firstIndex(where: keywords.contains),
          line.words[..<keyword].allSatisfy(modifiers.contains), keyword + 1 < line.words.count
        else { return nil }
        return line.words[keyword + 1]
      })
  }

  private static func imports(_ lines: [Line]) -> Set<String> {
    let modifiers: Set<String> = [
      "public", "package", "internal", "fileprivate", "private", "testable", "preconcurrency", "_exported",
    ]
    let kinds: Set<String> = ["struct", "class", "enum", "protocol", "typealias", "func", "let", "var"]
    return Set(
      lines.compactMap { line in
        guard let keyword = line.words.firstIndex(of: "import"), line.words[..<keyword].allSatisfy(modifiers.contains)
        else { return nil }
        return line.words[(keyword + 1)...].first { !kinds.contains($0) }
      })
  }

  /// Whether a byte can be part of an identifier.
  static func isOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case 48...57, 65...90, 95, 97...122: true
    default: byte >= 128
    }
  }

  private static func withoutCommentsAndTexts(_ bytes: [UInt8]) -> [UInt8] {
    var kept: [UInt8] = []
    kept.reserveCapacity(bytes.count)
    var rest = bytes[...]
    while let byte = rest.first {
      if rest.starts(with: "//".utf8) {
        rest = rest.drop { $0 != UInt8(ascii: "\n") }
      } else if rest.starts(with: "\"\"\"".utf8) {
        rest = afterText(rest.dropFirst(3), end: "\"\"\"")
      } else if byte == UInt8(ascii: "\"") {
        rest = afterText(rest.dropFirst(), end: "\"")
      } else {
        kept.append(byte)
        rest = rest.dropFirst()
      }
    }
    return kept
  }

  /// The rest after a string; an interpolation counts as string.
  private static func afterText(_ bytes: ArraySlice<UInt8>, end: String) -> ArraySlice<UInt8> {
    var rest = bytes
    while !rest.isEmpty, !rest.starts(with: end.utf8) {
      rest = rest.dropFirst(rest.first == UInt8(ascii: "\\") ? 2 : 1)
    }
    return rest.dropFirst(end.utf8.count)
  }
}
