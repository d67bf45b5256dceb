internal import AppPackages
internal import HomeScreenSimulator
public import Platform
import PropertyLists

/// The formats of what `homescreen facts` lists.
public enum FactFormats: ReportFormats {
  /// Makes the listing.
  /// - Parameter showsStatus: for people: where each fact lives, instead of how sure it is.
  public typealias Make = @Sendable (_ listing: FactListing, _ showsStatus: Bool) -> OutputText

  /// What the command has beside them.
  public static let others = ", and with --run the formats of homescreen run"

  /// The table of them.
  public static let all: [ReportFormat<Make>] = [
    ReportFormat("terminal", "for people") { listing, showsStatus in
      .forPeople(StyledText(showsStatus ? listing.statusText : listing.text))
    },
    ReportFormat("json", "one fact a line") { listing, _ in
      .forPrograms(listing.facts.map { line($0) + "\n" }.joined(), as: .json)
    },
    ReportFormat("html", "one page for a browser") { listing, _ in .forPrograms(FactPage.text(listing), as: .markup) },
  ]

  private static func line(_ fact: Fact) -> String {
    var reason: String?
    if case .notModelled(let text) = fact.status { reason = text }
    let json: JSONTree = [
      "fact": .text(fact.id.rawValue), "versions": .text(fact.versions), "holds": .text(fact.bounds?.text),
      "confidence": .text(fact.confidence.rawValue), "behaviour": .text(fact.behaviour), "source": .text(fact.source),
      "status": .text(fact.status.word), "since": .text(fact.since), "reason": .text(reason),
    ]
    return json.line
  }
}
