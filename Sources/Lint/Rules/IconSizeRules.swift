import AppPackages
import Events
import HomeScreenSimulator
import PropertyLists

/// Rules about the sizes of loose pictures.
enum IconSizeRules {
  static let all: [any Rule] = [IconDimension(), IconScaleRatio()] + wanted.map { $0 as any Rule }

  private static let wanted = [
    IconSizeWanted(
      "no-120px", 120, on: .iPhone, at: "@2x",
      note:
        "App Store Connect reports it after each upload: ITMS-90890 for an alternate; for a loose primary icon "
        + "ITMS-90022, and it refuses the upload.",
      facts: ["ICON-127", "ICON-132", "STORE-006", "STORE-007", "STORE-017", "STORE-032", "STORE-034", "STORE-039"]),
    IconSizeWanted(
      "no-180px", 180, on: .iPhone, at: "@3x",
      note: "Nearly all iPhones since the 6 Plus have such a screen.", facts: ["ICON-127", "ICON-132", "ICON-120"]),
    IconSizeWanted(
      "no-152px-ipad", 152, on: .iPad, at: "@2x",
      note:
        "App Store Connect reports it after each upload: ITMS-90892 for an alternate; for a loose primary icon "
        + "ITMS-90023, and it refuses the upload.",
      facts: [
        "ICON-128", "ICON-132", "STORE-008", "STORE-018", "STORE-021", "STORE-033", "STORE-034", "STORE-039",
      ]),
    IconSizeWanted(
      "no-167px-ipad", 167, on: .iPad, at: "@2x",
      note:
        "App Store Connect reports it after each upload: ITMS-90892 for an alternate; for a loose primary icon "
        + "ITMS-90023, and it refuses the upload.",
      facts: ["ICON-128", "ICON-132", "STORE-008", "STORE-019", "STORE-033", "STORE-034", "STORE-039"]),
  ]
}

/// An icon without a picture of one of the sizes of the Home Screen.
private struct IconSizeWanted: Rule {
  let description: RuleDescription
  private let pixels: Int
  private let device: DeviceClass

  init(_ code: RuleCode, _ pixels: Int, on device: DeviceClass, at scale: String, note: String, facts: [FactID]) {
    self.pixels = pixels
    self.device = device
    let screens =
      pixels == 167 ? "the large iPad Pro" : "\(device == .iPhone ? "an iPhone" : "an iPad") with \(scale) pixels"
    description = RuleDescription(
      code, .warning, "An icon has no picture of \(pixels) px for \(device.rawValue)",
      explanation: """
        The Home Screen of \(screens) draws icons with \(pixels) × \(pixels) px. Without a file of exactly that \
        size, iOS scales another one, which looks less sharp but never fails. \(note)
        """,
      facts: facts,
      before: device == .iPhone ? nil : "CFBundleIcons~ipad: Night → Night@2x.png, 120 × 120 px",
      after: device == .iPhone ? nil : "CFBundleIcons~ipad: Night-iPad → Night-iPad@2x.png, \(pixels) × \(pixels) px")
  }

  func check(_ subject: LintSubject) -> [Finding] {
    subject.iconKeys(drawnOn: device).flatMap { icons in
      subject.looseEntries(of: icons).compactMap { entry -> Finding? in
        // A set of the catalog comes before the files, and has sizes of its own.
        if let set = entry.catalogName, subject.package.catalog?.set(named: set, kind: .appIcon) != nil { return nil }
        let headers = entry.pictures(on: device).compactMap(\.header).filter(\.hasPixelSize)
        guard !headers.isEmpty, !headers.contains(where: { $0.width == pixels && $0.height == pixels }) else {
          return nil
        }
        let sizes = Set(headers.map { max($0.width, $0.height) }).sorted().map(String.init).joined(separator: ", ")
        return finding(
          "\(icons.title(of: entry)) has no picture of \(pixels) × \(pixels) px for \(device.rawValue) (it has \(sizes))",
          at: entry.location, help: "add one to CFBundleIconFiles; it can have any name", devices: [device])
      }
    }
  }
}

