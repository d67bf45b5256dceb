package import AppPackages
package import AppSources
package import HomeScreenSimulator
import Platform
package import PropertyLists
import Synchronization

/// One app as rules look at it: the package, what the simulator makes of it, and its pictures; each worked out once, when
/// a rule first asks. It belongs to one thread.
package final class LintSubject {
  /// The app.
  package let package: AppPackage
  /// What its own code does; nil where nobody has read it.
  package let sources: SourceDocument?

  /// Whether what rarely matters is reported.
  let isPedantic: Bool

  private let pixelCache: PixelCache

  /// Takes a package, with what its sources do where they were read; nothing is worked out yet.
  package convenience init(_ package: AppPackage, sources: SourceDocument? = nil) {
    self.init(package, PixelCache(), sources: sources)
  }

  /// - Parameter pixelCache: shared by all builds of an app.
  init(_ package: AppPackage, _ pixelCache: PixelCache, sources: SourceDocument? = nil, isPedantic: Bool = true) {
    self.package = package
    self.isPedantic = isPedantic
    self.sources = sources
    self.pixelCache = pixelCache
  }

  // MARK: Which devices

  /// The kinds of device that the app is for; both where it does not say.
  package private(set) lazy var families: [DeviceClass] = {
    let families = package.deviceFamilies
    return families.isEmpty ? DeviceClass.allCases : families
  }()

  /// The oldest iOS that the app runs on, as far as it says so and the simulator knows it.
  package private(set) lazy var oldestOS = OSVersion(oldestOf: package)

  // MARK: What devices make of it

  /// What a device of this kind shows of the app, of the newest iOS.
  package private(set) lazy var inspection = PackageInspection(
    package, models: families.map { $0 == .iPhone ? .iPhone : .iPad })

  /// Why each alternate that anything declares or names changes on each kind of device, or does not; nil when a device
  /// does not take the app at all.
  package private(set) lazy var judgement: IconJudgement? = try? IconJudgement(
    package, .alternates, on: families.map { try Device(model: $0 == .iPhone ? .iPhone : .iPad) })

  /// What becomes of the quick actions of the Info.plist on each kind of device, in all versions and languages.
  package private(set) lazy var actions = ActionJudgement(package)

  // MARK: The app's own code

  /// What the code does, and which of its classes the system calls; nil where nobody has read it.
  package private(set) lazy var code: SubjectCode? = sources.map { SubjectCode($0, of: package) }

  // MARK: The written Info.plist

  /// The Info.plist as it is written, before a build adds anything.
  package var written: PropertyListDictionary {
    package.build?.writtenInfoPlist ?? package.writtenInfoPlist ?? package.infoPlist
  }

  /// Its keys that occur more than once with the same value, by the places where they occur again.
  private(set) lazy var equalRepeats = PropertyListValue.dictionary(written).equalRepeats

  /// The entries of icons that are written by hand, in the order of the file: each `CFBundleIcons` variant with its
  /// primary icon and its alternates.
  package private(set) lazy var iconKeys: [WrittenIcons] = written.keys.compactMap { key in
    WrittenIcons(key: key, in: written, of: package, for: families)
  }

  // MARK: Pictures

  /// What the pixels of a picture of the package say; nil where it cannot be read or is no PNG.
  ///
  /// - Parameter path: inside of the tree that the package was read from.
  package func pixels(at path: String) -> PixelSummary? {
    package.files.flatMap { pixelCache.summary(at: path, in: $0) }
  }

  /// The same for a picture in the compiled catalog; nil where it cannot be decoded, and for one that is elsewhere.
  package func pixels(of entry: AssetEntry) -> PixelSummary? {
    guard let range = entry.rendition else { return nil }
    if let known = compiledPixels[range.lowerBound] { return known }
    let summary = (try? compiledPictures?.pixels(of: entry)).map { PixelSummary($0) }
    compiledPixels[range.lowerBound] = .some(summary)
    return summary
  }

  /// The alternates that the build settings name and no catalog has (ICON-274).
  private(set) lazy var alternatesWithoutSet: Set<ExactText> =
    package.warnings.contains { $0.code == .alternateNameUnknown }
    ? Set(package.iconBuildSettings.alternates.filter { writtenIconSet(named: $0) == nil }.map(ExactText.init)) : []

  private var entriesByDevice: [DeviceClass: [ExactText: WrittenIcons.Entry]] = [:]
  private lazy var compiledPictures = package.compiledCatalog.flatMap { try? CompiledPictureReader($0) }
  private var compiledPixels: [Int: PixelSummary?] = [:]

  /// What a picture's first bytes say: of the pictures in image sets packages know nothing, for there are many.
  ///
  /// - Parameter path: inside of the tree that the package was read from.
  package func header(at path: String) -> ImageHeader? {
    if let known = headers[path] { return known }
    let bytes = package.files.flatMap { try? $0.tree.readPrefix(path, count: Self.headerBytes) }
    let header = bytes.flatMap { try? ImageHeader.read($0) }
    headers[path] = .some(header)
    return header
  }

  private var headers: [String: ImageHeader?] = [:]
  private static let headerBytes = 64 * 1024
}

