internal import AppPackages

/// The icons that an Info.plist declares for one class of device: what check 8 and 9 read, and where pictures begin.
///
/// The class is the device's, not the app's (ICON-178). One variant of the dictionary counts as a whole: the plain one
/// where there is no other (ICON-170), and an iPad's own without falling back to it (ICON-110). So alternates that are
/// missing in a `~ipad` key, which the build may have added (ICON-111), are undeclared on an iPad (ICON-036).
struct IconDeclarations {
  /// The value of `CFBundleIcons` after the choice of its variant (ICON-106).
  enum Dictionary {
    case absent
    /// Not a dictionary: ignored as if absent (ICON-085).
    case malformed
    case present(PropertyListDictionary)
  }

  /// The value of `CFBundleAlternateIcons`.
  enum Alternates {
    case absent
    case malformed
    /// Names and entries: the form of iOS (ICON-094).
    case dictionary(PropertyListDictionary)
    /// Names only: the form of tvOS, which declares them too (ICON-032).
    case names([String])
  }

  let dictionary: Dictionary
  let alternates: Alternates
  private let info: PropertyListDictionary

  /// - Parameter info: the Info.plist as this class of device reads it, variants resolved (ICON-106 to ICON-109).
  init(_ info: PropertyListDictionary) {
    self.info = info
    guard let value = info["CFBundleIcons"] else {
      dictionary = .absent
      alternates = .absent
      return
    }
    guard let icons = value.dictionary else {
      dictionary = .malformed
      alternates = .absent
      return
    }
    dictionary = .present(icons)
    if let value = icons["CFBundleAlternateIcons"] {
      if let entries = value.dictionary {
        alternates = .dictionary(entries)
      } else if let names = value.array {
        alternates = .names(names.compactMap(\.value.string))
      } else {
        alternates = .malformed
      }
    } else {
      alternates = .absent
    }
  }

  /// Whether there is an icons dictionary (ICON-038).
  var hasDictionary: Bool {
    if case .present = dictionary { true } else { false }
  }

  /// The declared names, in the order of the file.
  var names: [String] {
    switch alternates {
    case .absent, .malformed: []
    case .dictionary(let entries): entries.keys
    case .names(let names): names
    }
  }

  /// Whether the name is declared (ICON-025): compared byte for byte, without folding of case or Unicode (ICON-026).
  ///
  /// Any text can be a name (ICON-027, ICON-028); the empty string and words such as `Default` have no meaning of their
  /// own (ICON-029, ICON-030). Without alternates nothing is declared (ICON-037); with the flat shape, which lacks the
  /// level of names, the inner keys are (ICON-034, ICON-035).
  func declares(_ name: String) -> Bool {
    if case .dictionary(let entries) = alternates { return entries.contains(name) }
    return names.contains { $0.utf8.elementsEqual(name.utf8) }
  }

  /// What the entry of an alternate says about its artwork. A malformed entry says nothing (ICON-033).
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
