public import AppPackages
package import PropertyLists

/// Something about a package that a person should know: a remark of its readers, or what lint finds.
public protocol PackageRemark: Sendable {
  /// What it means for the app.
  var severity: PackageWarning.Severity { get }
  /// What it is about: remarks of one kind have the same.
  var kind: String { get }
}

extension PackageWarning: PackageRemark {
  /// Its code.
  public var kind: String { code.rawValue }
}

/// The remarks about a package that a report has room for: what keeps something from working first, a few of a kind.
public struct RemarkSelection<Remark: PackageRemark>: Sendable {
  /// Those to show.
  public let shown: [Remark]
  /// How many there are, those that are not shown included.
  public let count: Int

  private static var maximumShown: Int { 12 }
  private static var maximumOfAKind: Int { 3 }

  /// Chooses among remarks; of one severity their order stays.
  public init(_ remarks: [Remark]) {
    var shown: [Remark] = []
    var counts: [String: Int] = [:]
    for severity in PackageWarning.Severity.allCases.reversed() {
      for remark in remarks where remark.severity == severity {
        counts[remark.kind, default: 0] += 1
        guard counts[remark.kind, default: 0] <= Self.maximumOfAKind, shown.count < Self.maximumShown else { continue }
        shown.append(remark)
      }
    }
    self.shown = shown
    count = remarks.count
  }
}

extension PackageWarning {
  /// The message as the beginning of a sentence that goes on: the catalog compiler ends its own with a full stop.
  public var clause: String { message.hasSuffix(".") ? String(message.dropLast()) : message }

  /// Everything as data, for ``SortedJSON``.
  var json: PropertyListDictionary {
    var json = PropertyListDictionary()
    json["code"] = .string(code.rawValue)
    json["severity"] = .string(severity.rawValue)
    if endsBuild { json["endsBuild"] = true }
    json["message"] = .string(message)
    json["hint"] = hint.map { .string($0) }
    json["location"] = location.map { .dictionary($0.json) }
    if !otherLocations.isEmpty { json["otherLocations"] = .array(of: otherLocations.map { .dictionary($0.json) }) }
    return json
  }
}

extension SourceLocation {
  /// File, line, column and offset as data, as far as they are known.
  package var json: PropertyListDictionary {
    var json: PropertyListDictionary = ["file": .string(file)]
    json["line"] = line.map { .integer(Int64($0)) }
    json["column"] = column.map { .integer(Int64($0)) }
    json["offset"] = offset.map { .integer(Int64($0)) }
    return json
  }
}
