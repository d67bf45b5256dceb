internal import AppPackages
package import Events
package import HomeScreenSimulator
package import Platform
import PropertyLists

/// Writes an inspection that fits on one screen: long lists are cut, with the number of the remaining items.
package struct InspectionText {
  private let inspection: PackageInspection
  private let columns: Int?
  private var infoPlistPath = ""
  private var lines: [StyledText] = []

  private static let maximumAlternates = 16
  private static let maximumActions = 16
  private static let maximumNameWidth = 26
  /// The maximum width of a column without a terminal; rows are padded to the widest column.
  private static let maximumWidth = 200

  /// Returns the lines of the inspection.
  ///
  /// - Parameters:
  ///   - columns: the width of the terminal; nil cuts only very long lines.
  ///   - findings: the lint findings, listed at the end.
  ///   - infoPlistPath: the path of the Info.plist; defaults to the package's own name for it.
  package static func lines(
    _ inspection: PackageInspection, findings: [Finding], columns: Int?, infoPlistPath: String? = nil
  ) -> [StyledText] {
    var text = InspectionText(inspection, columns)
    text.infoPlistPath = infoPlistPath ?? text.package.infoPlistFile
    text.addIdentity()
    text.addIcons()
    text.addActions()
    text.add(findings)
    return text.lines
  }

  private init(_ inspection: PackageInspection, _ columns: Int?) {
    (self.inspection, self.columns) = (inspection, columns)
  }

  private var package: AppPackage { inspection.package }

  // MARK: Identity

  private mutating func addIdentity() {
    let info = package.expandedInfoPlist
    var labels: [String] = []
    for column in inspection.columns where !labels.contains(column.label) { labels.append(column.label) }
    let version = info["CFBundleShortVersionString"]?.string.flatMap { $0.isEmpty ? nil : " \($0)" } ?? ""
    let build = info["CFBundleVersion"]?.string.flatMap { $0.isEmpty ? nil : " (\($0))" } ?? ""
    lines.append(
      StyledText(labels.map { TerminalText.line($0) }.joined(separator: " / "), .bold)
        + "  \(line: package.bundleIdentifier ?? "no bundle identifier")\(line: version)\(line: build)")
    if let build = package.build {
      lines.append(
        "  target \(line: build.target), configuration \(line: build.configuration) · iOS "
          + "\(line: build.deploymentTarget) and later · as Xcode \(build.xcodeVersion) builds it"
          + (XcodeChoice(of: package).difference(from: build.xcodeVersion).map { " (\(line: $0))" } ?? ""))
    }
    if let built = package.builtApp { lines += BuiltAppText.lines(built).map { "  \(line: $0)" } }
    lines.append("  \(line: infoPlistPath)\(line: BuiltAppText.origin(of: package))")
    if let compiled = package.compiledCatalog { lines.append(compiledText(compiled)) }
    let families = package.deviceFamilies.map(\.rawValue).joined(separator: " and ")
    let manifest =
      switch inspection.sceneManifest {
      case .none: "no scene manifest"
      case .infoPlist: "scene manifest in the Info.plist"
      case .generated: "generated scene manifest"
      }
    let lifeCycle =
      switch inspection.columns.first?.lifeCycle {
      case .scene, .swiftUI: "scenes"
      case .appDelegate: "app delegate"
      case nil: "life cycle not set in the Info.plist"
      }
    lines.append("  runs on \(families.isEmpty ? "no device" : families) · \(lifeCycle), \(manifest)")
    let languages = package.localizedInfo.languages
    if !languages.isEmpty {
      lines.append("  Info.plist in \(Counted.text(languages.count, "language")): \(list(languages, 12))")
    }
  }

  /// Returns `Paint.app/Assets.car, compiled by Xcode 16.4 (16F6), iOS 13.0 and later: 2 app icons, 41 images, thinned`.
  private func compiledText(_ compiled: CompiledCatalog) -> StyledText {
    let platform = compiled.platform.map { $0 == "ios" ? "iOS" : $0 }
    let oldest = compiled.deploymentTarget.map { ", \(platform ?? "systems") \($0) and later" } ?? ""
    let icons = compiled.iconNames
    let images = compiled.catalog.names(of: .image).count
    let names = icons.count > 1 ? " (\(list(icons, 6)))" : ""
    return
      "  \(line: compiled.file), compiled by \(line: compiled.tool ?? "an unknown tool")\(line: oldest): "
      + "\(line: Counted.text(icons.count, "app icon"))\(line: names), \(line: Counted.text(images, "image"))"
      + "\(line: compiled.isThinned ? ", thinned for one kind of device" : "")"
  }

  // MARK: Icons

  private mutating func addIcons() {
    let names =
      ["icons", primaryTitle] + (inspection.columns.first?.alternates.map { TerminalText.line($0.name ?? "") } ?? [])
    let shown = Array(names.prefix(Self.maximumAlternates + 2))
    let longest = shown.map(DisplayWidth.of).max() ?? 0
    let nameWidth = min(columns == nil ? Self.maximumWidth : Self.maximumNameWidth, longest) + 2
    let count = max(1, inspection.columns.count)
    let cellWidth =
      columns.map { max(20, (max($0, 80) - nameWidth - 2) / count - 2) } ?? min(Self.maximumWidth, longestCell)
    lines.append("")
    addRow("icons", inspection.columns.map { deviceTitle($0.model) }, nameWidth, cellWidth, isHead: true)
    addRow(primaryTitle, inspection.columns.map { cell($0.primary) }, nameWidth, cellWidth)
    let alternates = inspection.columns.first?.alternates ?? []
    for (index, icon) in alternates.prefix(Self.maximumAlternates).enumerated() {
      addRow(
        TerminalText.line(icon.name ?? ""), inspection.columns.map { cell($0.alternates[index]) }, nameWidth, cellWidth)
    }
    if alternates.count > Self.maximumAlternates {
      let rest = Counted.text(alternates.count - Self.maximumAlternates, "more alternate")
      lines.append("  … and \(rest); --json lists all")
    }
    if alternates.isEmpty { lines.append("  no alternates") }
  }

  private var longestCell: Int {
    inspection.columns.flatMap { column in
      [deviceTitle(column.model)] + ([column.primary] + column.alternates.prefix(Self.maximumAlternates)).map(cell)
    }.map(DisplayWidth.of).max() ?? 0
  }

  /// Returns the device, with its version unless that is the newest.
  private func deviceTitle(_ model: DeviceModel) -> String {
    inspection.os == .newest ? model.name : "\(model.name), iOS \(inspection.os)"
  }

  private var primaryTitle: String {
    let set = inspection.columns.first?.primary.catalogName
    return "primary" + (set.map { " \(TerminalText.line($0))" } ?? "")
  }

  private mutating func addRow(
    _ name: String, _ cells: [String], _ nameWidth: Int, _ cellWidth: Int, isHead: Bool = false
  ) {
    let widths = [isHead ? nameWidth : nameWidth - 2] + cells.dropLast().map { _ in cellWidth }
    let shown = [DisplayWidth.clipped(name, to: nameWidth - 2)] + cells.map { DisplayWidth.clipped($0, to: cellWidth) }
    let line = TextRow.text(shown, widths: widths, gap: 2)
    lines.append(isHead ? StyledText(line, .bold) : "  \(line)")
  }

  /// Returns a cell such as `catalog 60 120 180`, `night@3x.png scaled to 152: 120 180` or `not declared`.
  private func cell(_ icon: InspectedIcon) -> String {
    if let refusal = icon.refusal { return "refused: error \(refusal.error.code) (\(refusal.fact))" }
    if icon.name != nil, !icon.isDeclared { return "not declared" }
    var text: String
    switch icon.picture.source {
    case .loose: text = TerminalText.line(icon.picture.file ?? "file")
    case .catalog: text = "catalog"
    case .placeholder, .unchanged: return "placeholder: no picture"
    }
    // The important part comes first, because the end may be cut.
    if icon.picture.isScaled { text += " scaled to \(icon.picture.pixels):" }
    let sizes = sizes(icon)
    if !sizes.isEmpty { text += " " + sizes.joined(separator: " ") }
    return text
  }

  /// Returns each size once, with its further appearances: `120`, `1024+dark+tinted`.
  private func sizes(_ icon: InspectedIcon) -> [String] {
    var titles: [String] = []
    var appearances: [String: [String]] = [:]
    for size in icon.sizes {
      let title = size.title
      if appearances[title] == nil { titles.append(title) }
      appearances[title, default: []] += size.appearance == .any ? [] : [size.appearance.rawValue]
    }
    return titles.map { ([$0] + (appearances[$0] ?? [])).joined(separator: "+") }
  }

  // MARK: Quick actions

  private mutating func addActions() {
    lines.append("")
    let actions = inspection.columns.first?.actions ?? []
    guard !actions.isEmpty else {
      let written = inspection.writtenActionCount
      lines.append(
        StyledText("quick actions", .bold)
          + (written == 0 ? "  none in the Info.plist" : "  \(written) declared, none usable"))
      return
    }
    lines.append(StyledText("quick actions", .bold))
    for action in actions.prefix(Self.maximumActions) {
      var parts = [TerminalText.line(action.item.localizedTitle)]
      if let subtitle = action.item.localizedSubtitle { parts[0] += " – \(TerminalText.line(subtitle))" }
      parts.append(TerminalText.line(action.item.type))
      parts.append(action.item.icon.map { TerminalText.line($0.description) } ?? "no icon")
      if action.hasPicture == false { parts.append("its picture is missing") }
      let languages = package.localizedInfo.languages
      if !languages.isEmpty {
        parts.append(
          action.languages.isEmpty
            ? "in no language" : "in \(action.languages.count) of \(languages.count) languages")
      }
      lines.append("  \(parts.joined(separator: " · "))")
    }
    if actions.count > Self.maximumActions {
      let rest = Counted.text(actions.count - Self.maximumActions, "more quick action")
      lines.append("  … and \(rest); --json lists all")
    }
    if actions.count < inspection.writtenActionCount {
      lines.append("  \(inspection.writtenActionCount - actions.count) more declared without type or title")
    }
  }

  // MARK: Findings

  private mutating func add(_ findings: [Finding]) {
    guard !findings.isEmpty else { return }
    lines.append("")
    lines += RemarkText.lines(findings)
  }

  // MARK: Words

  private func list(_ items: [String], _ limit: Int) -> String {
    items.prefix(limit).map { TerminalText.line($0) }.joined(separator: ", ") + (items.count > limit ? ", …" : "")
  }
}

