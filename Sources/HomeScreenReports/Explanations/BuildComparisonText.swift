import AppPackages
import HomeScreenSimulator
package import Lint
package import Platform
import PropertyLists

/// The text about the differences between a build and its source.
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

/// The formats of `homescreen inspect SOURCE --against BUILT`.
package enum BuildComparisonFormats: ReportFormats {
  /// Makes the report.
  package typealias Make = @Sendable (BuildComparison) -> OutputText

  package static let all: [ReportFormat<Make>] = [
    ReportFormat("terminal", "for people") { comparison in
      .forPeople(BuildComparisonText.lines(comparison).reduce(into: "") { $0 += "\($1)\n" })
    },
    ReportFormat("json", "one object, keys sorted") { comparison in
      .forPrograms(SortedJSON.text(comparison.json) + "\n", as: .json)
    },
  ]
}

extension BuildComparison {
  /// The exit code of the command.
  package var exitCode: ExitCode { differences.contains { $0.severity != .note } ? .failure : .success }

  /// The comparison as JSON.
  fileprivate var json: PropertyListValue {
    var json: PropertyListDictionary = ["schemaVersion": 1]
    json["source"] = .dictionary(Self.json(source))
    json["build"] = .dictionary(Self.json(built))
    json["isCatalogCompared"] = .boolean(!hasUnknownCatalog)
    json["differences"] = .array(of: differences.map { .dictionary(Self.json($0)) })
    return .dictionary(json)
  }

  private static func json(_ package: AppPackage) -> PropertyListDictionary {
    var json: PropertyListDictionary = [
      "kind": .string(package.origin.rawValue), "infoPlist": .string(package.infoPlistFile),
    ]
    json["bundleIdentifier"] = package.bundleIdentifier.map { .string($0) }
    for entry in package.builtApp?.json.entries ?? [] { json.setNode(entry.node, for: entry.key) }
    guard let build = package.build else { return json }
    json["project"] = .string(build.projectFile)
    json["target"] = .string(build.target)
    json["configuration"] = .string(build.configuration)
    json["xcode"] = .string(build.xcodeVersion.description)
    return json
  }

  private static func json(_ difference: BuildDifference) -> PropertyListDictionary {
    var json: PropertyListDictionary = [
      "kind": .string(difference.kind.rawValue), "severity": .string(difference.severity.rawValue),
      "name": .string(difference.name), "message": .string(difference.message), "help": .string(difference.help),
    ]
    json["location"] = difference.location.map { .dictionary($0.json) }
    json["builtLocation"] = difference.builtLocation.map { .dictionary($0.json) }
    if !difference.devices.isEmpty { json["devices"] = .array(of: difference.devices.map { .string($0.rawValue) }) }
    return json
  }
}
