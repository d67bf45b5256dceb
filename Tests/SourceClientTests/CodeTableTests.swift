import AppPackages
import HomeScreenSimulator
import Lint
import Platform
import PropertyLists
import TestSupport
import Testing

@testable import SourceClient

/// The outcome of each event in real apps, compared with tables from a manual reading of their sources.
@Suite(.enabled(if: SourceCorpus.hasSnapshots, Comment(rawValue: SourceCorpus.absenceOfSnapshots)))
struct CodeTableTests {
  @Test(arguments: CodeTable.apps) func everyCellMatchesTheManualReading(app: String) throws {
    let folder = try #require(SourceCorpus.snapshots)
    let expected = try CodeTable(app)
    let found = try Self.found("\(folder)/\(app)", app)
    #expect(found.map(\.event) == expected.rows.map(\.event), "\(app): other events than in its table")
    for (row, expectedRow) in zip(found, expected.rows) where row.event == expectedRow.event {
      if let reason = expectedRow.pending {
        #expect(row.cell != expectedRow.cell, "\(app) \(row.event): this is right now: take off “\(reason)”")
      } else {
        #expect(row.cell == expectedRow.cell, "\(app) \(row.event)")
      }
    }
  }

  private static func found(_ path: String, _ app: String) throws -> [CodeTable.Row] {
    let client = SourceClient(version: Homescreen.version, cache: nil, limit: SourceLimit(seconds: 600))
    let rows = try CurrentMachine.$value.withValue(
      OtherVariables(["HOMESCREEN_READER": SourceCorpus.reader ?? ""])
    ) {
      try AppPackage.builds(at: path).archived.flatMap { package in
        AppCheck(package, models: [.iPhone], sources: client.document(of: package)).rows.flatMap { row in
          CodeTable.Row.rows(row, of: app)
        }
      }
    }
    #expect(client.problems.isEmpty, "\(app): \(client.problems)")
    return rows
  }
}

/// The tables in the repository.
@Suite struct CodeTableFileTests {
  @Test func tablesAreComplete() throws {
    #expect(CodeTable.apps.count >= 6)
    for app in CodeTable.apps { #expect(try !CodeTable(app).rows.isEmpty, "\(app)") }
  }

  /// A line with a missing field must not pass as a row.
  @Test(arguments: ["", "url\ta://open\tcold\tboth\tholds\thandled once\tA.swift:1", "url a://open cold"])
  func damagedLineIsNotARow(line: String) {
    #expect(CodeTable.Row(line) == nil)
  }
}

/// The cells of an app on iPhone: `Tables/OWNER+NAME.txt`, a line for each event, launch and version.
struct CodeTable {
  private static let folder = "Tests/SourceClientTests/Tables"
  private static let ending = ".txt"

  /// The apps with a table.
  static let apps = Files.names(in: "\(Repository.root)/\(folder)").filter { $0.hasSuffix(ending) }
    .map { String($0.dropLast(ending.count)) }

  struct Row {
    /// Event, name, launch, and `oldest`, `newest` or `both` for the supported versions.
    let event: String
    /// Verdict, text, the deciding `file:line` and the fact.
    let cell: [String]
    /// The reason why the cell is not found yet, or nil.
    let pending: String?

    init?(_ line: String) {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard fields.count == 8 || fields.count == 9 else { return nil }
      event = fields[..<4].joined(separator: " ")
      cell = Array(fields[4..<8])
      pending = fields.count == 9 ? fields[8] : nil
    }

    private init(event: String, cell: CheckCell, of app: String) {
      self.event = event
      let place = cell.places.first.map { "\($0.file):\($0.line ?? 0)" } ?? "-"
      let prefix = "\(app)/"
      self.cell = [
        cell.verdict.rawValue, cell.text, place.hasPrefix(prefix) ? String(place.dropFirst(prefix.count)) : place,
        cell.fact?.rawValue ?? "-",
      ]
      pending = nil
    }

    /// The rows for a row of the check; empty if it is not about code.
    static func rows(_ row: AppCheck.Row, of app: String) -> [Row] {
      guard case .code(let event, let launch) = row.subject, let spans = row.spans.first, let oldest = spans.first,
        let newest = spans.last
      else { return [] }
      let kind =
        switch event {
        case .quickAction: "quickAction"
        case .url: "url"
        case .universalLink: "universalLink"
        case .notification: "notification"
        }
      let cells = spans.count == 1 ? [("both", oldest)] : [("oldest", oldest), ("newest", newest)]
      return cells.map { version, span in
        Row(event: "\(kind) \(event.name) \(launch.rawValue) \(version)", cell: span.cell, of: app)
      }
    }
  }

  let rows: [Row]

  init(_ app: String) throws {
    let lines = try Repository.text("\(Self.folder)/\(app)\(Self.ending)").split(separator: "\n").map(String.init)
    rows = try lines.map { line in try #require(Row(line), "\(app): \(line)") }
  }
}
