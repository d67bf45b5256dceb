internal import AppPackages
public import Events
internal import HomeScreenSimulator
internal import Platform
import PropertyLists

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What failed in the last run that was started in a folder, by full name: what `--last-failed` runs again.
///
/// It is kept in the user's cache, not in the project. What did not run stays as it was.
public struct LastFailures: Sendable {
  /// Full names of scenarios and blocks by the names of their files.
  private var names: [ExactText: Set<ExactText>] = [:]
  /// Files that failed as a whole: all of their scenarios run again.
  private var wholeFiles: Set<ExactText> = []
  private let folder: String
  private let file: String

  /// What is kept of a file.
  private struct Entry: Codable {
    let file: String
    let isWhole: Bool
    let scenarios: [String]
  }

  /// What is known of the runs in a working folder; nil without a place for it.
  /// - Parameter cache: the user's folder for caches.
  public init?(workingFolder: String, cache: String?) {
    guard let cache, cache.hasPrefix("/") else { return nil }
    folder = "\(cache)/homescreen/last-failed"
    var hash = FNV1a64()
    hash.feed(RealPath.of(workingFolder) ?? workingFolder)
    file = "\(hash.hexadecimal).json"
    guard let text = try? FolderTree(folder).read(file),
      let entries = try? CodableJSON.decode([Entry].self, from: text, file: file)
    else { return }
    for entry in entries {
      if entry.isWhole { wholeFiles.insert(ExactText(entry.file)) }
      if !entry.scenarios.isEmpty { names[ExactText(entry.file)] = Set(texts: entry.scenarios) }
    }
  }

  /// Whether nothing failed.
  public var isEmpty: Bool { names.isEmpty && wholeFiles.isEmpty }

  /// The files in which something failed.
  public var files: [String] { Set(names.keys).union(wholeFiles).sortedTexts }

  /// Whether something failed in a file of this name.
  public func concerns(_ file: String) -> Bool { wholeFiles.contains(file) || names[ExactText(file)] != nil }

  /// Whether a scenario failed, or a block in which it stands.
  func includes(_ name: [String], in file: String) -> Bool {
    if wholeFiles.contains(file) { return true }
    guard let names = names[ExactText(file)] else { return false }
    return name.indices.contains { names.contains(name[...$0].joined(separator: " ")) }
  }

  /// What the file that runs has told so far.
  private struct Current {
    var failed: Set<ExactText> = []
    /// What failed in it the last time, and may fail still.
    var known: Set<ExactText> = []
    var isWhole = false
    var wasInterrupted = false
  }

  private var current = Current()

  /// Adds an event of a run. What a file has told counts when it has ended; what did not run in it, because the run is
  /// about less or was interrupted, stays as it was.
  /// - Parameter isPart: the run is not about all that is in its files, nor about all that failed.
  public mutating func add(_ event: RunEvent, isPart: Bool) {
    switch event {
    case .fileStarted(let file, _, _):
      current = Current()
      current.known = names[ExactText(file)] ?? []
    case .fileFailed(_, let problem):
      if problem.ending == .interrupt { current.wasInterrupted = true } else { current.isWhole = true }
    case .scenarioFinished(let result):
      if result.problem?.ending == .interrupt { current.wasInterrupted = true }
      switch result.status {
      case .failed, .error:
        if result.problem?.code == Problem.orderDependence {
          // Alone it shows nothing.
          current.isWhole = true
          break
        }
        // A hook stands for its block.
        let name = result.hook == nil ? result.name[...] : result.name.dropLast()
        if name.isEmpty {
          current.isWhole = true
        } else {
          current.failed.insert(ExactText(name.joined(separator: " ")))
        }
      case .passed, .pending:
        // Most runs know of no failure: nothing is kept of what passes.
        if !current.known.isEmpty { current.known.remove(ExactText(result.name.joined(separator: " "))) }
      }
    case .fileFinished(let file, _, _):
      let file = ExactText(file)
      let stays = isPart || current.wasInterrupted
      let all = stays ? current.known.union(current.failed) : current.failed
      names[file] = all.isEmpty ? nil : all
      if current.isWhole { wholeFiles.insert(file) } else if !stays { wholeFiles.remove(file) }
    case .runStarted, .pluginFailed, .output, .note, .scenarioListed, .coverage, .runFinished: break
    }
  }

  /// Keeps it for the next run.
  /// - Throws: `FileTreeError`.
  public func save() throws {
    guard !isEmpty || (try? FolderTree(folder).kind(of: file)) != nil else { return }
    try PrivateFolder.make(folder)
    let entries = files.map { name in
      Entry(
        file: name, isWhole: wholeFiles.contains(name), scenarios: (names[ExactText(name)] ?? []).sortedTexts)
    }
    try OutputFolder(folder).write(Array(CodableJSON.text(entries).utf8), to: file)
  }
}
