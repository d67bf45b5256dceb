public import AppPackages
import PropertyLists
import Synchronization

/// A package with cached results of devices, so that repeated installation is cheap.
///
/// It belongs to one thread, like devices; the same object may be installed on any number of devices.
public final class PreparedPackage {
  /// The original package.
  public let package: AppPackage

  private var infos: [DeviceClass: PropertyListDictionary] = [:]
  private var declarations: [DeviceClass: IconDeclarations] = [:]
  private var labels: [LabelKey: String] = [:]

  private struct LabelKey: Hashable {
    let deviceClass: DeviceClass
    let locale: String
  }

  /// The maximum number of cached labels or lists of items.
  private static let maximumLabels = 100

  /// Creates a prepared package; results are computed when a device first needs them.
  public init(_ package: AppPackage) { self.package = package }

  /// Returns the Info.plist for this class of device (ICON-106 to ICON-109).
  func info(on deviceClass: DeviceClass) -> PropertyListDictionary {
    if let info = infos[deviceClass] { return info }
    let info = package.infoDictionary(for: deviceClass)
    infos[deviceClass] = info
    return info
  }

  /// Returns the icons that the Info.plist declares for this class of device.
  func icons(on deviceClass: DeviceClass) -> IconDeclarations {
    if let icons = declarations[deviceClass] { return icons }
    let icons = IconDeclarations(
      info(on: deviceClass),
      key: package.infoPlist.infoPlistKey(for: "CFBundleIcons", on: deviceClass) ?? "CFBundleIcons")
    declarations[deviceClass] = icons
    return icons
  }

  // MARK: Names of icons

  private(set) lazy var iconBuildSettings = package.iconBuildSettings

  /// Knowledge about icon names in the settings, the catalogs and on all devices.
  private(set) lazy var iconNames = IconNameAdvice(package, iconBuildSettings)

  /// Returns the text below the icon (ICON-167).
  func label(on deviceClass: DeviceClass, locale: String) -> String {
    let key = LabelKey(deviceClass: deviceClass, locale: locale)
    if let label = labels[key] { return label }
    let label = package.displayName(in: info(on: deviceClass), languages: [locale])
    if labels.count < PreparedPackage.maximumLabels { labels[key] = label }
    return label
  }

  // MARK: Pictures

  /// The pictures that were found. The time of a lookup does not depend on the number of icons, so that an app with a
  /// thousand icons is as fast as one with ten.
  private var pictures: [IconPictureKey: IconPicture] = [:]
  private var images: [DeviceClass: [ExactText: [LooseImage]]] = [:]
  private lazy var sets: [ExactText: [AssetSet]] = {
    let sets = package.catalog?.sets ?? []
    Work.count(sets.count * 8)
    return Dictionary(grouping: sets, by: { ExactText($0.name) })
  }()

  /// The maximum number of cached pictures.
  private static let maximumPictures = 20_000

  /// Returns the cached picture, or the one that `find` returns.
  func picture(_ key: IconPictureKey, _ find: () -> IconPicture) -> IconPicture {
    if let picture = pictures[key] { return picture }
    let picture = find()
    if pictures.count >= PreparedPackage.maximumPictures { pictures.removeAll(keepingCapacity: true) }
    pictures[key] = picture
    return picture
  }

  /// Returns the files for a name in `CFBundleIconFiles` on a device of this class.
  func looseImages(named name: String, on deviceClass: DeviceClass) -> [LooseImage] {
    let key = ExactText(name)
    if let found = images[deviceClass]?[key] { return found }
    let found = package.looseImages(named: name, for: deviceClass)
    if images[deviceClass]?.count ?? 0 >= PreparedPackage.maximumPictures { images[deviceClass] = nil }
    images[deviceClass, default: [:]][key] = found
    return found
  }

  /// Returns the file for a name in the bundle's root that a device uses (ICON-115, ICON-180): readable before
  /// unreadable, the device's own before common, and the screen's scale before a higher and then a lower one.
  func looseImage(named name: String, on model: DeviceModel) -> LooseImage? {
    func rank(_ image: LooseImage) -> (Int, Int, Int) {
      let distance = image.scale < model.screenScale ? 10 - image.scale : image.scale
      return (image.header == nil ? 1 : 0, image.deviceSuffix == model.deviceClass.suffix ? 0 : 1, distance)
    }
    return looseImages(named: name, on: model.deviceClass).min { rank($0) < rank($1) }
  }

  /// Returns the set in the catalog with this name and kind, or nil. Icon Composer files are not included.
  func assetSet(named name: String, _ kind: AssetSet.Kind) -> AssetSet? {
    sets[ExactText(name)]?.first { $0.kind == kind && !$0.isIconComposer }
  }

  /// Returns the `.icon` of Icon Composer with this name, or nil (ICON-148).
  func iconComposerSet(named name: String) -> AssetSet? { sets[ExactText(name)]?.first(where: \.isIconComposer) }

