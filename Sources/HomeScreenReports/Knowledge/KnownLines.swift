import AppPackages
import Events
import HomeScreenSimulator
import Lint
import PropertyLists

/// Lines that people paste, each with what explains it: those of lint, of Xcode's tools, of the App Store and of iOS.
enum KnownLines {
  /// A line, in which `…` is any text.
  struct Row: Sendable {
    /// A rule, an error such as `NSCocoaErrorDomain 4`, or a fact.
    let key: String
    /// The line as it is printed.
    let line: String
    /// What is between the parts that differ, as it is compared.
    fileprivate let parts: [String]

    fileprivate init(_ key: String, _ line: String) {
      (self.key, self.line) = (key, line)
      parts = line.split(separator: "…").map { KnownLines.folded(String($0)) }.filter { !$0.isEmpty }
    }

    /// How much of the row a text has, in letters; nil for a text that is another line.
    fileprivate func size(in text: String) -> Int? {
      var rest = text[...]
      let isWhole = parts.allSatisfy { part in
        guard let place = rest.firstRange(of: part) else { return false }
        rest = rest[place.upperBound...]
        return true
      }
      let size = parts.reduce(0) { $0 + $1.count }
      if isWhole, size >= KnownLines.minimumLength { return size }
      // What was pasted may be a piece of the line.
      guard text.count >= KnownLines.minimumPiece, text.contains(" ") else { return nil }
      return parts.contains { $0.contains(text) } ? text.count : nil
    }
  }

  private static let minimumLength = 12
  /// Shorter pieces are words that people search for.
  private static let minimumPiece = 16

  /// The keys of the lines that a text has, or is a piece of; of several only those of the longest.
  static func keys(in text: String) -> [String] {
    let folded = folded(text)
    let found = rows.compactMap { row in row.size(in: folded).map { (row.key, $0) } }
    let longest = found.map(\.1).max()
    var keys: [String] = []
    for (key, size) in found where size == longest && !keys.contains(key) { keys.append(key) }
    return keys
  }

  /// Letter case, the form of quotes and the breaks of lines do not count.
  private static func folded(_ text: String) -> String {
    var result = ""
    for character in text.lowercased() {
      switch character {
      case "’", "‘", "“", "”", "'", "\"": result += "'"
      case _ where character.isWhitespace: if result.last != " " { result += " " }
      default: result.append(character)
      }
    }
    return result.trimmingBlanks
  }

  /// All rows: of each rule its summary as well, and of each error the text that the system has for it.
  static let rows: [Row] =
    table.split(separator: "\n").compactMap { line in
      line.firstRange(of: ": ").map { Row(String(line[..<$0.lowerBound]), String(line[$0.upperBound...])) }
    }
    + Rules.descriptions.map { Row($0.code.rawValue, $0.summary) }
    + ErrorReference.known.map { Row("\($0.domain) \($0.code)", $0.text) }

