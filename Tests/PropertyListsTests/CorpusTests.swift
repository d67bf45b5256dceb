import PropertyLists
import TestSupport
import Testing

/// The property lists of real apps, if the corpus is present.
@Suite(.enabled(if: Corpus.isPresent, Comment(rawValue: Corpus.absence)))
struct CorpusTests {
  private static func files() throws -> [String] {
    let corpus = try #require(Corpus.path)
    let endings = [".plist", ".strings", ".pbxproj", ".entitlements", ".stringsdict", ".xcprivacy"]
    return Files.paths(below: corpus).filter { path in endings.contains { path.hasSuffix($0) } }.map {
      "\(corpus)/\($0)"
    }
  }

  @Test func everyPropertyListReadsLikeTheOracle() throws {
    let files = try Self.files()
    #expect(files.count > 700)
    for file in files {
      let bytes = try #require(Files.bytes(file))
      // Many languages have an empty InfoPlist.strings, which packages read as no strings.
      if file.hasSuffix(".strings"), bytes.allSatisfy({ $0 <= 0x20 }) { continue }
      do {
        let list = try PropertyList.parse(bytes, file: file)
        try Oracle.compare(bytes, with: list.root)
      } catch {
        Issue.record("\(file): \(error)")
      }
    }
  }

  /// Without an edit all bytes stay; a changed string changes its lines, and a new key adds lines.
  @Test func everyTextListIsSavedUnchanged() throws {
    var edited = 0
    for file in try Self.files() {
      let bytes = try #require(Files.bytes(file))
      guard var list = try? PropertyList.parse(bytes, file: file), list.format != .binary else { continue }
      #expect(try list.serialised() == bytes, "\(file)")
      guard var dictionary = list.root.dictionary, list.duplicateKeys.isEmpty else { continue }
      let old = Self.lines(of: bytes)

      let before = dictionary
      dictionary["homescreen"] = "added"
      list.root = .dictionary(dictionary)
      let grown = Self.lines(of: try list.serialised())
      let (removed, added) = Self.change(from: old, to: grown)
      #expect(removed.isEmpty || !bytes.contains(0x0A) || before.isEmpty, "\(file): \(removed)")
      #expect(added.count <= 3, "\(file): \(added)")

      dictionary = before
      guard
        let key = dictionary.entries.last(where: { entry in
          guard let text = entry.node.value.string else { return false }
          return !text.utf8.contains { $0 == 0x0A || $0 == 0x0D }
        })?.key
      else { continue }
      dictionary[key] = "changed"
      list.root = .dictionary(dictionary)
      let saved = try list.serialised()
      let new = Self.lines(of: saved)
      #expect(new.count == old.count && zip(new, old).filter { $0 != $1 }.count == 1, "\(file): \(key)")
      #expect(try PropertyList.parse(saved, file: file).root == list.root, "\(file)")
      edited += 1
    }
    #expect(edited > 500)
  }

  /// The lines between the common start and end.
  private static func change<Line: Equatable>(
    from old: [Line], to new: [Line]
  ) -> (removed: ArraySlice<Line>, added: ArraySlice<Line>) {
    let start = zip(old, new).prefix { $0 == $1 }.count
    let (oldRest, newRest) = (old[start...], new[start...])
    let end = zip(oldRest.reversed(), newRest.reversed()).prefix { $0 == $1 }.count
    return (oldRest.dropLast(end), newRest.dropLast(end))
  }

  private static func lines(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
  }
}
