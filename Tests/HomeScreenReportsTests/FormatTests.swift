import AppPackages
import HomeScreenReports
import HomeScreenSimulator
import PropertyLists
import Testing

/// The tables of formats: each row makes a report.
@Suite struct FormatTests {
  private static let tables: [(names: [String], help: String)] = [
    (RunFormats.names, RunFormats.help), (IconFormats.names, IconFormats.help),
    (InspectionFormats.names, InspectionFormats.help), (FactFormats.names, FactFormats.help),
    (KnowledgeFormats.names, KnowledgeFormats.help),
  ]

  @Test func eachTableHasOneForPeopleFirstAndOneForMachines() {
    for table in Self.tables {
      #expect(table.names.first == "terminal")
      #expect(table.names.contains("json"))
      #expect(Set(table.names).count == table.names.count)
      for name in table.names { #expect(table.help.contains("\(name) (")) }
    }
    #expect(RunFormats.help.hasSuffix("or a format of a plugin"))
  }

  @Test func anUnknownOneIsToldWithThoseThereAre() {
    #expect(IconFormats.named("xml") == nil)
    #expect(
      "\(UnknownFormat("jsn", known: ["terminal", "json"]))"
        == "there is no format “jsn”; there are: terminal, json; did you mean “json”?")
    #expect(
      "\(UnknownFormat("\u{1B}", known: ["abc"], note: " (more)"))"
        == "there is no format “\\u{1B}”; there are: abc (more)"
    )
    #expect("\(UnknownFormat(String(repeating: "x", count: 10_000), known: ["a"]))".utf8.count < 200)
  }

  private static func package() throws -> AppPackage {
    try AppPackage(name: "A", infoPlist: ["CFBundleIdentifier": "com.example.a", "CFBundleName": "A\u{9B}31m"])
  }

  @Test func iconsAndAppsInEachForm() throws {
    let device = try Device(os: OSVersion(17, 5))
    let judgements = [
      try IconJudgement(Self.package(), .icon("night"), on: [device]), try IconJudgement(Self.package(), on: [device]),
    ]
    for (format, judgement) in IconFormats.all.flatMap({ format in judgements.map { (format, $0) } }) {
      let text = format.make(judgement).plain
      #expect(text.contains("com.example.a") && text.hasSuffix("\n") && !text.contains("\u{9B}"))
      #expect(text.hasPrefix("{") == (format.name == "json"))
    }
    let subject = try InspectionSubject(Self.package(), devices: [device], columns: 80)
    for format in InspectionFormats.all {
      let text = try format.make(subject).plain
      #expect(text.contains("com.example.a") && text.hasSuffix("\n"), "\(format.name)")
    }
    #expect(try InspectionFormats.named("plist")?.make(subject).plain.hasPrefix("<?xml") == true)
  }

  @Test func factsInEachForm() throws {
    let listing = FactListing(area: "icon", onlyModelled: true)
    #expect(!listing.facts.isEmpty && listing.facts.allSatisfy { $0.id.rawValue.hasPrefix("ICON-") })
    let json = try #require(FactFormats.named("json")).make(listing, false).plain.split(separator: "\n")
    #expect(json.count == listing.facts.count)
    #expect(json[0].hasPrefix(#"{"fact":"ICON-001","versions":"#))
    let people = try #require(FactFormats.named("terminal"))
    #expect(people.make(listing, false).plain.contains("homescreen explain ID tells more"))
    #expect(people.make(listing, true).plain.split(separator: "\n").count == listing.facts.count + 1)
    let reason = FactFormats.named("json")?.make(FactListing(area: "ICON-143"), false).plain
    #expect(reason?.contains(#""status":"not modelled","reason":"#) == true)
  }

  @Test func anAnswerNamesItsFacts() throws {
    let text = try #require(Knowledge.explain("CFBundleIcons"))
    let answer = KnowledgeAnswer(asked: "CFBundleIcons", text: text)
    #expect(answer.facts.contains("ICON-111"))
    #expect(answer.facts.count == Set(answer.facts).count)
    let json = try #require(KnowledgeFormats.named("json")).make(answer).plain
    #expect(json.hasPrefix(#"{"asked":"CFBundleIcons","text":""#) && json.contains(#","facts":["#))
    #expect(try #require(KnowledgeFormats.named("terminal")).make(answer).plain == text + "\n")
  }
}
