package import AppPackages
import HomeScreenSimulator
import Platform
package import PropertyLists

/// A comparison of a source with its build: the ways in which the delivered app differs from its project.
///
/// Additions of every build do not count, and unknown content is not compared: a compiled catalog that cannot be read,
/// and keys from build settings if there is only an Info.plist without its project.
package struct BuildComparison: Sendable {
  package let source: AppPackage
  /// The build.
  package let built: AppPackage
  /// The differences in identity, then in keys, icons, quick actions and texts; each once, with its devices.
  package private(set) var differences: [BuildDifference] = []

  /// The index of each difference, to merge those of several devices.
  private var places: [Key: Int] = [:]

  private struct Key: Hashable {
    let kind: BuildDifference.Kind
    let name: ExactText
    let message: ExactText
  }

  /// Whether the build has a compiled catalog with unknown content.
  package var hasUnknownCatalog: Bool { built.hasUnknownCatalog }

  /// Compares an app with its build.
  package init(of source: AppPackage, with built: AppPackage) {
    (self.source, self.built) = (source, built)
    compareIdentity()
    compareKeys()
    let families = source.deviceFamilies.filter(built.deviceFamilies.contains)
    let models = families.map(\.model)
    let before = PackageInspection(source, models: models)
    let after = PackageInspection(built, models: models)
    for (source, built) in zip(before.columns, after.columns) { compareIcons(source, built) }
    for (source, built) in zip(before.columns, after.columns) { compareActions(source, built) }
    compareTexts(before)
    // A difference on every device needs no list of devices.
    for index in differences.indices where differences[index].devices.count == families.count {
      differences[index].devices = []
    }
  }

  /// Opens the build.
  ///
  /// - Throws: ``AppPackageError`` if no app can be read, or if the app is not built yet.
  package static func build(at path: String) throws(AppPackageError) -> AppPackage {
    let package = try AppPackage(contentsOf: path)
    guard package.builtApp != nil else {
      throw AppPackageError(
        kind: .unsupportedInput, location: SourceLocation(file: path), message: "this is not a built app",
        hint: "name an .app, or an .ipa, .zip or .xcarchive that contains one")
    }
    return package
  }

  /// Opens the source of a build: in a project, the target and configuration with its bundle identifier, if there is
  /// one and no other is chosen.
  ///
  /// - Throws: ``AppPackageError`` if no app can be read.
  package static func source(
    of built: AppPackage, at path: String, options: PackageOptions
  ) throws(AppPackageError) -> AppPackage {
    if options.target == nil, options.configuration == nil {
      let builds = try AppPackage.builds(at: path, options: options)
      let isSame: (AppPackage) -> Bool = { package in
        package.build != nil && ExactText.isSame(package.bundleIdentifier ?? "", built.bundleIdentifier ?? "")
      }
      // The archived configuration is the delivered one.
      if let found = builds.archived.first(where: isSame) ?? builds.packages.first(where: isSame) { return found }
    }
    return try AppPackage(contentsOf: path, options: options)
  }

  // MARK: Notes

  /// Adds a difference; once for each kind and name, with all devices that have it.
  mutating func note(
    _ kind: BuildDifference.Kind, _ name: String, _ message: String, at location: SourceLocation?,
    built builtLocation: SourceLocation?, help: String, on device: DeviceClass? = nil
  ) {
    let key = Key(kind: kind, name: ExactText(name), message: ExactText(message))
    if let known = places[key] {
      if let device, !differences[known].devices.contains(device) { differences[known].devices.append(device) }
      return
    }
    places[key] = differences.count
    differences.append(
      BuildDifference(
        kind: kind, name: name, message: message, location: location ?? source.infoPlistLocation,
        builtLocation: builtLocation ?? built.infoPlistLocation, help: help, devices: device.map { [$0] } ?? []))
  }

  /// The possible causes of a value that is not in the source.
  var suspects: String {
    guard let script = source.warnings.first(where: { $0.code == .scriptPhase }) else {
      return
        "a build script, or a tool that ran later, wrote the value: set it in the source, or stop the script or tool"
    }
    let place = script.location.map { " (\($0))" } ?? ""
    return "\(script.clause)\(place): set the value in the source, or stop the script"
  }

  // MARK: Identity

  private mutating func compareIdentity() {
    let wanted = source.bundleIdentifier ?? "none"
    let found = built.bundleIdentifier ?? "none"
    if !ExactText.isSame(wanted, found), source.build != nil || source.origin == .builtApp {
      note(
        .identifierChanged, "CFBundleIdentifier",
        "the bundle identifier is “\(wanted)” in the source, and “\(found)” in the build",
        at: source.infoPlist.node(for: "CFBundleIdentifier")?.location,
        built: built.infoPlist.node(for: "CFBundleIdentifier")?.location,
        help: "if you built another target or configuration, select it with --target, --configuration or --setting")
    }
    // Unknown for a property list without its project.
    guard source.origin != .infoPlist || source.infoPlist.contains("UIDeviceFamily") else { return }
    for device in DeviceClass.allCases {
      let kind: BuildDifference.Kind
      switch (source.deviceFamilies.contains(device), built.deviceFamilies.contains(device)) {
      case (true, false): kind = .deviceLost
      case (false, true): kind = .deviceAdded
      case (true, true), (false, false): continue
      }
      note(
        kind, "UIDeviceFamily",
        kind == .deviceLost
          ? "the build is not for \(device.rawValue), but the source is"
          : "the build is for \(device.rawValue), but the source is not",
        at: source.build?.settings.location(of: "TARGETED_DEVICE_FAMILY")
          ?? source.infoPlist.node(for: "UIDeviceFamily")?.location,
        built: built.infoPlist.node(for: "UIDeviceFamily")?.location,
        help: "TARGETED_DEVICE_FAMILY decides this; did it have another value when the app was built?")
    }
  }
}

