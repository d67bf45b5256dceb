package import AppPackages
package import Events
import HomeScreenSimulator
package import Platform
import PropertyLists

/// The changes of files by the fixes of findings: computed from the content on disk, and written only on request.
///
/// The edits of a finding are applied together or not at all. If two findings change the same place, the first one wins
/// and the other is refused.
package struct FixPlan: Sendable {
  /// A finding with a fix that is not applied, and the reason.
  package struct Refusal: Sendable, Equatable {
    /// The finding, with its fix.
    package let finding: Finding
    /// The obstacle, without a full stop.
    package let reason: String
  }

  /// The changed files, in the order of the findings.
  package private(set) var changes: [FileChange] = []
  package private(set) var fixed: [Finding] = []
  /// The findings with a fix that cannot be applied.
  package private(set) var refusals: [Refusal] = []
  /// The findings with an unsafe fix, if unsafe fixes were not requested.
  package private(set) var unsafe: [Finding] = []

  /// Computes the changes without writing them.
  ///
  /// - Parameters:
  ///   - findings: those of all builds of the packages; a finding in several builds is fixed once.
  ///   - packages: the linted packages.
  ///   - includingUnsafe: whether to apply fixes that guess.
  ///   - folders: the only folders with changes; nil for the folders of the packages.
  package init(
    _ findings: [Finding], of packages: [AppPackage], includingUnsafe: Bool = false, in folders: [OutputFolder]? = nil
  ) {
    var files = FixFiles(packages: packages, folders: folders)
    for finding in findings {
      guard let fix = finding.fix, !fix.edits.isEmpty else { continue }
      guard fix.safety == .safe || includingUnsafe else {
        unsafe.append(finding)
        continue
      }
      do throws(FileEditor.Refusal) {
        try files.add(fix)
        fixed.append(finding)
      } catch {
        refusals.append(Refusal(finding: finding, reason: error.reason))
      }
    }
    changes = files.changes
  }

  /// Writes the files, each completely or not at all. If one cannot be written, restores the previous ones.
  ///
  /// - Throws: ``FixError`` with the file that is not fixed, because it has changed meanwhile or cannot be written.
  package func write() throws(FixError) {
    var written: [FileChange] = []
    do throws(FixError) {
      for change in changes { try change.check() }
      for change in changes {
        try change.put(change.after)
        written.append(change)
      }
    } catch {
      var error = error
      for change in written.reversed() {
        do throws(FixError) {
          try change.put(change.before)
        } catch {
          // The first failure gives the reason; files that were not restored must also be reported.
          throw FixError(file: change.file, message: "\(error.message); this file was not restored", hint: error.hint)
        }
      }
      if !written.isEmpty {
        error.hint = [error.hint, "no other file was changed"].compactMap(\.self).joined(separator: "; ")
      }
      throw error
    }
  }
}

