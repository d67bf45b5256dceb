internal import AppPackages
import PropertyLists

/// The icons that an Info.plist declares for one class of device: the input of checks 8 and 9, and of pictures.
///
/// The class is the device's, not the app's (ICON-178). Only one variant of the dictionary is used, as a whole: the
/// plain one if no other exists (ICON-170); an iPad's variant has no fallback (ICON-110). Alternates missing from a
/// `~ipad` key, which the build may have added (ICON-111), are therefore undeclared on an iPad (ICON-036).
struct IconDeclarations {
  /// The value of `CFBundleIcons` in its chosen variant (ICON-106).
  enum Dictionary {
    case absent
    /// A value that is not a dictionary: ignored as if absent (ICON-085).
    case malformed(String)
    case present(PropertyListDictionary)
  }

  /// The value of `CFBundleAlternateIcons`.
  enum Alternates {
    case absent
    /// A value that is neither a dictionary nor an array: as if absent (ICON-037).
    case malformed(String)
    /// Names with entries: the form on iOS (ICON-094).
    case dictionary(PropertyListDictionary)
    /// Names only: the form on tvOS, which declares them too (ICON-032).
    case names([String])
  }

  let dictionary: Dictionary
  let alternates: Alternates
  /// The variant of the key that counts, as written: `CFBundleIcons~ipad`.
  let key: String
  /// The declared names, in the order of the file.
  let names: [String]
  private let declared: Set<ExactText>
  private let info: PropertyListDictionary

  /// - Parameters:
  ///   - info: the Info.plist for this class of device, with variants resolved (ICON-106 to ICON-109).
  ///   - key: the chosen variant of `CFBundleIcons`.
  init(_ info: PropertyListDictionary, key: String = "CFBundleIcons") {
    (self.info, self.key) = (info, key)
    let value = info["CFBundleIcons"]
    if let icons = value?.dictionary {
      dictionary = .present(icons)
      alternates = IconDeclarations.alternates(in: icons)
    } else {
      dictionary = value.map { .malformed($0.typeNameWithArticle) } ?? .absent
      alternates = .absent
    }
    switch alternates {
    case .absent, .malformed: names = []
    case .dictionary(let entries): names = entries.keys
    case .names(let list): names = list
    }
    Work.count(names.count * 8)
    declared = Set(names.map { ExactText($0) })
  }

  private static func alternates(in icons: PropertyListDictionary) -> Alternates {
    guard let value = icons["CFBundleAlternateIcons"] else { return .absent }
    if let entries = value.dictionary { return .dictionary(entries) }
    if let names = value.array { return .names(names.compactMap(\.value.string)) }
    return .malformed(value.typeNameWithArticle)
  }

  /// Whether there is an icons dictionary (ICON-038).
  var hasDictionary: Bool { if case .present = dictionary { true } else { false } }

  /// Returns whether the name is declared (ICON-025): compared byte for byte, without folding of case or Unicode
  /// (ICON-026).
  ///
  /// Any string can be a name (ICON-027, ICON-028); the empty string and words such as `Default` have no special
  /// meaning (ICON-029, ICON-030). Without alternates nothing is declared (ICON-037). In the flat shape, without the
  /// level of names, the inner keys are declared (ICON-034, ICON-035). A primary icon nested in the alternates is one
  /// of their names, and the others stay declared (ICON-095).
  func declares(_ name: String) -> Bool { declared.contains(ExactText(name)) }

  /// Returns whether the alternate has no entry that could name a picture: the entry is not a dictionary, or the
  /// alternates are an array. The primary icon is drawn instead (ICON-282).
  func lacksEntry(_ name: String) -> Bool {
    switch alternates {
    case .absent, .malformed: false
    case .dictionary(let entries): entries[name].map { $0.dictionary == nil } ?? false
    case .names: declares(name)
    }
  }

  /// Returns the artwork of an alternate's entry. An entry with values of the wrong type has none (ICON-033), and an icon
  /// set with the alternate's name is not used unless the entry names it (ICON-125).
  func artwork(of name: String) -> IconArtwork {
    guard case .dictionary(let entries) = alternates, let entry = entries[name]?.dictionary else {
      return IconArtwork()
    }
    return IconArtwork(entry: entry)
  }

  /// The artwork of the primary icon in the Info.plist (ICON-084 to ICON-090).
  var primaryArtwork: IconArtwork {
    switch dictionary {
    case .present(let icons) where !icons.isEmpty:
      // A dictionary without a primary entry still hides the top-level keys (ICON-087).
      guard let primary = icons["CFBundlePrimaryIcon"] else { return IconArtwork() }
      if let entry = primary.dictionary { return IconArtwork(entry: entry) }
      // The string of tvOS and visionOS is a catalog name (ICON-088, ICON-089).
      return IconArtwork(catalogName: primary.string)
    case .absent, .malformed, .present:
      // ICON-086, ICON-283
      let value = info["CFBundleIconFiles"]
      if let files = value?.array { return IconArtwork(files: files.compactMap(\.value.string)) }
      return IconArtwork(files: (value?.string ?? info["CFBundleIconFile"]?.string).map { [$0] } ?? [])
    }
  }
}

