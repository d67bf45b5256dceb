import HomeScreenSimulator
import PropertyLists

/// The facts of a listing as a page that can be searched.
enum FactPage {
  static func text(_ listing: FactListing) -> String {
    // As of a listing for people: where no fact is, there is nothing to show.
    guard !listing.facts.isEmpty else { return "" }
    let modelled = listing.facts.count { $0.since != nil }
    return HTMLPage(
      kind: .facts, title: "Facts about iOS",
      data: [
        ("summary", .list([.shown("\(listing.facts.count) facts, \(modelled) modelled")])),
        ("facts", PageFacts.value(listing.facts)),
      ],
      words: [listing.text]
    ).text
  }
}