  private struct ItemsKey: Hashable {
    let deviceClass: DeviceClass
    let os: OSVersion
    let locale: String
  }

  private var items: [ItemsKey: [ShortcutItem]] = [:]

  /// Returns the quick actions that the Info.plist declares, as a device of this class and version shows them.
  func staticItems(on deviceClass: DeviceClass, os: OSVersion, locale: String) -> [ShortcutItem] {
    let key = ItemsKey(deviceClass: deviceClass, os: os, locale: locale)
    if let items = items[key] { return items }
    let items = StaticItems.items(in: info(on: deviceClass), of: package, os: os, locale: locale)
    if self.items.count < PreparedPackage.maximumLabels { self.items[key] = items }
    return items
  }

  /// The hash of the package's content, as 16 hexadecimal digits: equal for packages with the same Info.plist,
  /// translations, files, catalog, settings and entitlements.
  private(set) lazy var fingerprint: String = {
    var content = DeviceState()
    content.write("name", package.name)
    content.write("info", package.infoPlist)
    content.write("files", each: package.resources) { content, path, resource in
      content.write(path, "\(resource.path) \(resource.size)")
      content.write("\(path).image", resource.image.map { "\($0.width)x\($0.height)" })
    }
    for language in package.localizedInfo.languages {
      content.write("strings.\(language)", each: package.localizedInfo[language] ?? [:]) { content, path, text in
        content.write(path, "\(text.key)=\(text.value)")
      }
    }
    content.write("sets", each: package.catalog?.sets ?? []) { content, path, set in
      content.write(path, "\(set.name) \(set.isIconComposer)")
      content.write(path, each: set.entries) { content, path, entry in
        content.write(path, entry.filename)
        content.write("\(path).idiom", entry.idiom)
        content.write("\(path).size", entry.size)
        content.write("\(path).scale", entry.scale)
        content.write("\(path).pixels", entry.pixelSize)
        content.write("\(path).appearance", entry.appearance == .any ? nil : "\(entry.appearance)")
      }
    }
    content.write("settings", each: package.settings) { content, path, setting in
      content.write(path, "\(setting.key)=\(setting.value)")
    }
    let entitlements = package.knownEntitlements
    content.write("entitlements", isSet: entitlements != nil)
    content.write("entitlements", entitlements)
    return content.fingerprint
  }()

  /// The identifier for drawing pictures: packages may be equal except for the pixels in their files, and may be in
  /// archives with the same name.
  let pictureIdentifier: String = {
    let number = PreparedPackage.count.withLock { count in
      count += 1
      return count
    }
    return "package \(number)"
  }()
  private static let count = Mutex(0)

  /// The domains of the app's universal links; nil if its entitlements are unknown (LAUNCH-126).
  package private(set) lazy var linkDomains: [LinkDomain]? = package.linkDomains
  /// The team that signs the app; nil if its entitlements are unknown (LAUNCH-135).
  private(set) lazy var team: String? = package.team
  private(set) lazy var bundleIdentifier: String? = package.bundleIdentifier
  /// Whether the package is an app extension instead of an app (ICON-023).
  private(set) lazy var isAppExtension = package.infoPlist["NSExtension"]?.dictionary != nil
  private(set) lazy var deviceFamilies: [DeviceClass] = package.deviceFamilies
  /// The SDK in `DTSDKName`, if present.
  private(set) lazy var sdk: BuildSDK? = package.infoPlist["DTSDKName"]?.string.flatMap { BuildSDK($0) }
}

/// The key for the picture of an app's icon in a place.
struct IconPictureKey: Hashable {
  let name: ExactText?
  let surface: IconSurface
  let appearance: IconAppearance
  /// Whether the picture is shown in the alert for a change of the icon, not on the surface.
  let isPreview: Bool
  let model: DeviceModel
  let os: OSVersion
}

extension PreparedPackage {
  /// Returns whether UIKit's texts in the app are in the language of the device (ICON-202, ICON-300). The languages of
  /// string catalogs are not read; an app with one is assumed to have every language.
  func hasLanguage(of locale: String, on deviceClass: DeviceClass) -> Bool {
    let info = info(on: deviceClass)
    if info["CFBundleAllowMixedLocalizations"]?.boolean == true { return true }
    let listed = info["CFBundleLocalizations"]?.array?.compactMap(\.value.string) ?? []
    let region = info["CFBundleDevelopmentRegion"]?.string
    Work.count(package.resources.count)
    var languages = package.localizedInfo.languages + listed + (region.map { [$0] } ?? [])
    for path in package.resources.lazy.map(\.path) {
      if path.hasSuffix(".xcstrings") { return true }
      if let end = path.firstRange(of: ".lproj/")?.lowerBound { languages.append(String(path[..<end])) }
    }
    return SystemTextLedger.speaks(languages, in: locale)
  }
}
