import AppPackages
import Events
import LuaEngine
import Platform
import PropertyLists

/// The snapshots of a script, compared while it runs and written after it has ended.
///
/// They are stored next to the script, in `__snapshots__/menu_spec.lua.snap` for `menu_spec.lua`, with the pictures in
/// separate files of that folder. The snapshots of bundled scripts are in the executable and read-only.
///
/// ```swift
/// session.snapshots.script = "menu_spec.lua"
/// session.snapshots.mode = .check
/// session.scenarioName = "the menu shows its rows"
/// // … the script runs …
/// let report = session.snapshots.finish(isComplete: true)
/// ```
package final class SnapshotStore {
  /// The handling of missing and different snapshots.
  package enum Mode: Sendable {
    /// A missing snapshot is written, a different one fails.
    case write
    /// Missing and different snapshots are written, and unused ones are removed.
    case update
    /// Missing and different snapshots fail, and nothing is written.
    case check
    /// Different snapshots fail, missing ones pass, and nothing is written.
    case compare
  }

  /// The handling of missing and different snapshots.
  package var mode = Mode.write
  /// The name of the script's file, without its folder; nil without a script, as in a REPL.
  package var script: String?

  private let files: ScriptFiles
  private var stored: SnapshotFile?
  /// The reason why the file cannot be read.
  private var unreadable: LuaFailure?
  /// The damage of the file, which an update will rewrite.
  private var damage: SnapshotFile.Damage?
  /// The new texts of this run, by name.
  private var changes: [ExactText: ExactText] = [:]
  /// The number of unnamed snapshots that each scenario has compared.
  private var counts: [ExactText: Int] = [:]
  private var used: Set<ExactText> = []
  /// The place of the first comparison with each of ``changes``.
  private var places: [ExactText: String] = [:]
  /// The size of the new names and ``changes`` in the file, in bytes.
  private var size = 0
  private var written: Set<ExactText> = []
  private var updated: Set<ExactText> = []
  private var missing: Set<ExactText> = []
  private var different: Set<ExactText> = []
  private var pictures: SnapshotPictures
  /// The last pictures that differed, for reports. A failure refers to them by number.
  private var differences: [(number: Int, picture: Problem.Picture)] = []
  private var differenceCount = 0
  /// The maximum number of ``differences``. A failure is reported right after its comparison, so a few are enough.
  private static let maximumDifferences = 4

  /// Returns the pictures of a recent failed comparison.
  func difference(_ number: Int) -> Problem.Picture? { differences.first { $0.number == number }?.picture }

  init(_ files: ScriptFiles) {
    self.files = files
    pictures = SnapshotPictures(files)
  }

  // MARK: Comparing

  /// The result of a comparison.
  enum Outcome: Equatable {
    case same
    /// The snapshot was missing, or an update has replaced it.
    case kept
    /// The stored text, which differs.
    case different(stored: String)
    /// The stored text of a snapshot with a picture, which may equal the new text; the difference of the picture, and
    /// its number in the ``SnapshotStore/differences``.
    case otherPicture(stored: String, what: String, number: Int)
  }

  /// Compares a text with the snapshot of a name.
  ///
  /// - Parameters:
  ///   - name: the name in the script; without it, the snapshots of a scenario are numbered.
  ///   - scenario: the full name of the scenario; nil outside a scenario.
  ///   - place: the script's line.
  /// - Returns: the full name, and the result.
  /// - Throws: ``LuaFailure`` with the code `snapshot` if a comparison is not possible.
  func compare(
    _ text: String, name: String?, scenario: String?, at place: String?
  ) throws -> (name: String, outcome: Outcome) {
    let whole = try wholeName(name, scenario)
    return (whole, try compare(text, whole: whole, at: place))
  }

  private func compare(_ text: String, whole: String, at place: String?) throws -> Outcome {
    let (key, text) = (ExactText(whole), ExactText(text))
    let known = try read().entries[key]
    // Names in the file are already within its size limit.
    if known == nil, !used.contains(key) { try makeSpace(for: SnapshotFile.size(ofName: key)) }
    let isFirst = used.insert(key).inserted
    // The first text of a run counts, also if the name is used again.
    if let earlier = changes[key] {
      guard earlier != text, let place, let first = places[key], first != place else {
        return settle(key, text, earlier)
      }
      throw LuaFailure(
        "two snapshots have the name “\(whole)”, and their values differ: \(first) and \(place)", code: "snapshot",
        hint: "Give each snapshot of a scenario a name of its own.")
    }
    places[key] = place
    guard let known else {
      if mode == .compare {
        try change(key, text)
        return .kept
      }
      guard mode != .check, !isReadOnly else { throw absent(whole, key, "the snapshot") }
      try change(key, text)
      written.insert(key)
      return .kept
    }
    guard mode == .update, !isReadOnly, isFirst, known != text else { return settle(key, text, known) }
    try change(key, text)
    updated.insert(key)
    return .kept
  }

  private func change(_ key: ExactText, _ text: ExactText) throws {
    try makeSpace(for: SnapshotFile.size(ofText: text))
    changes[key] = text
  }

  /// Checks immediately that the file will not exceed its size limit, because all texts are in memory until the end.
  private func makeSpace(for bytes: Int) throws {
    guard bytes <= SnapshotFile.largest - size else { throw tooLarge }
    size += bytes
  }

  private var tooLarge: LuaFailure {
    LuaFailure(
      "\(fileName) would become larger than \(SnapshotFile.largest >> 20) MiB", code: "snapshot",
      hint: "Compare parts of the values.")
  }

  private func absent(_ whole: String, _ key: ExactText, _ what: String) -> LuaFailure {
    missing.insert(key)
    return LuaFailure(
      what == "the snapshot"
        ? "no snapshot “\(whole)” in \(fileName)"
        : "\(what) “\(whole)” is missing: "
          + files.location.name(of: Self.folder + SnapshotPictures.file(of: key, script: script ?? "")),
      code: "snapshot",
      hint: isReadOnly
        ? "The snapshots of built-in scenarios are part of the program."
        : "Run the script with --no-ci to store the snapshot, and commit the file: homescreen run --no-ci \(ShellWord.path(scriptName))"
    )
  }

  /// Compares a picture and its text with the snapshot of a name.
  ///
  /// - Parameter picture: the SVG file.
  /// - Returns: the full name, the text to store, and the result.
  /// - Throws: the errors of ``compare(_:name:scenario:)``, and an error for a picture that is too large.
  func compare(
    _ words: String, picture: String, name: String?, scenario: String?, at place: String?
  ) throws -> (name: String, words: String, outcome: Outcome) {
    let picture = Array(picture.utf8)
    let whole = try wholeName(name, scenario)
    guard picture.count <= KeptDrawing.largest else {
      throw LuaFailure(
        "the picture of “\(whole)” is larger than \(KeptDrawing.largest >> 20) MiB", code: "snapshot",
        hint: "Compare the picture of one icon, or the lines of the screen: device.screen.lines.")
    }
    let key = ExactText(whole)
    let file = SnapshotPictures.file(of: key, script: script ?? "")
    let text = SnapshotPictures.heading(file) + "\n" + words
    let path = Self.folder + file
    let isFirst = changes[key] == nil && !pictures.isAsKept(key)
    let isEqual = try pictures.draw(picture, key, at: path)
    // Drops a picture that will not be written.
    defer { if changes[key] == nil { pictures.forget(key) } }
    let outcome = try compare(text, whole: whole, at: place)
    func differ(_ stored: String, _ kept: SnapshotPictures.Content) -> Outcome {
      different.insert(key)
      let (difference, what) = pictures.difference(picture, key, at: path, kept)
      differenceCount += 1
      differences.append((differenceCount, difference))
      if differences.count > Self.maximumDifferences { differences.removeFirst() }
      return .otherPicture(stored: stored, what: what, number: differenceCount)
    }
    switch outcome {
    case .kept:
      if mode != .compare { pictures.write(key) }
      return (whole, text, .kept)
    case .different(let stored), .otherPicture(let stored, _, _):
      return (whole, text, differ(stored, pictures.content(path)))
    case .same: break
    }
    if !isFirst { return (whole, text, isEqual ? .same : differ(text, pictures.content(path))) }
    switch try pictures.kept(picture, at: path) {
    case .same:
      pictures.settle(key)
      return (whole, text, .same)
    case .none where mode == .compare: return (whole, text, .kept)
    case .none:
      guard mode != .check, !isReadOnly else { throw absent(whole, key, "the picture of the snapshot") }
      pictures.write(key)
      written.insert(key)
    case .different(let kept):
      guard mode == .update, !isReadOnly else { return (whole, text, differ(text, .success(kept))) }
      pictures.write(key)
      updated.insert(key)
    }
    // The text equals the one in the file.
    changes[key] = ExactText(text)
    return (whole, text, .kept)
  }

  private func settle(_ name: ExactText, _ text: ExactText, _ stored: ExactText) -> Outcome {
    guard text != stored else { return .same }
    different.insert(name)
    return .different(stored: stored.text)
  }

  private static let separator = " › "

  private func wholeName(_ name: String?, _ scenario: String?) throws -> String {
    guard script != nil else {
      throw LuaFailure(
        "assert.matches_snapshot can only be used in a script", code: "snapshot",
        hint: "Use it in a scenario: homescreen run FILE.")
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
    let count = counts[ExactText(scenario), default: 0] + 1
    counts[ExactText(scenario)] = count
    return SnapshotFile.oneLine("\(scenario)\(Self.separator)#\(count)")
  }

  // MARK: The file

  private static let folder = "__snapshots__/"
  private var path: String { "\(Self.folder)\(script ?? "").snap" }
  /// The file's name in messages.
  var fileName: String { files.location.name(of: path) }
  /// The script's name in messages.
  var scriptName: String { files.location.name(of: script ?? "") }

  private var isReadOnly: Bool { if case .bundled = files.location { true } else { false } }

  private func read() throws(LuaFailure) -> SnapshotFile {
    if let stored { return stored }
    if let unreadable { throw unreadable }
    do throws(LuaFailure) {
      let file = try readFile()
      stored = file
      return file
    } catch {
      unreadable = error
      throw error
    }
  }

  private func readFile() throws(LuaFailure) -> SnapshotFile {
    let bytes: [UInt8]
    do throws(FileTreeError) {
      bytes = try files.location.read(path)
    } catch {
      if error.kind == .notFound { return SnapshotFile() }
      throw LuaFailure("\(fileName): \(error.message)", code: "snapshot", hint: error.hint)
    }
    Work.count(bytes.count / 4)
    do throws(SnapshotFile.Damage) {
      return try SnapshotFile(bytes)
    } catch {
      // An update rewrites a damaged file.
      if mode == .update {
        damage = error
        return SnapshotFile()
      }
      throw LuaFailure(
        "\(fileName):\(error.line): \(error.message)", code: "snapshot",
        hint: "Fix the file, or rewrite it: homescreen run --update-snapshots \(ShellWord.path(scriptName))")
    }
  }

  // MARK: The end

  /// Writes the changes, completely or not at all, and returns a report on the snapshots. Call this after the script.
  ///
  /// - Parameters:
  ///   - isComplete: whether all scenarios of the script were selected. Only then are unused snapshots reported.
  ///   - unfinished: the full names of scenarios that failed or did not run. Their snapshots never count as unused.
  package func finish(isComplete: Bool, unfinished: [String] = []) -> SnapshotReport {
    var report = SnapshotReport(file: fileName)
    guard script != nil else { return report }
    report.used = used.sortedTexts
    report.written = written.sortedTexts
    report.updated = updated.sortedTexts
    report.missing = missing.sortedTexts
    report.different = different.sortedTexts
    do {
      // Reads the file again and keeps the changes of other runs.
      damage = nil
      let current = try readFile()
      try checkNothingGetsLost(isWhole: isComplete && unfinished.isEmpty)
      var file = current
      if isComplete {
        let reserved = Beginnings(unfinished.map { SnapshotFile.oneLine($0 + Self.separator + "x").utf8.dropLast() })
        report.unused = Set(current.entries.keys).subtracting(used).sortedTexts.filter { !reserved.haveOne(of: $0) }
      }
      guard mode == .write || mode == .update, !isReadOnly else { return report }
      file.entries.merge(changes) { _, new in new }
      // A snapshot that is now a text no longer has a picture.
      var gone = changes.keys.filter { name in
        current.entries[name].map(SnapshotPictures.isOne) == true
          && file.entries[name].map(SnapshotPictures.isOne) != true
      }.map(\.text)
      if mode == .update {
        gone += report.unused.filter { current.entries[ExactText($0)].map(SnapshotPictures.isOne) == true }
        for name in report.unused { file.entries[ExactText(name)] = nil }
        report.removed = report.unused
        report.unused = []
      }
      if file != current { try write(file) }
      try pictures.finish(removing: gone, script: script ?? "", folder: Self.folder)
    } catch {
      report.problem = (error as? LuaFailure)?.message ?? "\(error)"
    }
    return report
  }

  /// Checks that an update of a damaged file loses nothing: it must contain the snapshots of all scenarios.
  private func checkNothingGetsLost(isWhole: Bool) throws {
    guard let damage, !isWhole else { return }
    throw LuaFailure(
      "\(fileName):\(damage.line): \(damage.message); the file was not changed, because not every scenario of the script "
        + "ran and passed, and the snapshots of the others would be lost: fix the file, remove it, or update it with all "
        + "scenarios of the script", code: "snapshot")
  }

  private func write(_ file: SnapshotFile) throws {
    if file.entries.isEmpty { return try files.remove(path, as: .snapshot) }
    let bytes = file.serialised
    guard bytes.count <= SnapshotFile.largest else { throw tooLarge }
    try files.write(bytes, to: path, as: .snapshot)
  }
}

/// A set of prefixes, sorted so that one comparison answers each query.
private struct Beginnings {
  /// The prefixes. None is a prefix of another.
  private var texts: [ArraySlice<UInt8>] = []

  init(_ beginnings: [some Collection<UInt8>]) {
    for text in beginnings.map({ ArraySlice(Array($0)) }).sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      if let last = texts.last, text.starts(with: last) { continue }
      texts.append(text)
    }
  }

  /// Whether a text begins with one of the prefixes. Only the last prefix that does not sort after the text can match.
  func haveOne(of text: String) -> Bool {
    let behind = texts.partitioningIndex { text.utf8.lexicographicallyPrecedes($0) }
    return behind > 0 && text.utf8.starts(with: texts[behind - 1])
  }
}

/// A report on the snapshots of a script. Names are sorted.
package struct SnapshotReport: Sendable, Equatable {
  /// The file's name in messages.
  package let file: String
  /// Snapshots that the script compared.
  package var used: [String] = []
  /// New snapshots, which were written.
  package var written: [String] = []
  /// Different snapshots, which were written again.
  package var updated: [String] = []
  /// Missing snapshots that were not written.
  package var missing: [String] = []
  /// Different snapshots that failed.
  package var different: [String] = []
  /// Snapshots that were not compared.
  package var unused: [String] = []
  /// Unused snapshots that an update removed.
  package var removed: [String] = []
  /// The reason why the file could not be read or written; nil on success.
  package var problem: String?

  /// Whether the stored snapshots are exactly those that the script needs, as `--ci` requires.
  package var isUpToDate: Bool { missing.isEmpty && unused.isEmpty && problem == nil }

  /// Whether the report is empty: no snapshot was compared, unused or removed.
  package var isEmpty: Bool { used.isEmpty && unused.isEmpty && removed.isEmpty && problem == nil }

  init(file: String) { self.file = file }
}
