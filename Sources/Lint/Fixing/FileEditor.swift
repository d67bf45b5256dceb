import AppPackages
import Events
import HomeScreenSimulator
import Platform
import PropertyLists

/// A file with the edits of several fixes. All edits refer to the original content and are applied together, so that
/// none moves the place of another.
struct FileEditor {
  /// The reason why an edit is refused.
  struct Refusal: Error { let reason: String }

  let before: [UInt8]
  private let file: String
  private let content: Content
  private var edits: [Place] = []
  /// The fixes with edits in ``edits``; many findings can share a fix.
  private var fixes: [[Fix.Edit]] = []

  private enum Content {
    case list(PropertyList)
    case settings(SourceText)
  }

  /// A valid edit with the place that it changes.
  private enum Place: Equatable {
    case set([PropertyListStep], PropertyListValue)
    case remove([PropertyListStep])
    case word(String, String, [PropertyListStep])
    case repeats(String, [PropertyListStep])
    case line(Int, String, String)
  }

  /// - Parameter file: the name of the file in messages and edits.
  init(_ bytes: [UInt8], file: String) throws(Refusal) {
    before = bytes
    self.file = file
    do throws(PropertyListError) {
      content =
        FileTreePath.lowercasedExtension(of: file) == "xcconfig"
        ? .settings(try TextDecoding.decode(bytes, file: file)) : .list(try PropertyList.parse(bytes, file: file))
    } catch {
      throw Refusal(reason: "\(file) cannot be read: \(error.message)")
    }
  }

  // MARK: Taking edits

  /// Adds the edits of a fix.
  ///
  /// - Throws: an error if one of them cannot be applied; then none is added.
  mutating func add(_ new: [Fix.Edit]) throws(Refusal) {
    guard !fixes.contains(new) else { return }
    var taken = self
    taken.fixes.append(new)
    for edit in new {
      let place = try place(of: edit)
      if taken.edits.contains(place) { continue }
      if edits.contains(where: { Self.clash($0, place) }) {
        throw Refusal(reason: "another fix changes the same place in \(file)")
      }
      taken.edits.append(place)
    }
    // Find edits that cannot be written before the next fix builds on them.
    _ = try taken.after()
    self = taken
  }

  private func place(of edit: Fix.Edit) throws(Refusal) -> Place {
    switch (edit, content) {
    case (.set(let steps, let value, _), .list(let list)):
      var root = list.root
      guard root.set(value, at: steps[...]) else { throw gone(steps) }
      return .set(steps, value)
    case (.remove(let steps, _), .list(let list)):
      guard list.root.value(at: steps) != nil else { throw gone(steps) }
      return .remove(steps)
    case (.removeRepeats(let key, let steps, _), .list(let list)):
      guard list.bytesWithoutRepeats(of: key, in: steps) != nil else {
        throw Refusal(reason: "\(PropertyListStep.place(of: steps, root: file)) has “\(key)” only once")
      }
      return .repeats(key, steps)
    case (.replace(let word, let new, let location), .list(let list)):
      guard let steps = list.root.steps(to: location), let value = list.root.value(at: steps),
        Self.replacing(word, with: new, in: value) != nil
      else { throw absent(word, location) }
      return .word(word, new, steps)
    case (.replace(let word, let new, let location), .settings(let text)):
      guard let line = location.line, Self.replacing(word, with: new, inLine: line, of: text.fileText) != nil else {
        throw absent(word, location)
      }
      return .line(line, word, new)
    case (.set, .settings), (.remove, .settings), (.removeRepeats, .settings):
      throw Refusal(reason: "\(file) is a file of build settings, not a property list")
    }
  }

  private func gone(_ steps: [PropertyListStep]) -> Refusal {
    Refusal(reason: "\(PropertyListStep.place(of: steps, root: file)) is missing or has the wrong type")
  }

  private func absent(_ word: String, _ location: SourceLocation) -> Refusal {
    Refusal(reason: "“\(word)” is not at \(location)")
  }

  private static func clash(_ left: Place, _ right: Place) -> Bool {
    switch (left, right) {
    case (.line(let line, let word, _), .line(let other, let otherWord, _)): line == other && word == otherWord
    case (.line, _), (_, .line): false
    // Repeated pairs conflict with nothing.
    case (.repeats, _), (_, .repeats): false
    case (.word(let word, _, let steps), .word(let other, _, let otherSteps)): steps == otherSteps && word == other
    case (.set(let steps, _), .set(let other, _)), (.set(let steps, _), .remove(let other)),
      (.remove(let steps), .set(let other, _)), (.remove(let steps), .remove(let other)),
      (.word(_, _, let steps), .set(let other, _)), (.word(_, _, let steps), .remove(let other)),
      (.set(let steps, _), .word(_, _, let other)), (.remove(let steps), .word(_, _, let other)):
      steps.starts(with: other) || other.starts(with: steps)
    }
  }

