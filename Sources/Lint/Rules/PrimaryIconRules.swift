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
    explanation: """
      Neither an app icon set nor a loose file provides the primary icon. The app can be built and installed, and \
      the Home Screen shows an empty icon. The upload is rejected: App Store Connect reports missing pictures \
      (ITMS-90022 for iPhone, ITMS-90023 for iPad, ITMS-90704 for the one of 1024 px) and a missing \
      CFBundleIconName, which the build writes for an app icon set (ITMS-90713). This is a warning, because the build \
      succeeds; use --fail-on warning to fail a CI job. It is a note if a build script may make the icon.
      """,
    facts: [
      "ICON-086", "ICON-136", "ICON-259", "ICON-123", "STORE-006", "STORE-008", "STORE-012", "STORE-014", "STORE-034",
      "STORE-037", "STORE-040",
    ],
    before: "ASSETCATALOG_COMPILER_APPICON_NAME =",
    after: "ASSETCATALOG_COMPILER_APPICON_NAME = AppIcon // a set with a picture of 1024 × 1024 px")

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
    explanation: """
      Xcode’s editor puts one empty string into CFBundleIconFiles when the key is added. The string names no file. If \
      the build takes the primary icon from an asset catalog, that icon is shown, and the finding is only a note; without \
      a catalog, the app has no icon.
      """,
    facts: ["ICON-090", "ICON-103", "STORE-026"],
    before: "<key>CFBundlePrimaryIcon</key>\n<dict><key>CFBundleIconFiles</key><array><string></string></array></dict>",
    after: "<key>CFBundlePrimaryIcon</key>\n<dict/>", fix: .safe)

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
    explanation: """
      CFBundleIconFiles of CFBundlePrimaryIcon names no file of the app. If an app icon set of the catalog is the \
      primary icon, the build rewrites the list and the icon is right: the hand-written list is a leftover. Without such a \
      set, the app has no icon at that size, or no icon at all, and App Store Connect rejects the upload with ITMS-90032.
      """,
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
    explanation: """
      CFBundleIcons has CFBundleAlternateIcons but no CFBundlePrimaryIcon, and there is no app icon set from which a \
      build would add one. CFBundleIcons also hides the old keys CFBundleIconFiles and CFBundleIconFile, so users \
      see an empty icon until they choose another one. The finding is only a note if some files of the app are unknown.
      """,
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
    explanation: """
      Since the iOS 11 SDK, App Store Connect requires the primary icon in an asset catalog, with CFBundleIconName \
      in the Info.plist, which the build writes. With only loose files devices show the icon, but the upload is \
      refused: “ITMS-90713: Missing Info.plist value. A value for the Info.plist key 'CFBundleIconName' is missing”, \
      and ITMS-90704 for the picture of 1024 px.
      """,
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
