import PropertyLists

/// The snapshot file of a script: named texts, sorted by name, in a format that is readable in a diff.
///
/// ```
/// -- homescreen snapshots, format 1
///
/// === the menu shows its rows › #1
///   { title = "Search", type = "search" }
/// ```
///
/// A name is always on one line, and each line of a text is indented, so the two cannot be confused.
struct SnapshotFile: Equatable {
  /// The texts by name, in the form of ``oneLine(_:)``.
  var entries: [ExactText: ExactText] = [:]

  /// The reason why a file is not a snapshot file.
  struct Damage: Error {
    let line: Int
    let message: String
  }

  private static let firstLine = "-- homescreen snapshots, format 1"
  private static let heading = "=== "
  private static let indent = "  "

  /// The maximum size, in bytes.
  static let largest = 16 << 20

  // MARK: Reading

  init() {}

  init(_ bytes: [UInt8]) throws(Damage) {
    guard bytes.count <= Self.largest else {
      throw Damage(line: 1, message: "the file is larger than \(Self.largest >> 20) MiB")
    }
    guard String(validating: bytes, as: UTF8.self) != nil else {
      throw Damage(line: 1, message: "the file is not valid UTF-8")
    }
    // Splits by bytes, because a Character could begin in the syntax and end in a name or a text.
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(Self.line)
    guard lines.first?.elementsEqual(Self.firstLine.utf8) == true else {
      throw Damage(line: 1, message: "the first line is not “\(Self.firstLine)”")
    }
    lines[0] = []
    var name: ExactText?
    var body: [ArraySlice<UInt8>] = []
    for (index, line) in lines.enumerated() {
      if line.starts(with: Self.indent.utf8), name != nil {
        body.append(line.dropFirst(Self.indent.utf8.count))
        continue
      }
      try finish(&name, &body, before: index)
      guard !line.isEmpty else { continue }
      guard line.starts(with: Self.heading.utf8) else {
        let isConflict = Self.marksOfConflicts.contains { line.starts(with: $0.utf8) }
        throw Damage(
          line: index + 1,
          message: isConflict
            ? "there is an unresolved merge conflict"
            : "this line is neither a name (“\(Self.heading)…”) nor part of an indented text")
      }
      let found = ExactText(String(decoding: line.dropFirst(Self.heading.utf8.count), as: UTF8.self))
      guard entries[found] == nil else {
        throw Damage(line: index + 1, message: "two snapshots have the name “\(found.text)”")
      }
      name = found
    }
    try finish(&name, &body, before: lines.count)
  }

  /// The conflict markers of version control.
  private static let marksOfConflicts = ["<<<<<<<", "=======", ">>>>>>>"]

  /// Removes the carriage return of an editor or a checkout.
  private static func line(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    line.last == UInt8(ascii: "\r") ? line.dropLast() : line
  }

  private mutating func finish(
    _ name: inout ExactText?, _ body: inout [ArraySlice<UInt8>], before index: Int
  ) throws(Damage) {
    guard let entry = name else { return }
    guard !body.isEmpty else { throw Damage(line: index, message: "the snapshot “\(entry.text)” has no text") }
    entries[entry] = ExactText(String(decoding: Array(body.joined(separator: [UInt8(ascii: "\n")])), as: UTF8.self))
    name = nil
    body = []
  }

  // MARK: Writing

  /// Returns the size of an entry with this name, excluding its text, in bytes.
  static func size(ofName name: ExactText) -> Int { 1 + heading.utf8.count + name.text.utf8.count + 1 }

  /// Returns the size of a text in the file, in bytes.
  static func size(ofText text: ExactText) -> Int {
    let breaks = text.text.utf8.count { $0 == UInt8(ascii: "\n") }
    return text.text.utf8.count + (breaks + 1) * indent.utf8.count + 1
  }

  /// The content of the file.
  var serialised: [UInt8] {
    var text = Self.firstLine + "\n"
    for name in Set(entries.keys).sortedTexts {
      text += "\n\(Self.heading)\(name)\n"
      let lines = entries[ExactText(name)]?.text.utf8.split(
        separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      for line in lines ?? [] { text += "\(Self.indent)\(Substring(line))\n" }
    }
    return Array(text.utf8)
  }

  /// Returns a name on one line. Line breaks, control characters and invisible characters are escaped as `\u{…}`.
  static func oneLine(_ name: String) -> String {
    var shown = String.UnicodeScalarView()
    for scalar in name.unicodeScalars {
      if scalar == "\\" {
        shown.append(contentsOf: "\\\\".unicodeScalars)
      } else if isVisible(scalar) {
        shown.append(scalar)
      } else {
        shown.append(contentsOf: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}".unicodeScalars)
      }
    }
    // Editors may remove a space at the end.
    guard shown.last == " " else { return String(shown) }
    return String(shown.dropLast()) + "\\u{20}"
  }

  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: scalar == "\u{200D}"
    default: true
    }
  }
}