  // MARK: Making them

  /// Returns the file with all edits applied.
  func after() throws(Refusal) -> [UInt8] {
    switch content {
    case .settings(let source):
      var text = source.fileText
      for case .line(let line, let word, let new) in edits {
        text = Self.replacing(word, with: new, inLine: line, of: text) ?? text
      }
      return source.encode(Array(text.utf8))
    case .list(let list): return try after(list)
    }
  }

  private func after(_ original: PropertyList) throws(Refusal) -> [UInt8] {
    var list = original
    // Remove repeated keys first, so that steps lead to the same values as before.
    for case .repeats(let key, let steps) in edits {
      guard let bytes = list.bytesWithoutRepeats(of: key, in: steps),
        let again = try? PropertyList.parse(bytes, file: file)
      else { continue }
      list = again
    }
    for edit in edits {
      switch edit {
      case .set(let steps, let value): _ = list.root.set(value, at: steps[...])
      case .word(let word, let new, let steps):
        guard let value = list.root.value(at: steps), let changed = Self.replacing(word, with: new, in: value) else {
          break
        }
        _ = list.root.set(changed, at: steps[...])
      case .remove, .repeats, .line: break
      }
    }
    // Remove from the end of each array, so that other indices stay valid.
    let removals = edits.compactMap { edit in if case .remove(let steps) = edit { steps } else { nil } }
    for steps in removals.sorted(by: Self.comesLater) { _ = list.root.remove(at: steps[...]) }
    do throws(PropertyListWriteError) {
      return try list.serialised()
    } catch {
      throw Refusal(reason: "\(file) cannot be written: \(error.place): \(error.message)")
    }
  }

  private static func comesLater(_ left: [PropertyListStep], _ right: [PropertyListStep]) -> Bool {
    for (left, right) in zip(left, right) where left != right {
      switch (left, right) {
      case (.index(let left), .index(let right)): return left > right
      case (.key(let left), .key(let right)): return ExactText.precedes(left, right)
      case (.key, .index): return true
      case (.index, .key): return false
      }
    }
    return left.count > right.count
  }

  // MARK: Words

  /// Replaces a word in a build setting of a project, which is a string or an array of strings.
  private static func replacing(_ word: String, with new: String, in value: PropertyListValue) -> PropertyListValue? {
    switch value {
    case .string(let text): return BuildSettingStringList.replacing(word, with: new, in: text).map { .string($0) }
    case .array(let nodes):
      // Each element is a word, even with blanks.
      guard nodes.contains(where: { $0.value.string.map { ExactText.isSame($0, word) } ?? false }) else { return nil }
      return .array(
        nodes.map { node in
          var node = node
          if let text = node.value.string, ExactText.isSame(text, word) { node.value = .string(new) }
          return node
        })
    case .integer, .unsignedInteger, .real, .boolean, .date, .data, .uid, .dictionary: return nil
    }
  }

  /// Replaces a word in a setting of an xcconfig file, which may continue on the next lines with a backslash.
  private static func replacing(_ word: String, with new: String, inLine first: Int, of text: String) -> String? {
    // Swift treats a return and its line feed as one character; here the return stays, as a blank at the end.
    var lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
      String(Substring($0))
    }
    var index = first - 1
    var isReplaced = false
    while lines.indices.contains(index) {
      let line = lines[index]
      let start = index == first - 1 ? behindEquals(line) : line.startIndex
      let end = line.endOfValue(from: start)
      let part = String(line[start..<end])
      if let changed = BuildSettingStringList.replacing(word, with: new, in: part) {
        lines[index] = String(line[..<start]) + changed + String(line[end...])
        isReplaced = true
      }
      guard part.hasSuffix("\\") else { break }
      index += 1
    }
    return isReplaced ? lines.joined(separator: "\n") : nil
  }

  /// Returns the index after the equals sign, without equals signs in bracketed conditions.
  private static func behindEquals(_ line: String) -> String.Index {
    var depth = 0
    for index in line.indices {
      switch line[index] {
      case "[": depth += 1
      case "]": depth -= 1
      case "=" where depth <= 0: return line.index(after: index)
      default: break
      }
    }
    return line.endIndex
  }
}

extension SourceText { fileprivate var fileText: String { string(0..<count) } }

extension String {
  /// Returns the end of the value: before a comment or semicolons.
  fileprivate func endOfValue(from start: Index) -> Index {
    var end = start
    while end < endIndex, !self[end...].hasPrefix("//") { end = index(after: end) }
    while end > start, case let last = self[index(before: end)], last.isWhitespace || last == ";" {
      end = index(before: end)
    }
    return end
  }
}