  private static let table = """
    NSCocoaErrorDomain 4: iconName not found in CFBundleAlternateIcons entry
    LSApplicationWorkspaceErrorDomain -105: iconName not found in CFBundleAlternateIcons entry
    NSCocoaErrorDomain 3072: The operation was cancelled
    NSCocoaErrorDomain 3328: The requested operation couldn’t be completed because the feature is not supported
    NSPOSIXErrorDomain 35: Resource temporarily unavailable
    NSPOSIXErrorDomain 5: couldn't load upcall bundle principal class
    ICON-281: Exception while running actool: …attempt to insert nil object from objects[0]
    ICON-281: Exception while running actool
    LAUNCH-170: Info.plist contained no UIScene configuration dictionary (looking for configuration named …)
    LAUNCH-171: There is no scene delegate set. A scene delegate class must be specified to use a main storyboard file.
    LAUNCH-172: All launch handlers must be registered before application finishes launching
    STORE-019: The bundle does not contain an alternate app icon for iPad of exactly '167x167' pixels
    ipad-sizes-missing: The bundle does not contain an alternate app icon for iPad of exactly '152x152' pixels
    ipad-sizes-missing: The bundle does not contain an alternate app icon for iPad of exactly '167x167' pixels
    ipad-sizes-missing: on iPad, … drawn from …; … px … missing
    iphone-sizes-missing: The bundle does not contain an alternate app icon for iPhone / iPod Touch of exactly '120x120' pixels
    iphone-sizes-missing: on iPhone, … drawn from …; … px … missing
    primary-icon-set-missing: None of the input catalogs contained a matching stickers icon set or app icon set named "…".
    primary-icon-set-missing: None of the input catalogs contained a matching stickers icon set, app icon set, or icon stack named "…".
    primary-icon-set-missing: None of the input catalogs contained a matching …
    alternate-name-unknown: None of the input catalogs contained a matching app icon set named "…".
    alternate-name-unknown: None of the input catalogs contained a matching …
    extension-icon-set-missing: None of the input catalogs contained a matching …
    alternate-name-case: … names “…”, but the set is “…”
    alternate-name-punctuation: “…” counts as a name, including its punctuation; no app icon set has that name
    alternates-by-plist-and-by-catalog: … written by hand, and the build generates … from the asset catalog
    alternates-flat: CFBundleAlternateIcons of … has “…” where names of alternates belong
    alternates-in-iphone-app: the app is only for iPhone: on an iPad with iPadOS 17 or later no alternate can be set
    alternates-share-files: … of CFBundleIcons… name the same “…”
    alternate-names-alike: “…” and “…” of … differ only in …
    alternate-never-named: no code uses the icon “…”
    appiconset-1024-transparent: “…” of the app icon set “…” is transparent: … of its pixels
    appiconset-1024-transparent: The large app icon in the asset catalog in “…” can’t be transparent or contain an alpha channel
    appiconset-1024-alpha-channel: … of the app icon set “…” … an alpha channel, but every pixel is opaque
    appiconset-file-format: “…” of the app icon set “…” is not a PNG, but …
    appiconset-mixed-sizes: “…” has pictures for single sizes next to a … one for all sizes
    appiconset-not-compiled: … not compiled: neither the primary icon nor an alternate
    appiconset-slot-empty: “…” has no picture for …
    appiconset-slot-obsolete: 76x76@1x app icons only apply to iPad apps targeting releases of iOS prior to 10.0.
    bad-image: this is a Git LFS pointer, not the picture itself
    catalog-file-missing: The file “…” for the image set “…” does not exist.
    catalog-file-missing: … pictures that catalogs name are missing: is this copy of the project complete?
    duplicate-key: the key “…” occurs a second time here; the value of line … is lost
    duplicate-set: “…” is the name of several …
    icon-and-appiconset-same-name: “…” is an app icon set and an Icon Composer icon too
    icon-dimension: …: … is … px, a size that no icon has
    icon-dimension: …: … is … px, and an icon of an iPhone at @3x has 180 × 180 px
    icon-file-in-folder: … names …, but the root of the app has no such picture
    icon-file-listed-twice: CFBundleIcons… lists … more than once
    icon-file-missing: … names …, but the root of the app has no such picture
    icon-file-missing: Invalid Image Path - No image found at the path referenced under key '…'
    icon-file-only-in-catalog: … names …, which is not a file but an app icon set
    icon-file-other-device: … names …, but the root of the app has no such picture for …
    icon-keys-misplaced: CFBundle… is at the top level of the Info.plist, where nothing reads it
    icon-name-not-in-catalog: … names the app icon set “…”, which …
    icon-name-not-in-catalog: Missing Icon - … references asset …
    icon-only-in-image-set: … has its picture only in the image set “…”
    icon-scale-ratio: … has … px and … px, not 2 to 3
    icon-set-empty: The stickers icon set or app icon set named "…" did not have any applicable content.
    icon-set-empty: The app icon set named "…" did not have any applicable content.
    icon-setting: without ASSETCATALOG_COMPILER_APPICON_NAME no icon gets into the Info.plist
    icon-setting-variable: … uses $(…), which is undefined: the rest is “…”
    icon-transparent: …with transparent pixels: …
    icon-without-picture: … names no picture
    icon-wrong-type: CFBundleIcon… of … is …, not an array
    ipad-alternates-missing: … has no CFBundleAlternateIcons: on iPad …
    ipad-alternates-partial: … lacks … of CFBundleIcons: on iPad …
    letter-case: “…” is spelled “…” on the disk
    mac-catalyst: the target is built for the Mac, too (Mac Catalyst), which is not simulated: iPhone and iPad are
    misnested-ipad-key: “…” is inside CFBundleIcons…, where suffixes do not count
    missing-xcconfig: …, which the configuration … names, is missing
    newsstand-key: “…” in … belongs to Newsstand, which iOS 9 removed
    no-primary-in-CFBundleIcons: … has alternates and no CFBundlePrimaryIcon, and no app icon set is the primary icon
    outside-of-project: “…” is outside of … and is not read
    part-of-project: this is the Info.plist of the target “…” of …, which was not read
    preprocessor: the Info.plist was read through the C preprocessor, as with INFOPLIST_PREPROCESS
    primary-among-alternates: CFBundlePrimaryIcon is inside CFBundleAlternateIcons
    primary-icon-file-absent: CFBundlePrimaryIcon of … names “…”, which is not …
    primary-icon-file-empty: CFBundlePrimaryIcon of … lists an empty name
    primary-icon-missing: the app has no icon
    primary-icon-missing: Missing required icon file. The bundle does not contain an app icon for iPhone / iPod Touch of exactly '120x120' pixels
    primary-icon-name-missing: CFBundlePrimaryIcon of … has loose files and no CFBundleIconName: the App Store refuses the app
    primary-icon-name-missing: Missing Info.plist value. A value for the Info.plist key 'CFBundleIconName' is missing in the bundle
    resource-file-absent: Build input file cannot be found: '…'
    resource-file-absent: … resources of the target are missing: …
    scene-manifest-missing: the app is built with the SDK …, but its Info.plist has no scene manifest: without scenes it ends at launch
    script-phase: the script phase “…” may write icons or quick actions into the Info.plist
    several-apps: … have apps for iPhone or iPad; using …
    shortcut-icon-not-template: … is drawn as a template, but the image set “…” …
    shortcut-icon-size: the picture of … but the menu draws 35 × 35 points
    shortcut-items-misplaced: UIApplicationShortcutItems… is at the top level of the Info.plist, where nothing reads it
    shortcut-key-unknown: … has the key “…”, which nothing reads
    shortcut-several-icons: … names several icons: … counts, and … never does
    shortcut-title-emoji: the … of … has the emoji “…”
    shortcut-title-missing: … is not in the menu: it has no title
    shortcut-title-not-localised: the title “…” of … is in none of …
    shortcut-title-partly-localised: the title “…” of … is missing in InfoPlist.strings of …
    shortcut-type-duplicate: … has the type of item …
    shortcut-type-missing: … is not in the menu: it has no type
    shortcut-type-unhandled: the code compares the type of a quick action with others, but never with “…”
    shortcut-userinfo-wrong-type: … gives the app no userInfo: its … is …
    unassigned-child: The app icon set "…" has an unassigned child.
    unassigned-child: The app icon set "…" has … unassigned children.
    unexpanded-macro: the value of … still contains “…”
    unknown-catalog-value: “…” is not a size in points such as 60x60
    unknown-icon-key: the system does not know … of CFBundleIcons…
    unknown-setting: the build setting … is undefined and replaced by nothing
    unreadable-input: there is no Xcode project, built .app or Info.plist of an app in the folder
    unreadable-input: there is no such file or folder
    wider-folder: paths of the project are outside of …: the files in … were read, too
    wrong-icon-size: … is …x… but should be …x….
    """
}

extension String {
  /// Without the blanks around it.
  fileprivate var trimmingBlanks: String {
    var text = self[...]
    while text.first == " " { text = text.dropFirst() }
    while text.last == " " { text = text.dropLast() }
    return String(text)
  }
}
