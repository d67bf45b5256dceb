import AppPackages
import Events
import HomeScreenSimulator
import PropertyLists

/// Rules about the primary icon of an Info.plist.
enum PrimaryIconRules {
  static let all: [any Rule] = [
    PrimaryIconMissing(), PrimaryIconFileEmpty(), PrimaryIconFileAbsent(), NoPrimaryInIcons(), PrimaryIconNameMissing(),
  ]
}

/// `primary-icon-missing`
struct PrimaryIconMissing: Rule {
  let description = RuleDescription(
    "primary-icon-missing", .warning, "The app has no icon",
    facts: [
      "ICON-086", "ICON-136", "ICON-259", "ICON-123", "STORE-006", "STORE-008", "STORE-012", "STORE-014", "STORE-034",
      "STORE-037", "STORE-040",
    ])

  /// The codes of remarks that already explain a problem with the icon set named for the primary icon.
  private static let toldOfSets: Set<PackageWarning.Code> = [
    .primaryIconSetMissing, .emptyIconSet, .missingPicture, .iconFileType,
  ]

  func check(_ subject: LintSubject) -> [Finding] {
    guard subject.isWhole, !subject.package.warnings.contains(where: { Self.toldOfSets.contains($0.code) }) else {
      return []
    }
    let devices = subject.families.filter { device in
      subject.primaryPicture(on: [device])?.isPlaceholder == true && !isReported(on: device, subject)
    }
    guard !devices.isEmpty else { return [] }
    let icons = subject.iconKeys.first { $0.devices.contains(where: devices.contains) }
    let named = subject.package.build?.primaryIcon.flatMap { $0.isEmpty ? nil : $0 }
    let help =
      named.map { "add an app icon set “\($0)” with a picture of 1024 × 1024 px to an asset catalog of the target" }
      ?? "add an app icon set with a picture of 1024 × 1024 px, and name it in \(subject.package.iconBuildSettings.name(of: .primary))"
    let doubt = subject.package.build?.iconDoubt
    return [
      finding(
        "the app has no icon\(devices == subject.families ? "" : " on \(devices[0].rawValue)"): "
          + "the Home Screen shows an empty one",
        at: icons?.primary?.location ?? icons?.location ?? subject.package.build?.settings.location(
          of: Fix.primarySetting)
          ?? subject.package.infoPlistLocation,
        help: [doubt?.text, help].compactMap(\.self).joined(separator: "; otherwise "),
        severity: doubt?.isSure == false ? .note : nil, devices: devices == subject.families ? [] : devices)
    ]
  }

  /// Returns whether the entries explain the missing icon, so that other rules report it: a value of a wrong type, the
  /// name of a missing or damaged file, only alternates.
  private func isReported(on device: DeviceClass, _ subject: LintSubject) -> Bool {
    guard let icons = subject.iconKeys.first(where: { $0.devices.contains(device) }) else { return false }
    guard let primary = icons.primary else {
      return !icons.alternates.isEmpty || icons.node.value.dictionary?.contains("CFBundlePrimaryIcon") != false
    }
    return primary.files.contains { !$0.name.isEmpty }
  }
}

/// `primary-icon-file-empty`
struct PrimaryIconFileEmpty: Rule {
  let description = RuleDescription(
    "primary-icon-file-empty", .warning, "CFBundleIconFiles of the primary icon contains an empty name",
    facts: ["ICON-090", "ICON-103", "STORE-026"], fix: .safe)

  func check(_ subject: LintSubject) -> [Finding] {
    subject.iconKeys.compactMap { icons in
      guard let entry = icons.primary, let first = entry.files.first(where: \.name.isEmpty) else { return nil }
      return finding(
        "CFBundlePrimaryIcon of \(icons.key) lists an empty name", at: first.location ?? entry.location,
        help: "remove the empty string",
        severity: subject.primaryPicture(on: icons.devices)?.source == .catalog ? .note : nil, devices: icons.devices,
        fix: Fix.removeEmptyTexts(at: icons.filesPath(of: entry), in: subject))
    }
  }
}

/// `primary-icon-file-absent`
struct PrimaryIconFileAbsent: Rule {
  let description = RuleDescription(
    "primary-icon-file-absent", .warning, "The primary icon names a picture that the app does not have",
    facts: ["ICON-091", "ICON-092", "ICON-112", "STORE-009"])

  func check(_ subject: LintSubject) -> [Finding] {
    subject.iconKeys.flatMap { icons in
      guard let entry = icons.primary else { return [] as [Finding] }
      return entry.files.compactMap { file in
        guard !file.name.isEmpty, !file.name.utf8.contains(UInt8(ascii: "$")),
          DeviceClass.allCases.allSatisfy({ subject.package.looseImages(named: file.name, for: $0).isEmpty })
        else { return nil }
        let set = subject.writtenIconSet(named: file.name)
        return finding(
          "CFBundlePrimaryIcon of \(icons.key) names “\(file.name)”, which "
            + (set.map { "is not a file but \($0.title)" } ?? "is not a file of the app"),
          at: file.location ?? entry.location,
          help: subject.primaryPicture(on: icons.devices)?.source == .catalog
            ? "remove the list from the Info.plist: the build writes the list of the catalog’s primary icon"
            : subject.helpAboutOutside ?? "add the picture to the target, or make an app icon set the primary icon",
          severity: set == nil ? nil : .note, devices: icons.devices)
      }
    }
  }
}

/// `no-primary-in-CFBundleIcons`
struct NoPrimaryInIcons: Rule {
  let description = RuleDescription(
    "no-primary-in-CFBundleIcons", .note, "Alternates are declared by hand, but the primary icon is not",
    facts: ["ICON-087", "ICON-091"])

  func check(_ subject: LintSubject) -> [Finding] {
    subject.iconKeys.compactMap { icons in
      guard let content = icons.node.value.dictionary, !icons.alternates.isEmpty,
        !content.contains("CFBundlePrimaryIcon"), subject.primaryPicture(on: icons.devices)?.isPlaceholder == true
      else { return nil }
      return finding(
        "\(icons.key) has alternates and no CFBundlePrimaryIcon, and no app icon set is the primary icon: the app has an "
          + "empty icon",
        at: icons.location, help: "add CFBundlePrimaryIcon, or an app icon set and its build setting",
        severity: subject.isWhole ? .warning : .note, devices: icons.devices)
    }
  }
}

/// `primary-icon-name-missing`
struct PrimaryIconNameMissing: Rule {
  let description = RuleDescription(
    "primary-icon-name-missing", .warning, "The primary icon is loose and has no app icon set",
    facts: ["ICON-092", "ICON-093", "ICON-136", "STORE-012", "STORE-013", "STORE-014", "STORE-037", "STORE-038"])

  func check(_ subject: LintSubject) -> [Finding] {
    subject.iconKeys.compactMap { icons in
      guard let entry = icons.primary, entry.catalogName == nil, subject.isWhole,
        let picture = subject.primaryPicture(on: icons.devices), picture.source == .loose
      else { return nil }
      let built = subject.package.infoPlist.value(at: icons.key, "CFBundlePrimaryIcon", "CFBundleIconName")
      guard built == nil else { return nil }
      return finding(
        "CFBundlePrimaryIcon of \(icons.key) has loose files and no CFBundleIconName: the App Store rejects the app",
        at: entry.location,
        help: "add an app icon set, and name it in \(subject.package.iconBuildSettings.title(of: .primary))",
        devices: icons.devices)
    }
  }
}
