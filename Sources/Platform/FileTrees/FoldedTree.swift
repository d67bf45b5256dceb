import PropertyLists
import Synchronization

/// A tree as the default disk of a Mac shows it: a path without an exact match finds the file that differs only in
/// letter case or Unicode form (ICON-215, ``LetterCase``). The tree records such matches, because a build elsewhere
/// fails on them.
///
/// Reading by the exact path costs no more than in the base tree; ``entry(at:)`` lists each folder once.
package final class FoldedTree: FileTree {
  /// A requested name, and its spelling on the disk.
  package struct Respelling: Sendable, Equatable {
    package let written: String
    package let found: String
    /// The folder that contains the entry, as a path in the tree.
    package let folder: String
  }

  /// A folder of the cache.
  private final class Folder {
    /// The path as the disk spells it.
    let path: String
    /// The respellings on the way to this folder.
    let respellings: [Respelling]
    /// The entries by their names; nil for a folder that cannot be listed.
    let entries: [ExactText: FileTreeEntry]?
    /// The names by their folded form; of equal ones, the first by its bytes. Only a missing name needs them.
    lazy var folded = Dictionary(
      (entries ?? [:]).keys.map(\.text).sorted(by: ExactText.precedes).map { (LetterCase.folded($0), $0) }
    ) { first, _ in first }
    /// The cached folders in this folder, by their names on the disk.
    var children: [ExactText: Folder] = [:]

    init(_ path: String, _ respellings: [Respelling], _ entries: [FileTreeEntry]?) {
      (self.path, self.respellings) = (path, respellings)
      self.entries = entries.map { Dictionary($0.map { (ExactText($0.name), $0) }) { first, _ in first } }
    }
  }

  private struct State {
    var root: Folder?
    var nameCount = 0
    var respellings: [Respelling] = []
  }

  /// The maximum number of cached names in all folders together, more than any project needs.
  private static let maximumNames = 1_000_000
  private static let maximumRespellings = 1000

  package let name: String
  package let base: any FileTree
  private let state = Mutex(State())

  package init(_ base: any FileTree) {
    self.base = base
    name = base.name
  }

  /// The respellings in the order in which they were found, each once.
  package var respellings: [Respelling] { state.withLock(\.respellings) }

  // MARK: FileTree

  /// Lists the folder at exactly this path; callers get it from ``spelling(of:)`` first.
  package func entries(in directory: String) throws(FileTreeError) -> [FileTreeEntry] {
    try base.entries(in: directory)
  }

  package func read(_ path: String) throws(FileTreeError) -> [UInt8] {
    do throws(FileTreeError) {
      return try base.read(path)
    } catch {
      return try base.read(try respelt(path, error))
    }
  }

  package func readPrefix(_ path: String, count: Int) throws(FileTreeError) -> [UInt8] {
    do throws(FileTreeError) {
      return try base.readPrefix(path, count: count)
    } catch {
      return try base.readPrefix(try respelt(path, error), count: count)
    }
  }

  package func open(_ path: String) throws(FileTreeError) -> any ByteSource {
    do throws(FileTreeError) {
      return try base.open(path)
    } catch {
      return try base.open(try respelt(path, error))
    }
  }

  package func kind(of path: String) -> FileTreeEntry.Kind? { base.kind(of: path) ?? entry(at: path)?.entry.kind }

  package func spelling(of path: String) -> String? {
    guard let found = entry(at: path), found.entry.kind != .other else { return nil }
    return found.path
  }

  /// Returns the entry at a path, and the path as the disk spells it. Nil if there is none.
  ///
  /// Each folder is listed once, so many questions about its files cost little; the first missing part ends the search.
  package func entry(at path: String) -> (path: String, entry: FileTreeEntry)? {
    guard let path = try? FileTreePath.normalise(path, in: name) else { return nil }
    guard !path.isEmpty else { return ("", FileTreeEntry(name: "", kind: .directory)) }
    switch state.withLock({ find(path, &$0) }) {
    case .missing: return nil
    case .found(let path, let entry): return (path, entry)
    case .unlisted:
      return base.kind(of: path).map { (path, FileTreeEntry(name: FileTreePath.lastComponent(path), kind: $0)) }
    }
  }

  private enum Finding {
    case missing
    case found(String, FileTreeEntry)
    /// A folder that cannot be listed, or has too many names: only exact paths in it count.
    case unlisted
  }

  // MARK: Another spelling

  /// - Throws: `error`, when the path has no other spelling.
  private func respelt(_ path: String, _ error: FileTreeError) throws(FileTreeError) -> String {
    guard error.kind == .notFound, let found = spelling(of: path), !ExactText.isSame(found, path) else { throw error }
    return found
  }

  private func find(_ path: String, _ state: inout State) -> Finding {
    var folder = state.root ?? list("", [], &state)
    state.root = folder
    let parts = FileTreePath.parts(of: path).map(String.init)
    for (index, part) in parts.enumerated() {
      guard folder.entries != nil else { return .unlisted }
      guard let (entry, respelling) = Self.find(part, in: folder) else { return .missing }
      if index == parts.count - 1 {
        note(folder.respellings + [respelling].compactMap(\.self), &state)
        return .found(FileTreePath.join(folder.path, entry.name), entry)
      }
      guard entry.kind == .directory else { return .missing }
      let key = ExactText(entry.name)
      let next =
        folder.children[key]
        ?? list(
          FileTreePath.join(folder.path, entry.name), folder.respellings + [respelling].compactMap(\.self), &state)
      folder.children[key] = next
      folder = next
    }
    return .missing
  }

  private static func find(_ name: String, in folder: Folder) -> (FileTreeEntry, Respelling?)? {
    guard let entries = folder.entries else { return nil }
    if let entry = entries[ExactText(name)] { return (entry, nil) }
    guard let found = folder.folded[LetterCase.folded(name)], let entry = entries[ExactText(found)] else { return nil }
    return (entry, Respelling(written: name, found: found, folder: folder.path))
  }

  private func note(_ respellings: [Respelling], _ state: inout State) {
    for respelling in respellings where state.respellings.count < Self.maximumRespellings {
      if !state.respellings.contains(respelling) { state.respellings.append(respelling) }
    }
  }

  /// Lists a folder; one with too many names, or one that cannot be listed, has no entries.
  private func list(_ path: String, _ respellings: [Respelling], _ state: inout State) -> Folder {
    guard state.nameCount < Self.maximumNames, let entries = try? base.entries(in: path) else {
      return Folder(path, respellings, nil)
    }
    state.nameCount += entries.count
    return Folder(path, respellings, entries)
  }
}

/// Names that differ in letter case or in the Unicode form of their accents: one name on the default disk of a Mac, two
/// on other disks.
package enum LetterCase {
  /// Returns the form that equal names share. Unicode forms need no folding: Swift's strings compare equal.
  package static func folded(_ name: String) -> String { name.lowercased() }
}
