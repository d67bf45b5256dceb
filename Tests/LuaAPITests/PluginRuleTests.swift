import AppPackages
import Events
import HomeScreenReports
import HomeScreenSimulator
import Lint
import LuaAPI
import LuaEngine
import Platform
import PropertyLists
import TestSupport
import Testing

/// Lint rules in plugins.
@Suite struct PluginRuleTests {
  /// A session with one plugin, and its problems.
  private final class RuleFixture {
    let session: Session
    private let folder = TemporaryFolder()
    private(set) var problems: [PluginProblem] = []

    init(_ fields: String, api: Int = 1, budget: Int64? = nil) throws {
      let path = folder.write(
        "team.lua", "return homescreen.plugin { name = 'team', api = \(api), \(fields) }")
      var options = LuaOptions()
      if let budget { options.budget = budget }
      session = try Session(at: .folder(folder.path), options: options, services: ReportServices())
      session.load(nil, plugins: [PluginSource(path: path)]) { [unowned self] in problems.append($0) }
    }

    var rules: [any Rule] { session.plugins?.rules ?? [] }

    func findings(_ plist: String = RuleFixture.plist) throws -> [Finding] {
      let tree = try MemoryTree(name: "Paint", ["Info.plist": Array(plist.utf8)])
      return Linter(rules).findings(in: [try AppPackage(tree: tree)])
    }

    static let plist = """
      <plist version="1.0"><dict>
        <key>CFBundleIdentifier</key> <string>com.example.paint</string>
        <key>CFBundleName</key> <string> Paint</string>
        <key>List</key> <array> <dict/> </array>
      </dict></plist>
      """
  }

  private static func rule(_ body: String, _ fields: String = "") -> String {
    "rules = { ours = { check = function(package, report) \(body) end, \(fields) } }"
  }