/// The reasons why a name is not declared, as text for the trace and the explanation of a package.
extension IconDeclarations {
  /// The number of declared names that a reason lists.
  private static let listedNames = 5

  /// The reason why a name is not declared. The description is a sentence without a full stop, with facts in brackets.
  struct UndeclaredReason: CustomStringConvertible {
    let text: String
    /// The fact that decides.
    let fact: FactID
    /// Another fact that contributes.
    var earlierFact: FactID?
    /// An additional observation.
    var hint = ""

    var description: String { "\(text) (\(earlierFact.map { "\($0), " } ?? "")\(fact))\(hint)" }
  }

  func undeclaredReason(of name: String) -> UndeclaredReason {
    switch dictionary {
    case .absent: return UndeclaredReason(text: "the Info.plist has no CFBundleIcons", fact: "ICON-038")
    case .malformed(let type):
      return UndeclaredReason(text: "\(key) is \(type), not a dictionary", fact: "ICON-038", earlierFact: "ICON-085")
    case .present(let icons):
      let place = "CFBundleAlternateIcons of \(key)"
      switch alternates {
      case .absent:
        return UndeclaredReason(
          text: "\(key) has no CFBundleAlternateIcons", fact: "ICON-037", hint: nearKey(in: icons))
      case .malformed(let type):
        return UndeclaredReason(text: "\(place) is \(type), not a dictionary", fact: "ICON-037")
      case .dictionary(let entries) where isFlat(entries):
        return UndeclaredReason(text: "\(place) lacks the level of names", fact: "ICON-034")
      case .dictionary, .names:
        return UndeclaredReason(text: "\(place) declares \(listOfNames)\(nearName(of: name))", fact: "ICON-039")
      }
    }
  }

  /// Returns the declared name whose entry lists a file, named with or without scale and extension; nil if none does.
  func name(withFile file: String) -> String? {
    func stem(_ file: String) -> String { LooseImageName(file.hasSuffix(".png") ? file : file + ".png").base }
    Work.count(names.count * 8)
    let wanted = stem(file)
    return names.first { artwork(of: $0).files.contains { ExactText.isSame(stem($0), wanted) } }
  }

  /// Returns the declared names that resemble the given one, the nearest first.
  func names(near name: String, atMost limit: Int = 3) -> [String] {
    // Names that differ only in their Unicode form look the same.
    Work.count(names.count)
    let folded = names.filter { Spelling.isSame($0, name) && !ExactText.isSame($0, name) }
    return Array((folded + Spelling.nearest(to: name, in: names, atMost: limit)).prefix(limit))
  }

  /// Returns whether the dictionary lacks the level of names (ICON-034, ICON-035) and has the keys of an entry instead.
  func isFlat(_ entries: PropertyListDictionary) -> Bool {
    entries["CFBundleIconFiles"]?.array != nil || entries["CFBundleIconName"]?.string != nil
  }

  private var listOfNames: String {
    guard !names.isEmpty else { return "nothing" }
    let listed = names.prefix(IconDeclarations.listedNames).map { "“\(Spelling.shortened($0))”" }
    let rest = names.count - listed.count
    return listed.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
  }

  private func nearName(of name: String) -> String {
    guard let near = names(near: name, atMost: 1).first else { return "" }
    return near == name ? ", the same text in another Unicode form" : ", and “\(near)” is near"
  }

  private func nearKey(in icons: PropertyListDictionary) -> String {
    let keys = icons.keys.filter { $0 != "CFBundlePrimaryIcon" }
    guard let near = Spelling.nearest(to: "CFBundleAlternateIcons", in: keys).first else { return "" }
    return ", but a key “\(near)”"
  }
}

extension Spelling {
  /// Returns a name from outside, truncated if it is too long for a message.
  static func shortened(_ text: String) -> String {
    let beginning = beginning(of: text)
    return beginning.endIndex == text.endIndex ? text : beginning + "…"
  }
}

/// The sources of an icon's pictures in its Info.plist entry.
struct IconArtwork {
  /// `CFBundleIconName`: a set of the asset catalog (ICON-098); optional (ICON-093).
  var catalogName: String?
  /// `CFBundleIconFiles`: names of loose files in any order (ICON-118), without the empty ones of Xcode's template
  /// (ICON-090).
  var files: [String] = []

  init(catalogName: String? = nil, files: [String] = []) {
    self.catalogName = catalogName.flatMap { $0.isEmpty ? nil : $0 }
    self.files = files.filter { !$0.isEmpty }
  }

