public import AppPackages
import PropertyLists

/// Finds the change in a package, or in the app's code, that makes an icon change.
struct IconAdvisor {
  let question: AlternateIconQuestion
  let decision: AlternateIconDecision
  let prepared: PreparedPackage
  /// The picture on the Home Screen after the change.
  let home: IconPicture
  let isAccepted: Bool
  /// Declared names that are similar to the requested one.
  let near: [String]

  typealias Advice = IconExplanation.Advice

  private var package: AppPackage { prepared.package }
  private var icons: IconDeclarations { question.icons }

  var advice: [Advice] {
    var found: [Advice] = []
    if let name = question.targetName, meansPrimary { return [passNil(name)] }
    if question.os < .alternateIcons {
      found.append(Advice(text: "Check availability first: alternate icons need iOS 10.3.", fact: "ICON-009"))
      return found
    }
    if isAccepted {
      found += artwork
      if found.isEmpty { found += whenAllIsWell }
    } else {
      found += refusal
    }
    return found + structure
  }

  // MARK: Refused

  /// The advice for the check that refused the request, then for later ones that would also refuse it.
  private var refusal: [Advice] {
    var checks = [decision.decidingCheck].compactMap(\.self)
    // Without support the other checks do not matter.
    if decision.decidingCheck != .support { checks += decision.steps.filter(\.wouldFail).map(\.check.name) }
    // Without a dictionary there is also no declaration: one advice covers both.
    if checks.contains(.dictionary) { checks.removeAll { $0 == .declaration } }
    return checks.flatMap(advice)
  }

  private func advice(_ check: AlternateIconCheck.Name) -> [Advice] {
    switch check {
    case .support: [unsupported]
    case .activity:
      [
        Advice(
          text:
            "Change the icon while the app is active: not in a launch method, the first viewDidLoad or the background.",
          fact: "ICON-042")
      ]
    case .policy:
      [Advice(text: "The device is shared and in education mode, which forbids icon changes.", fact: "ICON-045")]
    case .identity:
      [
        Advice(
          text:
            "The app was signed again as “\(question.signedAs ?? "")”; sign it with the identifier it was built with.",
          fact: "ICON-054")
      ]
    case .alert:
      [
        Advice(
          text:
            "Request the change again later, on a turn of the main queue after the handler of the last change has returned.",
          fact: "ICON-047")
      ]
    case .dictionary, .declaration: question.targetName.map(undeclared) ?? []
    // These two never refuse.
    case .change, .alternate: []
    }
  }

  private var unsupported: Advice {
    switch question.support {
    case .iPhoneAppOnIPad:
      Advice(.alternatesInIPhoneApp, text: "Also build the app for iPad: UIDeviceFamily has only 1.", fact: "ICON-176")
    case .visionOSBuild: Advice(text: "Use an iPad build: a visionOS build cannot change its icon.", fact: "ICON-014")
    case .macCatalystBuild: Advice(text: "Do not offer alternate icons on a Mac, which has none.", fact: "ICON-015")
    case .supported: Advice(text: "Alternate icons are supported.", fact: "ICON-013")
    }
  }

