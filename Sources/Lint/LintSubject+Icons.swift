import AppPackages
import HomeScreenSimulator
import Platform
import PropertyLists

/// What several rules about icons ask of an app.
extension LintSubject {
  /// Whether all files of the app are known. Beside a property list on its own pictures may lie anywhere, and what leads
  /// out of the folder, or cannot be read, may be just what is looked for.
  var isWhole: Bool {
    package.origin != .infoPlist
      && !package.warnings.contains { [.outsideOfProject, .limit, .unreadable, .badProject].contains($0.code) }
  }

  /// Whether pictures of an icon are named and this copy of the project lacks them: a set of the catalog with files that
  /// are missing or pointers, loose files that the project or a pointer stands for.
  func lacksPicture(of name: String?, on device: DeviceClass) -> Bool {
    let written = iconKeys.first { $0.devices.contains(device) }
    let entry =
      name.map { name in written?.alternates.first { $0.name.map { ExactText.isSame($0, name) } ?? false } }
      ?? written?.primary
    let sets = [name ?? package.build?.primaryIcon ?? package.iconBuildSettings.primary, entry?.catalogName]
    let lacksSet = sets.compactMap { $0.flatMap(writtenIconSet) }.contains { set in
      set.entries.contains { entry in
        entry.isForIOS
          && (entry.rejectedFilename != nil && entry.header == nil && entry.problem == nil
            || entry.problem?.isNotInCopy == true)
      }
    }
    return lacksSet
      || entry?.files.contains { file in
        isAbsent(file.name)
          || (file.pictures[device] ?? []).contains { package.resources[$0.path]?.problem?.isNotInCopy == true }
      } ?? false
  }

  /// The app icon sets of the target's catalogs, those included that are not compiled.
  func writtenIconSet(named name: String) -> AssetSet? {
    (package.build?.catalog ?? package.catalog)?.set(named: name, kind: .appIcon)
  }

  /// The icons whose pictures a kind of device has to draw. An app for iPad needs the iPad's pictures of its alternates,
  /// whichever variant of the key declares them (STORE-033).
  func iconKeys(drawnOn device: DeviceClass) -> [WrittenIcons] {
    let own = iconKeys.filter { $0.devices.contains(device) }
    guard device == .iPad, families.contains(.iPad), own.allSatisfy(\.alternates.isEmpty),
      let iPhone = iconKeys.first(where: { $0.devices == [.iPhone] && !$0.alternates.isEmpty })
    else { return own }
    return own + [iPhone.alternates(on: device)]
  }

  /// The alternates of a variant of `CFBundleIcons` that an iPad would find a picture for; all where files are unknown.
  func alternatesWithPictureOnIPad(in key: String) -> [String] {
    let entries = iconKeys.first { ExactText.isSame($0.key, key) }?.alternates ?? []
    return entries.filter { entry in
      guard isWhole, !package.hasUnknownCatalog else { return true }
      let isSet = entry.catalogName.map { package.catalog?.set(named: $0, kind: .appIcon) != nil } ?? false
      return isSet || entry.files.contains { !package.looseImages(named: $0.name, for: .iPad).isEmpty }
    }.compactMap(\.name)
  }

  /// What `why` advises about a fault, for each icon on each device.
  func advice(_ fault: IconExplanation.Advice.Fault) -> [(explanation: IconExplanation, text: String)] {
    // Nothing is written, so nothing is at fault; asking devices takes its time.
    guard !iconKeys.isEmpty else { return [] }
    return (judgement?.explanations ?? []).flatMap { explanation in
      explanation.advice.filter { $0.code == fault }.map { (explanation, $0.text) }
    }
  }

  /// The primary icon as the Home Screen shows it on the first of these kinds of device.
  func primaryPicture(on devices: [DeviceClass]) -> IconPicture? {
    inspection.columns.first { devices.contains($0.model.deviceClass) }?.primary.picture
  }

  /// The entries of a key whose loose pictures the Home Screen takes: all alternates, and the primary icon where no set
  /// of the catalog comes before it.
  func looseEntries(of icons: WrittenIcons) -> [WrittenIcons.Entry] {
    let primary = icons.primary.flatMap { entry in
      primaryPicture(on: icons.devices)?.source == .loose ? entry : nil
    }
    return [primary].compactMap(\.self) + icons.alternates
  }
}

extension DeviceClass {
  /// The device that stands for its kind.
  var model: DeviceModel {
    switch self {
    case .iPhone: .iPhone
    case .iPad: .iPad
    }
  }
}

extension [String] {
  /// As a message has them: `“Day”, “Night” and 3 more`.
  func listed(atMost limit: Int = Names.maximum) -> String { Names.list(map { "“\($0)”" }, atMost: limit) }
}
