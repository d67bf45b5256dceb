import AppPackages
import Events
import HomeScreenReports
import Lint
import Testing

/// `explain` knows the lines that rules really print, and no others but those of tools.
@Suite struct PrintedLineTests {
  /// What all rules print about the examples of faulty apps.
  private static func printed() throws -> [Finding] {
    let linter = Linter(isPedantic: true)
    let icons = try RuleExamples.all.flatMap { linter.findings(in: try $0.faulty()) }
    let catalogs = try RuleExamplesCatalogs.examples.flatMap { linter.findings(in: try $0.faulty.package()) }
    let actions = try ShortcutRuleExamples.examples().flatMap { linter.findings(in: $0.bad) }
    return try icons + catalogs + actions + CodeExamples.all.flatMap { try $0.bad.findings() }
  }

  @Test func everyPrintedLineIsExplained() throws {
    var unknown: [String: String] = [:]
    let found = try Self.printed()
    #expect(Set(found.map(\.code)).count > 90)
    for finding in found {
      let line = "App/Info.plist:9:4: \(finding.severity.rawValue): \(finding.message)"
      if Knowledge.explain(line)?.contains(finding.code.rawValue) != true { unknown[finding.code.rawValue] = line }
    }
    #expect(
      unknown.isEmpty, "\(unknown.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: "\n"))")
  }

  @Test func everyKnownLineOfARuleIsPrinted() throws {
    let summaries = Dictionary(Rules.descriptions.map { ($0.code.rawValue, $0.summary) }) { first, _ in first }
    let printed = Dictionary(grouping: try Self.printed(), by: \.code.rawValue).mapValues {
      $0.map { Self.plain($0.message) }
    }
    let stale = Knowledge.lines.filter { key, line in
      guard let summary = summaries[key], line != summary,
        !(Self.ofTools + Self.ofReaders).contains(where: line.contains)
      else {
        return false
      }
      return printed[key]?.contains { Self.matches($0, line) } != true
    }
    #expect(stale.isEmpty, "\(stale.map { "\($0.key): \($0.line)" }.joined(separator: "\n"))")
  }

  /// Parts of lines of readers, of rules about other inputs, and of second forms of a message, which no example has.
  private static let ofReaders = [
    "this is a Git LFS pointer", "pictures that catalogs name are missing", "occurs a second time here",
    "without ASSETCATALOG_COMPILER_APPICON_NAME", "which is undefined: the rest is", "on the disk", "(Mac Catalyst)",
    "which the configuration", "is outside of", "which was not read", "through the C preprocessor",
    "resources of the target are missing", "may write icons or quick actions", "have apps for iPhone or iPad",
    "still contains", "is not a size in points", "is undefined, so its value is empty", "in the folder",
    "there is no such file or folder", "are outside of", "is at the top level of the Info.plist",
    "no scene delegate is named", "no scene delegate has", "has no scene(_:willConnectTo:options:)",
    "the launch options contain no quick action",
    "without a completion handler: errors are lost", "it has no UIApplicationShortcutItemTitle",
    "its UIApplicationShortcutItemType is empty", ": iOS 27 terminates it at launch",
    "the screen stays black", "the app crashes at launch",
  ]

  /// Parts of lines that tools print.
  private static let ofTools = [
    "The bundle does not contain an", "UIScene life cycle is required for apps built", "could not load class with name",
    "There is no scene delegate set",
    "None of the input catalogs contained a matching",
    "did not have any applicable content",
    "unassigned child", "76x76@1x app icons only apply", "Build input file cannot be found", "Invalid Image Path -",
    "Missing Icon -", "Missing Info.plist value.", "The large app icon in the asset catalog",
  ]

  private static func plain(_ text: String) -> String {
    String(text.map { "“”\"’'".contains($0) ? "'" : $0 })
  }

  /// Whether the parts of a line between its dots are in a message, in their order.
  private static func matches(_ message: String, _ line: String) -> Bool {
    var rest = message[...]
    return plain(line).split(separator: "…").allSatisfy { part in
      guard let range = rest.firstRange(of: part) else { return false }
      rest = rest[range.upperBound...]
      return true
    }
  }
}
