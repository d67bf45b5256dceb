public import AppPackages
public import HomeScreenSimulator
public import Lint
import PropertyLists

/// What `homescreen inspect` was asked about one app.
public struct InspectionSubject: Sendable {
  /// The app.
  public let package: AppPackage
  /// The devices side by side.
  public let models: [DeviceModel]
  /// The version of the devices.
  public let os: OSVersion
  /// The language of the devices.
  public let locale: String
  /// What lint finds without looking into pictures.
  public let findings: [Finding]
  /// The width of the terminal; nil where there is none.
  public let columns: Int?

  /// Looks at an app as devices show it.
  ///
  /// - Parameter devices: those to show side by side; of one version and language.
  public init(_ package: AppPackage, devices: [Device], columns: Int? = nil) {
    self.package = package
    models = devices.map(\.model)
    os = devices.first?.os ?? .newest
    locale = devices.first?.locale ?? "en"
    self.columns = columns
    findings = Linter(readsPixels: false).findings(in: [package])
  }

  /// Everything as data; findings have the shape of remarks.
  fileprivate var json: PropertyListValue {
    guard var json = inspection.json.dictionary else { return inspection.json }
    json["warnings"] = .array(of: findings.map { .dictionary(Self.json($0)) })
    return .dictionary(json)
  }

  private static func json(_ finding: Finding) -> PropertyListDictionary {
    var json = PropertyListDictionary()
    json["code"] = .string(finding.code.rawValue)
    json["severity"] = .string(finding.severity.rawValue)
    json["message"] = .string(finding.message)
    json["hint"] = finding.help.map { .string($0) }
    json["location"] = finding.location.map { .dictionary($0.json) }
    if !finding.otherLocations.isEmpty {
      json["otherLocations"] = .array(of: finding.otherLocations.map { .dictionary($0.json) })
    }
    return json
  }

  fileprivate var inspection: PackageInspection {
    PackageInspection(package, models: models, os: os, locale: locale)
  }
}

/// The formats of what `homescreen inspect` shows of an app.
public enum InspectionFormats: ReportFormats {
  /// Throws ``PropertyListWriteError`` when the Info.plist holds what XML cannot.
  public typealias Make = @Sendable (InspectionSubject) throws -> OutputText

  /// The table of them.
  public static let all: [ReportFormat<Make>] = [
    ReportFormat("terminal", "for people") { subject in
      let lines = InspectionText.lines(subject.inspection, findings: subject.findings, columns: subject.columns)
      return .forPeople(lines.reduce(into: "") { $0 += "\($1)\n" })
    },
    ReportFormat("json", "one object a line, keys sorted") { subject in
      .forPrograms(SortedJSON.text(subject.json) + "\n")
    },
    ReportFormat("plist", "the Info.plist as the device gets it, with all that a build adds") { subject in
      let package = subject.package
      let list = PropertyList(root: .dictionary(package.expandedInfoPlist), format: .xml, file: package.infoPlistFile)
      return .forPrograms(String(decoding: try list.serialised(as: .xml), as: UTF8.self))
    },
  ]
}
