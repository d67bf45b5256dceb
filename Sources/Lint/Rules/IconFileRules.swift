import AppPackages
import Events
import HomeScreenSimulator
import PropertyLists

/// Rules about pictures in the entries of icons that are missing from the bundle or in another place.
enum IconFileRules {
  static let all: [any Rule] =
    missing.map { $0 as any Rule } + [
      IconFileOnlyInCatalog(), IconWithoutPicture(), IconNameNotInCatalog(), IconOnlyInImageSet(),
    ]

  private static let missing = [
    IconFileMissing(
      .iconFileMissing,
      RuleDescription(
        "icon-file-missing", .error, "An icon names a picture that the app does not have",
        facts: ["ICON-112", "ICON-115", "ICON-116", "ICON-123", "STORE-009", "STORE-035"])),
    IconFileMissing(
      .iconFileInFolder,
      RuleDescription(
        "icon-file-in-folder", .error, "The picture of an icon is in a folder or a bundle inside the app",
        facts: ["ICON-112", "ICON-113", "ICON-114", "ICON-126", "STORE-010"])),
    IconFileMissing(
      .iconFileOtherDevice,
      RuleDescription(
        "icon-file-other-device", .error, "The picture of an icon is for another kind of device",
        facts: ["ICON-115", "ICON-106", "ICON-123"])),
  ]
}

/// A name in `CFBundleIconFiles` without a file; a rule for each kind of similar file that may exist.
private struct IconFileMissing: Rule {
  let description: RuleDescription
  private let fault: IconExplanation.Advice.Fault

  init(_ fault: IconExplanation.Advice.Fault, _ description: RuleDescription) {
    (self.fault, self.description) = (fault, description)
  }

  func check(_ subject: LintSubject) -> [Finding] {
    var known: MissingPictures?
    // Most apps lack nothing, and this searches all their files.
    func missing() -> MissingPictures {
      let pictures = known ?? MissingPictures(subject.package)
      known = pictures
      return pictures
    }
    let found = subject.iconKeys.flatMap { icons in
      icons.alternates.compactMap { entry -> Finding? in
        var names: [String] = []
        var first: (location: SourceLocation?, help: String)?
        // A name with an extension next to files with scales may be intended.
        var isSure = subject.isWhole
        var devices: [DeviceClass] = []
        for device in icons.devices {
          for file in subject.missingFiles(of: entry, on: device) {
            let advice = missing().advice(for: file.name, on: device.model)
            guard advice.code == fault else { continue }
            // A list may serve both kinds; it is a fault only if a kind has no picture left.
            if fault == .iconFileOtherDevice, !entry.pictures(on: device).isEmpty { continue }
            if !names.contains(file.name) { names.append(file.name) }
            if devices.last != device { devices.append(device) }
            if first == nil { first = (file.location, advice.text) }
            if advice.fact == "ICON-116" { isSure = false }
          }
        }
        guard let first else { return nil }
        return finding(
          "\(icons.title(of: entry)) names \(names.listed()), but the root of the app has no such picture"
            + (devices == icons.devices ? "" : " for \(devices.map(\.rawValue).joined(separator: " and "))"),
          at: first.location ?? entry.location, help: subject.helpAboutOutside ?? first.help,
          // An icon that another name draws is only refused by the store (STORE-040).
          severity: isSure && devices.contains { entry.pictures(on: $0).isEmpty } ? nil : .warning, devices: devices,
          names: icons.names(of: entry, names))
      }
    }
    return Self.merged(found)
  }

  /// Merges the findings about one icon in the lists of both kinds of device.
  private static func merged(_ findings: [Finding]) -> [Finding] {
    var merged: [Finding] = []
    // Thousands of icons may lack their files.
    var byNames: [[String]: [Int]] = [:]
    for finding in findings {
      let names = finding.names.dropLast().map { $0.replacing("~ipad", with: "") }
      let first = byNames[names]?.first { index in
        merged[index].severity == finding.severity && Set(merged[index].devices).isDisjoint(with: finding.devices)
      }
      guard let first else {
        byNames[Array(finding.names.dropLast()), default: []].append(merged.count)
        merged.append(finding)
        continue
      }
      merged[first].devices += finding.devices
      merged[first].otherLocations += [finding.location].compactMap(\.self)
      if let help = finding.help, help != merged[first].help {
        let devices = finding.devices.map(\.rawValue).joined(separator: " and ")
        merged[first].help = (merged[first].help.map { "\($0) " } ?? "") + "For \(devices): \(help)"
      }
    }
    return merged
  }
}

extension LintSubject {
  /// Returns the names of an entry without a file on a kind of device. Excludes names of sets in the catalog, and files
  /// of the project that are missing on disk, which another remark reports.
  fileprivate func missingFiles(of entry: WrittenIcons.Entry, on device: DeviceClass) -> [WrittenIcons.File] {
    entry.files.filter { file in
      guard !file.name.isEmpty, !file.name.utf8.contains(UInt8(ascii: "$")), file.pictures[device]?.isEmpty == true
      else { return false }
      return writtenIconSet(named: file.name) == nil && !isAbsent(file.name)
    }
  }

  /// Returns whether a file of the project with this name, with or without its extension, is missing on disk.
  func isAbsent(_ name: String) -> Bool { absentNames.contains(ExactText(LooseImageName(name + ".png").base)) }
}

