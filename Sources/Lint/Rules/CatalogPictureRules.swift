import AppPackages
import Events
import HomeScreenSimulator
import PropertyLists

/// Rules about the pixels of app icon sets.
enum CatalogPictureRules {
  static let all: [any Rule] = [TransparentStoreIcon(), StoreIconAlphaChannel()]
}

/// The picture of 1024 pixels that goes to the App Store, and of which Xcode makes all others.
private struct StorePicture {
  let set: AssetSet
  let entry: AssetEntry
  /// The file's name in the set.
  let file: String
  /// In the tree that the package was read from; nil for a picture in a compiled catalog.
  let path: String?

  /// Those that can be transparent: in all sets of the target, for one that is not compiled in this configuration is
  /// in another. Dark and tinted pictures are meant to be transparent.
  static func all(of subject: LintSubject) -> [StorePicture] {
    let catalog = subject.package.build?.catalog ?? subject.package.catalog
    let replaced = catalog?.setsReplaced(for: subject.package.iconBuildSettings) ?? []
    return (catalog?.sets ?? []).flatMap { set in
      guard set.kind == .appIcon, !set.isIconComposer, set.path.map(replaced.contains) != true else {
        return [StorePicture]()
      }
      var seen: Set<ExactText> = []
      return set.entries.compactMap { entry in
        guard entry.isForIOS, entry.appearance == .any, entry.otherAppearances.isEmpty,
          entry.size?.width ?? 1024 == 1024,
          let file = entry.filename, entry.rendition != nil || set.path != nil && hasAlphaChannel(entry),
          seen.insert(ExactText(file)).inserted
        else { return nil }
        return StorePicture(set: set, entry: entry, file: file, path: set.path.map { "\($0)/\(file)" })
      }
    }
  }

  private static func hasAlphaChannel(_ entry: AssetEntry) -> Bool {
    entry.header.map { $0.format == .png && $0.hasAlphaChannel } ?? false
  }

  static func paths(of subject: LintSubject) -> [String] { all(of: subject).compactMap(\.path) }

  func pixels(_ subject: LintSubject) -> PixelSummary? {
    path.map { subject.pixels(at: $0) } ?? subject.pixels(of: entry)
  }
}

/// `appiconset-1024-transparent`
struct TransparentStoreIcon: Rule {
  let description = RuleDescription(
    "appiconset-1024-transparent", .warning, "The 1024 px picture of an icon set is transparent",
    explanation: """
      The picture of 1024x1024 pixels of an app icon set has transparent pixels. The App Store refuses such a picture \
      of the primary icon (ITMS-90717), and all smaller pictures are made from it. It is a warning, because the app is \
      built and runs; --fail-on warning makes a job fail on it. Rounded corners are the usual \
      cause: the system rounds them itself, so the picture must be a full square. Dark and tinted pictures, which came \
      with iOS 18, should be transparent; this is about the light one.
      """,
    facts: ["STORE-015", "STORE-025", "STORE-040", "ICON-121", "ICON-145", "ICON-147"])

  var readsPixels: Bool { true }

  func pictures(_ subject: LintSubject) -> [String] { StorePicture.paths(of: subject) }

  func check(_ subject: LintSubject) -> [Finding] {
    StorePicture.all(of: subject).compactMap { picture in
      guard let pixels = picture.pixels(subject), pixels.transparentCount > 0 else { return nil }
      return finding(
        "“\(picture.file)” of the app icon set “\(picture.set.name)” is transparent: \(Self.share(of: pixels)) of its pixels, "
          + "with an alpha of \(pixels.cornerAlpha) in the corner",
        at: picture.entry.location,
        help: "fill the whole square with colour and export it without alpha channel; iOS rounds the corners itself")
    }
  }

  /// `6.18 %`
  private static func share(of pixels: PixelSummary) -> String {
    let hundredths = Int((pixels.transparentShare * 10_000).rounded())
    guard hundredths > 0 else { return "less than 0.01 %" }
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest) %"
  }
}

/// `appiconset-1024-alpha-channel`
struct StoreIconAlphaChannel: Rule {
  let description = RuleDescription(
    "appiconset-1024-alpha-channel", .note,
    "The 1024 px picture of an icon set has an alpha channel that it does not use",
    explanation: """
      The picture of 1024x1024 pixels of an app icon set has an alpha channel, but every pixel is opaque. The \
      difference is invisible, and Xcode usually removes the channel. Tools that build without Xcode keep it, and \
      then the App Store refuses it: the icon “can't be transparent nor contain an alpha channel” (ITMS-90717).
      """,
    facts: ["STORE-015", "STORE-025"])

  var readsPixels: Bool { true }

  func pictures(_ subject: LintSubject) -> [String] { StorePicture.paths(of: subject) }

  func check(_ subject: LintSubject) -> [Finding] {
    // In a compiled catalog all pictures have the channel.
    let pictures = StorePicture.all(of: subject).filter { picture in
      picture.path != nil && picture.pixels(subject).map { $0.transparentCount == 0 } ?? false
    }
    guard let first = pictures.first else { return [] }
    var sets: [String] = []
    for picture in pictures where !sets.contains(picture.set.name) { sets.append(picture.set.name) }
    let files = pictures.count == 1 ? "“\(first.file)”" : "\(pictures.count) pictures of 1024 px"
    var finding = finding(
      "\(files) of the app icon \(sets.count == 1 ? "set" : "sets") \(sets.listed(atMost: 5)) "
        + "\(pictures.count == 1 ? "has" : "have") an alpha channel, but every pixel is opaque",
      at: first.entry.location, help: "export \(pictures.count == 1 ? "it" : "them") without alpha channel, as RGB")
    finding.otherLocations = pictures.dropFirst().compactMap(\.entry.location)
    return [finding]
  }
}
