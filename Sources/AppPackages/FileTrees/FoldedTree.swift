import PropertyLists
import Synchronization

/// A tree as the usual disk of a Mac shows it: a path that nothing has exactly stands for what differs from it in letter
/// case or Unicode form only (ICON-215, ``LetterCase``). What was found that way is remembered, for a build elsewhere fails on it.
///
/// Nothing but a path that is not there costs more than in the tree itself.
final class FoldedTree: FileTree {
  /// A name that was asked for, and how the disk spells it.
  struct Respelling: Sendable, Equatable {
    let written: String
    let found: String
    /// The folder that holds it, inside of the tree.
    let folder: String
  }

  /// A folder that was found, with what lies in it.
  private struct Folder {
    /// As the disk spells it.
    let path: String
    /// How names on the way to it were respelt.
    let respellings: [Respelling]
    let entries: [ExactText: FileTreeEntry]
    /// The names, by what they fold to; of several the first by its bytes.
    let folded: [String: String]
  }

  private struct State {
    /// Folders by the path that was asked for; nil for one that is not there.
    var folders: [ExactText: Folder?] = [:]
    var nameCount = 0
    var respellings: [Respelling] = []
  }

  /// Names that are kept for all folders together; no project looks for files in that many.
  private static let maximumNames = 1_000_000
  private static let maximumRespellings = 1000

  let name: String
  private let base: any FileTree
  private let state = Mutex(State())

  init(_ base: any FileTree) {
    self.base = base
    name = base.name
  }

  /// In the order in which they were met, each once.
  var respellings: [Respelling] { state.withLock(\.respellings) }

  // MARK: FileTree

  /// Only by its exact path: whoever lists a folder has asked for its ``spelling(of:)`` before.
  func entries(in directory: String) throws(FileTreeError) -> [FileTreeEntry] { try base.entries(in: directory) }

  func read(_ path: String) throws(FileTreeError) -> [UInt8] {
    do throws(FileTreeError) {
      return try base.read(path)
    } catch {
      return try base.read(try respelt(path, error))
    }
  }

  func readPrefix(_ path: String, count: Int) throws(FileTreeError) -> [UInt8] {
    do throws(FileTreeError) {
      return try base.readPrefix(path, count: count)
    } catch {
      return try base.readPrefix(try respelt(path, error), count: count)
    }
  }

  func kind(of path: String) -> FileTreeEntry.Kind? { base.kind(of: path) ?? entry(at: path)?.entry.kind }

  func spelling(of path: String) -> String? {
    guard let found = entry(at: path), found.entry.kind != .other else { return nil }
    return found.path
  }

  /// What lies at a path, and the path as the disk spells it. Nil when there is nothing.
  ///
  /// Each folder is listed once, so asking for many of its files costs little.
  func entry(at path: String) -> (path: String, entry: FileTreeEntry)? {
    guard let path = try? FileTreePath.normalise(path, in: name) else { return nil }
    guard !path.isEmpty else { return ("", FileTreeEntry(name: "", kind: .directory)) }
    return state.withLock { state in
      guard let folder = folder(FileTreePath.directory(of: path), &state),
        let (entry, respelling) = Self.find(FileTreePath.lastComponent(path), in: folder)
      else { return nil }
      for respelling in folder.respellings + [respelling].compactMap(\.self)
      where state.respellings.count < Self.maximumRespellings && !state.respellings.contains(respelling) {
        state.respellings.append(respelling)
      }
      return (FileTreePath.join(folder.path, entry.name), entry)
    }
  }

  // MARK: Another spelling

  /// - Throws: the error that the path itself got, when it has no other spelling.
  private func respelt(_ path: String, _ error: FileTreeError) throws(FileTreeError) -> String {
    guard error.kind == .notFound, let found = spelling(of: path), !ExactText.isSame(found, path) else { throw error }
    return found
  }

  private static func find(_ name: String, in folder: Folder) -> (FileTreeEntry, Respelling?)? {
    if let entry = folder.entries[ExactText(name)] { return (entry, nil) }
    guard let found = folder.folded[LetterCase.folded(name)], let entry = folder.entries[ExactText(found)] else {
      return nil
    }
    return (entry, Respelling(written: name, found: found, folder: folder.path))
  }

  /// The folder of a normalised path, in whatever letters.
  private func folder(_ path: String, _ state: inout State) -> Folder? {
    var unknown: [String] = []
    var current = path
    while state.folders[ExactText(current)] == nil {
      unknown.append(current)
      if current.isEmpty { break }
      current = FileTreePath.directory(of: current)
    }
    var folder = unknown.last == "" ? nil : state.folders[ExactText(current)] ?? nil
    for path in unknown.reversed() {
      if path.isEmpty {
        folder = list("", [], &state)
      } else if let parent = folder, let (entry, respelling) = Self.find(FileTreePath.lastComponent(path), in: parent),
        entry.kind == .directory
      {
        folder = list(
          FileTreePath.join(parent.path, entry.name), parent.respellings + [respelling].compactMap(\.self), &state)
      } else {
        folder = nil
      }
      state.folders[ExactText(path)] = .some(folder)
    }
    return folder
  }

  private func list(_ path: String, _ respellings: [Respelling], _ state: inout State) -> Folder? {
    guard state.nameCount < Self.maximumNames, let entries = try? base.entries(in: path) else { return nil }
    state.nameCount += entries.count
    return Folder(
      path: path, respellings: respellings,
      entries: Dictionary(entries.map { (ExactText($0.name), $0) }) { first, _ in first },
      folded: Dictionary(entries.map { (LetterCase.folded($0.name), $0.name) }) { first, _ in first })
  }
}