/// What several rules about icons ask of an app.
extension LintSubject {
  /// Whether all files of the app are known. Beside a property list on its own pictures may lie anywhere, and what leads
  /// out of the folder, or cannot be read, may be just what is looked for.
  var isWhole: Bool {
    package.origin != .infoPlist
      && !package.warnings.contains { [.outsideOfProject, .limit, .unreadable, .badProject].contains($0.code) }
  }

  /// Whether pictures of an icon are named and this copy of the project lacks them: a set of the catalog with files that
  /// are missing or pointers, loose files that the project or a pointer stands for.
  func lacksPicture(of name: String?, on device: DeviceClass) -> Bool {
    let entry =
      name.map { entries(on: device)[ExactText($0)] } ?? iconKeys.first { $0.devices.contains(device) }?.primary
    let sets = [name ?? package.build?.primaryIcon ?? package.iconBuildSettings.primary, entry?.catalogName]
    let lacksSet = sets.compactMap { $0.flatMap(writtenIconSet) }.contains { set in
      set.entries.contains { entry in
        entry.isForIOS
          && (entry.rejectedFilename != nil && entry.header == nil && entry.problem == nil
            || entry.problem?.isNotInCopy == true)
      }
    }
    return lacksSet
      || entry?.files.contains { file in
        isAbsent(file.name)
          || (file.pictures[device] ?? []).contains { package.resources[$0.path]?.problem?.isNotInCopy == true }
      } ?? false
  }

  /// The alternates that a kind of device reads, by their names: a search through all of them for each takes too long.
  private func entries(on device: DeviceClass) -> [ExactText: WrittenIcons.Entry] {
    if let known = entriesByDevice[device] { return known }
    let alternates = iconKeys.first { $0.devices.contains(device) }?.alternates ?? []
    let entries = Dictionary(
      alternates.compactMap { entry in entry.name.map { (ExactText($0), entry) } },
      uniquingKeysWith: { first, _ in first })
    entriesByDevice[device] = entries
    return entries
  }

  /// The app icon sets of the target's catalogs, those included that are not compiled.
  func writtenIconSet(named name: String) -> AssetSet? {
    (package.build?.catalog ?? package.catalog)?.set(named: name, kind: .appIcon)
  }

  /// The icons whose pictures a kind of device has to draw. An app for iPad needs the iPad's pictures of its alternates,
  /// whichever variant of the key declares them (STORE-033).
  func iconKeys(drawnOn device: DeviceClass) -> [WrittenIcons] {
    let own = iconKeys.filter { $0.devices.contains(device) }
    guard device == .iPad, families.contains(.iPad), own.allSatisfy(\.alternates.isEmpty),
      let iPhone = iconKeys.first(where: { $0.devices == [.iPhone] && !$0.alternates.isEmpty })
    else { return own }
    return own + [iPhone.alternates(on: device)]
  }

  /// The alternates of a variant of `CFBundleIcons` that an iPad would find a picture for; all where files are unknown.
  func alternatesWithPictureOnIPad(in key: String) -> [String] {
    let entries = iconKeys.first { ExactText.isSame($0.key, key) }?.alternates ?? []
    return entries.filter { entry in
      guard isWhole, !package.hasUnknownCatalog else { return true }
      let isSet = entry.catalogName.map { package.catalog?.set(named: $0, kind: .appIcon) != nil } ?? false
      return isSet || entry.files.contains { !package.looseImages(named: $0.name, for: .iPad).isEmpty }
    }.compactMap(\.name)
  }

  /// What `why` advises about a fault, for each icon on each device.
  func advice(_ fault: IconExplanation.Advice.Fault) -> [(explanation: IconExplanation, text: String)] {
    // Nothing is written, so nothing is at fault; asking devices takes its time.
    guard !iconKeys.isEmpty else { return [] }
    return (judgement?.explanations ?? []).flatMap { explanation in
      explanation.advice.filter { $0.code == fault }.map { (explanation, $0.text) }
    }
  }

  /// The primary icon as the Home Screen shows it on the first of these kinds of device.
  func primaryPicture(on devices: [DeviceClass]) -> IconPicture? {
    inspection.columns.first { devices.contains($0.model.deviceClass) }?.primary.picture
  }

