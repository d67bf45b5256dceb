internal import AppPackages
import PropertyLists

/// What is known of a name beyond the icons of one device: what the settings and the catalogs call so, and whether the
/// primary icon is meant. No device decides by it; it is for advice. All is worked out once.
final class IconNameAdvice {
  private let package: AppPackage
  private let settings: IconBuildSettings

  init(_ package: AppPackage, _ settings: IconBuildSettings) {
    self.package = package
    self.settings = settings
  }

  /// The alternates that the build settings name, whether or not a build makes them (ICON-137). The primary icon's set
  /// among them is none: it is asked for with nil.
  private(set) lazy var alternatesOfSettings: [String] = {
    guard package.build != nil || package.catalog != nil else { return [] }
    Work.count(settings.alternates.count * 8)
    let primary = settings.primary
    return settings.alternates.filter { name in primary.map { !ExactText.isSame($0, name) } ?? true }
  }()

  private lazy var setOfAlternatesOfSettings = Set(alternatesOfSettings.map { ExactText($0) })

  /// Whether a build setting names the alternate.
  func isNamedBySettings(_ name: String) -> Bool { setOfAlternatesOfSettings.contains(ExactText(name)) }

  /// The names of the icons in the target's catalogs, those included that the build leaves out.
  private(set) lazy var writtenSets: Set<ExactText> = {
    let sets = (package.build?.catalog ?? package.catalog)?.sets ?? []
    Work.count(sets.count * 8)
    return Set(sets.filter { $0.kind == .appIcon || $0.isIconComposer }.map { ExactText($0.name) })
  }()

  /// Whether a name stands for the primary icon: it is a usual word for it or the name of its set, and no device has an
  /// alternate that is called so, nor has the catalog another icon of that name. Letter case does not matter.
  func isPrimary(_ name: String) -> Bool {
    let name = name.lowercased()
    let isOfPrimary = primarySets.contains(name)
    guard isOfPrimary || ["", "default", "primary", "appicon"].contains(name) else { return false }
    return !alternateNames.contains(name) && (isOfPrimary || !lowercasedSets.contains(name))
  }

  /// The icons of every variant of the key, whichever device reads it.
  private lazy var variantsOfIcons: [IconDeclarations] = package.infoPlist.entries.filter { key, _ in
    key == "CFBundleIcons" || key.hasPrefix("CFBundleIcons~") || key.hasPrefix("CFBundleIcons-")
  }.map { IconDeclarations(["CFBundleIcons": $0.node.value]) }

  private lazy var primarySets = Set(
    ([settings.primary] + variantsOfIcons.map(\.primaryArtwork.catalogName)).compactMap { $0?.lowercased() })

  private lazy var alternateNames = Set(
    (variantsOfIcons.flatMap(\.names) + alternatesOfSettings).map { $0.lowercased() })

  private lazy var lowercasedSets = Set(writtenSets.map { $0.text.lowercased() })
}
