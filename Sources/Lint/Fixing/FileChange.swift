import AppPackages
import Platform
import PropertyLists

/// A file before and after a fix.
package struct FileChange: Sendable {
  package let file: String
  /// The path in the tree of the package.
  package let path: String
  /// The current content on disk.
  package let before: [UInt8]
  /// The new content.
  package let after: [UInt8]
  /// The output folder on disk, and the path in it; nil for a file that is not in an output folder.
  let output: (folder: OutputFolder, path: String)?

  /// Combines this change with an earlier change of the same file.
  func following(_ earlier: FileChange) -> FileChange {
    FileChange(file: file, path: path, before: earlier.before, after: after, output: output)
  }

  /// - Throws: an error if the file differs from the content before the change.
  func check() throws(FixError) {
    let output = try place()
    let now: [UInt8]
    do throws(FileTreeError) {
      now = try FolderTree(output.folder.name).read(output.path)
    } catch {
      throw FixError(file: file, message: error.message, hint: error.hint)
    }
    guard now == before else {
      throw FixError(
        file: file, message: "the file has changed in the meantime, so the fix was not made",
        hint: "run homescreen lint again")
    }
  }

  func put(_ bytes: [UInt8]) throws(FixError) {
    let output = try place()
    do throws(FileTreeError) {
      try output.folder.write(bytes, to: output.path, isPrecious: true)
    } catch {
      throw FixError(file: file, message: error.message, hint: error.hint)
    }
  }

  private func place() throws(FixError) -> (folder: OutputFolder, path: String) {
    guard let output else {
      throw FixError(file: file, message: "this is not a file on the disk", hint: "unpack it, and lint the folder")
    }
    return output
  }
}

/// The reason why a fix was not written.
package struct FixError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The file's name in the package.
  package var file: String
  /// The event, without the place and a full stop.
  package var message: String
  /// The advice.
  package var hint: String?

  /// The text `App/Info.plist: message`, with the hint on a second line.
  package var description: String { "\(file): \(message)" + (hint.map { "\n  hint: \($0)" } ?? "") }
}

/// A unified diff of a file, in the format of `diff -u` and `git` for `patch -p1`.
enum UnifiedDiff {
  /// The number of unchanged lines around a change.
  private static let context = 3

  /// Returns the diff of files.
  /// - Returns: the diff, and the reasons why it omits some files, each a sentence without a full stop. A patch must be
  ///   both readable and exact, so a file with control characters in the changed lines is omitted.
  static func of(_ changes: [FileChange]) -> (text: String, leftOut: [String]) {
    changes.reduce(into: ("", [])) { result, change in
      guard change.before != change.after else { return }
      guard let old = Lines(change.before), let new = Lines(change.after) else {
        result.text += "Binary files \(quoted("a/\(change.path)")) and \(quoted("b/\(change.path)")) differ\n"
        return
      }
      let hunks = hunks(of: steps(from: old, to: new))
      if let step = hunks.joined().first(where: \.isUnsafe) {
        result.leftOut.append(
          "\(change.path) is not in the diff: its line \(step.old + 1) has a control character; --fix still changes the file"
        )
        return
      }
      let (from, to) = (quoted("a/\(change.path)"), quoted("b/\(change.path)"))
      // A name with blanks ends at a tab.
      let end = change.path.utf8.contains(UInt8(ascii: " ")) ? "\t\n" : "\n"
      result.text += "--- \(from)\(end)+++ \(to)\(end)" + hunks.map(text).joined()
    }
  }

  /// Formats a name like git: in quotes if it has quotes, backslashes, control characters or non-ASCII letters.
  private static func quoted(_ name: String) -> String {
    func isPlain(_ byte: UInt8) -> Bool { (0x20..<0x7F).contains(byte) && !"\"\\".utf8.contains(byte) }
    if name.utf8.allSatisfy(isPlain) { return name }
    return name.utf8.reduce(into: "\"") { text, byte in
      let digits = String(byte, radix: 8)
      text +=
        isPlain(byte)
        ? String(UnicodeScalar(byte)) : "\\" + String(repeating: "0", count: 3 - digits.count) + digits
    } + "\""
  }

  // MARK: Lines

  /// The lines of a text; nil for binary data.
  private struct Lines {
    let lines: [String]
    /// Whether the last line has no line feed.
    let isCut: Bool

    init?(_ bytes: [UInt8]) {
      guard !bytes.contains(0), let text = String(validating: bytes, as: UTF8.self) else { return nil }
      // Keep the carriage return in its line; Swift treats it and the line feed as one character.
      var lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
        String(Substring($0))
      }
      isCut = lines.last?.isEmpty == false
      if !isCut { lines.removeLast() }
      self.lines = lines
    }
  }

  /// A line of the result, with its number before and after.
  private struct Step {
    let mark: Character
    let text: String
    let old: Int
    let new: Int

    /// Whether the line has control characters that affect a terminal, other than the end of a line.
    var isUnsafe: Bool {
      text.unicodeScalars.dropLast(text.utf8.last == 0x0D ? 1 : 0).contains {
        ControlCharacters.contains($0) && $0 != "\t" && $0 != "\n"
      }
    }
  }

  private static func steps(from old: Lines, to new: Lines) -> [Step] {
    func entries(_ lines: Lines) -> [String] {
      lines.lines.indices.map { index in
        // The comparison includes the note about a missing line feed.
        lines.lines[index] + (lines.isCut && index == lines.lines.count - 1 ? "\n\\ No newline at end of file" : "")
      }
    }
    let (left, right) = (entries(old), entries(new))
    var removed: Set<Int> = []
    var inserted: Set<Int> = []
    for change in right.difference(from: left) {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    var steps: [Step] = []
    var (i, j) = (0, 0)
    while i < left.count || j < right.count {
      if removed.contains(i) {
        steps.append(Step(mark: "-", text: left[i], old: i, new: j))
        i += 1
      } else if inserted.contains(j) {
        steps.append(Step(mark: "+", text: right[j], old: i, new: j))
        j += 1
      } else {
        steps.append(Step(mark: " ", text: left[i], old: i, new: j))
        i += 1
        j += 1
      }
    }
    return steps
  }

  // MARK: Hunks

  /// Groups changes with the lines around them; nearby changes form one hunk.
  private static func hunks(of steps: [Step]) -> [ArraySlice<Step>] {
    var hunks: [Range<Int>] = []
    for index in steps.indices where steps[index].mark != " " {
      let range = max(0, index - context)..<min(steps.count, index + context + 1)
      if let last = hunks.last, range.lowerBound <= last.upperBound {
        hunks[hunks.count - 1] = last.lowerBound..<range.upperBound
      } else {
        hunks.append(range)
      }
    }
    return hunks.map { steps[$0] }
  }

  private static func text(of hunk: ArraySlice<Step>) -> String {
    guard let first = hunk.first else { return "" }
    let old = hunk.count { $0.mark != "+" }
    let new = hunk.count { $0.mark != "-" }
    // An empty side has the number of the line before it.
    let head = "@@ -\(range(first.old, old)) +\(range(first.new, new)) @@\n"
    return hunk.reduce(into: head) { $0 += "\($1.mark)\($1.text)\n" }
  }

  private static func range(_ start: Int, _ count: Int) -> String {
    let line = count == 0 ? start : start + 1
    return count == 1 ? "\(line)" : "\(line),\(count)"
  }
}