  private func undeclared(_ name: String) -> [Advice] {
    var found: [Advice] = []
    if let open = package.openMacros {
      let hint = open.hint.map { "; \($0)" } ?? ""
      return [
        Advice(
          text: "The build may declare “\(Spelling.shortened(name))”: \(open.clause)\(hint).",
          fact: icons.undeclaredReason(of: name).fact)
      ]
    }
    if icons.key != "CFBundleIcons", let plain = package.infoPlist["CFBundleIcons"] {
      let shared = IconDeclarations(["CFBundleIcons": plain])
      if shared.declares(name) {
        let fault: Advice.Fault = icons.names.isEmpty ? .iPadAlternatesMissing : .iPadAlternatesPartial
        found.append(
          Advice(
            fault,
            text:
              "Repeat “\(name)” in CFBundleAlternateIcons of \(icons.key): if that key exists, nothing is taken "
              + "from CFBundleIcons.", fact: "ICON-036"))
        if onlyPrimary, icons.key == "CFBundleIcons~ipad" {
          found.append(
            Advice(
              fault, text: "A build with an app icon set adds \(icons.key) by itself, so repeat the name there.",
              fact: "ICON-111"))
        }
      }
    }
    if found.isEmpty, let icon = icons.name(withFile: name) {
      return [Advice(text: "“\(name)” is a file of the icon “\(icon)”: pass “\(icon)”.", fact: "ICON-025")]
    }
    if !near.isEmpty {
      let list = near.map { "“\($0)”" }.joined(separator: " or ")
      found.append(Advice(text: "Did you mean \(list)? Names are compared exactly.", fact: "ICON-026"))
    }
    if prepared.iconNames.isNamedBySettings(name) {
      if !found.contains(where: { $0.fact == "ICON-036" }) { found.append(setWithoutIcon(name)) }
    } else if prepared.iconNames.writtenSets.contains(ExactText(name)) {
      found.append(
        Advice(
          .appIconSetNotCompiled,
          text: "The catalog has an app icon “\(name)”, but nothing declares it: name it in "
            + "\(prepared.iconBuildSettings.title(of: .alternates)).", fact: "ICON-137"))
    }
    if found.isEmpty, (package.build?.catalog ?? package.catalog)?.set(named: name, kind: .image) != nil {
      found.append(
        Advice(
          .iconOnlyInImageSet,
          text:
            "“\(name)” of the catalog is an image set, and an icon needs an app icon set: make one, and name it in "
            + "\(prepared.iconBuildSettings.title(of: .alternates)).", fact: "ICON-124"))
    }
    if found.isEmpty { found += declaredElsewhere(name) }
    return found.isEmpty ? [declaration(of: name)] : found
  }

  private func declaration(of name: String) -> Advice {
    let reason = icons.undeclaredReason(of: name)
    let text =
      reason.fact == "ICON-039"
      ? "Declare “\(Spelling.shortened(name))”, or use a name that is declared: \(reason.text)\(reason.hint)."
      : "Declare it: \(reason.text)\(reason.hint)."
    return Advice(text: text, fact: reason.fact)
  }

  /// Returns the advice for a name if the other kind of device declares it or a similar one.
  private func declaredElsewhere(_ name: String) -> [Advice] {
    let other: DeviceClass = question.deviceClass == .iPad ? .iPhone : .iPad
    let families = package.deviceFamilies
    let elsewhere = prepared.icons(on: other)
    guard elsewhere.key != icons.key, families.isEmpty || families.contains(other) else { return [] }
    let place = "for \(other.rawValue) only, in \(elsewhere.key)"
    if elsewhere.declares(name) {
      return [
        Advice(
          text: "Repeat “\(name)” in CFBundleAlternateIcons of \(icons.key): it is declared \(place).", fact: "ICON-106"
        )
      ]
    }
    return elsewhere.names(near: name).map { near in
      Advice(
        text: "Did you mean “\(near)”? It is declared \(place): repeat it in CFBundleAlternateIcons of \(icons.key).",
        fact: "ICON-106")
    }
  }

  /// Returns the advice for an alternate that the build settings name but the Info.plist does not declare for this
  /// class of device.
  private func setWithoutIcon(_ name: String) -> Advice {
    let title = prepared.iconBuildSettings.title(of: .alternates)
    let setting = "\(title.prefix(1).uppercased())\(title.dropFirst()) names “\(name)”, but"
    if package.build?.alternateIcons.contains(where: { ExactText.isSame($0, name) }) == true {
      return Advice(
        .alternatesByPlistAndByCatalog,
        text: "\(setting) \(icons.key) of the Info.plist, which is written by hand, overrides the setting: declare "
          + "the icon there, or leave that key to the build.", fact: "ICON-137")
    }
    guard (package.build?.xcodeVersion ?? prepared.iconBuildSettings.xcodeVersion).compilesAlternateIcons else {
      return Advice(
        text: "\(setting) this version of Xcode does not support the setting: build with a newer one.", fact: "ICON-135"
      )
    }
    guard prepared.iconBuildSettings.primary != nil else {
      return Advice(
        .primaryIconSetMissing,
        text:
          "\(setting) without \(prepared.iconBuildSettings.name(of: .primary)) no icon is built: name the primary icon’s set.",
        fact: "ICON-136")
    }
    return Advice(
      .alternateNameUnknown,
      text: "\(setting) the build has no such icon: add an app icon set of that name, with pictures, to a catalog of "
        + "the target.", fact: "ICON-137")
  }

