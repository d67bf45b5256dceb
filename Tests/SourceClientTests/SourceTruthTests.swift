import AppPackages
import Events
import Lint
import Platform
import PropertyLists
import TestSupport
import Testing

@testable import SourceClient

/// The code rules, compared with manual findings in real apps.
@Suite(
  .enabled(if: SourceCorpus.isPresent, Comment(rawValue: SourceCorpus.absence)),
  .enabled(if: Corpus.isPresent, Comment(rawValue: Corpus.absence)))
struct SourceTruthTests {
  /// Plugins, whose code is in no app target, and an app without its project: the folder is read as one.
  private static let folders = [
    "OneBusAway+onebusaway-ios",
    "EddyVerbruggen+cordova-plugin-3dtouch", "EvanBacon+expo-quick-actions", "capacitor-community+app-icon",
    "capawesome-team+capacitor-plugins", "jordanbyron+react-native-quick-actions",
    "skb1129+react-native-change-icon",
  ]

  /// Problems that are not found yet, with the reason.
  private static let pending: [(code: RuleCode, reason: String)] = []

  /// Correct errors without a row: app, code, a word of the message, and the reason.
  private static let rightErrors: [(app: String, code: RuleCode, word: String, reason: String)] = []

  @Test func knownProblemsAreFound() throws {
    let corpus = try #require(SourceCorpus.path)
    var truth = Comparison()
    for app in Files.names(in: corpus).sorted() where Files.text("\(corpus)/\(app)/_HANDLERS.tsv") != nil {
      let folder = try Self.laidOut(app, corpus)
      truth.add(app, HandlerTruth("\(corpus)/\(app)").rows, Self.findings(folder.path, app))
    }
    print(truth.table)
    let missed = truth.missed.filter { place in !Self.pending.contains { place.hasSuffix(" \($0.code)") } }
    #expect(missed.isEmpty, "\(missed)")
    let found = Self.pending.filter { wait in !truth.missed.contains { $0.hasSuffix(" \(wait.code)") } }
    #expect(found.isEmpty, "these are found now: take them off the list")
    #expect(truth.wrong.isEmpty, "\(truth.wrong)")
    let errors = truth.extra.filter { extra in
      extra.finding.severity == .error
        && !Self.rightErrors.contains {
          $0.app == extra.app && $0.code == extra.finding.code && extra.finding.message.contains($0.word)
        }
    }
    #expect(errors.isEmpty, "\(errors.map { "\($0.app) \($0.finding.code): \($0.finding.message)" })")
  }

  /// The sources of an app with its project and property lists, which may be in the other corpus.
  private static func laidOut(_ app: String, _ corpus: String) throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    for origin in [Corpus.project(app), "\(corpus)/\(app)"].compactMap(\.self) {
      let tree = try FolderTree(origin)
      for file in FileTreeWalk(tree).files where !file.path.hasSuffix(".png") {
        folder.write("\(app)/\(file.path)", try tree.read(file.path))
      }
    }
    if folders.contains(app) { folder.write("\(app)/Info.plist", "<plist version=\"1.0\"><dict/></plist>") }
    return folder
  }

  private static func findings(_ folder: String, _ app: String) -> [Finding] {
    let client = SourceClient(version: Homescreen.version, cache: nil, limit: SourceLimit(seconds: 120))
    let linter = Linter(
      Rules.aboutCode, readsPixels: false, sources: { client.document(of: $0) })
    let path = folders.contains(app) ? "\(folder)/\(app)/Info.plist" : "\(folder)/\(app)"
    let findings = CurrentMachine.$value.withValue(
      OtherVariables(["HOMESCREEN_READER": SourceCorpus.reader ?? ""])
    ) { linter.lint(path).findings }
    #expect(client.problems.isEmpty, "\(app): \(client.problems)")
    return findings
  }
}

/// The detected known problems, by code.
private struct Comparison {
  private(set) var missed: [String] = []
  /// Warnings and errors at correct locations.
  private(set) var wrong: [String] = []
  private(set) var extra: [(app: String, finding: Finding)] = []
  private var counts: [RuleCode: (rows: Int, found: Int, extra: Int)] = [:]

  /// A problem may be reported at another line of its method.
  private static let reach = 40

  mutating func add(_ app: String, _ rows: [HandlerTruth.Row], _ findings: [Finding]) {
    for row in rows where row.line != nil {
      for fault in row.faults {
        let isFound = findings.contains { $0.code == fault && row.isPlace(of: $0, within: Self.reach) }
        if !isFound { missed.append("\(app) \(row.file):\(row.line ?? 0) \(fault)") }
        counts[fault, default: (0, 0, 0)].rows += 1
        counts[fault, default: (0, 0, 0)].found += isFound ? 1 : 0
      }
    }
    for finding in findings {
      let isKnown = rows.contains { row in
        row.isDoubtful && row.isPlace(of: finding, within: Self.reach)
          || row.faults.contains(finding.code) && row.isPlace(of: finding, within: Self.reach)
      }
      guard !isKnown else { continue }
      extra.append((app, finding))
      counts[finding.code, default: (0, 0, 0)].extra += 1
      if finding.severity != .note, rows.contains(where: { $0.isClean && $0.isPlace(of: finding, within: 1) }) {
        wrong.append("\(app) \(finding.location?.description ?? "") \(finding.code): \(finding.message)")
      }
    }
  }

  /// A line for each code, then missed rows, and errors and warnings without a row.
  var table: String {
    var lines = ["code                                rows  found missed  extra"]
    for (code, count) in counts.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      let numbers = [count.rows, count.found, count.rows - count.found, count.extra].map { number in
        String(repeating: " ", count: max(0, 7 - "\(number)".count)) + "\(number)"
      }
      lines.append(code.rawValue + String(repeating: " ", count: max(1, 33 - code.rawValue.count)) + numbers.joined())
    }
    lines += missed.map { "missed \($0)" } + wrong.map { "wrong \($0)" }
    lines += extra.map { extra in
      "extra \(extra.finding.severity) \(extra.app) \(extra.finding.location?.description ?? "") \(extra.finding.code): "
        + extra.finding.message
    }
    return lines.joined(separator: "\n")
  }
}