/// Comparing the icons for a device of one kind.
extension BuildComparison {
  mutating func compareIcons(_ before: PackageInspection.Column, _ after: PackageInspection.Column) {
    let device = before.model.deviceClass
    let old = Self.declared(before)
    let new = Self.declared(after)
    let all = before.alternates.compactMap(\.name).filter { old[ExactText($0)] != nil }
    var lost = all.filter { new[ExactText($0)] == nil }
    var added = after.alternates.compactMap(\.name).filter { new[ExactText($0)] != nil && old[ExactText($0)] == nil }
    for (name, other) in Self.takePairs(&lost, &added) {
      note(
        .caseChanged, name,
        "the alternate icon “\(name)” is called “\(other)” in the build: setting it by the first name fails",
        at: old[ExactText(name)]?.location, built: new[ExactText(other)]?.location,
        help: "spell it the same way in the source, the build and the code", on: device)
    }
    for name in lost {
      let icon = old[ExactText(name)]
      note(
        .iconLost, name, "the alternate icon “\(name)” is missing: the build does not declare it",
        at: icon?.location,
        built: place(of: "CFBundleIcons", on: device), help: help(lost: icon), on: device)
    }
    for name in added {
      note(
        .iconAdded, name, "the build declares the alternate icon “\(name)”, but the source does not",
        at: source.infoPlist.infoPlistKey(for: "CFBundleIcons", on: device).flatMap(source.infoPlist.keyLocation),
        built: new[ExactText(name)]?.location, help: suspects, on: device)
    }
    compare(before.primary, after.primary, on: device)
    for name in all {
      if let before = old[ExactText(name)], let after = new[ExactText(name)] { compare(before, after, on: device) }
    }
  }

  private static func declared(_ column: PackageInspection.Column) -> [ExactText: InspectedIcon] {
    let icons = column.alternates.filter(\.isDeclared).map { (ExactText($0.name ?? ""), $0) }
    return Dictionary(icons) { first, _ in first }
  }

  private func place(of key: String, on device: DeviceClass) -> SourceLocation? {
    built.infoPlist.infoPlistKey(for: key, on: device).flatMap(built.infoPlist.keyLocation)
  }

  private func help(lost icon: InspectedIcon?) -> String {
    switch icon?.declaration {
    case .generated, .both:
      "the build compiles it from the asset catalog: look for it in the actool log, and check that the app was "
        + "built with these settings"
    case .infoPlist, .none?, nil:
      "the source's Info.plist has it: check which Info.plist the build used, and whether a script changed it later"
    }
  }