/// Lints and fixes repeatedly until no more findings can be fixed.
package struct FixRun: Sendable {
  /// The fixed findings, in the order of fixing.
  package private(set) var fixed: [Finding] = []
  package private(set) var remaining: [Finding] = []
  /// The findings with a fix that cannot be applied or had no effect.
  package private(set) var refusals: [FixPlan.Refusal] = []
  /// The findings with an unsafe fix that was not requested.
  package private(set) var unsafe: [Finding] = []
  /// The changes of files, one for each file, in the order of the first change.
  package private(set) var changes: [FileChange] = []

  /// The maximum number of rounds; fixes of the same place are applied in different rounds.
  private static let maximumRounds = 10

  /// Applies the fixes.
  ///
  /// - Parameters:
  ///   - writes: false for a dry run: files are written in memory, and the disk is unchanged.
  ///   - includingUnsafe: whether to apply fixes that guess.
  ///   - folders: the only folders with changes; nil for the folders of the packages.
  ///   - lint: reads the packages again and returns their findings.
  /// - Throws: ``FixError``, and the errors of `lint`.
  package init(
    writes: Bool = true, includingUnsafe: Bool = false, in folders: [OutputFolder]? = nil,
    _ lint: () throws -> (packages: [AppPackage], findings: [Finding])
  ) throws {
    let machine: any Machine = writes ? CurrentMachine.value : OverlayMachine(over: CurrentMachine.value)
    try CurrentMachine.$value.withValue(machine) { try applyFixes(includingUnsafe, folders, lint) }
  }

  private mutating func applyFixes(
    _ includingUnsafe: Bool, _ folders: [OutputFolder]?,
    _ lint: () throws -> (packages: [AppPackage], findings: [Finding])
  ) throws {
    // The number of times each finding existed when its fix was applied.
    var made: [String: Int] = [:]
    for _ in 0..<Self.maximumRounds {
      let (packages, findings) = try lint()
      let counts = Dictionary(findings.map { ($0.key, 1) }, uniquingKeysWith: +)
      let stubborn = Set(made.filter { counts[$0.key, default: 0] >= $0.value }.keys)
      func plan(_ findings: [Finding]) -> FixPlan {
        FixPlan(findings, of: packages, includingUnsafe: includingUnsafe, in: folders)
      }
      let wanted = findings.filter { !stubborn.contains($0.key) }
      let (isTried, good, bad) = try withoutHarm(wanted, FixTrial(packages, findings), plan, lint)
      let plan = good
      (remaining, unsafe) = (findings, plan.unsafe)
      refusals =
        plan.refusals + bad
        + findings.filter { stubborn.contains($0.key) && $0.fix != nil }.map {
          FixPlan.Refusal(finding: $0, reason: "its fix was applied, but the fault was found again")
        }
      fixed.removeAll { stubborn.contains($0.key) }
      guard !plan.changes.isEmpty else {
        // The trial linted other content than the disk has.
        if isTried { remaining = try lint().findings }
        return
      }
      try plan.write()
      fixed += plan.fixed
      for finding in plan.fixed { made[finding.key] = counts[finding.key] }
      for change in plan.changes { take(change) }
    }
    remaining = try lint().findings
  }

  /// The number of fixes that are tried one by one; more are applied only if they do no harm together.
  private static let maximumTrials = 20

  /// Leaves out the fixes that do more harm than good: tries all together, then one after the other.
  ///
  /// - Returns: the plan of the fixes that do no harm, and the reasons why the others are not applied.
  private func withoutHarm(
    _ findings: [Finding], _ before: @autoclosure () -> FixTrial, _ plan: ([Finding]) -> FixPlan,
    _ lint: () throws -> (packages: [AppPackage], findings: [Finding])
  ) throws -> (isTried: Bool, plan: FixPlan, refusals: [FixPlan.Refusal]) {
    let all = plan(findings)
    guard !all.changes.isEmpty else { return (false, all, []) }
    var best = before()
    func objection(to plan: FixPlan) throws -> (reason: String?, trial: FixTrial) {
      let after = try CurrentMachine.$value.withValue(OverlayMachine(over: CurrentMachine.value)) {
        try plan.write()
        let (packages, findings) = try lint()
        return FixTrial(packages, findings)
      }
      let areNotes = plan.fixed.allSatisfy { $0.severity == .note }
      return (after.objection(comparedWith: best, fixesNotesOnly: areNotes), after)
    }
    guard let reason = try objection(to: all).reason else { return (true, all, []) }
    var fixes: [Fix] = []
    for finding in all.fixed { if let fix = finding.fix, !fixes.contains(fix) { fixes.append(fix) } }
    var good = findings.filter { finding in !all.fixed.contains { $0.key == finding.key } }
    var refusals: [FixPlan.Refusal] = []
    for (index, fix) in fixes.enumerated() {
      let more = all.fixed.filter { $0.fix == fix }
      var reason: String? = reason
      if fixes.count > 1, index < Self.maximumTrials {
        let (own, after) = try objection(to: plan(more + good))
        reason = own
        if own == nil { (good, best) = (good + more, after) }
      }
      if let reason { refusals += more.map { FixPlan.Refusal(finding: $0, reason: reason) } }
    }
    return (true, plan(good), refusals)
  }

  private mutating func take(_ change: FileChange) {
    guard let place = changes.firstIndex(where: { $0.file == change.file }) else {
      changes.append(change)
      return
    }
    changes[place] = change.following(changes[place])
  }

  /// The changes as a unified diff, with paths relative to the linted folder, and the reasons why it omits some files.
  package var diff: (text: String, leftOut: [String]) { UnifiedDiff.of(changes) }
}

/// The files that fixes change, found in the packages and read once each.
struct FixFiles {
  private let packages: [AppPackage]
  private let folders: [OutputFolder]?
  private var order: [String] = []
  private var editors: [String: Opened] = [:]

  private struct Opened {
    let path: String
    let output: (folder: OutputFolder, path: String)?
    var editor: FileEditor
  }

  /// - Parameter folders: the only folders with changes; nil for the folders of the packages.
  init(packages: [AppPackage], folders: [OutputFolder]?) { (self.packages, self.folders) = (packages, folders) }

  /// Applies all edits of a fix, or none.
  mutating func add(_ fix: Fix) throws(FileEditor.Refusal) {
    var files: [String] = []
    for edit in fix.edits where !files.contains(edit.file) { files.append(edit.file) }
    var changed: [(file: String, opened: Opened)] = []
    for file in files {
      var opened = if let known = editors[file] { known } else { try open(file) }
      try opened.editor.add(fix.edits.filter { $0.file == file })
      changed.append((file, opened))
    }
    for (file, opened) in changed {
      editors[file] = opened
      if !order.contains(file) { order.append(file) }
    }
  }

