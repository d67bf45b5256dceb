import AppPackages
import HomeScreenSimulator
public import Platform
import PropertyLists

/// The formats of what `homescreen inspect` shows of an app.
public enum InspectionFormats: ReportFormats {
  /// Throws ``PropertyListWriteError`` when the Info.plist holds what XML cannot.
  public typealias Make = @Sendable (InspectionSubject) throws -> OutputText

  /// The table of them.
  public static let all: [ReportFormat<Make>] = [
    ReportFormat("terminal", "for people") { subject in
      let lines = InspectionText.lines(
        subject.inspection, findings: subject.findings, columns: subject.columns,
        infoPlistPath: subject.path(of: subject.package.infoPlistFile))
      return .forPeople(lines.reduce(into: "") { $0 += "\($1)\n" })
    },
    ReportFormat("json", "one object a line, keys sorted") { subject in
      .forPrograms(SortedJSON.text(subject.json) + "\n", as: .json)
    },
    ReportFormat("plist", "the Info.plist as the device gets it, with everything that a build adds") { subject in
      let package = subject.package
      let list = PropertyList(root: .dictionary(package.expandedInfoPlist), format: .xml, file: package.infoPlistFile)
      return .forPrograms(String(decoding: try list.serialised(as: .xml), as: UTF8.self), as: .markup)
    },
    ReportFormat("html", "all icons as pictures, on one page") { .forPrograms(IconSheet($0).page, as: .markup) },
    ReportFormat("svg", "one icon as a drawing; --icon names it") { .forPrograms(try $0.svg(), as: .markup) },
    ReportFormat("png", "one icon as pixels, into a file; --icon names it") { .bytes(try $0.png()) },
  ]
}
