import Platform
import PropertyLists

/// The checks for every Info.plist, from any source.
enum PackageChecks {
  private enum Expected {
    case string, array, dictionary

    func accepts(_ value: PropertyListValue) -> Bool {
      switch self {
      case .string: value.string != nil
      case .array: value.array != nil
      case .dictionary: value.dictionary != nil
      }
    }

    var title: String {
      switch self {
      case .string: "a string"
      case .array: "an array"
      case .dictionary: "a dictionary"
      }
    }
  }

  /// The keys that a simulation reads, with the type that the system expects and the effect of any other type.
  private static let types: [(key: String, expected: Expected, consequence: String)] = [
    ("CFBundleName", .string, "it is ignored"),
    ("CFBundleDisplayName", .string, "it is ignored"),
    ("CFBundleExecutable", .string, "the app has no executable"),
    ("CFBundleIcons", .dictionary, "it is ignored as if absent (ICON-085)"),
    ("CFBundleIconFiles", .array, "it is ignored"),
    ("CFBundleIconFile", .string, "it is ignored"),
    ("UIDeviceFamily", .array, "it must be an array of integers"),
    ("UIApplicationShortcutItems", .array, "no quick actions are declared"),
    ("UIApplicationSceneManifest", .dictionary, "no scenes are declared"),
  ]

  /// Warns about unusual values.
  ///
  /// - Throws: when an essential key has a value of the wrong type.
  static func check(_ package: inout AppPackage) throws(AppPackageError) {
    try checkIdentifier(&package)
    for key in package.infoPlist.keys {
      let base = InfoPlistKey(key).base
      guard let rule = types.first(where: { $0.key == base }), let node = package.infoPlist.node(for: key),
        !rule.expected.accepts(node.value)
      else { continue }
      package.warnings.append(
        PackageWarning(
          .wrongType, "\(key) is \(node.value.typeNameWithArticle), not \(rule.expected.title): \(rule.consequence)",
          location: node.location))
    }
    checkMacros(&package)
  }

  private static func checkIdentifier(_ package: inout AppPackage) throws(AppPackageError) {
    guard let node = package.infoPlist.node(for: "CFBundleIdentifier") else {
      guard package.settings["PRODUCT_BUNDLE_IDENTIFIER"] == nil else { return }
      let standIn = package.bundleIdentifier.map { "; “\($0)” is used instead" } ?? ""
      package.warnings.append(
        PackageWarning(
          .noBundleIdentifier, "CFBundleIdentifier is missing\(standIn)",
          location: SourceLocation(file: package.infoPlistFile),
          hint: package.isDotNet
            ? "build the app: the build adds it from ApplicationId of the .csproj"
            : package.origin == .infoPlist
              ? "pass a value for PRODUCT_BUNDLE_IDENTIFIER, from which Xcode adds it at build time"
              : "add one, for example com.example.\(package.name)"))
      return
    }
    guard node.value.string == nil else { return }
    throw AppPackageError(
      kind: .wrongType, location: node.location ?? SourceLocation(file: package.infoPlistFile),
      message: "CFBundleIdentifier is \(node.value.typeNameWithArticle), not a string",
      hint: "write a reverse domain name, for example com.example.\(package.name)")
  }

  // MARK: Macros

  private static func checkMacros(_ package: inout AppPackage) {
    var reported: Set<String> = []
    var expander = MacroExpander(settings: package.settings, packageName: package.name)
    var waiting = package.infoPlist.entries.map { (key: $0.key, node: $0.node) }
    waiting.reverse()
    while let next = waiting.popLast() {
      switch next.node.value {
      case .string(let text):
        guard MacroExpander.mentionsMacro(text) else { continue }
        package.warnings += warnings(for: text, next.key, next.node, package, &expander, &reported)
      case .array(let elements):
        waiting += elements.reversed().map { (key: next.key, node: $0) }
      case .dictionary(let dictionary):
        waiting += dictionary.entries.reversed().map { (key: $0.key, node: $0.node) }
      case .integer, .unsignedInteger, .real, .boolean, .date, .data, .uid: continue
      }
    }
  }

  private static func warnings(
    for text: String, _ key: String, _ node: PropertyListNode, _ package: AppPackage,
    _ expander: inout MacroExpander, _ reported: inout Set<String>
  ) -> [PackageWarning] {
    let location = node.location ?? SourceLocation(file: package.infoPlistFile)
    guard package.origin.expandsMacros else {
      return [
        PackageWarning(
          .unexpandedMacro, "the value of \(key) still contains “\(text)”", location: location,
          hint: "a built app has no settings to insert; was this Info.plist copied from the sources?")
      ]
    }
    _ = expander.expand(text)
    var warnings: [PackageWarning] = []
    for issue in expander.takeIssues() {
      let warning = describe(issue, location)
      // Warn once per setting, at the first location that uses it.
      if reported.insert(warning.message).inserted { warnings.append(warning) }
    }
    return warnings
  }

  /// - Parameter isBuild: whether all settings of a build are known, so that undefined ones are empty.
  static func describe(
    _ issue: MacroExpander.Issue, _ location: SourceLocation, isBuild: Bool = false
  ) -> PackageWarning {
    switch issue {
    case .unknownSetting(let name, let substitute?):
      PackageWarning(
        .unknownSetting, "the build setting \(name) is unknown; “\(substitute)” is used instead",
        location: location, hint: "set its value with --setting \(name)=VALUE")
    case .unknownSetting(let name, nil) where isBuild:
      PackageWarning(
        .unknownSetting, "the build setting \(name) is undefined, so its value is empty",
        location: location, hint: "set its value with --setting \(name)=VALUE, if the build defines it")
    case .unknownSetting(let name, nil):
      PackageWarning(
        .unknownSetting, "the build setting \(name) is unknown, so references to it are kept as written",
        location: location, hint: "set its value with --setting \(name)=VALUE")
    case .unknownOperator(let name):
      PackageWarning(.badMacro, "the operator “:\(name)” of a build setting is unknown", location: location)
    case .circle(let name):
      PackageWarning(.badMacro, "the build setting \(name) refers to itself", location: location)
    case .tooLong:
      PackageWarning(
        .badMacro, "a build setting is nested too deeply in others, or its value becomes too long", location: location)
    }
  }

  // MARK: Warnings from below

  /// The maximum number of repeated keys of a file that are reported one by one.
  private static let maximumDuplicates = 100

  static func warnings(_ duplicates: [DuplicateKey]) -> [PackageWarning] {
    var warnings = duplicates.prefix(maximumDuplicates).map { duplicate in
      PackageWarning(.duplicateKey, duplicate.message, location: duplicate.later, hint: duplicate.hint)
    }
    if duplicates.count > maximumDuplicates {
      warnings[maximumDuplicates - 1].message +=
        "; \(duplicates.count - maximumDuplicates) later repetitions are not listed"
    }
    return warnings
  }

  static func warning(_ warning: JSONWarning) -> PackageWarning {
    let code: PackageWarning.Code =
      switch warning.kind {
      case .duplicateKey: .duplicateKey
      case .lenient: .lenientJSON
      }
    return PackageWarning(code, warning.message, location: warning.location, hint: warning.hint)
  }

  static func warning(_ error: FileTreeError) -> PackageWarning {
    PackageWarning(
      error.kind == .tooManyEntries ? .limit : .unreadable, error.message,
      location: error.location, hint: error.hint)
  }
}
