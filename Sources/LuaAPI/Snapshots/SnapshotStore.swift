import AppPackages
import LuaEngine
import PropertyLists

/// The snapshots of one script: compared while it runs, written when it has ended.
///
/// They are kept beside the script, in `__snapshots__/menu_spec.lua.snap` for `menu_spec.lua`; those of built-in scripts
/// are inside the executable and only read.
///
/// ```swift
/// session.snapshots.script = "menu_spec.lua"
/// session.snapshots.mode = .check
/// session.scenarioName = "the menu shows its rows"
/// // … the script runs …
/// let report = session.snapshots.finish(isComplete: true)
/// ```
public final class SnapshotStore {
  /// What becomes of a snapshot that is not there, or is different.
  public enum Mode: Sendable {
    /// A new one is written, a different one fails.
    case write
    /// New and different ones are written; unused ones are removed.
    case update
    /// New and different ones fail; nothing is written.
    case check
    /// Different ones fail, new ones hold; nothing is written.
    case compare
  }

  /// How new and different snapshots are treated.
  public var mode = Mode.write
  /// The name of the script's file, without its folder; nil where no script runs, as in a REPL.
  public var script: String?

  private let files: ScriptFiles
  private var stored: Result<SnapshotFile, LuaFailure>?
  /// What this run has put in, by name.
  private var changes: [String: String] = [:]
  /// How many snapshots without a name of their own each scenario has compared.
  private var counts: [String: Int] = [:]
  private var used: Set<String> = []
  private var written: Set<String> = []
  private var updated: Set<String> = []
  private var missing: Set<String> = []
  private var different: Set<String> = []

  init(_ files: ScriptFiles) {
    self.files = files
  }

  // MARK: Comparing

  /// What a comparison has found.
  enum Outcome: Equatable {
    case same
    /// There was none of this name, or an update has replaced it.
    case kept
    /// The text that is stored.
    case different(stored: String)
  }

  /// Compares a text with the snapshot of a name.
  ///
  /// - Parameters:
  ///   - name: the script's own name for it; without one, snapshots of a scenario are counted.
  ///   - scenario: the full name of the scenario; nil outside of one.
  /// - Returns: the whole name, and what was found.
  /// - Throws: ``LuaFailure`` of code `snapshot` when there is nothing to compare with.
  func compare(_ text: String, name: String?, scenario: String?) throws -> (name: String, outcome: Outcome) {
    let whole = try wholeName(name, scenario)
    used.insert(whole)
    let known = try read().entries[whole]
    // The first text of a run counts, also against a second one of the same name.
    if let earlier = changes[whole] { return (whole, settle(whole, text, earlier)) }
    guard let known else {
      if mode == .compare {
        changes[whole] = text
        return (whole, .kept)
      }
      guard mode != .check, !isReadOnly else {
        missing.insert(whole)
        throw LuaFailure(
          "there is no snapshot “\(whole)” in \(fileName)", code: "snapshot",
          hint: isReadOnly
            ? "The snapshots of built-in scenarios are part of the program."
            : "Run it without --ci to write it, and commit the file: homescreen run \(scriptName)")
      }
      changes[whole] = text
      written.insert(whole)
      return (whole, .kept)
    }
    guard mode == .update, !isReadOnly, known != text else { return (whole, settle(whole, text, known)) }
    changes[whole] = text
    updated.insert(whole)
    return (whole, .kept)
  }

  private func settle(_ name: String, _ text: String, _ stored: String) -> Outcome {
    guard text != stored else { return .same }
    different.insert(name)
    return .different(stored: stored)
  }

  private static let separator = " › "

