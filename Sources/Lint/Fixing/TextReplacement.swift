public import AppPackages
public import Events

/// A piece of a text file with what a fix puts in its place.
public struct TextReplacement: Sendable, Equatable {
  /// The file, as the package names it.
  public let file: String
  /// Where the piece begins: line and column from 1 on, in Unicode code points.
  public let start: Position
  /// Behind its last character; the same as ``start`` where something is only put in.
  public let end: Position
  /// What comes in its place.
  public let text: String

  /// A place in a text.
  public struct Position: Sendable, Equatable {
    /// Counted from 1.
    public let line: Int
    /// Counted from 1, in Unicode code points.
    public let column: Int
  }

  /// The lines that differ; nil for what is no text in UTF-8 whose lines end in line feeds.
  init?(_ change: FileChange) {
    let (before, after) = (change.before, change.after)
    guard before.contains(0x0A), !before.contains(0), String(validating: before, as: UTF8.self) != nil else {
      return nil
    }
    var first = zip(before, after).prefix { $0 == $1 }.count
    // Whole lines, so that no character is cut.
    first = before[..<first].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    let room = min(before.count, after.count) - first
    let same = zip(before.reversed(), after.reversed()).prefix { $0 == $1 }.count
    var end = before.count - min(same, room)
    let begin = first
    func isLineStart(_ bytes: [UInt8], _ index: Int) -> Bool { index == begin || bytes[index - 1] == 0x0A }
    let growth = after.count - before.count
    if !isLineStart(before, end) || !isLineStart(after, end + growth) {
      end = before[end...].firstIndex(of: 0x0A).map { $0 + 1 } ?? before.count
    }
    guard let text = String(validating: after[first..<end + growth], as: UTF8.self) else { return nil }
    file = change.file
    start = Position(line: Self.line(first, in: before), column: 1)
    let lastLine = before[..<end].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    let column = String(decoding: before[lastLine..<end], as: UTF8.self).unicodeScalars.count + 1
    self.end = Position(line: Self.line(end, in: before), column: column)
    self.text = text
  }

  private static func line(_ offset: Int, in bytes: [UInt8]) -> Int { bytes[..<offset].count { $0 == 0x0A } + 1 }
}

/// What each fix alone changes of the text of files, for programs that are told and make the change themselves.
public struct FixReplacements {
  private var files: FixFiles
  /// Of very many fixes of large files only the first are told.
  private var bytesLeft = 64 << 20

  /// Works nothing out yet; a file is read when the first fix of it is asked for.
  ///
  /// - Parameter packages: what was linted.
  public init(of packages: [AppPackage]) { files = FixFiles(packages: packages, folders: nil) }

  /// One replacement for each file; nil for a fix that cannot be made, or not as a change of text.
  public mutating func replacements(of fix: Fix) -> [TextReplacement]? {
    guard bytesLeft > 0, let changes = try? files.changes(by: fix), !changes.isEmpty else { return nil }
    bytesLeft -= changes.reduce(0) { $0 + $1.before.count + $1.after.count }
    let replacements = changes.compactMap { TextReplacement($0) }
    return replacements.count == changes.count ? replacements : nil
  }
}
