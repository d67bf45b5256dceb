import AppPackages
import Lint
import Platform
import PropertyLists

/// What a build holds otherwise than its source says, for a person.
enum BuildComparisonText {
  static func lines(_ comparison: BuildComparison) -> [StyledText] {
    let built = comparison.built
    var lines = [
      StyledText("\(TerminalText.line(built.name))", .bold)
        + "  \(line: built.bundleIdentifier ?? "no bundle identifier")",
      "  source  \(line: source(comparison.source))",
      "  build   \(line: built.infoPlistFile)\(line: BuiltAppText.origin(of: built))",
    ]
    lines += (built.builtApp.map(BuiltAppText.lines) ?? []).map { "          \(line: $0)" }
    for difference in comparison.differences { lines += [""] + self.lines(difference) }
    lines += ["", summary(comparison)]
    if comparison.hasUnknownCatalog {
      lines.append("  the contents of Assets.car were not compared: its sets are assumed to match")
    }
    return lines
  }

  private static func source(_ package: AppPackage) -> String {
    guard let build = package.build else { return package.infoPlistFile }
    return "\(build.projectFile), target \(build.target), configuration \(build.configuration), as Xcode "
      + "\(build.xcodeVersion) builds it"
  }

  private static func lines(_ difference: BuildDifference) -> [StyledText] {
    let place = difference.location.map { "\($0): " } ?? ""
    let devices = difference.devices.map(\.rawValue).joined(separator: " and ")
    var lines: [StyledText] = [
      "\(line: place)\(StyledText(difference.severity.rawValue, FindingText.style(difference.severity))): "
        + "\(TerminalText.line(difference.message, width: TerminalText.longLine))\(line: devices.isEmpty ? "" : ", on \(devices)")"
    ]
    if let place = difference.builtLocation {
      lines.append(StyledText("  build: \(TerminalText.line("\(place)"))", .dim))
    }
    lines.append(StyledText("  help: \(TerminalText.line(difference.help, width: TerminalText.longLine))", .dim))
    return lines
  }

  private static func summary(_ comparison: BuildComparison) -> StyledText {
    let differences = comparison.differences
    guard !differences.isEmpty else { return StyledText("no difference: the build matches the source", .bold) }
    let counts = PackageWarning.Severity.allCases.reversed().compactMap { severity -> String? in
      let count = differences.count { $0.severity == severity }
      return count == 0 ? nil : Counted.text(count, severity.rawValue)
    }
    return StyledText("\(Counted.text(differences.count, "difference")): \(counts.joined(separator: ", "))", .bold)
  }
}