  // MARK: One icon

  private static func title(_ icon: InspectedIcon) -> String {
    icon.name.map { "the alternate icon “\($0)”" } ?? "the primary icon"
  }

  private mutating func compare(_ before: InspectedIcon, _ after: InspectedIcon, on device: DeviceClass) {
    let name = before.name ?? "CFBundlePrimaryIcon"
    if let wanted = before.catalogName, !ExactText.isSame(wanted, after.catalogName ?? "") {
      note(
        .iconChanged, name,
        "\(Self.title(before)) is the set “\(wanted)” in the source, and "
          + "\(after.catalogName.map { "“\($0)”" } ?? "no set") in the build",
        at: before.location, built: after.location, help: suspects, on: device)
    } else if let set = before.catalogName {
      compareSets(named: set, before, after, on: device)
    }
    for size in before.sizes { compareFile(size, before, after, on: device) }
  }

  /// Compares a picture in the source that the device finds by its name.
  private mutating func compareFile(
    _ size: InspectedIcon.Size, _ before: InspectedIcon, _ after: InspectedIcon, on device: DeviceClass
  ) {
    // The compiler's output for catalogs depends on its version.
    guard let wanted = source.resources[size.file], let file = wanted.source else { return }
    let place = source.files.map { SourceLocation(file: FileTreePath.join($0.tree.name, file)) }
    let builtPlace = built.files.map { SourceLocation(file: FileTreePath.join($0.tree.name, size.file)) }
    guard let found = built.resources[size.file] else {
      let folder = FileTreePath.directory(of: size.file)
      let near = built.resources.startingWith(folder.isEmpty ? "" : folder + "/").first { other in
        other.path.lowercased() == size.file.lowercased()
      }
      if let near {
        note(
          .caseChanged, size.file,
          "the file \(size.file) of \(Self.title(before)) is called \(near.path) in the build: a device does not find it",
          at: place, built: builtPlace, help: "spell the file as CFBundleIconFiles does", on: device)
      } else {
        note(
          .pictureLost, size.file, "the picture \(size.file) of \(Self.title(before)) is not in the build", at: place,
          built: builtPlace, help: "is it in the Copy Bundle Resources phase of the target?", on: device)
      }
      return
    }
    guard let image = found.image, image.hasPixelSize, (image.width, image.height) != (size.width, size.height) else {
      return
    }
    note(
      .pictureChanged, size.file,
      "the picture \(size.file) of \(Self.title(before)) has \(size.title) px in the source, and "
        + "\(image.width == image.height ? "\(image.width)" : "\(image.width)x\(image.height)") in the build",
      at: place, built: builtPlace, help: "check whether another picture was copied, or a script scaled it", on: device)
  }

  // MARK: Sets

  /// Compares the content of the compiled catalog, if it is known.
  private mutating func compareSets(
    named name: String, _ before: InspectedIcon, _ after: InspectedIcon, on device: DeviceClass
  ) {
    guard let catalog = built.catalog, let wanted = source.catalog?.set(named: name, kind: .appIcon) else { return }
    let builtPlace = built.files.map { SourceLocation(file: FileTreePath.join($0.tree.name, "Assets.car")) }
    guard let found = catalog.set(named: name, kind: .appIcon) else {
      let near = catalog.names(of: .appIcon).first { $0.lowercased() == name.lowercased() }
      note(
        near == nil ? .setLost : .caseChanged, name,
        near.map { "the set “\(name)” of \(Self.title(before)) is called “\($0)” in the build" }
          ?? "the set “\(name)” of \(Self.title(before)) is not in the compiled catalog", at: wanted.location,
        built: builtPlace, help: "look for the set in the actool log", on: device)
      return
    }
    guard found.isContentKnown, !wanted.isIconComposer else { return }
    let idioms = [device.idiom, "universal"]
    func sizes(_ set: AssetSet) -> [(title: String, location: SourceLocation?)] {
      set.entries.filter { $0.isForIOS && idioms.contains($0.idiom) }.compactMap { entry in
        let size = entry.header.map { AssetEntry.Size(width: Double($0.width), height: Double($0.height)) }
        guard entry.filename != nil || entry.pixelSize != nil, let size = entry.pixelSize ?? size else { return nil }
        let look = entry.appearance == .any ? "" : " (\(entry.appearance.rawValue))"
        return ("\(size)\(look)", entry.location)
      }
    }
    let there = Set(sizes(found).map(\.title))
    for size in sizes(wanted) where !there.contains(size.title) {
      note(
        .sizeLost, "\(name) \(size.title)",
        "the compiled set “\(name)” lacks the picture of \(size.title) px that the source has",
        at: size.location ?? wanted.location, built: builtPlace,
        help: "look for the set in the actool log; a build for one device has only the sizes of that device",
        on: device)
    }
  }
}

