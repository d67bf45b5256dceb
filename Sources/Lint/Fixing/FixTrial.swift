import AppPackages
import Events
import HomeScreenSimulator
import Platform
import PropertyLists

/// What apps are worth before and after a fix: nothing that is fixed may cost more than it gains.
struct FixTrial {
  private let errorsAndWarnings: Int
  private let findings: Int
  /// How bad each cell of `check` is.
  private let cells: [Cell: Int]

  private struct Cell: Hashable {
    let target: String
    let subject: String
    let model: String
    let os: OSVersion

    var title: String { "\(subject) on \(model) (iOS \(os))" }
  }

  init(_ packages: [AppPackage], _ findings: [Finding]) {
    errorsAndWarnings = findings.count { $0.severity != .note }
    self.findings = findings.count
    var cells: [Cell: Int] = [:]
    for package in AppBuilds.archived(among: packages) {
      let target = package.build.map { "\($0.projectFile) \($0.target)" } ?? package.infoPlistFile
      for (subject, model, os, verdict) in AppCheck(package).verdicts {
        let cell = Cell(target: target, subject: subject, model: model, os: os)
        cells[cell] = max(cells[cell] ?? 0, Self.harm(verdict))
      }
    }
    self.cells = cells
  }

  private static func harm(_ verdict: CheckCell.Verdict) -> Int {
    switch verdict {
    case .holds, .absent: 0
    case .unknown, .ignored: 1
    case .fails: 2
    }
  }

  /// Why this is not better than what was before; nil where it is.
  ///
  /// - Parameter fixesNotesOnly: then the number of errors and warnings may stay as it is.
  func objection(comparedWith before: FixTrial, fixesNotesOnly: Bool) -> String? {
    let worse = before.cells.filter { cell, harm in harm < (cells[cell] ?? (harm == 0 ? 2 : harm)) }.keys
    if let first = worse.map(\.title).min() {
      return "it would make \(first) worse" + (worse.count > 1 ? ", and \(worse.count - 1) more" : "")
    }
    let (old, new) = (before.errorsAndWarnings, errorsAndWarnings)
    guard fixesNotesOnly ? new <= old && findings <= before.findings : new < old else {
      return new > old
        ? "it would raise the number of errors and warnings from \(old) to \(new)"
        : "it would leave \(old) errors and warnings"
    }
    return nil
  }
}

extension AppCheck {
  /// All that was seen of icons and quick actions, one by one.
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
