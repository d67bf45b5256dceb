import AppPackages
import ArgumentParser
import Events

/// Which rules are applied, and how bad what they find is.
struct RuleOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Check only this rule, or several separated by commas; may be repeated.", valueName: "rule"))
  var select: [String] = []

  @Option(help: ArgumentHelp("Skip this rule, or several separated by commas; may be repeated.", valueName: "rule"))
  var ignore: [String] = []

  @Option(
    name: .customLong("severity"),
    help: ArgumentHelp(
      "Set the severity of a rule: error, warning or note; may be repeated.", valueName: "rule=word"))
  var severities: [String] = []

  @Option(
    help: ArgumentHelp(
      "Lowest severity that exits with 1: error, warning, note or never; error by default.", valueName: "word")
  )
  var failOn: String?

  @Flag(name: .shortAndLong, help: "Also list the notes, which are only counted otherwise.")
  var verbose = false

  @Flag(help: "Also report what rarely matters: missing xcconfig files, ignored resources, old slots.")
  var pedantic = false

  @Flag(help: "Skip the checks of the pixels of pictures, which take longest.")
  var noPixels = false

  func validate() throws {
    for (name, texts) in [("--select", select), ("--ignore", ignore)] {
      guard let empty = texts.first(where: { Self.words([$0]).isEmpty }) else { continue }
      throw ValidationError(
        "\(name) needs the name of a rule, not “\(empty)”; homescreen rules lists them.")
    }
    if let failOn, FailureLevel(rawValue: failOn) == nil {
      let known = FailureLevel.allCases.map(\.rawValue).joined(separator: ", ")
      throw ValidationError("--fail-on must be one of \(known), not “\(failOn)”.")
    }
    // Which rules there are is known once the plugins are loaded.
    for text in severities { _ = try Self.severity(text) }
  }

  /// What was given beats what the project says; what either ignores is ignored.
  func settings(over project: LintSettings) -> LintSettings {
    var settings = project
    if !select.isEmpty { settings = settings.selecting(Self.words(select)) }
    settings.ignore += Self.words(ignore)
    settings.severity += severities.compactMap { try? Self.severity($0) }
    settings.failOn = failOn.flatMap { FailureLevel(rawValue: $0) } ?? project.failOn
    return settings
  }

  private static func words(_ texts: [String]) -> [String] {
    texts.flatMap { $0.split(separator: ",").map(String.init) }
  }

  private static func severity(_ text: String) throws -> (selector: String, severity: PackageWarning.Severity) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, let severity = PackageWarning.Severity(rawValue: parts[1]) else {
      let known = PackageWarning.Severity.allCases.reversed().map(\.rawValue).joined(separator: ", ")
      throw ValidationError("--severity must be RULE=WORD with one of \(known), not “\(text)”.")
    }
    return (parts[0], severity)
  }
}
