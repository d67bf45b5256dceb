import Platform
import TestSupport
import Testing

/// The table of exit codes and its copy in the article.
@Suite struct ExitCodeTests {
  @Test func articleShowsTheTable() throws {
    let article = try Repository.text("Sources/homescreen/homescreen.docc/CommandLine.md")
    let rows = article.split(separator: "\n").filter { line in
      let cells = line.split(separator: "|")
      return line.hasPrefix("| ") && cells.count == 3 && Int(cells[0].filter { $0 != " " }) != nil
    }
    #expect(rows.map(String.init) == ExitCode.allCases.map { "| \($0.rawValue) | `\($0.name)` | \($0.meaning) |" })
  }

  @Test func namesAndMeaningsAreUnique() {
    #expect(Set(ExitCode.allCases.map(\.name)).count == ExitCode.allCases.count)
    #expect(Set(ExitCode.allCases.map(\.meaning)).count == ExitCode.allCases.count)
    for code in ExitCode.allCases {
      #expect(code.name.allSatisfy { $0.isLowercase || $0 == "-" } && !code.name.isEmpty)
      #expect(!code.meaning.isEmpty && !code.meaning.hasSuffix(".") && !code.meaning.contains("|"))
    }
  }
}