  /// The entries of a key whose loose pictures the Home Screen takes: all alternates, and the primary icon where no set
  /// of the catalog comes before it.
  func looseEntries(of icons: WrittenIcons) -> [WrittenIcons.Entry] {
    let primary = icons.primary.flatMap { entry in
      primaryPicture(on: icons.devices)?.source == .loose ? entry : nil
    }
    return [primary].compactMap(\.self) + icons.alternates
  }
}

extension DeviceClass {
  /// The device that stands for its kind.
  var model: DeviceModel {
    switch self {
    case .iPhone: .iPhone
    case .iPad: .iPad
    }
  }
}

extension [String] {
  /// As a message has them: `“Day”, “Night” and 3 more`.
  func listed(atMost limit: Int = Names.maximum) -> String { Names.list(map { "“\($0)”" }, atMost: limit) }
}

/// One `CFBundleIcons`, `CFBundleIcons~ipad` or other variant of the key, as it is written in an Info.plist.
package struct WrittenIcons: Sendable {
  /// As it is written: `CFBundleIcons~ipad`.
  package let key: String
  /// The kinds of device of the app that read this variant (ICON-106).
  package private(set) var devices: [DeviceClass]
  /// The value of the key.
  package let node: PropertyListNode
  /// Where the key is written.
  package let location: SourceLocation?
  /// `CFBundlePrimaryIcon`; nil where there is none, or none that is a dictionary.
  package private(set) var primary: Entry?
  /// `CFBundleAlternateIcons`, in the order of the file; an entry that is no dictionary has no files.
  package let alternates: [Entry]
  /// Keys of an icon among the names of alternates: they mean nothing.
  let foreignKeys: [String]

  /// One icon.
  package struct Entry: Sendable {
    /// The name of an alternate; nil for the primary icon.
    package let name: String?
    /// The icon's value.
    package let node: PropertyListNode
    /// Where its key is written.
    package let location: SourceLocation?
    /// The elements of `CFBundleIconFiles` that are texts.
    package let files: [File]
    /// `CFBundleIconName`; nil where it is missing or no text.
    package let catalogName: String?

    /// All pictures that its files stand for on a kind of device, each once.
    package func pictures(on device: DeviceClass) -> [LooseImage] {
      var seen: Set<ExactText> = []
      return files.flatMap { $0.pictures[device] ?? [] }.filter { seen.insert(ExactText($0.path)).inserted }
    }

    /// The same for several kinds of device.
    package func pictures(on devices: [DeviceClass]) -> [LooseImage] {
      var seen: Set<ExactText> = []
      return devices.flatMap { pictures(on: $0) }.filter { seen.insert(ExactText($0.path)).inserted }
    }
  }

  /// An element of `CFBundleIconFiles`.
  package struct File: Sendable {
    /// The name, with the settings of the build put in.
    package let name: String
    /// Where it is written.
    package let location: SourceLocation?
    /// Its place in the array, counted from 0.
    package let index: Int
    /// The files of the bundle that it stands for, for each kind of device of the app.
    package let pictures: [DeviceClass: [LooseImage]]
  }

  /// nil for a key that is no variant of `CFBundleIcons`.
  init?(key: String, in written: PropertyListDictionary, of package: AppPackage, for families: [DeviceClass]) {
    guard InfoPlistKey(key).base == "CFBundleIcons", let node = written.node(for: key) else { return nil }
    self.key = key
    self.node = node
    location = written.keyLocation(for: key) ?? node.location
    let devices = families.filter { package.infoPlist.infoPlistKey(for: "CFBundleIcons", on: $0) == key }
    self.devices = devices
    let content = node.value.dictionary
    let built = package.build == nil ? package.expandedInfoPlist[key]?.dictionary : package.infoPlist[key]?.dictionary
    func entry(_ name: String?, _ node: PropertyListNode, _ location: SourceLocation?, _ built: PropertyListValue?)
      -> Entry
    {
      let content = node.value.dictionary
      let expanded = built?.dictionary?["CFBundleIconFiles"]?.array ?? []
      let elements = content?["CFBundleIconFiles"]?.array ?? []
      let files = elements.enumerated().compactMap { index, element -> File? in
        guard var name = element.value.string else { return nil }
        // What a build puts in, it puts into the same place; where it has replaced the whole array, the name stays.
        if name.utf8.contains(UInt8(ascii: "$")), expanded.count == elements.count {
          name = expanded[index].value.string ?? name
        }
        return File(
          name: name, location: element.location, index: index,
          pictures: Dictionary(uniqueKeysWithValues: families.map { ($0, package.looseImages(named: name, for: $0)) }))
      }
      return Entry(
        name: name, node: node, location: location ?? node.location, files: files,
        catalogName: content?["CFBundleIconName"]?.string)
    }
    primary = content?.node(for: "CFBundlePrimaryIcon").flatMap { node in
      guard node.value.dictionary != nil else { return nil }
      return entry(nil, node, content?.keyLocation(for: "CFBundlePrimaryIcon"), built?["CFBundlePrimaryIcon"])
    }
    let alternates = content?["CFBundleAlternateIcons"]?.dictionary
    let builtAlternates = built?["CFBundleAlternateIcons"]?.dictionary
    let hasNames = alternates?.entries.contains { $0.node.value.dictionary != nil } ?? false
    let foreign = alternates.map { hasNames ? Self.keysOfOneIcon(in: $0) : [] } ?? []
    foreignKeys = foreign
    self.alternates = (alternates?.entries ?? []).filter { !foreign.contains($0.key) }.map { name, node in
      entry(name, node, alternates?.keyLocation(for: name), builtAlternates?[name])
    }
  }

  /// The same alternates as another kind of device would read them.
  func alternates(on device: DeviceClass) -> WrittenIcons {
    var icons = self
    (icons.devices, icons.primary) = ([device], nil)
    return icons
  }

  /// `CFBundleIcons~ipad.Night`, for messages.
  package func title(of entry: Entry) -> String { "\(key).\(entry.name ?? "CFBundlePrimaryIcon")" }

  /// The names in a message about an entry, which differ between messages of one cause; the last says in which list.
  func names(of entry: Entry, _ others: [String] = []) -> [String] {
    [entry.name ?? "CFBundlePrimaryIcon"] + others + [title(of: entry)]
  }

  /// The primary icon and the alternates.
  package var entries: [Entry] { [primary].compactMap(\.self) + alternates }

  private static let ofOneIcon: Set<String> = ["CFBundleIconFiles", "CFBundleIconName", "UIPrerenderedIcon"]

  /// Whether a key of `CFBundleAlternateIcons` was meant as a part of an icon: an entry of such a name is a dictionary.
  static func isOfOneIcon(_ key: String, in alternates: PropertyListDictionary) -> Bool {
    ofOneIcon.contains(key) && alternates[key]?.dictionary == nil
  }

  /// The keys of a dictionary of alternates that are no names.
  static func keysOfOneIcon(in alternates: PropertyListDictionary) -> [String] {
    alternates.keys.filter { isOfOneIcon($0, in: alternates) }
  }

  /// Keys directly inside of it that have a suffix for a kind of device, or belong to the top level: they mean nothing
  /// there (ICON-109).
  var misnestedKeys: [String] {
    (node.value.dictionary?.keys ?? []).filter { key in
      let base = InfoPlistKey(key).base
      return base == "CFBundleIcons"
        || ["CFBundleAlternateIcons", "CFBundlePrimaryIcon"].contains(base) && !ExactText.isSame(base, key)
    }
  }

  /// The way to `CFBundleIconFiles` of an entry in the property list, for fixes.
  func filesPath(of entry: Entry) -> [PropertyListStep] {
    let place: [PropertyListStep] =
      entry.name.map { [.key("CFBundleAlternateIcons"), .key($0)] } ?? [.key("CFBundlePrimaryIcon")]
    return [.key(key)] + place + [.key("CFBundleIconFiles")]
  }
}