/// `icon-dimension`
struct IconDimension: Rule {
  /// The sides of icons of iPhone and iPad, those of older systems included, and of the store.
  private static let sides: Set<Int> = [
    20, 29, 40, 48, 50, 55, 57, 58, 60, 72, 76, 80, 87, 88, 100, 108, 114, 120, 144, 152, 167, 172, 180, 196, 216, 512,
    1024,
  ]
  /// The same with three pixels per point, which only an iPhone has.
  private static let sidesOfScale3: Set<Int> = [60, 87, 120, 180]

  let description = RuleDescription(
    "icon-dimension", .warning, "A picture has a size that no icon has",
    explanation: """
      The loose pictures of icons have fixed sizes: 120 and 180 px for the Home Screen of an iPhone, 152 and 167 px \
      for that of an iPad, and smaller ones for other places. With another size nothing fails, because iOS scales \
      the picture; but it is less sharp, App Store Connect reports the missing sizes, and large files make the app \
      needlessly large. A name that ends in @3x is for iPhones: 180 px.
      """,
    facts: ["ICON-119", "ICON-122", "ICON-132", "ICON-133", "STORE-039"],
    before: "Night@3x.png, 228 × 228 px", after: "Night@3x.png, 180 × 180 px")

  func check(_ subject: LintSubject) -> [Finding] {
    subject.iconKeys.flatMap { icons in
      subject.looseEntries(of: icons).flatMap { entry in
        entry.pictures(on: icons.devices).compactMap { picture -> Finding? in
          guard let header = picture.header, header.hasPixelSize, let reason = reason(picture, header) else {
            return nil
          }
          return finding(
            "\(icons.title(of: entry)): \(picture.path) is \(header.width) × \(header.height) px, \(reason)",
            at: entry.location, devices: icons.devices)
        }
      }
    }
  }

  private func reason(_ picture: LooseImage, _ header: ImageHeader) -> String? {
    if header.width != header.height { return "and icons are square" }
    if picture.scale == 3 {
      return Self.sidesOfScale3.contains(header.width) ? nil : "and an icon of an iPhone at @3x has 180 × 180 px"
    }
    return Self.sides.contains(header.width) ? nil : "a size that no icon has"
  }
}

/// `icon-scale-ratio`
struct IconScaleRatio: Rule {
  let description = RuleDescription(
    "icon-scale-ratio", .warning, "The @2x and @3x files of one name are not the same picture in two sizes",
    explanation: """
      NAME@2x and NAME@3x are one picture at two scales, so their sides are 2 to 3: 120 and 180 px. Often the second \
      is a picture for another place, such as the 167 px of an iPad Pro, which has a scale of @2x and needs its own \
      name: iOS uses the file of the screen’s scale, and no iPad uses @3x.
      """,
    facts: ["ICON-115", "ICON-128", "ICON-180"],
    before: "Night~ipad@2x.png, 152 px; Night~ipad@3x.png, 167 px",
    after: "Night-76@2x.png, 152 px; Night-83.5@2x.png, 167 px")

  func check(_ subject: LintSubject) -> [Finding] {
    subject.iconKeys.flatMap { icons in
      subject.looseEntries(of: icons).flatMap { entry -> [Finding] in
        let pictures = entry.pictures(on: icons.devices).filter { $0.header?.hasPixelSize == true }
        return pictures.filter { $0.scale == 2 }.compactMap { double in
          guard let triple = pictures.first(where: { $0.scale == 3 && isSameName($0, double) }),
            let small = double.header?.width, let large = triple.header?.width, 3 * small != 2 * large
          else { return nil }
          return finding(
            "\(icons.title(of: entry)): \(double.path) has \(small) px and \(triple.path) \(large) px, not 2 to 3",
            at: entry.location, devices: icons.devices)
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
