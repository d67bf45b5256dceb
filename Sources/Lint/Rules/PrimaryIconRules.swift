import AppPackages
import HomeScreenSimulator
import PropertyLists

/// Rules about the primary icon of an Info.plist.
enum PrimaryIconRules {
  static let all: [any Rule] = [
    PrimaryIconFileEmpty(), PrimaryIconFileAbsent(), NoPrimaryInIcons(), PrimaryIconNameMissing(),
  ]
}

/// `primary-icon-file-empty`
struct PrimaryIconFileEmpty: Rule {
  let description = RuleDescription(
    "primary-icon-file-empty", .warning, "CFBundleIconFiles of the primary icon holds an empty name",
    explanation: """
      Xcode’s editor puts one empty text into CFBundleIconFiles when the key is added. It stands for no file. Where the \
      build takes the primary icon from an asset catalog, that icon is shown and the line does nothing; without a catalog \
      the app has no icon.
      """,
    facts: ["ICON-090", "ICON-103", "STORE-026"],
    before: "<key>CFBundlePrimaryIcon</key>\n<dict><key>CFBundleIconFiles</key><array><string></string></array></dict>",
    after: "<key>CFBundlePrimaryIcon</key>\n<dict><key>CFBundleIconFiles</key><array/></dict>", fix: .safe)

  func check(_ subject: LintSubject) -> [Finding] {
    subject.iconKeys.compactMap { icons in
      guard let entry = icons.primary else { return nil }
      let empty = entry.files.filter(\.name.isEmpty)
      guard let first = empty.first else { return nil }
      let edits = empty.reversed().map {
        Fix.Edit.remove(icons.filesPath(of: entry) + [.index($0.index)], file: subject.package.infoPlistFile)
      }
      return finding(
        "CFBundlePrimaryIcon of \(icons.key) lists an empty name", at: first.location ?? entry.location,
        help: "remove the empty text", devices: icons.devices, fix: Fix(.safe, "Remove the empty name", edits))
    }
  }
}

/// `primary-icon-file-absent`
struct PrimaryIconFileAbsent: Rule {
  let description = RuleDescription(
    "primary-icon-file-absent", .warning, "The primary icon names a picture that the app does not have",
    explanation: """
      CFBundleIconFiles of CFBundlePrimaryIcon names no file of the app. If an app icon set of the catalog is the primary \
      icon, the build writes the list anew and the icon is right: the written one is a leftover. Without such a set the \
      app has no icon in that size, or none at all, and App Store Connect refuses the upload with ITMS-90032.
      """,
    facts: ["ICON-091", "ICON-092", "ICON-112", "STORE-009"])

  func check(_ subject: LintSubject) -> [Finding] {
    subject.iconKeys.flatMap { icons in
      guard let entry = icons.primary else { return [] as [Finding] }
      return entry.files.compactMap { file in
        guard !file.name.isEmpty, !file.name.utf8.contains(UInt8(ascii: "$")),
          DeviceClass.allCases.allSatisfy({ subject.package.looseImages(named: file.name, for: $0).isEmpty })
        else { return nil }
        let isSet = subject.writtenIconSet(named: file.name) != nil
        return finding(
          "CFBundlePrimaryIcon of \(icons.key) names “\(file.name)”, which "
            + (isSet ? "is no file but an app icon set" : "is no file of the app"),
          at: file.location ?? entry.location,
          help: "take the list out of the Info.plist: the build writes the one of the catalog’s primary icon",
          severity: isSet ? .note : nil, devices: icons.devices)
      }
    }
  }
}

/// `no-primary-in-CFBundleIcons`
struct NoPrimaryInIcons: Rule {
  let description = RuleDescription(
    "no-primary-in-CFBundleIcons", .note, "Alternates are declared by hand, the primary icon is not",
    explanation: """
      CFBundleIcons has CFBundleAlternateIcons and no CFBundlePrimaryIcon. A build with an app icon set adds it, and then \
      all is well. Without one the app has no primary icon: a CFBundleIcons hides the old keys CFBundleIconFiles and \
      CFBundleIconFile, and people see an empty icon until they choose another.
      """,
    facts: ["ICON-087", "ICON-091"])

  func check(_ subject: LintSubject) -> [Finding] {
    subject.iconKeys.compactMap { icons in
      guard let content = icons.node.value.dictionary, !icons.alternates.isEmpty,
        !content.contains("CFBundlePrimaryIcon"), !icons.devices.isEmpty
      else { return nil }
      let isEmpty = subject.primaryPicture(on: icons.devices)?.isPlaceholder == true && subject.isWhole
      return finding(
        "\(icons.key) has alternates and no CFBundlePrimaryIcon"
          + (isEmpty ? ", and no app icon set is the primary icon: the app has an empty icon" : ""),
        at: icons.location, help: isEmpty ? "add CFBundlePrimaryIcon, or an app icon set and its build setting" : nil,
        severity: isEmpty ? .warning : nil, devices: icons.devices)
    }
  }
}

/// `primary-icon-name-missing`
struct PrimaryIconNameMissing: Rule {
  let description = RuleDescription(
    "primary-icon-name-missing", .warning, "The primary icon is loose, and no app icon set stands behind it",
    explanation: """
      From the SDK of iOS 11 on App Store Connect wants the primary icon in an asset catalog, with CFBundleIconName in the \
      Info.plist, which the build writes. With loose files alone devices show the icon, but the upload is refused: \
      “ITMS-90713: Missing Info.plist value. A value for the Info.plist key 'CFBundleIconName' is missing”, and ITMS-90704 \
      for the picture of 1024 px.
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
        "CFBundlePrimaryIcon of \(icons.key) has loose files and no CFBundleIconName: the App Store refuses the app",
        at: entry.location,
        help: "add an app icon set, and name it in the build setting ASSETCATALOG_COMPILER_APPICON_NAME",
        devices: icons.devices)
    }
  }
}