  private func wholeName(_ name: String?, _ scenario: String?) throws -> String {
    guard script != nil else {
      throw LuaFailure(
        "assert.matches_snapshot: there is no script whose snapshots these could be", code: "snapshot",
        hint: "Snapshots belong to scenarios: homescreen run FILE.")
    }
    guard let scenario else {
      guard let name else {
        throw LuaFailure(
          "assert.matches_snapshot needs a name outside of a scenario", code: "snapshot",
          hint: "assert.matches_snapshot(value, \"name\")")
      }
      return SnapshotFile.oneLine(name)
    }
    if let name { return SnapshotFile.oneLine(scenario + Self.separator + name) }
    counts[scenario, default: 0] += 1
    return SnapshotFile.oneLine("\(scenario)\(Self.separator)#\(counts[scenario, default: 0])")
  }

  // MARK: The file

  private var path: String { "__snapshots__/\(script ?? "").snap" }
  /// What messages call the file.
  var fileName: String { files.location.name(of: path) }
  /// What messages call the script.
  var scriptName: String { files.location.name(of: script ?? "") }

  private var isReadOnly: Bool {
    if case .bundled = files.location { true } else { false }
  }

  private func read() throws -> SnapshotFile {
    if let stored { return try stored.get() }
    let result = readFile()
    stored = result
    return try result.get()
  }

  private func readFile() -> Result<SnapshotFile, LuaFailure> {
    do throws(FileTreeError) {
      return decode(try files.location.read(path))
    } catch {
      if error.kind == .notFound { return .success(SnapshotFile()) }
      return .failure(LuaFailure("\(fileName): \(error.message)", code: "snapshot", hint: error.hint))
    }
  }

  private func decode(_ bytes: [UInt8]) -> Result<SnapshotFile, LuaFailure> {
    Work.count(bytes.count / 4)
    do throws(SnapshotFile.Damage) {
      return .success(try SnapshotFile(bytes))
    } catch {
      // Writing it anew is what an update is for.
      if mode == .update { return .success(SnapshotFile()) }
      return .failure(
        LuaFailure(
          "\(fileName):\(error.line): \(error.message)", code: "snapshot",
          hint: "Mend the file, or write it anew: homescreen run --update-snapshots \(scriptName)"))
    }
  }

  // MARK: The end

  /// Writes what is new, as a whole file or not at all, and tells what became of the snapshots; called once, when the
  /// script has ended.
  ///
  /// - Parameters:
  ///   - isComplete: whether all scenarios of the script were to run here: only then can a snapshot be called unused.
  ///   - unfinished: full names of scenarios that failed or were not run; their snapshots are not called unused.
  public func finish(isComplete: Bool, unfinished: Set<String> = []) -> SnapshotReport {
    var report = SnapshotReport(file: fileName)
    guard script != nil else { return report }
    report.used = used.sorted()
    report.written = written.sorted()
    report.updated = updated.sorted()
    report.missing = missing.sorted()
    report.different = different.sorted()
    do {
      // Another run may have written meanwhile; what it has is kept.
      let current = try readFile().get()
      var file = current
      if isComplete {
        let beginnings = unfinished.map { SnapshotFile.oneLine($0 + Self.separator + "x").dropLast() }
        report.unused = current.entries.keys.filter { name in
          !used.contains(name) && !beginnings.contains { name.hasPrefix($0) }
        }.sorted()
      }
      guard mode == .write || mode == .update, !isReadOnly else { return report }
      file.entries.merge(changes) { _, new in new }
      if mode == .update {
        for name in report.unused { file.entries[name] = nil }
        report.removed = report.unused
        report.unused = []
      }
      if file != current { try write(file) }
    } catch {
      report.problem = (error as? LuaFailure)?.message ?? "\(error)"
    }
    return report
  }

  private func write(_ file: SnapshotFile) throws {
    if file.entries.isEmpty { return try files.remove(path) }
    let bytes = file.serialised
    guard bytes.count <= SnapshotFile.largest else {
      throw LuaFailure(
        "\(fileName) would become larger than \(SnapshotFile.largest >> 20) MiB", code: "snapshot",
        hint: "Compare parts of the values.")
    }
    try files.write(bytes, to: path)
  }
}
