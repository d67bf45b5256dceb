import AppPackages
import Events
import Lint
import PropertyLists
import Testing

/// An app with the problem of a rule, and its fixed version.
struct RuleExample: Sendable, CustomTestStringConvertible {
  let code: RuleCode
  let faulty: @Sendable () throws -> AppPackage
  let right: @Sendable () throws -> AppPackage

  init(
    _ code: RuleCode, faulty: @escaping @Sendable () throws -> AppPackage,
    right: @escaping @Sendable () throws -> AppPackage
  ) {
    self.code = code
    self.faulty = faulty
    self.right = right
  }

  var testDescription: String { code.rawValue }
}

/// The examples of rules; each group of rules has its own file.
enum RuleExamples {
  static let all: [RuleExample] =
    icons + [
      RuleExample("link-domain-path") {
        try linked("applinks:example.com/shop/*")
      } right: {
        try linked("applinks:example.com")
      },
      RuleExample("url-scheme-format") {
        try AppPackage(name: "Paint", infoPlist: schemes("paint://"))
      } right: {
        try AppPackage(name: "Paint", infoPlist: schemes("paint", "com.example.Paint-2+x", "farbe-ü", "$(SCHEME)", ""))
      },
    ]

  static func schemes(_ schemes: String...) -> PropertyListDictionary {
    [
      "CFBundleIdentifier": "com.example.paint",
      "CFBundleURLTypes": [["CFBundleURLSchemes": .array(of: schemes.map { .string($0) })]],
    ]
  }

  private static func linked(_ entry: String) throws -> AppPackage {
    try AppPackage(
      name: "Paint", infoPlist: ["CFBundleIdentifier": "com.example.paint"],
      entitlements: [LinkDomain.entitlement: [.string(entry)]])
  }

  /// Rules whose examples have further checks in separate tests.
  static func codesOfOthers() throws -> Set<RuleCode> {
    Set(RuleExamplesCatalogs.examples.map(\.code)).union(try ShortcutRuleExamples.examples().map(\.code))
      .union(["icon-setting-variable", "wrapper-plugin", "launch-screen-missing", "scene-window-missing"]).union(
        CodeExamples.all.map(\.code))
  }

  /// Remarks of readers are tested with the readers.
  static let readElsewhere = Set(PackageWarning.Code.allCases.map { RuleCode(rawValue: $0.rawValue) })
}

struct RuleExampleTests {
  @Test func everyRuleHasAnExample() throws {
    let codes = Set(RuleExamples.all.map(\.code)).union(try RuleExamples.codesOfOthers())
    let without = Rules.all.map(\.code).filter { !codes.contains($0) && !RuleExamples.readElsewhere.contains($0) }
    #expect(without.isEmpty, "\(without)")
    let unknown = codes.filter { Rules.named($0.rawValue) == nil }
    #expect(unknown.isEmpty, "\(unknown)")
  }

  @Test(arguments: RuleExamples.all)
  func rulesFindOnlyTheirProblem(example: RuleExample) throws {
    let rule = try #require(Rules.named(example.code.rawValue))
    let faulty = LintSubject(try example.faulty())
    let found = rule.check(faulty)
    #expect(!found.isEmpty, "\(faulty.package.warnings)")
    #expect(found.allSatisfy { $0.code == example.code && !$0.message.isEmpty && !$0.message.hasSuffix(".") })
    let left = rule.check(LintSubject(try example.right()))
    #expect(left.isEmpty, "\(left)")
  }
}