/// Comparing the quick actions that a device of one kind registers, and the texts of other languages.
extension BuildComparison {
  mutating func compareActions(_ before: PackageInspection.Column, _ after: PackageInspection.Column) {
    let device = before.model.deviceClass
    func actions(_ column: PackageInspection.Column) -> [ExactText: InspectedAction] {
      Dictionary(column.actions.map { (ExactText($0.item.type), $0) }) { first, _ in first }
    }
    let old = actions(before)
    let new = actions(after)
    var lost = before.actions.map(\.item.type).filter { new[ExactText($0)] == nil }
    var added = after.actions.map(\.item.type).filter { old[ExactText($0)] == nil }
    for (type, other) in Self.takePairs(&lost, &added) {
      note(
        .caseChanged, type,
        "the quick action \(type) has the type \(other) in the build: code that looks for the first type misses the action",
        at: old[ExactText(type)]?.location, built: new[ExactText(other)]?.location,
        help: "spell the type the same way in the source, the build and the code", on: device)
    }
    for type in lost {
      guard let action = old[ExactText(type)] else { continue }
      note(
        .actionLost, type, "the quick action “\(action.writtenTitle)” (\(type)) is missing from the build",
        at: action.location,
        built: nil, help: "check which Info.plist the build used, and whether a script changed it later", on: device)
    }
    for type in added {
      guard let action = new[ExactText(type)] else { continue }
      note(
        .actionAdded, type,
        "the build has the quick action “\(action.writtenTitle)” (\(type)), but the source does not",
        at: source.infoPlist.infoPlistKey(for: "UIApplicationShortcutItems", on: device)
          .flatMap(source.infoPlist.keyLocation), built: action.location, help: suspects, on: device)
    }
    for before in before.actions {
      if let after = new[ExactText(before.item.type)] { compare(before, after, on: device) }
    }
  }

  private mutating func compare(_ before: InspectedAction, _ after: InspectedAction, on device: DeviceClass) {
    let type = before.item.type
    let fields: [(title: String, before: String?, after: String?)] = [
      ("title", before.writtenTitle, after.writtenTitle),
      ("subtitle", before.item.localizedSubtitle, after.item.localizedSubtitle),
      ("icon", before.item.icon?.description, after.item.icon?.description),
    ]
    for field in fields where !ExactText.isSame(field.before ?? "", field.after ?? "") {
      func text(_ value: String?) -> String { value.map { Self.text(.string($0)) } ?? "missing" }
      note(
        .actionChanged, type,
        "the \(field.title) of the quick action \(type) is \(text(field.before)) in the source, and \(text(field.after)) in "
          + "the build", at: before.location, built: after.location, help: suspects, on: device)
    }
    if before.hasPicture == true, after.hasPicture == false {
      note(
        .pictureLost, type, "the picture of the quick action “\(before.writtenTitle)” is not in the build",
        at: before.location, built: after.location,
        help: "is its file or set in the Copy Bundle Resources phase of the target?", on: device)
    }
  }

  // MARK: Languages

  /// The keys of texts on the Home Screen.
  private static let shownKeys = ["CFBundleDisplayName", "CFBundleName"]

