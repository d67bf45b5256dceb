package import AppPackages
package import Events
package import HomeScreenSimulator
import Lint
import Platform
import PropertyLists
import Rendering

/// The app and the devices of a `homescreen inspect`.
package struct InspectionSubject: Sendable {
  package let package: AppPackage
  /// The devices, in the order of the columns.
  package let models: [DeviceModel]
  /// The version of the devices.
  package let os: OSVersion
  /// The language of the devices.
  package let locale: String
  /// The lint findings, without checks of pictures.
  package let findings: [Finding]
  /// The width of the terminal; nil if there is none.
  package let columns: Int?
  /// The alternate icon to draw; nil draws the primary icon.
  package let icon: String?
  private let paths: ShownPaths?

  /// Inspects an app on devices.
  ///
  /// - Parameters:
  ///   - devices: the devices to show next to each other, with the same version and language.
  ///   - icon: the icon to draw in the formats that draw one.
  ///   - paths: the paths that reports show; defaults to the package's own names.
  package init(
    _ package: AppPackage, devices: [Device], columns: Int? = nil, icon: String? = nil, paths: ShownPaths? = nil
  ) {
    (self.package, self.paths, self.icon) = (package, paths, icon)
    models = devices.map(\.model)
    os = devices.first?.os ?? .newest
    locale = devices.first?.locale ?? "en"
    self.columns = columns
    findings = Linter(readsPixels: false).findings(in: [package]).map { paths?.shown($0) ?? $0 }
  }

  /// Returns the path of a file as reports show it.
  func path(of file: String) -> String { paths?.place(of: file).path ?? file }

  /// The inspection as JSON; findings have the shape of remarks.
  var json: PropertyListValue {
    guard var json = inspection.json.dictionary else { return inspection.json }
    if var source = json["source"]?.dictionary {
      for key in ["infoPlist", "project"] { source[key] = source[key]?.string.map { .string(path(of: $0)) } }
      json["source"] = .dictionary(source)
    }
    json["warnings"] = .array(of: findings.map { .dictionary(Self.json($0)) })
    return paths?.shown(.dictionary(json)) ?? .dictionary(json)
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

  var inspection: PackageInspection { PackageInspection(package, models: models, os: os, locale: locale) }

  // MARK: One icon

  /// Returns the picture of the icon on the Home Screen of the first device.
  ///
  /// - Throws: `UserError`.
  private func iconPicture() throws -> IconPicture {
    if let icon,
      !(inspection.columns.contains { column in
        column.alternates.contains { $0.name.map { ExactText.isSame($0, icon) } ?? false }
      })
    {
      throw UserError(unknownIcon: icon, known: inspection.columns.first?.alternates.compactMap(\.name) ?? [])
    }
    return IconGallery(package, os: os).picture(of: icon, on: .home, model: models.first ?? .iPhone)
  }

  func svg() throws -> String {
    let picture = try iconPicture()
    var drawing = IconDrawing(package, os: os)
    let frame = drawing.frame(of: picture, words: icon.map { "icon \($0)" } ?? "primary icon")
    return drawing.pool.standalone(frame)
  }

  func png() throws -> [UInt8] {
    var drawing = IconDrawing(package, os: os)
    return try drawing.png(of: try iconPicture())
  }
}

extension UserError {
  fileprivate init(unknownIcon name: String, known: [String]) {
    let near = Spelling.nearest(to: name, in: known).first.map { "; did you mean “\($0)”?" } ?? ""
    let list = known.isEmpty ? "it has no alternates" : "it has: \(known.prefix(20).joined(separator: ", "))"
    self.init(TerminalText.visible("the app has no alternate icon “\(name)”; \(list)\(near)", isOneLine: true))
  }
}
