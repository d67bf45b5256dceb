import AppPackages
import Platform
import PropertyLists
import Synchronization

/// What the pixels of pictures say, each looked at once for all builds of an app. It may be shared by threads.
final class PixelCache: Sendable {
  private struct Key: Hashable {
    /// The folder of the tree, or its name.
    let tree: ExactText
    let path: ExactText

    init(_ path: String, _ files: PackageFiles) {
      tree = ExactText(files.folder ?? files.tree.name)
      self.path = ExactText(path)
    }
  }

  private let known = Mutex<[Key: PixelSummary?]>([:])

  /// nil for what cannot be read or is no PNG: the readers' remarks tell of that.
  func summary(at path: String, in files: PackageFiles) -> PixelSummary? {
    let key = Key(path, files)
    if let summary = known.withLock({ $0[key] }) { return summary }
    let summary = try? PixelSummary.read(path, in: files.tree)
    known.withLock { $0[key] = .some(summary) }
    return summary
  }

  /// Looks at pictures on all processors, so that they are known when a rule asks.
  func load(_ pictures: [(path: String, files: PackageFiles)]) {
    var seen: Set<Key> = []
    let wanted = known.withLock { known in
      pictures.filter { known[Key($0.path, $0.files)] == nil && seen.insert(Key($0.path, $0.files)).inserted }
    }
    Threads.perform(wanted.count) { [self] index in
      _ = summary(at: wanted[index].path, in: wanted[index].files)
    }
  }
}
