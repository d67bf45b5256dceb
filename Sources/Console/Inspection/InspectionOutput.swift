public import AppPackages
internal import LuaAPI
import PropertyLists
public import Simulator

/// An inspection in the form that was asked for.
public enum InspectionOutput {
  public enum Format: Sendable {
    case terminal
    /// One line, keys sorted.
    case json
    /// The Info.plist as XML.
    case plist
  }

  /// - Throws: ``PropertyListWriteError`` when the Info.plist holds what XML cannot.
  public static func text(
    _ package: AppPackage, format: Format, models: [DeviceModel], locale: String
  ) throws -> OutputText {
    switch format {
    case .terminal:
      let inspection = PackageInspection(package, models: models, locale: locale)
      let lines = InspectionText.lines(inspection, columns: Terminal(.output).columns)
      return .forPeople(lines.reduce(into: "") { $0 += "\($1)\n" })
    case .json:
      return .forPrograms(SortedJSON.text(PackageInspection(package, models: models, locale: locale).json) + "\n")
    case .plist:
      let list = PropertyList(root: .dictionary(package.expandedInfoPlist), format: .xml, file: package.infoPlistFile)
      return .forPrograms(String(decoding: try list.serialised(as: .xml), as: UTF8.self))
    }
  }
}
