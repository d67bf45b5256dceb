public import AppPackages
import HomeScreenSimulator
import PropertyLists

/// A source and what was built of it: what an app that is delivered holds otherwise than its project says.
///
/// What every build adds is no difference, and what is not known is not compared: a compiled catalog that cannot be read,
/// and, beside an Info.plist without its project, the keys that build settings give.
public struct BuildComparison: Sendable {
  /// What should have been built.
  public let source: AppPackage
  /// What was built.
  public let built: AppPackage
  /// Who they are, then keys, icons, quick actions and texts; each once, with the devices that it is about.
  public private(set) var differences: [BuildDifference] = []

  /// Which difference is which, for those that several devices have.
  private var places: [Key: Int] = [:]

  private struct Key: Hashable {
    let kind: BuildDifference.Kind
    let name: ExactText
    let message: ExactText
  }

  /// Whether the build has a compiled catalog whose content is not known.
  public var hasUnknownCatalog: Bool { built.hasUnknownCatalog }

  /// Compares an app with what was built of it.
  public init(of source: AppPackage, with built: AppPackage) {
    self.source = source
    self.built = built
    compareIdentity()
    compareKeys()
    let families = source.deviceFamilies.filter(built.deviceFamilies.contains)
    let models = families.map(\.model)
    let before = PackageInspection(source, models: models)
    let after = PackageInspection(built, models: models)
    for (source, built) in zip(before.columns, after.columns) { compareIcons(source, built) }
    for (source, built) in zip(before.columns, after.columns) { compareActions(source, built) }
    compareTexts(before)
    // What holds for every device needs no list of them.
    for index in differences.indices where differences[index].devices.count == families.count {
      differences[index].devices = []
    }
  }

  /// Opens what was built.
  ///
  /// - Throws: ``AppPackageError`` when there is no app that can be read, or one that nobody has built yet.
  public static func build(at path: String) throws(AppPackageError) -> AppPackage {
    let package = try AppPackage(contentsOf: path)
    guard package.builtApp != nil else {
      throw AppPackageError(
        kind: .unsupportedInput, location: SourceLocation(file: path), message: "this is not a built app",
        hint: "a build is an .app, or an .ipa, .zip or .xcarchive with one")
    }
    return package
  }

  /// The source of a build: of a project the target and configuration that has its bundle identifier, if there is one and
  /// no other is chosen.
  ///
  /// - Throws: ``AppPackageError`` when there is no app that can be read.
  public static func source(
    of built: AppPackage, at path: String, options: PackageOptions
  ) throws(AppPackageError) -> AppPackage {
    if options.target == nil, options.configuration == nil {
      let builds = try AppPackage.builds(at: path, options: options)
      let isSame: (AppPackage) -> Bool = { package in
        package.build != nil && ExactText.isSame(package.bundleIdentifier ?? "", built.bundleIdentifier ?? "")
      }
      // What is archived is what is delivered.
      if let found = builds.archived.first(where: isSame) ?? builds.packages.first(where: isSame) { return found }
    }
    return try AppPackage(contentsOf: path, options: options)
  }

  // MARK: Notes

  /// Adds a difference; of one kind and name once, for all devices that have it.
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

  /// Who may have written what the source does not say.
  var suspects: String {
    guard let script = source.warnings.first(where: { $0.code == .scriptPhase }) else {
      return "a script of the build, or a tool after it, wrote it: set it in the source, or stop the script or tool"
    }
    let place = script.location.map { " (\($0))" } ?? ""
    return "\(script.clause)\(place): set it in the source, or stop the script"
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
        help: "if another target or configuration was built, name it: --target, --configuration, --setting")
    }
    // Beside a property list without its project nobody knows.
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
        help: "TARGETED_DEVICE_FAMILY decides it; did it differ when the app was built?")
    }
  }
}
