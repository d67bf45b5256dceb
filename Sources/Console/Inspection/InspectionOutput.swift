public import AppPackages
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
  ) throws -> String {
    switch format {
    case .terminal:
      let inspection = PackageInspection(package, models: models, locale: locale)
      return InspectionText.lines(inspection, for: Terminal(.output)).map { $0 + "\n" }.joined()
    case .json:
      return SortedJSON.text(PackageInspection(package, models: models, locale: locale).json) + "\n"
    case .plist:
      let list = PropertyList(root: .dictionary(package.expandedInfoPlist), format: .xml, file: package.infoPlistFile)
      return String(decoding: try list.serialised(as: .xml), as: UTF8.self)
    }
  }
}
