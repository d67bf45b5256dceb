import AppPackages
import Events
import HomeScreenSimulator
import Platform
import PropertyLists

/// Rules about the sizes of loose pictures.
enum IconSizeRules {
  static let all: [any Rule] = [
    IconDimension(), IconScaleRatio(),
    IconSizesMissing(
      "iphone-sizes-missing", on: .iPhone,
      note: """
        App Store Connect reports a missing 120 px picture after each upload: ITMS-90890 for an alternate. For a loose \
        primary icon, it rejects the upload with ITMS-90022. Most iPhones since the 6 Plus draw icons at 180 px.
        """,
      facts: [
        "ICON-120", "ICON-127", "ICON-132", "STORE-006", "STORE-007", "STORE-017", "STORE-032", "STORE-034",
        "STORE-039",
      ]),
    IconSizesMissing(
      "ipad-sizes-missing", on: .iPad,
      note: """
        App Store Connect reports a missing picture of either size after each upload: ITMS-90892 for an alternate. For \
        a loose primary icon, it rejects the upload with ITMS-90023. The large iPad Pro draws icons at 167 px, other \
        iPads at 152 px.
        """,
      facts: [
        "ICON-128", "ICON-132", "STORE-008", "STORE-018", "STORE-019", "STORE-021", "STORE-033", "STORE-034",
        "STORE-039",
      ]),
  ]
}

/// Icons without a picture in a size of the Home Screen: one finding for each icons dictionary.
private struct IconSizesMissing: Rule {
  let description: RuleDescription
  private let device: DeviceClass

  init(_ code: RuleCode, on device: DeviceClass, note: String, facts: [FactID]) {
    self.device = device
    let sides = IconSizeLack.sides[device] ?? []
    let name = device == .iPhone ? "Night" : "Night-iPad"
    let words = Names.list(sides.map(String.init))
    description = RuleDescription(
      code, .warning, "Icons lack pictures of \(words) px for \(device.rawValue)",
      explanation: """
        The Home Screen of an \(device.rawValue) draws icons at \(words) px. Without a file of exactly that size, iOS \
        scales another one, which looks less sharp but never fails. \(note)
        """,
      facts: facts, before: "Night → Night.png, 1024 × 1024 px",
      after: "\(name) → " + sides.map { "\(name)-\($0)@\($0 == 180 ? 3 : 2)x.png" }.joined(separator: ", "))
  }

  func check(_ subject: LintSubject) -> [Finding] {
    let groups = IconSizeLack.groups(on: device, in: subject)
    guard !groups.isEmpty else { return [] }
    // One picture that is wrong for both kinds of device is one finding.
    let others = IconSizeLack.groups(on: device == .iPhone ? .iPad : .iPhone, in: subject).flatMap(\.lacks)
    let twins = Dictionary(others.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    return groups.compactMap { icons, all in
      let lacks = device == .iPhone ? all : all.filter { twins[$0.key] == nil }
      guard let first = lacks.first else { return nil }
      let onIPad = device == .iPhone ? lacks.compactMap { twins[$0.key] } : []
      let alternates = lacks.compactMap(\.entry.name)
      let isAlternate = alternates.count == lacks.count
      let what =
        lacks.count == 1
        ? (isAlternate ? "the alternate \(alternates.listed())" : "the primary icon")
        : "\(lacks.count) \(isAlternate ? "alternates" : "icons")"
      let isRead = subject.iconKeys.contains { $0.key == icons.key && $0.devices.contains(device) }
      let verb = isRead ? lacks.count == 1 ? "is" : "are" : "would be"
      // An iPad reads the dictionary that the build adds.
      let key = isRead || device != .iPad ? icons.key : "CFBundleIcons~ipad"
      let drawn = Set(lacks.flatMap(\.drawn)).sorted().map(String.init)
      let pictures =
        "\(lacks.count == 1 ? "its" : "their") \(IconSizeLack.list(drawn, of: lacks)) px picture\(drawn.count > 1 ? "s" : "")"
      let missing = IconSizeLack.missing(lacks)
      let missingOnIPad = onIPad.isEmpty ? nil : IconSizeLack.missing(onIPad)
      var finding = finding(
        "on \(device.rawValue), \(what) \(verb) drawn from \(pictures); \(missing.text) px \(missing.count > 1 ? "are" : "is") "
          + "missing" + (missingOnIPad.map { ", and \($0.text) px for iPad" } ?? "")
          + (lacks.count > 1
            ? ": \(Names.list(lacks.map { $0.entry.name.map { "“\($0)”" } ?? "the primary icon" }))" : ""),
        at: lacks.count == 1 ? first.entry.location : icons.location,
        help: IconSizeLack.helpAboutScale(lacks + onIPad, on: device, in: subject)
          ?? (IconSizeLack.helpAboutUncopied(lacks + onIPad, in: subject)
            + "add files of \(missing.text) px to CFBundleIconFiles of \(key)"
            + (missingOnIPad.map { ", and files of \($0.text) px to that of CFBundleIcons~ipad" } ?? "")
            + "; the files can have any name"),
        devices: onIPad.isEmpty ? [device] : [.iPhone, .iPad])
      if lacks.count > 1 { finding.subjects = lacks.map { $0.entry.name ?? "CFBundlePrimaryIcon" } }
      return finding
    }
  }
}

/// An icon, the sizes that it lacks on a kind of device, and the sizes of the pictures that are drawn instead.
private struct IconSizeLack {
  /// The properties that two kinds of device share if one cause affects both: the icon and its pictures.
  struct Key: Hashable {
    let name: ExactText?
    let pictures: [ExactText]
  }