  private func passNil(_ name: String) -> Advice {
    name.isEmpty
      ? Advice(text: "Pass nil for the primary icon: an empty string is a name.", fact: "ICON-029")
      : Advice(text: "Pass nil for the primary icon: “\(name)” has no special meaning.", fact: "ICON-030")
  }

  /// Whether an undeclared name can only mean the primary icon.
  var meansPrimary: Bool {
    guard decision.decidingCheck == .dictionary || decision.decidingCheck == .declaration,
      let name = question.targetName, name.utf8.count <= 4 * Spelling.longestText
    else { return false }
    return prepared.iconNames.isPrimary(name)
  }

  /// Whether the dictionary has a primary icon and no alternates, as written by a build.
  private var onlyPrimary: Bool {
    guard case .present(let icons) = icons.dictionary else { return false }
    return icons["CFBundleAlternateIcons"] == nil && icons["CFBundlePrimaryIcon"] != nil
  }

  // MARK: The shape of the dictionary

  private var structure: [Advice] {
    guard case .present(let dictionary) = icons.dictionary else { return [] }
    var found: [Advice] = []
    for key in dictionary.keys where key.hasPrefix("CFBundleAlternateIcons~") {
      found.append(
        Advice(
          .misnestedIPadKey, about: key,
          text: "“\(key)” inside \(icons.key) is ignored: suffixes only have an effect at the top level.",
          fact: "ICON-109"))
    }
    for key in dictionary.keys where key.hasPrefix("CFBundleIcons") {
      found.append(
        Advice(text: "“\(key)” is nested inside \(icons.key): move it out to the top level.", fact: "ICON-109"))
    }
    guard case .dictionary(let entries) = icons.alternates else { return found }
    if icons.isFlat(entries) {
      found.append(
        Advice(
          .alternatesFlat,
          text: "Below CFBundleAlternateIcons the name comes first: { NAME = { CFBundleIconFiles = … } }.",
          fact: "ICON-034"))
    }
    if entries.contains("CFBundlePrimaryIcon") {
      found.append(
        Advice(
          .primaryAmongAlternates,
          text: "CFBundlePrimaryIcon is inside CFBundleAlternateIcons: move it out, next to that key.",
          fact: "ICON-095"))
    }
    return found
  }

  // MARK: Accepted, but not as expected

  private var artwork: [Advice] {
    var found: [Advice] = []
    let drawsPrimary = home.reasons.contains { if case .noEntry = $0 { true } else { false } }
    if home.isPlaceholder || home.source == .unchanged || drawsPrimary {
      let missing = MissingPictures(package)
      for reason in home.reasons { found += advice(for: reason, missing) }
      let set = home.reasons.lazy.compactMap { if case .catalogSet(let name, _) = $0 { name } else { nil } }.first
      if found.isEmpty {
        found.append(
          set.map(advice(aboutEmpty:))
            ?? Advice(
              .iconWithoutPicture,
              text: "The entry names no picture: give it CFBundleIconFiles, or CFBundleIconName with an app icon set.",
              fact: "ICON-123"))
      }
    } else if let side = home.filePixels, side < home.pixels {
      found.append(
        Advice(
          home.source == .loose ? Advice.Fault(lacking: home.pixels) : nil,
          text: "The largest picture has \(side) px and is scaled up: add one of \(home.pixels) px.", fact: "ICON-120"))
    }
    return found
  }