  /// Returns the changes by a single fix, and keeps only the original files.
  mutating func changes(by fix: Fix) throws(FileEditor.Refusal) -> [FileChange] {
    for edit in fix.edits where editors[edit.file] == nil { editors[edit.file] = try open(edit.file) }
    var alone = self
    try alone.add(fix)
    return alone.changes
  }

  var changes: [FileChange] {
    order.compactMap { file in
      guard let opened = editors[file], let after = try? opened.editor.after(), after != opened.editor.before else {
        return nil
      }
      return FileChange(
        file: file, path: opened.path, before: opened.editor.before, after: after, output: opened.output)
    }
  }

  // MARK: Opening

  private func open(_ file: String) throws(FileEditor.Refusal) -> Opened {
    // Packages of one project share a tree; of several trees, the file's own one counts.
    let owners = packages.filter { $0.files?.path(of: file)?.isEmpty == false }
    guard let owner = owners.first, let files = owner.files, let path = files.path(of: file) else {
      throw FileEditor.Refusal(reason: "\(file) is not a file that was linted")
    }
    let isInfoPlist = owners.first { ExactText.isSame($0.infoPlistFile, file) }
    if isInfoPlist?.hasComposedInfoPlist == true {
      throw FileEditor.Refusal(
        reason: "\(file) goes through the C preprocessor, so its text is not what was linted; change it by hand")
    }
    if owner.origin == .builtApp, owner.resources["_CodeSignature/CodeResources"] != nil {
      throw FileEditor.Refusal(
        reason: "the app is signed, and a change of \(file) would break its signature; fix its sources")
    }
    let output = try output(for: file, files)
    let bytes: [UInt8]
    do throws(FileTreeError) {
      bytes = try files.tree.read(path)
    } catch {
      throw FileEditor.Refusal(reason: "\(file) cannot be read: \(error.message)")
    }
    if let known = owners.lazy.compactMap({ $0.bytesAsRead(of: file) }).first, known != bytes {
      throw FileEditor.Refusal(reason: "\(file) has changed since it was linted")
    }
    return Opened(path: path, output: output, editor: try FileEditor(bytes, file: file))
  }

  private func output(
    for file: String, _ files: PackageFiles
  ) throws(FileEditor.Refusal) -> (folder: OutputFolder, path: String)? {
    guard let root = files.folder, let diskPath = files.diskPath(of: file) else { return nil }
    if let name = VersionControl.part(of: diskPath) {
      throw FileEditor.Refusal(reason: "\(file) is in \(name), which is version control data: it is never changed")
    }
    let open: [OutputFolder]
    do throws(FileTreeError) {
      open = if let folders { folders } else { [try OutputFolder(root)] }
    } catch {
      throw FileEditor.Refusal(reason: "\(file) cannot be written: \(error.message)")
    }
    for output in open { if let path = output.relativePath(of: diskPath) { return (output, path) } }
    let names = open.map(\.name).joined(separator: " and ")
    throw FileEditor.Refusal(
      reason: "\(file) is outside of what was linted (\(names)); to change it, lint a folder that contains it")
  }
}

/// A range of a text file with its replacement.
package struct TextReplacement: Sendable, Equatable {
  /// The file's name in the package.
  package let file: String
  /// The start of the range: line and column from 1, in Unicode code points.
  package let start: Position
  /// The end, after the last character; equal to ``start`` for an insertion.
  package let end: Position
  /// The replacement.
  package let text: String

  package struct Position: Sendable, Equatable {
    /// The line, from 1.
    package let line: Int
    /// The column, from 1, in Unicode code points.
    package let column: Int
  }

  /// Creates a replacement of the lines that differ; nil unless the file is UTF-8 text with line feeds.
  init?(_ change: FileChange) {
    let (before, after) = (change.before, change.after)
    guard before.contains(0x0A), !before.contains(0), String(validating: before, as: UTF8.self) != nil else {
      return nil
    }
    var first = zip(before, after).prefix { $0 == $1 }.count
    // Whole lines, so that no character is split.
    first = before[..<first].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    let limit = min(before.count, after.count) - first
    let same = zip(before.reversed(), after.reversed()).prefix { $0 == $1 }.count
    var end = before.count - min(same, limit)
    let begin = first
    func isLineStart(_ bytes: [UInt8], _ index: Int) -> Bool { index == begin || bytes[index - 1] == 0x0A }
    let growth = after.count - before.count
    if !isLineStart(before, end) || !isLineStart(after, end + growth) {
      end = before[end...].firstIndex(of: 0x0A).map { $0 + 1 } ?? before.count
    }
    guard let text = String(validating: after[first..<end + growth], as: UTF8.self) else { return nil }
    file = change.file
    start = Position(line: Self.line(first, in: before), column: 1)
    let lastLine = before[..<end].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    let column = String(decoding: before[lastLine..<end], as: UTF8.self).unicodeScalars.count + 1
    self.end = Position(line: Self.line(end, in: before), column: column)
    self.text = text
  }

  private static func line(_ offset: Int, in bytes: [UInt8]) -> Int { bytes[..<offset].count { $0 == 0x0A } + 1 }
}

