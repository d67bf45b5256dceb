internal import AppPackages
import PropertyLists

/// The icons that an Info.plist declares for one class of device: what check 8 and 9 read, and where pictures begin.
///
/// The class is the device's, not the app's (ICON-178). One variant of the dictionary counts as a whole: the plain one
/// where there is no other (ICON-170), and an iPad's own without falling back to it (ICON-110). So alternates that are
/// missing in a `~ipad` key, which the build may have added (ICON-111), are undeclared on an iPad (ICON-036).
struct IconDeclarations {
  /// The value of `CFBundleIcons` after the choice of its variant (ICON-106).
  enum Dictionary {
    case absent
    /// Not a dictionary but this: ignored as if absent (ICON-085).
    case malformed(String)
    case present(PropertyListDictionary)
  }

  /// The value of `CFBundleAlternateIcons`.
  enum Alternates {
    case absent
    /// Neither a dictionary nor an array but this: as if absent (ICON-037).
    case malformed(String)
    /// Names and entries: the form of iOS (ICON-094).
    case dictionary(PropertyListDictionary)
    /// Names only: the form of tvOS, which declares them too (ICON-032).
    case names([String])
  }

  let dictionary: Dictionary
  let alternates: Alternates
  /// The variant of the key that counts, as it is written: `CFBundleIcons~ipad`.
  let key: String
  /// The declared names, in the order of the file.
  let names: [String]
  private let declared: Set<ExactText>
  private let info: PropertyListDictionary

  /// - Parameters:
  ///   - info: the Info.plist as this class of device reads it, variants resolved (ICON-106 to ICON-109).
  ///   - key: the variant of `CFBundleIcons` that was taken.
  init(_ info: PropertyListDictionary, key: String = "CFBundleIcons") {
    self.info = info
    self.key = key
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
  var hasDictionary: Bool {
    if case .present = dictionary { true } else { false }
  }

  /// Whether the name is declared (ICON-025): compared byte for byte, without folding of case or Unicode (ICON-026).
  ///
  /// Any text can be a name (ICON-027, ICON-028); the empty string and words such as `Default` have no meaning of their
  /// own (ICON-029, ICON-030). Without alternates nothing is declared (ICON-037); with the flat shape, which lacks the
  /// level of names, the inner keys are (ICON-034, ICON-035). A primary icon that was nested
  /// among the alternates is one of their names, and the others stay declared (ICON-095).
  func declares(_ name: String) -> Bool { declared.contains(ExactText(name)) }

  /// What the entry of an alternate says about its artwork. A malformed entry says nothing (ICON-033), and an icon set of
  /// the name that the entry does not name is not meant (ICON-125).
  func artwork(of name: String) -> IconArtwork {
    guard case .dictionary(let entries) = alternates, let entry = entries[name]?.dictionary else {
      return IconArtwork()
    }
    return IconArtwork(entry: entry)
  }

  /// What the Info.plist says about the primary icon's artwork (ICON-084 to ICON-090).
  var primaryArtwork: IconArtwork {
    switch dictionary {
    case .present(let icons):
      // A dictionary without a primary entry still hides the top-level keys (ICON-087).
      guard let primary = icons["CFBundlePrimaryIcon"] else { return IconArtwork() }
      if let entry = primary.dictionary { return IconArtwork(entry: entry) }
      // The string of tvOS and visionOS is read as a catalog name (ICON-088, ICON-089).
      return IconArtwork(catalogName: primary.string)
    case .absent, .malformed:
      // ICON-086
      if let files = info["CFBundleIconFiles"]?.array { return IconArtwork(files: files.compactMap(\.value.string)) }
      return IconArtwork(files: info["CFBundleIconFile"]?.string.map { [$0] } ?? [])
    }
  }
}