/// The formats of `homescreen inspect`.
package enum InspectionFormats: ReportFormats {
  /// Throws ``PropertyListWriteError`` if the Info.plist has values that XML cannot hold.
  package typealias Make = @Sendable (InspectionSubject) throws -> OutputText

  package static let all: [ReportFormat<Make>] = [
    ReportFormat("terminal", "for people") { subject in
      let lines = InspectionText.lines(
        subject.inspection, findings: subject.findings, columns: subject.columns,
        infoPlistPath: subject.path(of: subject.package.infoPlistFile))
      return .forPeople(lines.reduce(into: "") { $0 += "\($1)\n" })
    },
    ReportFormat("json", "one object per line, keys sorted") { subject in
      .forPrograms(SortedJSON.text(subject.json) + "\n", as: .json)
    },
    ReportFormat("plist", "the Info.plist as the device gets it, with everything that a build adds") { subject in
      let package = subject.package
      let list = PropertyList(root: .dictionary(package.expandedInfoPlist), format: .xml, file: package.infoPlistFile)
      return .forPrograms(String(decoding: try list.serialised(as: .xml), as: UTF8.self), as: .markup)
    },
    ReportFormat("html", "all icons as pictures, on one page") { .forPrograms(IconSheet($0).page, as: .markup) },
    ReportFormat("svg", "one icon as a drawing; --icon selects the icon") { .forPrograms(try $0.svg(), as: .markup) },
    ReportFormat("png", "one icon as a PNG file; --icon selects the icon") { .bytes(try $0.png()) },
  ]
}