/// The text changes of each single fix, for programs that apply them.
package struct FixReplacements {
  private var files: FixFiles
  /// The bytes of changed files that may still be compared; later fixes get no replacements.
  private var bytesLeft = 64 << 20

  /// Creates replacements; a file is read when its first fix is requested.
  ///
  /// - Parameter packages: the linted packages.
  package init(of packages: [AppPackage]) { files = FixFiles(packages: packages, folders: nil) }

  /// Returns a replacement for each file, or nil if the fix cannot be applied, or not as a change of text.
  package mutating func replacements(of fix: Fix) -> [TextReplacement]? {
    guard bytesLeft > 0, let changes = try? files.changes(by: fix), !changes.isEmpty else { return nil }
    bytesLeft -= changes.reduce(0) { $0 + $1.before.count + $1.after.count }
    let replacements = changes.compactMap { TextReplacement($0) }
    return replacements.count == changes.count ? replacements : nil
  }
}

/// The state of apps before or after a fix: a fix must not do more harm than good.
struct FixTrial {
  private let findings: [Finding]
  /// The harm in each cell of `check`.
  private let cells: [Cell: Int]

  private struct Cell: Hashable {
    let target: String
    let subject: String
    let model: String
    let os: OSVersion

    var title: String { "\(subject) on \(model) (iOS \(os))" }
  }

  init(_ packages: [AppPackage], _ findings: [Finding]) {
    self.findings = findings
    var cells: [Cell: Int] = [:]
    for package in AppBuilds.archived(among: packages) {
      let target = package.build.map { "\($0.projectFile) \($0.target)" } ?? package.infoPlistFile
      for (subject, model, os, verdict) in AppCheck(package).verdicts {
        let cell = Cell(target: target, subject: subject, model: model, os: os)
        cells[cell] = max(cells[cell] ?? Self.absent, Self.harm(verdict))
      }
    }
    self.cells = cells
  }

  /// The harm if there is nothing to lose: the subject may also be gone after a fix.
  private static let absent = -1

  private static func harm(_ verdict: CheckCell.Verdict) -> Int {
    switch verdict {
    case .absent: absent
    case .holds: 0
    case .unknown, .ignored: 1
    case .fails: 2
    }
  }

  /// Returns why this is not better than the state before, or nil if it is.
  ///
  /// - Parameter fixesNotesOnly: whether the number of errors and warnings may stay the same.
  func objection(comparedWith before: FixTrial, fixesNotesOnly: Bool) -> String? {
    let worse = before.cells.filter { cell, harm in
      max(harm, 0) < (cells[cell] ?? (harm == 0 ? 2 : harm))
    }.keys
    if let first = worse.map(\.title).min() {
      return "it would make \(first) worse" + (worse.count > 1 ? ", and \(worse.count - 1) more" : "")
    }
    let (old, new) = (before.errorsAndWarnings, errorsAndWarnings)
    guard fixesNotesOnly ? new > old || findings.count > before.findings.count : new >= old else { return nil }
    let known = Dictionary(before.findings.map { ($0.code, 1) }, uniquingKeysWith: +)
    let counts = Dictionary(findings.map { ($0.code, 1) }, uniquingKeysWith: +)
    let caused = findings.filter { counts[$0.code, default: 0] > known[$0.code, default: 0] }
      .max { $0.severity.rank < $1.severity.rank }
    return caused.map { "it would cause “\($0.message)” [\($0.code.rawValue)]" }
      ?? "it would not reduce the number of errors and warnings"
  }

  private var errorsAndWarnings: Int { findings.count { $0.severity != .note } }
}

extension AppCheck {
  /// All results for icons and quick actions.
  fileprivate var verdicts: [(subject: String, model: String, os: OSVersion, verdict: CheckCell.Verdict)] {
    rows.flatMap { row in
      zip(models, row.spans).flatMap { model, spans in
        versions.flatMap { os in
          spans.filter { $0.from <= os && os <= $0.to }.map { (row.subject.title, model.name, os, $0.cell.verdict) }
        }
      }
    }
  }
}

extension AppCheck.Row.Subject {
  fileprivate var title: String {
    switch self {
    case .icon(let name): name.map { "the icon “\($0)”" } ?? "the primary icon"
    case .action(let type): "the quick action “\(type)”"
    case .code(let event, let launch): "\(event) \(launch)"
    }
  }
}