  private func advice(aboutEmpty set: String) -> Advice {
    let entries = (package.build?.catalog ?? package.catalog)?.set(named: set, kind: .appIcon)?.entries ?? []
    let missing = entries.filter { $0.header == nil && $0.problem == nil }.compactMap(\.rejectedFilename)
    let files = Names.list(missing.reduce(into: []) { if !$0.contains($1) { $0.append($1) } })
    return Advice(
      text: "The app icon set “\(set)” has no picture for \(question.deviceClass.rawValue): "
        + (missing.isEmpty ? "add one." : "\(files) \(missing.count == 1 ? "is" : "are") missing."), fact: "ICON-123")
  }

  private func advice(for reason: IconPictureReason, _ missing: MissingPictures) -> [Advice] {
    switch reason {
    case .noFile where question.targetName == nil && package.buildProblem?.code == .primaryIconSetMissing:
      [
        Advice(
          .primaryIconSetMissing,
          text: "Name an app icon set of the target in \(prepared.iconBuildSettings.title(of: .primary)), or clear it.",
          fact: "ICON-136")
      ]
    case .noFile(let name): [missing.advice(for: name, on: question.deviceClass, pixels: home.pixels)]
    case .unreadable(let file): [unreadable(file)]
    case .noCatalogSet(let set):
      [
        Advice(
          .iconNameNotInCatalog,
          text: "The catalog has no app icon set “\(set)”: add the set, and include it in the build.",
          fact: "ICON-137")
      ]
    case .onlyImageSet(let set):
      [Advice(.iconOnlyInImageSet, text: "“\(set)” is an image set: make it an app icon set.", fact: "ICON-124")]
    case .composerNotCompiled(let set):
      [
        Advice(
          .appIconSetNotCompiled,
          text: "Name “\(set)” in \(prepared.iconBuildSettings.title(of: .alternates)).", fact: "ICON-149")
      ]
    case .declaredTwice(let name, let key):
      [
        Advice(
          text: "“\(name)” is written by hand in \(key), and a build setting generates it too: keep one of the two.",
          fact: "ICON-140")
      ]
    case .unscaledName(_, let file):
      [Advice(text: "Give \(file) a scale: add pictures with @2x and @3x in their names.", fact: "ICON-257")]
    case .primaryUnnamed:
      [Advice(text: "Name the primary icon's picture in CFBundlePrimaryIcon, too.", fact: "ICON-258")]
    case .noEntry:
      [
        Advice(
          text: "Make the alternate's value a dictionary with CFBundleIconFiles or CFBundleIconName.", fact: "ICON-282")
      ]
    case .catalogNameTooNew:
      [Advice(text: "Before iOS 11 only CFBundleIconFiles is used: add loose files.", fact: "ICON-099")]
    case .sizedEntriesWin(let appearance):
      [
        Advice(
          text: "Use a single-size set: iOS never shows the \(appearance.rawValue) picture of a set "
            + "with light pictures in separate sizes.", fact: "ICON-222")
      ]
    // Expected findings, and those that another line advises about.
    case .wanted, .iconNamed, .considered, .exact, .scaled, .catalogSet, .compiledCatalog, .imageSetInPreview,
      .noAppearances, .looseHasNoAppearance, .setHasNoAppearance, .hasAppearance, .composer, .composerFlattened,
      .storeShowsPrimary, .noStoreArtwork, .noArtwork, .unchanged, .stale:
      []
    }
  }

  private func unreadable(_ file: String) -> Advice {
    guard let problem = package.resources[file]?.problem else {
      return Advice(.badImage, text: "\(file) is not a readable PNG.", fact: "ICON-121")
    }
    return Advice(
      .badImage, text: "\(file): \(problem.message)\(problem.hint.map { "; \($0)" } ?? "").", fact: "ICON-121")
  }

  private var whenAllIsWell: [Advice] {
    let state =
      package.buildProblem.map {
        "Xcode \($0.severity == .error ? "cannot" : "may not") build the app as it is: \($0.clause)."
      }
      ?? "For \(question.deviceClass.rawValue), the package is correct."
    var found = [
      Advice(text: "\(state) On a device the call must come while the app is active.", fact: "ICON-041")
    ]
    if question.os >= .systemIconAlert {
      found.append(
        Advice(text: "Request a change only after the alert of an earlier one has been answered.", fact: "ICON-046"))
    }
    found.append(
      Advice(
        text: "If the old picture stays on the Home Screen, its cache is stale: let the icons jiggle, or reboot.",
        fact: "ICON-158"))
    return found
  }
}

