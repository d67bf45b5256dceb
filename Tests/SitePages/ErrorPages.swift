import HomeScreenReports
import HomeScreenSimulator

/// A page for each iOS error that facts mention, and for each error code of this program.
enum ErrorPages {
  /// The errors of iOS, for people who search the text of a console.
  /// - Parameter exhibits: The pages about problems caused by a fact.
  static func ofTheSystem(exhibits: (FactID) -> [DocumentationPage]) -> [DocumentationPage] {
    ErrorReference.known.map { error in
      let facts = error.facts
      var reports: [DocumentationPage] = []
      for page in facts.flatMap({ exhibits($0.id) }) where !reports.contains(where: { $0.name == page.name }) {
        reports.append(page)
      }
      let call = facts.contains { $0.ledger == iconLedger } ? "`setAlternateIconName` gives an app" : "iOS gives an app"
      let name = "\(error.domain) \(error.code)"
      return DocumentationPage(
        error.page, title: "\(name): \(error.text)",
        abstract: "When \(call) the error \(error.code) of `\(error.domain)` on iPhone or iPad, and why.",
        [
          "## Overview\n\nThe text for users is: “\(DocumentationPage.paragraph(error.text))”",
          facts.map { "- [\($0.id)](doc:\($0.id)): \(DocumentationPage.paragraph($0.behaviour))" }.joined(
            separator: "\n"),
          "`homescreen explain \(name)` shows the same, also for a whole line of a console. "
            + "`homescreen why APP --icon NAME` shows which fact applies to an app.",
        ]
          + (reports.isEmpty ? [] : ["## Reported faults\n\n\(DocumentationPage.list(reports))"]))
    }
  }

  private static let iconLedger = "alternate-icons"

  /// The errors of this program.
  /// - Parameter example: A script that raises the error, or nil.
  static func ofTheProgram(_ example: (_ code: String) -> String?) -> [DocumentationPage] {
    let codes = SimulatorErrorCode.allCases.map { ($0.rawValue, $0.explanation) }
    let others = ErrorCodes.names.compactMap { name in ErrorCodes.explanation(name).map { (name, $0) } }
    return (codes + others).sorted { $0.0 < $1.0 }.map { code, explanation in
      var sections = [
        "## Overview\n\nThe code appears in brackets after a message, and in Lua it is `err.code`. "
          + "`homescreen explain \(code)` shows the same."
      ]
      if let example = example(code) { sections.append("## Example\n\n" + DocumentationPage.code(example, "lua")) }
      return DocumentationPage("error-\(code)", title: "Error \(code)", abstract: explanation, sections)
    }
  }
}

extension ErrorReference {
  /// The name of its page.
  var page: String { DocumentationPage.name("\(domain)-\(code < 0 ? "minus-" : "")\(code.magnitude)") }
}