  mutating func compareTexts(_ inspection: PackageInspection) {
    let titles = inspection.columns.flatMap { column in column.actions.map(\.writtenTitle) }
    for language in source.localizedInfo.languages {
      guard let wanted = source.localizedInfo[language] else { continue }
      let file = "\(language).lproj/InfoPlist.strings"
      let place = built.files.map { SourceLocation(file: FileTreePath.join($0.tree.name, file)) }
      guard let found = built.localizedInfo[language] else {
        note(
          .languageLost, language,
          "the build has no \(file), but the file in the source has \(Counted.text(wanted.count, "string"))", at: nil,
          built: place, help: "is the file in the Copy Bundle Resources phase of the target?")
        continue
      }
      var seen: Set<ExactText> = []
      for key in Self.shownKeys + titles where seen.insert(ExactText(key)).inserted {
        guard let text = wanted[key] else { continue }
        guard let other = found[key] else {
          note(
            .textLost, "\(language) \(key)",
            "“\(key)” is \(Self.text(.string(text))) in \(file) of the source, and is missing from the build",
            at: nil, built: place, help: "was the build made before the text was written?")
          continue
        }
        if !ExactText.isSame(text, other) {
          note(
            .textChanged, "\(language) \(key)",
            "“\(key)” is \(Self.text(.string(text))) in \(file) of the source, and \(Self.text(.string(other))) in the build",
            at: nil, built: place, help: "was the build made before the text was changed?")
        }
      }
    }
  }
}

/// Comparing the keys of the Info.plist.
extension BuildComparison {
  /// Keys that Xcode, the linker or the store always write, in addition to those that begin with `DT`.
  private static let keysOfTools: Set<String> = [
    "BuildMachineOSBuild", "CFBundleNumericVersion", "CFBundleResourceSpecification", "CFBundleSupportedPlatforms",
    "UIDeviceFamily", "UIRequiredDeviceCapabilities", "UISupportedDevices",
  ]
  /// Keys with a separate comparison.
  private static let ownKeys: Set<String> = ["CFBundleIcons", "UIApplicationShortcutItems"]
  private static let versions: Set<String> = ["CFBundleShortVersionString", "CFBundleVersion"]

  private static func isOfTools(_ key: String) -> Bool {
    key.hasPrefix("DT") || keysOfTools.contains(key) || key == "CFBundleIdentifier"
  }

  mutating func compareKeys() {
    let expected = source.expandedInfoPlist
    let actual = built.infoPlist
    let unknown = keysWithUnknownValues
    var lost = expected.keys.filter { !actual.contains($0) && !Self.isOfTools($0) }
    var added = actual.keys.filter { key in
      !expected.contains(key) && !Self.isOfTools(key) && !unknown.contains(key)
        // Without the project, the keys from its settings are unknown.
        && (source.origin != .infoPlist || Self.ownKeys.contains(InfoPlistKey(key).base))
    }
    for (key, other) in Self.takePairs(&lost, &added) {
      note(
        .caseChanged, key, "the key \(key) is called \(other) in the build, which iOS treats as a different key",
        at: expected.keyLocation(for: key), built: actual.keyLocation(for: other), help: "spell both the same way")
    }
    for key in lost {
      note(
        .keyLost, key, "the source has the key \(key), but the build does not", at: expected.keyLocation(for: key),
        built: nil, help: "look for what removes it, such as a build script or a tool that re-signs the app"
      )
    }
    for key in added {
      note(
        .keyAdded, key, "the build has the key \(key) (\(Self.text(actual[key]))), but the source does not", at: nil,
        built: actual.keyLocation(for: key), help: suspects)
    }
    for key in expected.keys
    where !Self.isOfTools(key) && !Self.ownKeys.contains(InfoPlistKey(key).base) && !unknown.contains(key) {
      compareValue(key, expected, actual)
    }
  }

  /// The keys with values from unknown settings: they may have any value, or none.
  private var keysWithUnknownValues: Set<ExactText> {
    guard let written = source.build?.writtenInfoPlist, source.warnings.contains(where: { $0.code == .unknownSetting })
    else { return [] }
    return Set(texts: written.entries.filter { Self.isUnknown($0.node.value) }.map(\.key))
  }

