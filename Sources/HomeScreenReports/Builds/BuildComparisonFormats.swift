import AppPackages
public import Lint
import HomeScreenSimulator
public import Platform
import PropertyLists

/// The formats of what `homescreen inspect SOURCE --against BUILT` tells.
public enum BuildComparisonFormats: ReportFormats {
  /// Makes the report.
  public typealias Make = @Sendable (BuildComparison) -> OutputText

  /// The table of them.
  public static let all: [ReportFormat<Make>] = [
    ReportFormat("terminal", "for people") { comparison in
      .forPeople(BuildComparisonText.lines(comparison).reduce(into: "") { $0 += "\($1)\n" })
    },
    ReportFormat("json", "one object, keys sorted") { comparison in
      .forPrograms(SortedJSON.text(comparison.json) + "\n", as: .json)
    },
  ]
}

extension BuildComparison {
  /// How a command ends that tells of it.
  public var exitCode: ExitCode { differences.contains { $0.severity != .note } ? .failure : .success }

  /// Everything as data.
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
