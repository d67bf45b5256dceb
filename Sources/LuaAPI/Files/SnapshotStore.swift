import AppPackages
import Events
import LuaEngine
import Platform
import PropertyLists

/// The snapshots of one script: compared while it runs, written when it has ended.
///
/// They are kept beside the script, in `__snapshots__/menu_spec.lua.snap` for `menu_spec.lua`, pictures in files beside
/// that one; those of built-in scripts are inside the executable and only read.
///
/// ```swift
/// session.snapshots.script = "menu_spec.lua"
/// session.snapshots.mode = .check
/// session.scenarioName = "the menu shows its rows"
/// // … the script runs …
/// let report = session.snapshots.finish(isComplete: true)
/// ```
package final class SnapshotStore {
  /// What becomes of a snapshot that is not there, or is different.
  package enum Mode: Sendable {
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
  package var mode = Mode.write
  /// The name of the script's file, without its folder; nil where no script runs, as in a REPL.
  package var script: String?

  private let files: ScriptFiles
  private var stored: SnapshotFile?
  /// Why the file cannot be read.
  private var unreadable: LuaFailure?
  /// What is wrong with the file that an update is to write anew.
  private var damage: SnapshotFile.Damage?
  /// What this run has put in, by name.
  private var changes: [ExactText: ExactText] = [:]
  /// How many snapshots without a name of their own each scenario has compared.
  private var counts: [ExactText: Int] = [:]
  private var used: Set<ExactText> = []
  /// What the new names and ``changes`` of this run take in the file, in bytes.
  private var size = 0
  private var written: Set<ExactText> = []
  private var updated: Set<ExactText> = []
  private var missing: Set<ExactText> = []
  private var different: Set<ExactText> = []
  private var pictures: SnapshotPictures
  /// Pictures that were different, for reports: what a failure points to by its number.
  private var differences: [(number: Int, picture: Problem.Picture)] = []
  private var differenceCount = 0
  /// A failure is told right after its comparison; a script that goes on after thousands must not keep them all.
  private static let maximumDifferences = 4

  /// The pictures of a comparison that failed lately.
  func difference(_ number: Int) -> Problem.Picture? { differences.first { $0.number == number }?.picture }

  init(_ files: ScriptFiles) {
    self.files = files
    pictures = SnapshotPictures(files)
  }

  // MARK: Comparing

  /// What a comparison has found.
  enum Outcome: Equatable {
    case same
    /// There was none of this name, or an update has replaced it.
    case kept
    /// The text that is stored.
    case different(stored: String)
    /// The same of a picture's words, which may be equal; what differs in the picture, and which of the
    /// ``SnapshotStore/differences`` it is.
    case otherPicture(stored: String, what: String, number: Int)
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
    return (whole, try compare(text, whole: whole))
  }

  private func compare(_ text: String, whole: String) throws -> Outcome {
    let (key, text) = (ExactText(whole), ExactText(text))
    let known = try read().entries[key]
    // The names in the file are no more than it can hold.
    if known == nil, !used.contains(key) { try makeSpace(for: SnapshotFile.size(ofName: key)) }
    let isFirst = used.insert(key).inserted
    // The first text of a run counts, also against a second one of the same name.
    if let earlier = changes[key] { return settle(key, text, earlier) }
    guard let known else {
      if mode == .compare {
        try change(key, text)
        return .kept
      }
      guard mode != .check, !isReadOnly else {
        throw absent(whole, key, "the snapshot")
      }
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

  /// Refuses at once what could not be written at the end: until then all of it is in memory.
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
        : "Run it without --ci to write it, and commit the file: homescreen run \(ShellWord.path(scriptName))")
  }

  /// Compares a picture, and its words, with the snapshot of a name.
  ///
  /// - Parameter picture: the file in SVG.
  /// - Returns: the whole name, the words as they are kept, and what was found.
  /// - Throws: as ``compare(_:name:scenario:)`` does, and for a picture that is too large.
  func compare(
    _ words: String, picture: String, name: String?, scenario: String?
  ) throws -> (name: String, words: String, outcome: Outcome) {
    let picture = Array(picture.utf8)
    let whole = try wholeName(name, scenario)
    guard picture.count <= KeptDrawing.largest else {
      throw LuaFailure(
        "the picture of “\(whole)” has more than \(KeptDrawing.largest >> 20) MiB", code: "snapshot",
        hint: "Compare the picture of one icon, or the lines of the screen: device.screen.lines.")
    }
    let key = ExactText(whole)
    let file = SnapshotPictures.file(of: key, script: script ?? "")
    let text = SnapshotPictures.heading(file) + "\n" + words
    let path = Self.folder + file
    let isFirst = changes[key] == nil && !pictures.isAsKept(key)
    let isEqual = try pictures.draw(picture, key, at: path)
    // What is not to be written is in its file, or compared with nothing any more.
    defer { if changes[key] == nil { pictures.forget(key) } }
    let outcome = try compare(text, whole: whole)
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
    // The words are as they are in the file.
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
    let count = counts[ExactText(scenario), default: 0] + 1
    counts[ExactText(scenario)] = count
    return SnapshotFile.oneLine("\(scenario)\(Self.separator)#\(count)")
  }

  // MARK: The file

  private static let folder = "__snapshots__/"
  private var path: String { "\(Self.folder)\(script ?? "").snap" }
  /// What messages call the file.
  var fileName: String { files.location.name(of: path) }
  /// What messages call the script.
  var scriptName: String { files.location.name(of: script ?? "") }

  private var isReadOnly: Bool {
    if case .bundled = files.location { true } else { false }
  }

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
      // Writing it anew is what an update is for.
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

  /// Writes what is new, as a whole file or not at all, and tells what became of the snapshots; called once, when the
  /// script has ended.
  ///
  /// - Parameters:
  ///   - isComplete: whether all scenarios of the script were to run here: only then can a snapshot be called unused.
  ///   - unfinished: full names of scenarios that failed or were not run; their snapshots are not called unused.
  package func finish(isComplete: Bool, unfinished: [String] = []) -> SnapshotReport {
    var report = SnapshotReport(file: fileName)
    guard script != nil else { return report }
    report.used = used.sortedTexts
    report.written = written.sortedTexts
    report.updated = updated.sortedTexts
    report.missing = missing.sortedTexts
    report.different = different.sortedTexts
    do {
      // Another run may have written meanwhile; what it has is kept.
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
      // A snapshot that is a text now has a picture no more.
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

  /// An update writes a damaged file anew, but only when it has all that belongs into it: what another scenario has
  /// there may be whole.
  private func checkNothingGetsLost(isWhole: Bool) throws {
    guard let damage, !isWhole else { return }
    throw LuaFailure(
      "\(fileName):\(damage.line): \(damage.message); it was not changed, because not every scenario of the script ran "
        + "and passed, and the snapshots of the others would be lost: fix the file, remove it, or update it with all "
        + "scenarios of the script", code: "snapshot")
  }

  private func write(_ file: SnapshotFile) throws {
    if file.entries.isEmpty { return try files.remove(path, as: .snapshot) }
    let bytes = file.serialised
    guard bytes.count <= SnapshotFile.largest else { throw tooLarge }
    try files.write(bytes, to: path, as: .snapshot)
  }
}

/// Texts that others may begin with, so sorted that each question is answered by one of them.
private struct Beginnings {
  /// None begins with another one.
  private var texts: [ArraySlice<UInt8>] = []

  init(_ beginnings: [some Collection<UInt8>]) {
    for text in beginnings.map({ ArraySlice(Array($0)) }).sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      if let last = texts.last, text.starts(with: last) { continue }
      texts.append(text)
    }
  }

  /// Whether the text begins with one of them: that is the last one that does not come after it.
  func haveOne(of text: String) -> Bool {
    let behind = texts.partitioningIndex { text.utf8.lexicographicallyPrecedes($0) }
    return behind > 0 && text.utf8.starts(with: texts[behind - 1])
  }
}

/// What became of the snapshots of one script; names are sorted.
package struct SnapshotReport: Sendable, Equatable {
  /// The file, as messages call it.
  package let file: String
  /// Names that the script compared.
  package var used: [String] = []
  /// New ones, which were written.
  package var written: [String] = []
  /// Different ones, which were written anew.
  package var updated: [String] = []
  /// Those that were not there, and were not to be written.
  package var missing: [String] = []
  /// Those that were different, and failed.
  package var different: [String] = []
  /// Those that nobody compared.
  package var unused: [String] = []
  /// Unused ones that an update has removed.
  package var removed: [String] = []
  /// Why the file could not be read or written; nil when all is well.
  package var problem: String?

  /// Whether the stored snapshots are those that the script needs: what `--ci` asks for.
  package var isUpToDate: Bool { missing.isEmpty && unused.isEmpty && problem == nil }

  /// Whether there is nothing to tell: no snapshot was compared, written or left over.
  package var isEmpty: Bool { used.isEmpty && unused.isEmpty && removed.isEmpty && problem == nil }

  init(file: String) {
    self.file = file
  }
}
