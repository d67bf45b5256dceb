import PropertyLists

/// The version of Xcode that builds an app according to its files, and the file that determines it.
public struct XcodeChoice: Sendable, Equatable {
  /// The version.
  public let version: XcodeVersion
  /// The source of the version: `--xcode`, `DTXcode`, or a file such as `.xcode-version`; nil for the default.
  public let source: String?
  /// Whether the default is assumed for a project of old tools, which it may not build: Swift before 4, or an upgrade
  /// before Xcode 9.
  public private(set) var isForOldProject = false

  /// `Xcode 26.1 (.xcode-version)`
  public var text: String { "\(Self.name(of: version)) (\(source ?? "assumed"))" }

  /// Returns the text for a package, such as `Xcode 26 (.xcode-version names Xcode 15.3)` if the package is read as a newer
  /// version than the named one builds it.
  public func text(of package: AppPackage) -> String {
    guard let build = package.build, version < build.xcodeVersion, !package.isXamarin,
      let difference = difference(from: build.xcodeVersion)
    else { return text }
    return "\(Self.name(of: build.xcodeVersion)) (\(difference))"
  }

  /// Returns `.xcode-version names Xcode 26.1` if the files name another version than the assumed one.
  public func difference(from assumed: XcodeVersion) -> String? {
    version == assumed ? nil : source.map { "\($0) names \(Self.name(of: version))" }
  }

  /// Returns a name such as `Xcode 26` or `Xcode 26.1`.
  public static func name(of version: XcodeVersion) -> String {
    let number = version.number
    return "Xcode \(number.minor == 0 && number.patch == 0 ? "\(number.major)" : "\(version)")"
  }

  /// Determines the version for an app: the given one, or that of the build, of `.xcode-version`, of a CI workflow or
  /// of the project's last upgrade, otherwise the default. The upgrade counts only if it is newer than the default.
  public init(of package: AppPackage, given: XcodeVersion? = nil) {
    let chosen = package.build.flatMap { $0.xcodeVersion == .latest ? nil : $0.xcodeVersion }
    if let given = given ?? chosen {
      (version, source) = (given, "--xcode")
    } else if package.isXamarin {
      (version, source) = (XcodeVersion(15), "the last for Xamarin.iOS")
    } else if package.build == nil, let sdk = package.infoPlist["DTSDKName"]?.string {
      let number = VersionNumber(String(sdk.drop { !$0.isNumber }))
      let known = package.infoPlist["DTXcode"]?.string.flatMap { XcodeVersion($0) }
      // The number of the SDK decides; from 26 on, it is that of Xcode.
      let ofSDK = number.flatMap { $0.major >= 26 ? XcodeVersion($0) : nil }
      (version, source) = (ofSDK ?? known ?? .latest, ofSDK != nil || known == nil ? "DTSDKName" : "DTXcode")
    } else {
      let found = Self.named(by: package)
      let upgrade = package.build?.lastUpgrade.flatMap { $0.number.major > XcodeVersion.latest.number.major ? $0 : nil }
      version = found?.version ?? upgrade ?? .latest
      source = found?.version == nil && upgrade != nil ? "LastUpgradeCheck" : found?.source
      let swift = VersionNumber(package.settings["SWIFT_VERSION"] ?? ""),
        last = package.build?.lastUpgrade?.number.major
      isForOldProject = source == nil && (swift.map { $0.major < 4 } ?? false || last.map { $0 < 9 } ?? false)
    }
  }

  // MARK: Files

  private static let workflows = ".github/workflows"
  private static let maximumFiles = 40, maximumBytes = 256 * 1024

  /// Finds the version in the files next to a project and above it that may be read. If they only ask for the latest
  /// one, the version is nil, and the source says so.
  private static func named(by package: AppPackage) -> (version: XcodeVersion?, source: String)? {
    guard let build = package.build, let files = package.files else { return nil }
    var latest: String?
    var folder = FileTreePath.directory(of: files.path(of: build.projectFile) ?? "")
    while true {
      let own = FileTreePath.join(folder, ".xcode-version")
      if let version = text(own, in: files.tree).flatMap(self.version) { return (version, own) }
      let versions = workflowFiles(in: folder, of: files.tree).flatMap { path in
        let lines = text(path, in: files.tree)?.split(whereSeparator: \.isNewline) ?? []
        if lines.contains(where: { $0.contains(/^[^#]*xcode-version: *["']?latest/) }) { latest = latest ?? path }
        return lines.compactMap(inWorkflow).map { ($0, path) }
      }
      // Jobs may try a beta next to the version that builds the app.
      let usual = versions.filter { $0.0.number.major <= XcodeVersion.latest.number.major }
      if let newest = (usual.isEmpty ? versions : usual).max(by: { $0.0 < $1.0 }) { return newest }
      if folder.isEmpty { return latest.map { (nil, "assumed: \($0) uses the latest") } }
      folder = FileTreePath.directory(of: folder)
    }
  }

  private static func workflowFiles(in folder: String, of tree: any FileTree) -> [String] {
    let place = FileTreePath.join(folder, workflows)
    let names = ((try? tree.entries(in: place)) ?? []).filter { $0.kind == .file }.map(\.name).filter {
      ["yml", "yaml"].contains(FileTreePath.lowercasedExtension(of: $0))
    }
    return names.sorted(by: ExactText.precedes).prefix(maximumFiles).map { FileTreePath.join(place, $0) }
  }

  private static func text(_ path: String, in tree: any FileTree) -> String? {
    guard tree.kind(of: path) == .file, let bytes = try? tree.readPrefix(path, count: maximumBytes) else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Reads the first line of `.xcode-version`: `26.1`, `26.1.1-beta`.
  private static func version(_ text: some StringProtocol) -> XcodeVersion? {
    let digits = text.drop { !$0.isNumber }.prefix { $0.isNumber || $0 == "." }
    return VersionNumber(digits.split(separator: ".").joined(separator: ".")).map(XcodeVersion.init)
  }

  /// Reads `xcode-version: '26.1'` and `/Applications/Xcode_26.1.app`; returns nil for values such as `latest-stable`.
  private static func inWorkflow(_ line: Substring) -> XcodeVersion? {
    let code = line.prefix { $0 != "#" }
    for mark in ["xcode-version:", "Xcode_", "Xcode-"] {
      guard let rest = code.firstRange(of: mark).map({ code[$0.upperBound...] }) else { continue }
      let value = rest.drop { $0 == " " || $0 == "\"" || $0 == "'" || $0 == "^" || $0 == "~" }
      if value.first?.isNumber == true { return version(value) }
    }
    return nil
  }
}
