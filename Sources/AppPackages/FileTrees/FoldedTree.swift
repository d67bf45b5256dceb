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

  private struct State {
    /// The names of folders in which something was looked for in vain, by what they fold to.
    var names: [String: [String: String]] = [:]
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

  func kind(of path: String) -> FileTreeEntry.Kind? {
    if let kind = base.kind(of: path) { return kind }
    return spelling(of: path).flatMap { base.kind(of: $0) }
  }

  func spelling(of path: String) -> String? {
    if base.kind(of: path) != nil { return path }
    guard let path = try? FileTreePath.normalise(path, in: name) else { return nil }
    return state.withLock { find(path, &$0) }
  }

  // MARK: Another spelling

  /// - Throws: the error that the path itself got, when it has no other spelling.
  private func respelt(_ path: String, _ error: FileTreeError) throws(FileTreeError) -> String {
    guard error.kind == .notFound, let found = spelling(of: path) else { throw error }
    return found
  }

  private func find(_ path: String, _ state: inout State) -> String? {
    var folder = ""
    var met: [Respelling] = []
    for part in path.split(separator: "/") {
      let name = String(part)
      let exact = FileTreePath.join(folder, name)
      if base.kind(of: exact) != nil {
        folder = exact
        continue
      }
      // What has this very name, and cannot be read, has no other spelling.
      guard let found = names(in: folder, &state)[LetterCase.folded(name)], !ExactText.isSame(found, name) else {
        return nil
      }
      met.append(Respelling(written: name, found: found, folder: folder))
      folder = FileTreePath.join(folder, found)
    }
    for respelling in met where state.respellings.count < Self.maximumRespellings {
      if !state.respellings.contains(respelling) { state.respellings.append(respelling) }
    }
    return folder
  }

  /// Of several names that fold to one, the first by its bytes.
  private func names(in folder: String, _ state: inout State) -> [String: String] {
    if let known = state.names[folder] { return known }
    guard state.nameCount < Self.maximumNames, let entries = try? base.entries(in: folder) else { return [:] }
    let names = Dictionary(entries.map { (LetterCase.folded($0.name), $0.name) }) { first, _ in first }
    state.nameCount += entries.count
    state.names[folder] = names
    return names
  }
}