  /// Reads an entry (ICON-096, ICON-097). The system ignores other keys (ICON-100, ICON-101), such as a
  /// `UINewsstandIcon` next to the alternates (ICON-104).
  init(entry: PropertyListDictionary) {
    self.init(
      catalogName: entry["CFBundleIconName"]?.string,
      files: entry["CFBundleIconFiles"]?.array?.compactMap(\.value.string) ?? [])
  }
}

/// A picture that may be shown.
struct IconCandidate {
  let file: String
  let width: Int
  let height: Int

  /// The side in pixels: the longer one.
  var side: Int { max(width, height) }

  func isExact(_ pixels: Int) -> Bool { width == pixels && height == pixels }

  init(file: String, width: Int, height: Int) { (self.file, self.width, self.height) = (file, width, height) }

  /// Creates a candidate from a catalog's entry, in its own size or else in the requested one; an entry without a size
  /// is the single picture of 1024 px (ICON-145). Nil for an empty slot.
  init?(_ entry: AssetEntry) {
    let single = AssetEntry.Size(width: 1024, height: 1024)
    let size = entry.pixelSize ?? entry.wantedPixelSize ?? single
    // A catalog may declare any size; values outside this range are not pictures.
    let possible = 1...Double(ImageHeader.maximumDimension)
    guard let file = entry.filename, possible.contains(size.width), possible.contains(size.height) else { return nil }
    self.init(file: file, width: Int(size.width), height: Int(size.height))
  }

  /// Returns the best candidate for a side in pixels: the first one of exactly this size (ICON-119), otherwise the
  /// smallest larger one, otherwise the largest (ICON-120, ICON-180).
  static func best(of candidates: [IconCandidate], for pixels: Int) -> IconCandidate? {
    var best: IconCandidate?
    for candidate in candidates {
      if candidate.isExact(pixels) { return candidate }
      guard let current = best else {
        best = candidate
        continue
      }
      let isBetter =
        current.side < pixels
        ? candidate.side > current.side : candidate.side >= pixels && candidate.side < current.side
      if isBetter { best = candidate }
    }
    return best
  }
}

/// Knowledge about an icon name beyond one device: its meaning in the build settings and catalogs, and whether it is
/// the primary icon. It serves advice only, never a device's decision. All properties are lazy.
final class IconNameAdvice {
  private let package: AppPackage
  private let settings: IconBuildSettings

  init(_ package: AppPackage, _ settings: IconBuildSettings) { (self.package, self.settings) = (package, settings) }

  /// The alternates in the build settings, whether or not a build compiles them (ICON-137). The primary icon's set
  /// among them does not count: it is requested with nil.
  private(set) lazy var alternatesOfSettings: [String] = {
    guard package.build != nil || package.catalog != nil else { return [] }
    Work.count(settings.alternates.count * 8)
    let primary = settings.primary
    return settings.alternates.filter { name in primary.map { !ExactText.isSame($0, name) } ?? true }
  }()

  private lazy var setOfAlternatesOfSettings = Set(alternatesOfSettings.map { ExactText($0) })

  /// Returns whether a build setting names the alternate.
  func isNamedBySettings(_ name: String) -> Bool { setOfAlternatesOfSettings.contains(ExactText(name)) }

  /// The names of the icons in the target's catalogs, including those that the build omits.
  private(set) lazy var writtenSets: Set<ExactText> = {
    let sets = (package.build?.catalog ?? package.catalog)?.sets ?? []
    Work.count(sets.count * 8)
    return Set(sets.filter { $0.kind == .appIcon || $0.isIconComposer }.map { ExactText($0.name) })
  }()

  /// Returns whether a name means the primary icon: a usual word for that icon or the name of its set, which is not
  /// also the name of an alternate or of another icon in the catalog. Letter case does not matter.
  func isPrimary(_ name: String) -> Bool {
    let name = name.lowercased()
    let isOfPrimary = primarySets.contains(name)
    guard isOfPrimary || ["", "default", "primary", "appicon"].contains(name) else { return false }
    return !alternateNames.contains(name) && (isOfPrimary || !lowercasedSets.contains(name))
  }

  /// The icons in every variant of the key, for any device.
  private lazy var variantsOfIcons: [IconDeclarations] = package.infoPlist.entries.filter { key, _ in
    key == "CFBundleIcons" || key.hasPrefix("CFBundleIcons~") || key.hasPrefix("CFBundleIcons-")
  }.map { IconDeclarations(["CFBundleIcons": $0.node.value]) }

  private lazy var primarySets = Set(
    ([settings.primary] + variantsOfIcons.map(\.primaryArtwork.catalogName)).compactMap { $0?.lowercased() })

  private lazy var alternateNames = Set(
    (variantsOfIcons.flatMap(\.names) + alternatesOfSettings).map { $0.lowercased() })

  private lazy var lowercasedSets = Set(writtenSets.map { $0.text.lowercased() })
}
