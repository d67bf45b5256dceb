import Platform
import TestSupport
import Testing

/// Declarations for scripts are listed: an entry in its section, and a section in the catalog. Swift does not warn
/// about an unused `static let`.
@Suite struct EntryListTests {
  /// The declared but unlisted entries of a section.
  private static func unlisted(in text: String) -> [String] {
    let makers = text.matches(of: /func (\w+)(?:<[^>]*>)?\([^{]*?\) -> APIEntry \{/).map { "\($0.1)(" } + ["APIEntry."]
    let declared = text.matches(of: /static let (\w+)(?:: APIEntry)? = ([\w.]+\(?)/)
      .filter { entry in makers.contains { entry.2.hasPrefix($0) } }.map { String($0.1) }
    // A list continues to an empty line, the next declaration or the end of the section.
    let lists = text.matches(
      of: /static (?:let|var) (?:global|member)Entries\b((?s:.)*?)(?:\n\n|\n  (?:static|private|\/\/)|\n\}|$)/)
    let listed = Set(lists.flatMap { $0.1.matches(of: /\w+/).map { String($0.0) } })
    return declared.filter { !listed.contains($0) }
  }

  /// The text of each section: the bodies of the enum and its extensions in all files.
  private static func sections() throws -> [(name: String, text: String)] {
    let files = try Repository.swiftFiles(under: "Sources/LuaAPI/Entries")
    var bodies: [String: String] = [:]
    var sections: [String] = []
    for file in files {
      let heads = file.text.matches(of: /(?m)^(?:public )?(enum|extension|struct) (\w+)(: APISection)?/)
      for (index, head) in heads.enumerated() {
        let end = index + 1 < heads.count ? heads[index + 1].range.lowerBound : file.text.endIndex
        bodies[String(head.2), default: ""] += file.text[head.range.upperBound..<end]
        if head.3 != nil { sections.append(String(head.2)) }
      }
    }
    return sections.map { ($0, bodies[$0] ?? "") }
  }

  @Test func everyEntryIsListedInItsSection() throws {
    let sections = try Self.sections()
    #expect(sections.count > 25)
    for section in sections {
      for name in Self.unlisted(in: section.text) {
        Issue.record("\(section.name).\(name) is in no list at the end of its section: memberEntries, globalEntries")
      }
    }
  }

  @Test func everySectionIsInTheCatalog() throws {
    let catalog = try Repository.text("Sources/LuaAPI/Entries/APICatalog+Homescreen.swift")
    for section in try Self.sections() {
      #expect(catalog.contains("\(section.name).self"), "\(section.name) is not in APICatalog+Homescreen.swift")
    }
  }

  @Test(arguments: [
    ("static let a = APIEntry.property(1)\n\n  static let memberEntries = [a]\n}", []),
    (
      "static let a = APIEntry.property(1)\n\n  static let memberEntries = [\n    b,\n  ]\n  static let a2 = a\n}",
      ["a"]
    ),
    ("static let a: APIEntry = APIEntry.method(1)\n  static let globalEntries = [b] + [a]\n}", []),
    (
      "static let a = text(1)\n  private static func text(_ n: Int) -> APIEntry {\n  }\n  static let memberEntries = [b]\n}",
      ["a"]
    ),
    ("static let a = Parameter<String>.string(1)\n  static let memberEntries = [b]\n}", []),
    ("static let a = APIEntry.property(1)\n}", ["a"]),
  ])
  func missingEntryIsFound(section: String, forgotten: [String]) {
    #expect(Self.unlisted(in: section) == forgotten)
  }
}