extension AppPackage {
  /// Returns the advice about missing pictures that are in the project's folders, but that the target does not copy.
  func adviceAboutUncopied(_ base: String) -> String? {
    let paths = (build?.namedPictures ?? []).filter { path in
      ExactText.isSame(LooseImageName(path).base, base) && resources[FileTreePath.lastComponent(path)] == nil
    }
    guard let first = paths.first else { return nil }
    return paths.count == 1
      ? "\(first) exists, but the target does not copy it: add it to Copy Bundle Resources."
      : "\(Names.list(paths)) exist, but the target does not copy them: add them to Copy Bundle Resources."
  }
}

/// Finds the pictures in a bundle that may replace a missing picture of an icon: in another folder, for other devices,
/// or with other letter case.
public struct MissingPictures {
  private let package: AppPackage
  private let files: NearFiles

  /// The maximum number of pictures among which a similar name is searched.
  private static let maximumNear = 100

  /// Indexes all pictures of the package.
  public init(_ package: AppPackage) {
    self.package = package
    files = NearFiles(package.resources)
  }

  /// Returns the advice for a name in `CFBundleIconFiles` that matches no file in the bundle's root.
  public func advice(for name: String, on model: DeviceModel) -> IconExplanation.Advice {
    advice(for: name, on: model.deviceClass, pixels: IconSurface.home.pixels(on: model))
  }

  func advice(for name: String, on device: DeviceClass, pixels: Int) -> IconExplanation.Advice {
    if let advice = adviceAboutEnding(of: name, on: device) { return advice }
    let wanted = LooseImageName(name + ".png").base
    if let (path, directory) = files.inFolders[wanted] {
      return directory.contains(".bundle")
        ? IconExplanation.Advice(
          .iconFileInFolder, text: "\(path) is inside another bundle: move it to the root.", fact: "ICON-126")
        : IconExplanation.Advice(
          .iconFileInFolder,
          text: "\(path) is in a folder: write “\(directory)/\(wanted)”, or move it to the root.", fact: "ICON-114")
    }
    if let text = package.adviceAboutUncopied(wanted) {
      return IconExplanation.Advice(.iconFileMissing, text: text, fact: "ICON-112")
    }
    for other in DeviceClass.allCases where other != device {
      guard let picture = package.looseImages(named: name, for: other).first else { continue }
      return IconExplanation.Advice(
        .iconFileOtherDevice,
        text: "\(picture.path) is only for \(other.rawValue): add a picture for \(device.rawValue), or remove "
          + "“~\(other.suffix)” from its name.", fact: "ICON-115")
    }
    let hasEnding = name.lowercased().hasSuffix(".png")
    let bare = hasEnding || name.contains("@") ? LooseImageName(hasEnding ? name : name + ".png").base : name
    let isBare = ExactText.isSame(bare, name)
    if !isBare, !package.looseImages(named: bare, for: device).isEmpty {
      return IconExplanation.Advice(
        .iconFileMissing, text: "Write “\(bare)”: a name without @2x and .png means the files of all scales.",
        fact: "ICON-112")
    }
    if let other = files.inOtherCase[wanted.lowercased()] {
      let isFolder = ExactText.isSame(LooseImageName(other).base, wanted)
      return IconExplanation.Advice(
        .iconFileMissing,
        text: isFolder
          ? "Write “\(wanted)”, without the folder: \(other) is in the root of the bundle."
          : "\(other) exists: use the same letter case as “\(name)”.", fact: isFolder ? "ICON-114" : "ICON-026")
    }
    // One letter only, and not a digit: “AppIconBlue” and “AppIconBlack”, “Icon1” and “Icon2” are other icons.
    var distance = LetterDistance()
    if isBare, files.inRoot.count <= Self.maximumNear, let near = Spelling.onlyNearest(to: name, in: files.inRoot),
      let wrong = Spelling.letters(of: name),
      let right = Spelling.letters(of: near), wrong.count > 4, distance.between(wrong, right, atMost: 1) != nil,
      name.filter({ !$0.isNumber }) != near.filter({ !$0.isNumber })
    {
      return IconExplanation.Advice(
        .iconFileMissing, text: "\(files.inOtherCase[near.lowercased()] ?? near) exists: did you mean “\(near)”?",
        fact: "ICON-112")
    }
    if isBare, let advice = adviceAboutSets(near: name) { return advice }
    let text = adviceToAdd(Spelling.shortened(bare), on: device, pixels: pixels)
    return IconExplanation.Advice(
      .iconFileMissing, text: (isBare ? "" : "Write “\(Spelling.shortened(bare))”. ") + text, fact: "ICON-112")
  }

