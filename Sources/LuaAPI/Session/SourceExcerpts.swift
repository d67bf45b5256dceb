import Events
import LuaEngine
import PropertyLists

/// Collects the lines of scripts that places name, with those around them.
struct SourceExcerpts {
  /// How many lines stand before and after a place.
  private static let linesAround = 4
  /// Of a longer line the beginning is shown, in bytes.
  private static let maximumLineLength = 400
  /// How many lines are shown of all files.
  private static let maximumLines = 4_000

  private let texts: [String: ContiguousArray<UInt8>]
  private var wanted: [String: Set<Int>] = [:]
  /// Places by what Lua calls them.
  private var known: [String: String] = [:]

  init(_ texts: [String: ContiguousArray<UInt8>]) {
    self.texts = texts
  }

  /// Adds a place, `file:line` as Lua says it.
  /// - Returns: the place with the whole name of its file: Lua shortens long ones from the left.
  mutating func add(_ text: String) -> String {
    if let place = known[text] { return place }
    guard var place = LuaError.Place(parsing: text + ":") else { return text }
    if texts[place.file] == nil, place.file.hasPrefix("...") {
      let end = place.file.dropFirst(3)
      let names = texts.keys.filter { $0.hasSuffix(end) }
      if let name = names.first, names.count == 1 { place.file = name }
    }
    wanted[place.file, default: []].insert(place.line)
    known[text] = place.description
    return place.description
  }

  /// The lines, ascending; those of files whose text nobody has are missing.
  var sources: [ScenarioSteps.Source] {
    var room = Self.maximumLines
    return wanted.keys.sorted(by: ExactText.precedes).flatMap { file in
      guard let text = texts[file] else { return [ScenarioSteps.Source]() }
      let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      var shown: Set<Int> = []
      for line in wanted[file] ?? [] where lines.indices.contains(line - 1) {
        shown.formUnion(max(1, line - Self.linesAround)...min(lines.count, line + Self.linesAround))
      }
      var found: [ScenarioSteps.Source] = []
      for number in shown.sorted().prefix(room) {
        room -= 1
        let line = Self.line(lines[number - 1])
        if let last = found.indices.last, found[last].firstLine + found[last].lines.count == number {
          found[last].lines.append(line)
        } else {
          found.append(ScenarioSteps.Source(file: file, firstLine: number, lines: [line]))
        }
      }
      return found
    }
  }

  private static func line(_ bytes: ArraySlice<UInt8>) -> String {
    let bytes = bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes
    let shown = String(decoding: bytes.prefix(maximumLineLength), as: UTF8.self)
    return bytes.count > maximumLineLength ? shown + "…" : shown
  }
}