/// `icon-file-only-in-catalog`
struct IconFileOnlyInCatalog: Rule {
  let description = RuleDescription(
    "icon-file-only-in-catalog", .warning, "CFBundleIconFiles names an app icon set, not a file",
    facts: ["ICON-112", "ICON-125", "ICON-137", "ICON-141", "STORE-009"])

  func check(_ subject: LintSubject) -> [Finding] {
    lazy var empty = Set(
      (subject.judgement?.explanations ?? []).filter { explanation in
        !explanation.decision.isRefused && explanation.places.first?.picture.isPlaceholder == true
      }.map { WrittenIcons.identity($0.key, $0.name) })
    return subject.iconKeys.flatMap { icons in
      icons.alternates.compactMap { entry -> Finding? in
        let files = entry.files.filter { file in
          !file.name.isEmpty && icons.devices.contains { file.pictures[$0]?.isEmpty == true }
            && subject.writtenIconSet(named: file.name) != nil
        }
        guard let first = files.first else { return nil }
        let isEmpty = empty.contains(WrittenIcons.identity(icons.key, entry.name))
        return finding(
          "\(icons.title(of: entry)) names \(files.map(\.name).listed()), which is not a file but \(subject.writtenIconSet(named: first.name)?.title ?? "")"
            + (isEmpty ? " that is not compiled for it: the Home Screen shows an empty icon" : ""),
          at: first.location ?? entry.location,
          help: isEmpty
            ? "name the set in \(subject.package.iconBuildSettings.name(of: .alternates)), and remove the entry from the Info.plist"
            : "remove the entry from the Info.plist: the build writes it",
          severity: isEmpty && subject.isWhole ? .error : nil, devices: icons.devices,
          names: icons.names(of: entry, files.map(\.name)))
      }
    }
  }
}

/// `icon-without-picture`
struct IconWithoutPicture: Rule {
  let description = RuleDescription(
    "icon-without-picture", .error, "The entry of an alternate names no picture",
    facts: ["ICON-123", "ICON-103", "STORE-026"])

  func check(_ subject: LintSubject) -> [Finding] {
    let advice = subject.adviceByEntry(.iconWithoutPicture)
    return subject.iconKeys.flatMap { icons in
      icons.alternates.compactMap { entry -> Finding? in
        guard let content = entry.node.value.dictionary else { return nil }
        // Another rule reports a name with a wrong type or a misspelt key.
        guard content["CFBundleIconFiles"]?.string == nil, entry.files.allSatisfy(\.name.isEmpty),
          content.keys.allSatisfy({ UnknownIconKey.meant(by: $0, in: content) == nil })
        else { return nil }
        return advice(icons, entry).map {
          finding(
            "\(icons.title(of: entry)) names no picture", at: entry.location, help: $0, devices: icons.devices,
            names: icons.names(of: entry))
        }
      }
    }
  }
}

/// `icon-name-not-in-catalog`
struct IconNameNotInCatalog: Rule {
  let description = RuleDescription(
    "icon-name-not-in-catalog", .error, "CFBundleIconName of an alternate names no app icon set of the app",
    facts: ["ICON-098", "ICON-137", "ICON-138", "STORE-022", "STORE-023", "STORE-024", "STORE-036"])

  func check(_ subject: LintSubject) -> [Finding] {
    let package = subject.package
    // The sets of an unreadable compiled catalog are unknown, and a property list without its project has none.
    guard !package.hasUnknownCatalog, package.origin != .infoPlist || package.compiledCatalog != nil else { return [] }
    let advice = subject.adviceByEntry(.iconNameNotInCatalog)
    return subject.iconKeys.flatMap { icons in
      icons.alternates.compactMap { entry -> Finding? in
        guard let set = entry.catalogName, !set.isEmpty, !set.utf8.contains(UInt8(ascii: "$")),
          package.catalog?.set(named: set, kind: .appIcon) == nil, package.catalog?.set(named: set, kind: .image) == nil
        else { return nil }
        let isWritten = subject.writtenIconSet(named: set) != nil
        return finding(
          "\(icons.title(of: entry)) names the app icon set “\(set)”, which "
            + (isWritten ? "the build does not compile" : "no catalog of the app has"),
          at: entry.node.value.dictionary?.node(for: "CFBundleIconName")?.location ?? entry.location,
          help: isWritten
            ? "name it in \(subject.package.iconBuildSettings.title(of: .alternates))"
            : advice(icons, entry),
          severity: subject.isWhole && icons.devices.contains { entry.pictures(on: $0).isEmpty } ? nil : .warning,
          devices: icons.devices, names: icons.names(of: entry, [set]))
      }
    }
  }
}

/// `icon-only-in-image-set`
struct IconOnlyInImageSet: Rule {
  let description = RuleDescription(
    "icon-only-in-image-set", .error, "The picture of an alternate is only in an image set",
    facts: ["ICON-124", "ICON-142", "ICON-165"])

  func check(_ subject: LintSubject) -> [Finding] {
    let advice = subject.adviceByEntry(.iconOnlyInImageSet)
    return subject.iconKeys.flatMap { icons in
      icons.alternates.compactMap { entry -> Finding? in
        guard let name = entry.name, let help = advice(icons, entry) else { return nil }
        return finding(
          "\(icons.title(of: entry)) has its picture only in the image set “\(entry.catalogName ?? name)”",
          at: entry.location, help: help, devices: icons.devices,
          names: icons.names(of: entry, [entry.catalogName].compactMap(\.self)))
      }
    }
  }
}