  let entry: WrittenIcons.Entry
  let key: Key
  let missing: [Int]
  let drawn: Set<Int>

  /// The sizes of icons on the Home Screen of each kind of device.
  static let sides: [DeviceClass: [Int]] = [.iPhone: [120, 180], .iPad: [152, 167]]

  /// Creates the lack of an icon; nil if it lacks nothing, or has no known picture.
  init?(_ entry: WrittenIcons.Entry, on device: DeviceClass, in subject: LintSubject) {
    // A set of the catalog has priority over the files, and has its own sizes.
    if let set = entry.catalogName, subject.package.catalog?.set(named: set, kind: .appIcon) != nil { return nil }
    let pictures = entry.pictures(on: device)
    let known = pictures.compactMap(\.header).filter(\.canBeIcon)
    let missing = (Self.sides[device] ?? []).filter { side in
      !known.contains { $0.width == side && $0.height == side }
    }
    guard !known.isEmpty, !missing.isEmpty else { return nil }
    (self.entry, self.missing) = (entry, missing)
    key = Key(name: entry.name.map { ExactText($0) }, pictures: pictures.map { ExactText($0.path) })
    drawn = Set(missing.compactMap { Self.drawn($0, of: entry.files.map { $0.pictures[device] ?? [] }) })
  }

  /// Returns the help about pictures of a missing size that are in the project and that the target does not copy.
  static func helpAboutUncopied(_ lacks: [IconSizeLack], in subject: LintSubject) -> String {
    let package = subject.package, sides = Set(lacks.flatMap(\.missing))
    let names = Set(lacks.flatMap(\.entry.files).map { ExactText(LooseImageName($0.name + ".png").base) })
    let files = (package.build?.namedPictures ?? []).filter { path in
      names.contains(ExactText(LooseImageName(path).base)) && package.resources[FileTreePath.lastComponent(path)] == nil
        && subject.header(at: path).map { $0.width == $0.height && sides.contains($0.width) } == true
    }
    guard !files.isEmpty else { return "" }
    let (verb, them) = files.count == 1 ? ("exists", "it") : ("exist", "them")
    return
      "\(Names.list(files)) \(verb), but the target does not copy \(them): add \(them) to Copy Bundle "
      + "Resources; otherwise "
  }

  /// Returns the help about names with a scale, which leave out the files of the other scales; nil if these do not have
  /// all missing sizes.
  static func helpAboutScale(_ lacks: [IconSizeLack], on device: DeviceClass, in subject: LintSubject) -> String? {
    let names = lacks.compactMap { lack -> (name: String, stem: String)? in
      let scaled = lack.entry.files.map(\.name).filter { $0.hasSuffix("@2x") || $0.hasSuffix("@3x") }
      return scaled.lazy.map { ($0, String($0.dropLast(3))) }.first { _, stem in
        let pictures = subject.package.looseImages(named: stem, for: device).compactMap(\.header)
        return lack.missing.allSatisfy { side in pictures.contains { $0.width == side && $0.height == side } }
      }
    }
    guard names.count == lacks.count else { return nil }
    let words = names.map { "“\($0.stem)” instead of “\($0.name)”" }
    return "In CFBundleIconFiles, write \(Names.list(words)): without a scale, a name means the files of all scales."
  }