/// The text about a built app.
enum BuiltAppText {
  private static let maximumBundles = 6

  /// Returns the build, the signature and the embedded bundles, if the app records them.
  static func lines(_ app: BuiltApp) -> [String] {
    var parts: [String] = []
    if let xcode = app.xcode { parts.append("built by Xcode \(xcode)" + (app.xcodeBuild.map { " (\($0))" } ?? "")) }
    if let sdk = app.sdk { parts.append("SDK \(sdk)") }
    if let oldest = app.minimumOS { parts.append("iOS \(oldest) and later") }
    // “Unsigned” is worth mentioning only with other information.
    if app.distribution != .unsigned || !parts.isEmpty { parts.append(app.distribution.words + profile(app)) }
    return [parts.joined(separator: " · "), bundles(app.nestedBundles)].filter { !$0.isEmpty }
  }

  /// Returns the container of the app, if its path does not include it.
  static func origin(of package: AppPackage) -> String {
    guard let container = package.builtApp?.container,
      !ExactText.begins(package.infoPlistFile, with: container.name + "/")
    else { return "" }
    return ", from \(container.name)"
  }

  private static func profile(_ app: BuiltApp) -> String {
    guard let profile = app.profile else { return "" }
    let devices = profile.deviceCount.map { Counted.text($0, "device") }
    let team = profile.team.map { "by \($0)" }
    let end = profile.expires.map { "until \($0.iso8601.prefix(10))" }
    let parts = [profile.name.map { "“\($0)”" }, team, devices, end].compactMap(\.self)
    return parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))"
  }

  private static func bundles(_ bundles: [NestedBundle]) -> String {
    guard !bundles.isEmpty else { return "" }
    let shown = bundles.prefix(maximumBundles).map { bundle in
      "\(bundle.path) (\([bundle.kind.words, bundle.extensionPoint].compactMap(\.self).joined(separator: ", ")))"
    }
    let rest = bundles.count - shown.count
    return "contains \(shown.joined(separator: ", "))\(rest > 0 ? " and \(rest) more" : "")"
  }
}

/// Findings about a package, without line numbers; each is followed by what to do about it.
enum RemarkText {
  /// Returns a heading, the remarks, and how to see more about them; nothing if there are none.
  static func lines(_ remarks: [Finding]) -> [StyledText] {
    guard !remarks.isEmpty else { return [] }
    let selection = RemarkSelection(remarks)
    var lines = [StyledText(Counted.text(selection.count, "remark"), .bold)]
    for remark in selection.shown {
      let place = remark.location.map { "\($0): " } ?? ""
      lines.append(
        "  \(StyledText(remark.severity.rawValue, FindingText.style(remark.severity))): \(line: place)\(TerminalText.line(remark.message, width: TerminalText.longLine)) "
          + StyledText("[\(remark.code)]", .dim))
      if let hint = remark.help {
        lines.append(StyledText("    \(TerminalText.line(hint, width: TerminalText.longLine))", .dim))
      }
    }
    let rest = selection.count - selection.shown.count
    if rest > 0 { lines.append("  … and \(rest) more; homescreen lint lists all") }
    lines.append(StyledText("  homescreen explain CODE explains the code in [brackets]", .dim))
    return lines
  }
}
