/// The file that keeps the snapshots of one script: named texts, sorted by name, made to be read in a diff.
///
/// ```
/// -- homescreen snapshots, format 1
///
/// === the menu shows its rows › #1
///   { title = "Search", type = "search" }
/// ```
///
/// A name is on one line, whatever it contains; each line of a text is indented. So neither can pass for the other.
struct SnapshotFile: Equatable {
  /// The texts by name, as ``oneLine(_:)`` writes it.
  var entries: [String: String] = [:]

  /// Why a file is none of snapshots.
  struct Damage: Error {
    let line: Int
    let message: String
  }

  private static let firstLine = "-- homescreen snapshots, format 1"
  private static let heading = "=== "
  private static let indent = "  "

  /// In bytes.
  static let largest = 16 << 20

  // MARK: Reading

  init() {}

  init(_ bytes: [UInt8]) throws(Damage) {
    guard bytes.count <= Self.largest else {
      throw Damage(line: 1, message: "the file is larger than \(Self.largest >> 20) MiB")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Damage(line: 1, message: "the file is not valid UTF-8")
    }
    var lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(Self.line)
    guard lines.first.map(String.init) == Self.firstLine else {
      throw Damage(line: 1, message: "the first line is not “\(Self.firstLine)”")
    }
    lines[0] = ""
    var name: String?
    var body: [Substring] = []
    for (index, line) in lines.enumerated() {
      if line.hasPrefix(Self.indent), name != nil {
        body.append(line.dropFirst(Self.indent.count))
        continue
      }
      try finish(&name, &body, before: index)
      guard !line.isEmpty else { continue }
      guard line.hasPrefix(Self.heading) else {
        let isConflict = line.hasPrefix("<<<<<<<") || line.hasPrefix("=======") || line.hasPrefix(">>>>>>>")
        throw Damage(
          line: index + 1,
          message: isConflict
            ? "a conflict of a merge is not resolved"
            : "neither a name (“\(Self.heading)…”) nor a part of a text, which is indented")
      }
      let found = String(line.dropFirst(Self.heading.count))
      guard entries[found] == nil else { throw Damage(line: index + 1, message: "there are two snapshots “\(found)”") }
      name = found
    }
    try finish(&name, &body, before: lines.count)
  }

  /// Without the carriage return of an editor or a checkout.
  private static func line(_ bytes: Substring.UTF8View) -> Substring {
    let line = Substring(bytes)
    return line.utf8.last == UInt8(ascii: "\r") ? Substring(line.utf8.dropLast()) : line
  }

  private mutating func finish(
    _ name: inout String?, _ body: inout [Substring], before index: Int
  ) throws(Damage) {
    guard let entry = name else { return }
    guard !body.isEmpty else { throw Damage(line: index, message: "the snapshot “\(entry)” has no text") }
    entries[entry] = body.joined(separator: "\n")
    name = nil
    body = []
  }

  // MARK: Writing

  /// The bytes of the file.
  var serialised: [UInt8] {
    var text = Self.firstLine + "\n"
    for name in entries.keys.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
      text += "\n\(Self.heading)\(name)\n"
      for line in entries[name, default: ""].split(separator: "\n", omittingEmptySubsequences: false) {
        text += "\(Self.indent)\(line)\n"
      }
    }
    return Array(text.utf8)
  }

  /// A name on one line: what breaks lines, commands terminals or cannot be seen is written as `\u{…}`.
  static func oneLine(_ name: String) -> String {
    var shown = ""
    for scalar in name.unicodeScalars {
      if scalar == "\\" {
        shown += "\\\\"
      } else if isVisible(scalar) {
        shown.unicodeScalars.append(scalar)
      } else {
        shown += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      }
    }
    // A space at the end would get lost in editors.
    return shown.hasSuffix(" ") ? String(shown.dropLast()) + "\\u{20}" : shown
  }

  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: scalar == "\u{200D}"
    default: true
    }
  }
}