  /// Returns the size of the picture that is drawn in the given size, both in pixels. For each name, only files in the
  /// screen's scale count (ICON-180).
  private static func drawn(_ side: Int, of files: [[LooseImage]]) -> Int? {
    let sides = files.flatMap { pictures in
      let known = pictures.filter { $0.header?.canBeIcon == true }
      let scaled = known.filter { $0.scale == (side == 180 ? 3 : 2) }
      return (scaled.isEmpty ? known : scaled).compactMap(\.header).map { max($0.width, $0.height) }
    }
    return sides.filter { $0 >= side }.min() ?? sides.max()
  }

  /// Returns, for each icons dictionary, the icons that lack a picture in a size that the kind of device needs.
  static func groups(
    on device: DeviceClass, in subject: LintSubject
  ) -> [(icons: WrittenIcons, lacks: [IconSizeLack])] {
    guard subject.families.contains(device) else { return [] }
    return subject.iconKeys(drawnOn: device).map { icons in
      (icons, subject.looseEntries(of: icons).compactMap { IconSizeLack($0, on: device, in: subject) })
    }.filter { !$0.lacks.isEmpty }
  }

  static func missing(_ lacks: [IconSizeLack]) -> (text: String, count: Int) {
    let sides = Set(lacks.flatMap(\.missing)).sorted().map(String.init)
    return (list(sides, of: lacks), sides.count)
  }

  /// Lists sizes, with “or” if the icons lack different ones.
  static func list(_ sides: [String], of lacks: [IconSizeLack]) -> String {
    let list = Names.list(sides)
    return Set(lacks.map(\.missing)).count > 1 ? list.replacing(" and ", with: " or ") : list
  }
}

/// `icon-dimension`
struct IconDimension: Rule {
  /// The sizes of icons for iPhone, iPad and the store, including older systems.
  private static let sides: Set<Int> = [
    20, 29, 40, 48, 50, 55, 57, 58, 60, 72, 76, 80, 87, 88, 100, 108, 114, 120, 144, 152, 167, 172, 180, 196, 216, 512,
    1024,
  ]
  /// The sizes at three pixels per point, which only an iPhone has.
  private static let sidesOfScale3: Set<Int> = [60, 87, 120, 180]

  let description = RuleDescription(
    "icon-dimension", .warning, "A picture has a size that no icon uses",
    facts: ["ICON-119", "ICON-122", "ICON-132", "ICON-133", "STORE-039"])

  func check(_ subject: LintSubject) -> [Finding] {
    subject.iconKeys.flatMap { icons in
      subject.looseEntries(of: icons).flatMap { entry in
        // A picture drawn instead of a missing size is part of the finding about that size.
        let lacks = icons.devices.compactMap { IconSizeLack(entry, on: $0, in: subject) }
        return entry.pictures(on: icons.devices).compactMap { picture -> Finding? in
          guard let header = picture.header, header.hasPixelSize, let reason = Self.reason(picture, header),
            header.width != header.height || !lacks.contains(where: { $0.drawn.contains(header.width) })
          else { return nil }
          return finding(
            "\(icons.title(of: entry)): \(picture.path) is \(header.width) × \(header.height) px, \(reason)",
            at: entry.location, devices: icons.devices, names: icons.names(of: entry, [picture.path]))
        }
      }
    }
  }

  /// Returns the problem with the size of a picture, or nil for a valid one.
  fileprivate static func reason(_ picture: LooseImage, _ header: ImageHeader) -> String? {
    if header.width != header.height { return "but icons are square" }
    if picture.scale == 3, picture.path.contains("~ipad") {
      return sidesOfScale3.contains(header.width) ? nil : "but no iPad has an @3x screen"
    }
    if picture.scale == 3 {
      return sidesOfScale3.contains(header.width) ? nil : "but an icon of an iPhone at @3x has 180 × 180 px"
    }
    return sides.contains(header.width) ? nil : "a size that no icon uses"
  }
}

/// `icon-scale-ratio`
struct IconScaleRatio: Rule {
  let description = RuleDescription(
    "icon-scale-ratio", .warning, "The @2x and @3x files with the same name are not the same picture in two sizes",
    facts: ["ICON-115", "ICON-128", "ICON-180"])

