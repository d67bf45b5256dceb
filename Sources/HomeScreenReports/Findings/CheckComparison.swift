import AppPackages
import HomeScreenSimulator
package import Lint
import Platform
import PropertyLists

/// The entry points of apps, in several results of `homescreen check` next to each other: two versions of Xcode, or an
/// app before and after a change.
package struct CheckComparison: Sendable {
  /// A result with its heading.
  package struct Side: Sendable {
    let title: String
    let checks: [AppCheck]

    /// Creates a side.
    package init(_ title: String, _ checks: [AppCheck]) { (self.title, self.checks) = (title, checks) }
  }

  /// The results, the oldest first.
  let sides: [Side]

  /// An entry point in one state of the app, with its result on each side; nil where there is none.
  private struct Row {
    let subject: AppCheck.Row.Subject
    let name: String
    let cells: [CheckCell?]
  }

  /// Returns the rows of an app by its index: those of all sides, each once. The cells are those of the newest iOS on the
  /// first kind of device.
  private func rows(ofApp index: Int) -> [Row] {
    let checks = sides.map { index < $0.checks.count ? $0.checks[index] : nil }
    var seen: Set<ExactText> = []
    let all = checks.reversed().flatMap { $0?.rows ?? [] }.filter { row in
      row.subject.group == .code && seen.insert(ExactText(CheckText.name(row))).inserted
    }
    return all.map { row in
      Row(
        subject: row.subject, name: CheckText.name(row),
        cells: checks.map { check in
          check?.rows.first { $0.subject == row.subject }?.spans.first?.last?.cell
        })
    }
  }

  private var apps: Range<Int> { 0..<(sides.map(\.checks.count).max() ?? 0) }

  /// The table of each app with entry points.
  var lines: [StyledText] {
    apps.flatMap { index -> [StyledText] in
      let rows = rows(ofApp: index)
      guard !rows.isEmpty, let check = sides.lazy.compactMap({ index < $0.checks.count ? $0.checks[index] : nil }).last
      else { return [] }
      let device = check.models.first.map { " on \($0.name)" } ?? ""
      let os = check.versions.last.map { ", iOS \($0)" } ?? ""
      let table =
        [["\(check.package.name)\(device)\(os)"] + sides.map(\.title)]
        + rows.map { row in
          ["  \(row.name)"] + row.cells.map { $0.map(CheckText.text) ?? "– not tried" }
        }
      let widths = table[0].indices.dropLast().map { column in table.map { DisplayWidth.of($0[column]) }.max() ?? 0 }
      return table.enumerated().map { number, texts in
        number == 0
          ? StyledText(TextRow.text(texts, widths: widths, gap: 2), .bold)
          : StyledText(TextRow.text(texts, widths: widths, gap: 2))
      } + [""]
    }
  }

  /// One object for each entry point and state, with the result of each side.
  var json: [PropertyListValue] {
    apps.flatMap { index in
      rows(ofApp: index).map { row in
        var json: PropertyListDictionary = ["kind": "comparison", "name": .string(row.name)]
        json["sides"] = .array(
          of: zip(sides, row.cells).map { side, cell in
            var json: PropertyListDictionary = ["title": .string(side.title)]
            json["verdict"] = cell.map { .string($0.verdict.rawValue) }
            json["text"] = cell.map { .string($0.text) }
            json["fact"] = cell?.fact.map { .string($0.rawValue) }
            return .dictionary(json)
          })
        return .dictionary(json)
      }
    }
  }
}
