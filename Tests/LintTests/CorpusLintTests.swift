import AppPackages
import Events
import Lint
import Platform
import PropertyLists
import TestSupport
import Testing

/// Findings in real projects, compared with manual findings.
@Suite(.enabled(if: Corpus.isPresent, Comment(rawValue: Corpus.absence)))
struct CorpusLintTests {
  /// Only source code reveals `behaviour` rows, and it is not read.
  private static let unreadCodes: Set<RuleCode> = ["behaviour"]

  /// Projects without manual findings above notes.
  private static let clean = [
    "mastodon+mastodon-ios", "razeware+emitron-iOS", "StewartLynch+Homescreen-Quick-Actions", "brave+brave-ios",
    "jellyfin+Swiftfin",
  ]

  /// The opened part of directories that are not a project.
  private static let inputs = ["mozilla-mobile+firefox-ios": "firefox-ios/Client/Info.plist"]

  /// The names of pictures that the corpus omits for their size.
  private static func leftOut(of path: String) -> [Substring] {
    (Files.text("\(path)/_IMAGES.tsv") ?? "").split(separator: "\n").compactMap { line in
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
      return fields.last?.hasPrefix("skipped") == true ? fields.first?.split(separator: "/").last : nil
    }
  }

  /// Rows that are now notes, with the reason: directory and code.
  private static let nowNotes: [(directory: String, code: RuleCode, reason: String)] = [
    ("CoderTitan+ChangeIcon", "appiconset-file-format", "an app was shipped with JPEG data (STORE-042)")
  ]

  /// Correct errors without a row: directory, code, a word of the message, and the reason.
  private static let rightErrors: [(directory: String, code: RuleCode, word: String, reason: String)] = []

  @Test func knownProblemsAreFound() throws {
    let corpus = try #require(Corpus.path)
    let truth = GroundTruth(corpus)
    var comparison = Comparison()
    for directory in GroundTruth.directories(corpus) {
      let path = "\(corpus)/\(directory)" + (Self.inputs[directory].map { "/\($0)" } ?? "")
      let builds = try AppPackage.builds(at: path)
      for failure in builds.failures { print("not built: \(directory): \(failure.error)") }
      #expect(!builds.packages.isEmpty, "nothing of \(directory) was built")
      let leftOut = Self.leftOut(of: "\(corpus)/\(directory)")
      let findings = Linter().findings(in: builds.packages).filter { finding in
        finding.code != "catalog-file-missing" || !leftOut.contains { finding.message.contains("“\($0)”") }
      }
      comparison.add(truth.rows.filter { $0.directory == directory }, findings, in: directory)
      guard Self.clean.contains(directory) else { continue }
      let worse = findings.filter { $0.severity != .note }
      #expect(worse.isEmpty, "\(directory) is clean: \(worse.map { "\($0.code): \($0.message)" })")
    }
    print(comparison.table)

    let missedErrors = comparison.missed.filter { row in
      row.severity == .error && !Self.unreadCodes.contains(row.code)
        && !Self.nowNotes.contains { $0.directory == row.directory && $0.code == row.code }
    }
    #expect(missedErrors.isEmpty, "\(missedErrors.map { "\($0.directory) \($0.code): \($0.detail)" })")
    let warnings = truth.rows.filter { $0.severity == .warning && !Self.unreadCodes.contains($0.code) }
    let missedWarnings = comparison.missed.filter { $0.severity == .warning && !Self.unreadCodes.contains($0.code) }
    #expect(missedWarnings.count * 20 <= warnings.count, "\(missedWarnings.count) of \(warnings.count) are missed")
    let wrong = comparison.extra.filter { extra in
      extra.finding.severity == .error
        && !Self.rightErrors.contains {
          $0.directory == extra.directory && $0.code == extra.finding.code && extra.finding.message.contains($0.word)
        }
    }
    #expect(wrong.isEmpty, "\(wrong.map { "\($0.directory) \($0.finding.code): \($0.finding.message)" })")
  }
}

/// The detected known problems, by rule and severity.
private struct Comparison {
  private(set) var missed: [GroundTruth.Row] = []
  private(set) var extra: [(directory: String, finding: Finding)] = []
  private var counts: [Line: (rows: Int, found: Int, extra: Int)] = [:]

  private struct Line: Hashable {
    let severity: Finding.Severity
    let code: RuleCode
  }

  mutating func add(_ rows: [GroundTruth.Row], _ findings: [Finding], in directory: String) {
    for row in rows {
      let isReported = row.isReported(by: findings)
      if !isReported { missed.append(row) }
      let old = counts[Line(severity: row.severity, code: row.code)] ?? (0, 0, 0)
      counts[Line(severity: row.severity, code: row.code)] = (old.rows + 1, old.found + (isReported ? 1 : 0), old.extra)
    }
    for finding in findings
    where !rows.contains(where: { $0.severity == finding.severity && $0.isMatched(by: finding) }) {
      extra.append((directory, finding))
      counts[Line(severity: finding.severity, code: finding.code), default: (0, 0, 0)].extra += 1
    }
  }

  /// A line for each severity and rule, the worst first, and then missed rows and errors and warnings without a row.
  var table: String {
    var lines = ["severity rule                                    rows found missed extra"]
    for severity in Finding.Severity.allCases.reversed() {
      let ofSeverity = counts.filter { $0.key.severity == severity }
      for (line, count) in ofSeverity.sorted(by: { $0.key.code.rawValue < $1.key.code.rawValue }) {
        let numbers = [count.rows, count.found, count.rows - count.found, count.extra]
        lines.append(
          Self.padded(severity.rawValue, 9) + Self.padded(line.code.rawValue, 38)
            + numbers.map { Self.right("\($0)", 6) }.joined())
      }
    }
    lines += missed.map { "missed \($0.severity) \($0.directory) \($0.code) \($0.place): \($0.detail)" }
    lines += extra.filter { $0.finding.severity != .note }.map {
      "extra \($0.finding.severity) \($0.directory) \($0.finding.code) \($0.finding.location?.file ?? ""): "
        + $0.finding.message
    }
    return lines.joined(separator: "\n")
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }

  private static func right(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }
}