/// What the pixels of pictures say, each looked at once for all builds of an app. It may be shared by threads.
final class PixelCache: Sendable {
  private struct Key: Hashable {
    /// The folder of the tree, or its name.
    let tree: ExactText
    let path: ExactText

    init(_ path: String, _ files: PackageFiles) {
      tree = ExactText(files.folder ?? files.tree.name)
      self.path = ExactText(path)
    }
  }

  private let known = Mutex<[Key: PixelSummary?]>([:])

  /// nil for what cannot be read or is no PNG: the readers' remarks tell of that.
  func summary(at path: String, in files: PackageFiles) -> PixelSummary? {
    let key = Key(path, files)
    if let summary = known.withLock({ $0[key] }) { return summary }
    let summary = try? PixelSummary.read(path, in: files.tree)
    known.withLock { $0[key] = .some(summary) }
    return summary
  }

  /// Looks at pictures on all processors, so that they are known when a rule asks.
  func load(_ pictures: [(path: String, files: PackageFiles)]) {
    var seen: Set<Key> = []
    let wanted = known.withLock { known in
      pictures.filter { known[Key($0.path, $0.files)] == nil && seen.insert(Key($0.path, $0.files)).inserted }
    }
    Threads.perform(wanted.count) { [self] index in
      _ = summary(at: wanted[index].path, in: wanted[index].files)
    }
  }
}