  @Test func findingHasAllFields() throws {
    let fixture = try RuleFixture(
      Self.rule(
        """
        return {
          message = "it is " .. package.plist.CFBundleName, place = { package.plist:where("CFBundleName") },
          severity = "error", help = "write it", devices = { "iPad" }, languages = { "de" }, facts = { "ICON-112" },
          fix = { summary = "Mend it", { set = { "CFBundleName" }, value = "Paint" }, { remove = { "List", 1 } } },
        }
        """, "summary = 'Ours.', fact = 'ICON-111', explanation = 'Why.', before = 'b', after = 'a', fix = 'safe'"))
    let finding = try #require(try fixture.findings().first)
    #expect(fixture.problems.isEmpty)
    #expect(finding.code == "ours" && finding.severity == .error && finding.message == "it is  Paint")
    #expect(finding.location?.description == "Paint/Info.plist:3:27")
    #expect(finding.help == "write it" && finding.devices == [.iPad] && finding.languages == ["de"])
    #expect(finding.facts == ["ICON-111", "ICON-112"])
    #expect(
      finding.fix
        == Fix(
          .safe, "Mend it",
          [
            .set([.key("CFBundleName")], "Paint", file: "Paint/Info.plist"),
            .remove([.key("List"), .index(0)], file: "Paint/Info.plist"),
          ]))
    let description = try #require(fixture.rules.first).description
    #expect(description.summary == "Ours" && description.severity == .warning && description.explanation == "Why.")
    #expect(description.before == "b" && description.after == "a" && description.fix == .safe)
  }

  @Test(arguments: [
    ("return nil", 0), ("", 0), ("return {}", 0), ("return { message = 'one' }", 1),
    ("return { { message = 'one' }, { message = 'two' } }", 2), ("report { message = 'one' }", 1),
    ("report { message = 'one' } report { { message = 'two' } } return { message = 'three' }", 3),
    ("return { message = 'one', place = package.plist.List }", 1), ("return { message = 'one', place = {} }", 1),
    ("return { message = 'one', place = 'Paint/Info.plist' }", 1),
  ])
  func rulesReturnOneOrManyFindings(_ body: String, _ count: Int) throws {
    let fixture = try RuleFixture(Self.rule(body))
    let findings = try fixture.findings()
    #expect(findings.count == count && fixture.problems.isEmpty, "\(fixture.problems)")
    #expect(findings.allSatisfy { $0.severity == .warning && $0.location != nil && $0.fix == nil })
  }

  @Test func locationComesFromAView() throws {
    let finding = try RuleFixture(Self.rule("return { message = 'x', place = package.plist.List[1] }")).findings().first
    #expect(finding?.location?.description == "Paint/Info.plist:4:27")
  }

  @Test(arguments: [
    ("return 1", "or a list of such tables, got a number"),
    ("return 'wrong'", "such tables, got a string"), ("return { 'wrong' }", "findings[1]: expected a table"),
    ("return { mesage = 'x' }", "finding has no field 'mesage'"),
    ("return { severity = 'note' }", "message is required"),
    ("return { message = '' }", "message is required"), ("return { message = 1 }", "message: expected a string"),
    ("return { message = 'x', severity = 'bad' }", "finding.severity cannot be \"bad\""),
    ("return { message = 'x', place = 7 }", "finding.place: expected a part of a property list"),
    ("return { message = 'x', place = { 'f', 0 } }", "finding.place[2]: expected a number from 1"),
    ("return { message = 'x', devices = { 'iPod' } }", "finding.devices[1] cannot be \"iPod\""),
    ("return { message = 'x', languages = 'de' }", "finding.languages: expected a list"),
    ("return { message = 'x', fix = {} }", "finding.fix: the rule does not declare a fix"),
    ("error 'broken'", "broken"), ("return nil + 1", "arithmetic"), ("while true do end", "does not end"),
    ("report()", "report needs a finding, got nothing"), ("report {}", "report needs a finding"),
    ("return { message = 'x', place = 'Paint/Other' }", "finding.place: the app has no file “Paint/Other”"),
    ("return { message = 'x', place = { '/etc/passwd', 1 } }", "finding.place[1]: the app has no file"),
    ("return { message = ('x'):rep(4001) }", "finding.message has more than 4000 bytes"),
    ("while true do report { message = 'x' } end", "more than 1000 findings in one app"),
    ("local t = {} for i = 1, 1001 do t[i] = { message = 'x' } end return t", "more than 1000 findings"),
    ("local t = {} for i = 1, 1001 do t[i] = 'de' end return { message = 'x', languages = t }", "1000 elements"),
  ])
  func failingRuleIsReported(_ body: String, _ message: String) throws {
    let fixture = try RuleFixture(Self.rule(body))
    #expect(try fixture.findings().isEmpty)
    #expect(fixture.problems.count == 1)
    let problem = try #require(fixture.problems.first)
    #expect(problem.plugin == "team")
    #expect(problem.error.message.hasPrefix("the rule ours failed and is disabled: "), "\(problem.error.message)")
    #expect(problem.error.message.contains(message), "\(problem.error.message)")
    // Reported once.
    #expect(try fixture.findings().isEmpty && fixture.problems.count == 1)
  }

  @Test(arguments: [
    ("{ 1 }", "finding.fix[1]: expected a table"), ("{}", "finding.fix has no edit"),
    ("{ { set = { 'A' } } }", "finding.fix[1].value is required"), ("{ { remove = {} } }", "names no value"),
    ("{ { remove = { 0 } } }", "finding.fix[1].remove[1]: expected a key or a position"),
    ("{ { remove = { 'A' }, set = { 'A' } } }", "takes one of “set”, “remove” and “replace”"),
    ("{ { replace = 'a' } }", "needs “replace”, “with” and “place”"), ("{ {} }", "takes one of “set”"),
    ("{ { remov = {} } }", "has no field 'remov'"), ("{ sumary = '' }", "no field"), ("'all'", "a list of edits"),
  ])
  func emptyFixIsReported(_ fix: String, _ message: String) throws {
    let fixture = try RuleFixture(Self.rule("return { message = 'x', fix = \(fix) }", "fix = 'unsafe'"))
    #expect(try fixture.findings().isEmpty)
    #expect(fixture.problems.first?.error.message.contains(message) == true, "\(fixture.problems)")
  }

  @Test func rulesDoNotAffectEachOther() throws {
    let fixture = try RuleFixture(
      """
      rules = {
        broken = function() error 'no' end, fine = function() return { message = 'seen' } end,
        lints = function(package) return { message = #package:lint { select = 'duplicate-key' } .. ' found' } end,
      }
      """)
    #expect(try fixture.findings().map(\.message) == ["seen", "0 found"])
    #expect(fixture.problems.count == 1)
  }

  @Test func otherAPIVersionIsRefused() throws {
    #expect(try RuleFixture("", api: 2).problems.first?.error.message.contains("api 2") == true)
  }

  @Test func builtInRuleNamesAreReserved() throws {
    let fixture = try RuleFixture("rules = { ['duplicate-key'] = function() end, ours = function() end }")
    #expect(fixture.rules.map(\.code) == ["ours"])
    #expect(fixture.problems.first?.error.message.contains("that lint already uses") == true)
  }

  /// The fixes of the example plugin, applied.
  @Test func fixesOfRulesAreApplied() throws {
    let session = try Session(at: .folder("/"), services: ReportServices())
    nonisolated(unsafe) var problems: [PluginProblem] = []
    session.load(nil, plugins: [PluginSource(path: "\(Repository.root)/lua/plugins/team_rules.lua")]) {
      problems.append($0)
    }
    let rules = try #require(session.plugins).rules
    let folder = TemporaryFolder()
    folder.write("Paint/Info.plist", RuleFixture.plist)
    let run = try FixRun {
      let package = try AppPackage(contentsOf: "\(folder.path)/Paint")
      return ([package], Linter(rules).findings(in: [package]))
    }
    #expect(run.fixed.map(\.code) == ["name-blanks"] && run.remaining.isEmpty && problems.isEmpty)
    #expect(folder.read("Paint/Info.plist") == RuleFixture.plist.replacing("<string> Paint<", with: "<string>Paint<"))
  }
}