  func check(_ subject: LintSubject) -> [Finding] {
    subject.iconKeys.flatMap { icons in
      subject.looseEntries(of: icons).flatMap { entry -> [Finding] in
        // A picture with a wrong size is already a finding.
        let pictures = entry.pictures(on: icons.devices).filter { picture in
          picture.header.map { $0.hasPixelSize && IconDimension.reason(picture, $0) == nil } ?? false
        }
        return pictures.filter { $0.scale == 2 }.compactMap { double in
          guard let triple = pictures.first(where: { $0.scale == 3 && isSameName($0, double) }),
            let small = double.header?.width, let large = triple.header?.width, 3 * small != 2 * large
          else { return nil }
          return finding(
            "\(icons.title(of: entry)): \(double.path) is \(small) px wide and \(triple.path) \(large) px, "
              + "a ratio other than 2 to 3",
            at: entry.location, devices: icons.devices, names: icons.names(of: entry, [double.path, triple.path]))
        }
      }
    }
  }

  private func isSameName(_ one: LooseImage, _ other: LooseImage) -> Bool {
    let (one, other) = (LooseImageName(one.path), LooseImageName(other.path))
    return ExactText.isSame(one.base, other.base) && one.directory == other.directory
      && one.deviceSuffix == other.deviceSuffix
  }
}

/// Rules about the pixels of loose pictures.
enum IconPixelRules {
  static let all: [any Rule] = rules.map { $0 as any Rule }

  private static let rules = [
    IconAlpha(
      0..<200,
      RuleDescription(
        "icon-transparent", .warning, "The loose picture of an icon has transparent pixels", facts: ["ICON-121"])),
    IconAlpha(
      200..<255,
      RuleDescription(
        "icon-alpha-not-255", .note, "The loose picture of an icon is not quite opaque", facts: ["ICON-121"])),
  ]
}

/// Pictures with a minimum alpha within a range.
private struct IconAlpha: Rule {
  let description: RuleDescription
  private let alphas: Range<UInt8>

  init(_ alphas: Range<UInt8>, _ description: RuleDescription) {
    (self.alphas, self.description) = (alphas, description)
  }

  var readsPixels: Bool { true }

  /// Returns the paths in the tree of the pictures that the rule reads.
  func pictures(_ subject: LintSubject) -> [String] {
    subject.iconKeys.flatMap { icons in
      subject.looseEntries(of: icons).flatMap { pictures(of: $0, in: icons, subject).map(\.source) }
    }
  }

  /// Returns the pictures that can be transparent.
  private func pictures(
    of entry: WrittenIcons.Entry, in icons: WrittenIcons, _ subject: LintSubject
  ) -> [(path: String, source: String)] {
    entry.pictures(on: icons.devices).compactMap { picture in
      guard picture.header?.hasAlphaChannel == true, let source = subject.package.resources[picture.path]?.source else {
        return nil
      }
      return (picture.path, source)
    }
  }

  func check(_ subject: LintSubject) -> [Finding] {
    subject.iconKeys.flatMap { icons in
      subject.looseEntries(of: icons).compactMap { entry -> Finding? in
        let paths = pictures(of: entry, in: icons, subject).filter {
          subject.pixels(at: $0.source).map { alphas.contains($0.smallestAlpha) } ?? false
        }.map(\.path)
        guard !paths.isEmpty else { return nil }
        let files = paths.count == 1 ? "1 file" : "\(paths.count) files"
        let what = alphas.lowerBound == 0 ? "transparent pixels" : "pixels of alpha \(alphas.lowerBound) to 254"
        return finding(
          "\(icons.title(of: entry)): \(files) with \(what): \(paths.listed(atMost: 3))", at: entry.location,
          help: "fill the picture up to its corners, and export it without an alpha channel", devices: icons.devices,
          names: icons.names(of: entry, paths))
      }
    }
  }
}