  private mutating func compareValue(
    _ key: String, _ expected: PropertyListDictionary, _ actual: PropertyListDictionary
  ) {
    guard let wanted = expected.node(for: key), let found = actual.node(for: key), wanted != found,
      !Self.isUnknown(wanted.value)
    else { return }
    note(
      Self.versions.contains(key) ? .versionChanged : .keyChanged, key,
      "\(key) is \(Self.text(wanted.value)) in the source, and \(Self.text(found.value)) in the build",
      at: wanted.location ?? expected.keyLocation(for: key), built: found.location ?? actual.keyLocation(for: key),
      help: Self.versions.contains(key)
        ? "a build server may increase the version; if yours does not, \(suspects)" : suspects)
  }

  /// Returns whether a string in the value depends on a setting without a value.
  private static func isUnknown(_ value: PropertyListValue) -> Bool {
    switch value {
    case .string(let text): text.contains("$(") || text.contains("${")
    case .array(let nodes): nodes.contains { isUnknown($0.value) }
    case .dictionary(let dictionary): dictionary.entries.contains { isUnknown($0.node.value) }
    case .integer, .unsignedInteger, .real, .boolean, .date, .data, .uid: false
    }
  }

  /// Removes from both lists the keys that differ only in letter case or Unicode form, and returns them in pairs.
  static func takePairs(_ lost: inout [String], _ added: inout [String]) -> [(lost: String, added: String)] {
    var pairs: [(String, String)] = []
    var others = Dictionary(added.map { ($0.lowercased(), $0) }) { first, _ in first }
    lost.removeAll { name in
      guard let other = others.removeValue(forKey: name.lowercased()) else { return false }
      pairs.append((name, other))
      return true
    }
    let taken = Set(texts: pairs.map(\.1))
    added.removeAll { taken.contains($0) }
    return pairs
  }

  private static let longestText = 80

  static func text(_ value: PropertyListValue?) -> String {
    guard let value else { return "nothing" }
    let text = value.string.map { "“\($0)”" } ?? SortedJSON.text(value)
    let start = text.unicodeScalars.prefix(longestText)
    return String(start) + (start.endIndex < text.unicodeScalars.endIndex ? "…" : "")
  }
}

/// A difference between a build and its source.
package struct BuildDifference: Sendable, Equatable {
  /// The kind of difference; the raw value is a stable name.
  package enum Kind: String, Sendable, CaseIterable {
    case identifierChanged = "identifier-changed"
    case deviceLost = "device-lost"
    case deviceAdded = "device-added"
    case keyLost = "key-lost"
    case keyAdded = "key-added"
    case keyChanged = "key-changed"
    case versionChanged = "version-changed"
    case iconLost = "icon-lost"
    case iconAdded = "icon-added"
    case iconChanged = "icon-changed"
    case setLost = "set-lost"
    case pictureLost = "picture-lost"
    case pictureChanged = "picture-changed"
    case sizeLost = "size-lost"
    case actionLost = "action-lost"
    case actionAdded = "action-added"
    case actionChanged = "action-changed"
    case languageLost = "language-lost"
    case textLost = "text-lost"
    case textChanged = "text-changed"
    case caseChanged = "case-changed"

    /// The severity for the delivered app.
    package var severity: PackageWarning.Severity {
      switch self {
      // Build servers increment them.
      case .versionChanged: .note
      case .identifierChanged, .deviceAdded, .keyLost, .keyAdded, .keyChanged, .iconAdded, .iconChanged,
        .pictureChanged, .sizeLost, .actionAdded, .actionChanged, .languageLost, .textLost, .textChanged:
        .warning
      case .deviceLost, .iconLost, .setLost, .pictureLost, .actionLost, .caseChanged: .error
      }
    }
  }

  /// The kind of difference.
  package let kind: Kind
  /// The subject: a key, the name of an icon, the type of a quick action, or a file; in the source's spelling if
  /// possible.
  package let name: String
  /// The difference, with both values if they are short; without the place and a full stop.
  package let message: String
  /// The actual or expected place in the source; nil if it is unknown.
  package let location: SourceLocation?
  /// The actual or expected place in the build.
  package let builtLocation: SourceLocation?
  /// The advice.
  package let help: String
  /// The devices; empty for all that the app supports.
  package internal(set) var devices: [DeviceClass] = []

  /// The severity for the delivered app.
  package var severity: PackageWarning.Severity { kind.severity }
}