  private func adviceToAdd(_ file: String, on device: DeviceClass, pixels: Int) -> String {
    let families = package.deviceFamilies
    // @2x is the scale of some iPhones, too: 120 px.
    let isShared = !file.contains("~ipad") && (families.isEmpty || families.contains(.iPhone))
    let key = package.infoPlist.infoPlistKey(for: "CFBundleIcons", on: .iPad) ?? "CFBundleIcons"
    return switch device {
    case .iPhone:
      "Add \(file)@3x.png, 180 × 180 px, and \(file)@2x.png, 120 × 120 px, to the root of the bundle."
    case .iPad where isShared:
      "Add files of 152 and 167 px to CFBundleIconFiles of \(key); the files can have any name."
    case .iPad: "Add \(file)@2x.png, \(pixels) × \(pixels) px, to the root of the bundle."
    }
  }

  /// Returns the advice to use the app icon set with a similar name; nil if there is none.
  private func adviceAboutSets(near name: String) -> IconExplanation.Advice? {
    let sets = (package.build?.catalog ?? package.catalog)?.sets.filter { $0.kind == .appIcon }.map(\.name) ?? []
    guard sets.count <= Self.maximumNear, let set = Spelling.onlyNearest(to: name, in: sets),
      !Spelling.areNumbered(set, name)
    else { return nil }
    return IconExplanation.Advice(
      .iconFileMissing,
      text: "Is the app icon set “\(set)” meant? The build writes the entry of a set: remove this one.",
      fact: "ICON-125")
  }

  /// Returns the advice about a file name extension: with it, a name means one file, else all scales.
  private func adviceAboutEnding(of name: String, on device: DeviceClass) -> IconExplanation.Advice? {
    let ending = ".png"
    guard name.lowercased().hasSuffix(ending) else { return nil }
    let stem = String(name.dropLast(ending.count))
    guard let picture = package.looseImages(named: stem, for: device).first else { return nil }
    return IconExplanation.Advice(
      .iconFileMissing,
      text:
        "Write “\(stem)” without its extension, to match \(picture.path), too: with the extension, only that file matches.",
      fact: "ICON-116")
  }
}

/// The pictures of a bundle by parts of their names, to find them by a misspelt name; the first one for equal keys.
struct NearFiles {
  /// The pictures in folders, by base name.
  private(set) var inFolders: [String: (path: String, directory: String)] = [:]
  /// All pictures, by base name in lower case.
  private(set) var inOtherCase: [String: String] = [:]

  /// The base names in the root, each once.
  private(set) var inRoot: [String] = []

  init(_ resources: ResourceList) {
    Work.count(resources.count * 30)
    for resource in resources where resource.path.hasSuffix(".png") {
      let parts = LooseImageName(resource.path)
      if !parts.directory.isEmpty, inFolders[parts.base] == nil {
        inFolders[parts.base] = (resource.path, parts.directory)
      }
      let folded = parts.base.lowercased()
      if inOtherCase[folded] == nil {
        inOtherCase[folded] = resource.path
        if parts.directory.isEmpty { inRoot.append(parts.base) }
      }
    }
  }
}
