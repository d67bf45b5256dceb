internal import AppPackages
import LuaEngine
internal import Platform
import PropertyLists

/// Waits for changes of what a run has read, and knows which scripts they concern.
///
/// ```swift
/// let watch = ScenarioWatch()
/// repeat { _ = watch.observe { run() } } while watch.wait() != nil
/// ```
public final class ScenarioWatch {
  /// What has changed.
  public struct Change: Sendable {
    /// The paths of the disk, ascending; not those of folders in which something is new or gone.
    public let paths: [String]
    /// The names of scripts that have read one of them.
    let scripts: Set<ExactText>
    /// The names of all scripts that have run.
    let known: Set<ExactText>
    /// It decides what a run is: everything is run.
    public let concernsAll: Bool

    /// Whether a script is run again, or for the first time.
    public func concerns(_ script: String) -> Bool {
      concernsAll || scripts.contains(script) || !known.contains(script)
    }
  }

  private let machine = WatchingMachine()
  private let notice = FileNotice()
  private var prints = FilePrints()

  /// How long nothing more has to happen, in milliseconds: editors write a file in several steps.
  private static let quiet: Int32 = 20

  /// Nothing was read yet.
  public init() {}

  /// What a clock on the wall shows now: `14:03:27`.
  public static var timeOfDay: String { FilePrints.Moment.now.timeOfDay }

  /// Does what belongs to a run, from reading its settings on.
  public func observe<Result>(_ body: () throws -> Result) rethrows -> Result {
    machine.begin()
    let start = FilePrints.Moment.now
    defer { remember(since: start) }
    return try CurrentMachine.$value.withValue(machine, operation: body)
  }

  private func remember(since start: FilePrints.Moment) {
    let paths = machine.paths
    // That of a path with a slash at its end is the folder itself.
    notice.add(Set(texts: paths.map { FileTreePath.directory(of: $0.text) }).subtracting([ExactText("")]))
    // What scripts write themselves would run them again for ever.
    var own = machine.written
    for file in machine.written {
      var folder = FileTreePath.directory(of: file.text)
      while !folder.isEmpty {
        own.insert(ExactText(folder + "/"))
        folder = FileTreePath.directory(of: folder)
      }
    }
    prints.take(paths, but: prints.changes(paths, since: start).subtracting(own))
  }

  /// Waits for a change; nil when Ctrl-C came.
  public func wait() -> Change? {
    let paths = machine.paths
    while Interrupt.count == 0, !Interrupt.isTermination {
      var changes = prints.changes(paths)
      if changes.isEmpty {
        notice.wait()
        continue
      }
      while true {
        FileNotice.pause(milliseconds: Self.quiet)
        let more = prints.changes(paths)
        if more == changes { break }
        changes = more
      }
      prints.take(paths)
      if changes.isEmpty { continue }
      return Change(
        paths: changes.sortedTexts.filter { $0.utf8.last != UInt8(ascii: "/") },
        scripts: machine.scripts(concernedBy: changes), known: machine.scripts,
        concernsAll: changes.contains { FileTreePath.lastComponent($0.text) == BustedSettings.fileName })
    }
    return nil
  }
}
