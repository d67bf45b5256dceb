import AppPackages
import Events
import HomeScreenSimulator
import PropertyLists

extension PackageWarning.Severity: APIChoice {}
extension Fix.Safety: APIChoice {}
extension DeviceClass: APIChoice {}

/// A finding of lint as scripts get it.
struct FindingTable: APITable {
  static let fields = [
    APIField("code", \FindingTable.finding.code.rawValue), APIField("severity", \FindingTable.finding.severity),
    APIField("message", \FindingTable.finding.message), APIField("help", \FindingTable.finding.help),
    APIField("file", \FindingTable.finding.location?.file), APIField("line", \FindingTable.finding.location?.line),
    APIField("column", \FindingTable.finding.location?.column),
    APIField("facts") { (table: FindingTable) in table.finding.facts.map(\.rawValue) },
    APIField("devices", \FindingTable.finding.devices), APIField("languages", \FindingTable.finding.languages),
    APIField("fix", \FindingTable.finding.fix?.safety),
  ]

  let finding: Finding
}

/// A file of a package as scripts get it.
struct ResourceTable: APITable {
  static let fields = [
    APIField("path", \ResourceTable.resource.path), APIField("size", \ResourceTable.resource.size),
    APIField("width", \ResourceTable.resource.image?.width), APIField("height", \ResourceTable.resource.image?.height),
  ]

  let resource: Resource
}
