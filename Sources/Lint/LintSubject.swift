package import AppPackages
package import AppSources
package import HomeScreenSimulator
import Platform
package import PropertyLists
import Synchronization

/// An app for rules: the package, its results in the simulator, and its pictures, each computed when a rule first asks
/// for it. It belongs to one thread.
package final class LintSubject {
  package let package: AppPackage
  /// The behaviour of the app's code; nil if it was not read.
  package let sources: SourceDocument?

  /// Whether details that rarely matter are reported.
  let isPedantic: Bool

  private let pixelCache: PixelCache
  private let givenXcode: XcodeVersion?

  /// Creates a subject from a package, with the behaviour of its sources if they were read; computes nothing yet.
  package convenience init(_ package: AppPackage, sources: SourceDocument? = nil, xcode: XcodeVersion? = nil) {
    self.init(package, PixelCache(), sources: sources, xcode: xcode)
  }

  /// - Parameter pixelCache: shared by all builds of an app.
  init(
    _ package: AppPackage, _ pixelCache: PixelCache, sources: SourceDocument? = nil, isPedantic: Bool = true,
    xcode: XcodeVersion? = nil
  ) {
    self.package = package
    givenXcode = xcode
    (self.isPedantic, self.sources, self.pixelCache) = (isPedantic, sources, pixelCache)
  }

  /// The remarks of the package's readers by kind.
  private(set) lazy var remarks = Dictionary(grouping: package.warnings, by: \.code)

  // MARK: Which devices

  /// The kinds of device that the app supports; both if it does not declare any.
  package private(set) lazy var families: [DeviceClass] = {
    let families = package.deviceFamilies
    return families.isEmpty ? DeviceClass.allCases : families
  }()

  /// The oldest iOS that the app declares, limited to the simulator's range; its oldest version if none is declared.
  package private(set) lazy var oldestOS = OSVersion(oldestOf: package)

  // MARK: Results on devices

  /// The app on a device of each kind with the newest iOS.
  package private(set) lazy var inspection = PackageInspection(
    package, models: families.map { $0 == .iPhone ? .iPhone : .iPad })

  /// The explanation for each declared or named alternate on each kind of device; nil if a device does not accept the
  /// app.
  package private(set) lazy var judgement: IconJudgement? = try? IconJudgement(
    package, .alternates, on: families.map { try Device(model: $0 == .iPhone ? .iPhone : .iPad) })

  /// The results for the quick actions of the Info.plist on each kind of device, in all versions and languages.
  package private(set) lazy var actions = ActionJudgement(package)

  // MARK: The app's own code

  /// The code with the classes that the system calls; nil if it was not read.
  package private(set) lazy var code: SubjectCode? = sources.map { SubjectCode($0, of: package) }

  /// The Xcode that builds the app, from the options or the project's files, if they name one.
  package private(set) lazy var xcode = XcodeChoice(of: package, given: givenXcode)

  /// The names of alternates in the settings that are literals in a source file, each with the first such file. This
  /// searches the text, as the code may not be read.
  private(set) lazy var spelledAlternates: [ExactText: String] = {
    guard let tree = package.files?.tree else { return [:] }
    let names = Set(texts: package.iconBuildSettings.alternates)
    return (package.sourceFiles()?.files ?? []).reduce(into: [:]) { found, file in
      guard let bytes = try? tree.read(file.path) else { return }
      for text in bytes.split(separator: UInt8(ascii: "\"")).map({ ExactText(String(decoding: $0, as: UTF8.self)) })
      where names.contains(text) && found[text] == nil { found[text] = file.path }
    }
  }()

  /// Whether the app may be one that no user sees, such as a test host: only another app of the project has an icon.
  var isHelper: Bool { if case .helper = package.build?.iconDoubt { true } else { false } }

  /// Whether the app launches on iOS 27 if Xcode 27 builds it.
  package private(set) lazy var sceneRequirement = SceneRequirement(package, code)

  /// Whether some quick action of the app has this outcome, on any supported version of iOS.
  func quickActions(have outcome: DeliveryOutcome, in launches: [CodeTrial.Launch]) -> Bool {
    launches.contains { quickActionOutcomes[$0]?.contains(outcome) == true }
  }

  /// The outcomes of the app's quick actions. Code that makes items of unknown types gets one of any type.
  private lazy var quickActionOutcomes: [CodeTrial.Launch: Set<DeliveryOutcome>] = {
    guard let code else { return [:] }
    let declared = actions.actions.compactMap { $0.outcomes.lazy.compactMap(\.item).first }
    let items = declared + code.document.shortcutItems
    let events = CodeCheck.events(
      items.isEmpty ? [ShortcutItem(type: "action", localizedTitle: "action")] : items, of: package, code
    )
    .filter { $0.subject == .shortcutItem }
    let model: DeviceModel = families.first == .iPad ? .iPad : .iPhone
    let prepared = PreparedPackage(package)
    var outcomes: [CodeTrial.Launch: Set<DeliveryOutcome>] = [:]
    for os in OSVersion.milestones(from: oldestOS) where model.runs(os) {
      for (launch, event) in CodeTrial.Launch.allCases.flatMap({ launch in events.map { (launch, $0) } }) {
        guard let trial = try? CodeTrial(event, launch, of: prepared, code, on: model, os: os) else { continue }
        outcomes[launch, default: []].insert(trial.outcome)
      }
    }
    return outcomes
  }()

  // MARK: The written Info.plist

  /// The Info.plist as written, before the additions of a build.
  package var written: PropertyListDictionary {
    package.build?.writtenInfoPlist ?? package.writtenInfoPlist ?? package.infoPlist
  }

  /// The Info.plist's repeated keys with equal values, by the locations of the repetitions.
  private(set) lazy var equalRepeats = PropertyListValue.dictionary(written).equalRepeats

  /// The entries of icons written by hand, in the order of the file: each `CFBundleIcons` variant with its primary icon
  /// and its alternates.
  package private(set) lazy var iconKeys: [WrittenIcons] = written.keys.compactMap { key in
    WrittenIcons(key: key, in: written, of: package, for: families)
  }

  // MARK: Pictures

  /// Returns the pixels of a picture in the package, or nil if it cannot be read or is not a PNG.
  ///
  /// - Parameter path: the path in the tree of the package.
  package func pixels(at path: String) -> PixelSummary? {
    package.files.flatMap { pixelCache.summary(at: path, in: $0) }
  }

  /// Returns the pixels of a picture in the compiled catalog, or nil if it cannot be decoded, and for other pictures.
  package func pixels(of entry: AssetEntry) -> PixelSummary? {
    guard let range = entry.rendition else { return nil }
    if let known = compiledPixels[range.lowerBound] { return known }
    let summary = (try? compiledPictures?.pixels(of: entry)).map { PixelSummary($0) }
    compiledPixels[range.lowerBound] = .some(summary)
    return summary
  }

  /// The alternates in the build settings that are not in a catalog (ICON-274).
  private(set) lazy var alternatesWithoutSet: Set<ExactText> =
    package.warnings.contains { $0.code == .alternateNameUnknown }
    ? Set(package.iconBuildSettings.alternates.filter { writtenIconSet(named: $0) == nil }.map(ExactText.init)) : []

  private(set) lazy var absentNames = Set(
    (package.build?.missingFiles ?? []).flatMap { path in
      let file = LooseImageName(path)
      return [ExactText(file.base), ExactText("\(file.base).\(file.fileExtension)")]
    })

  private var entriesByDevice: [DeviceClass: [ExactText: WrittenIcons.Entry]] = [:]
  private lazy var compiledPictures = package.compiledCatalog.flatMap { try? CompiledPictureReader($0) }
  private var compiledPixels: [Int: PixelSummary?] = [:]

  /// Returns the header of a picture; packages do not include those in image sets, because there are many.
  ///
  /// - Parameter path: the path in the tree of the package.
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

/// Questions of several rules about icons.
extension LintSubject {
  /// Whether all files of the app are known. False for a property list without its project, or if some files are
  /// outside of the folder or cannot be read: they may be the missing ones.
  var isWhole: Bool {
    package.origin != .infoPlist
      && !package.warnings.contains { [.outsideOfProject, .limit, .unreadable, .badProject].contains($0.code) }
  }

  /// The help for a missing picture that the project may have outside of the folder; nil if no picture is there.
  var helpAboutOutside: String? {
    package.warnings.first { $0.code == .outsideOfProject && $0.message.contains(".png”") }?.location.map {
      "copy the picture into the project, if line \($0.line ?? 1) of \(FileTreePath.lastComponent($0.file)) refers to it "
        + "outside of this folder"
    }
  }

  /// Returns whether this copy of the project lacks pictures of an icon: files of a catalog's set, or loose files that
  /// the project lists, that are missing or are Git LFS pointers. If other icons have pictures, a missing small one is a
  /// fault of the app, unless a note says why the copy lacks it.
  func lacksPicture(of name: String?, on device: DeviceClass) -> Bool {
    let (entry, sets) = written(name, on: device)
    let notes = package.warnings.filter { $0.code == .missingPicture && $0.severity == .note }
    let noted = notes.flatMap { [$0.location].compactMap(\.self) + $0.otherLocations }
    let lacksSet = sets.contains { set in
      set.entries.contains { entry in
        let isExplained = !package.hasIconPictures || !entry.isSmall || entry.location.map(noted.contains) == true
        return entry.isForIOS && (entry.isMissing && isExplained || entry.problem?.isNotInCopy == true)
      }
    }
    return lacksSet
      || entry?.files.contains { file in
        isAbsent(file.name)
          || (file.pictures[device] ?? []).contains { package.resources[$0.path]?.problem?.isNotInCopy == true }
      } ?? false
  }

  /// Returns whether the set of an icon names pictures, and this copy has none of them.
  func lacksEveryPicture(of name: String?, on device: DeviceClass) -> Bool {
    let named = Set(written(name, on: device).sets.map(\.name))
    let sets = (package.build?.catalog ?? package.catalog)?.sets.filter { named.contains($0.name) } ?? []
    let entries = sets.flatMap(\.entries).filter { $0.isForIOS && ($0.filename ?? $0.rejectedFilename) != nil }
    return !entries.isEmpty && entries.allSatisfy { $0.isMissing || $0.problem?.isNotInCopy == true }
      && !sets.contains(where: \.isIconComposer)
  }

  /// Returns the entry of an icon in the Info.plist and its sets in the catalogs.
  private func written(_ name: String?, on device: DeviceClass) -> (entry: WrittenIcons.Entry?, sets: [AssetSet]) {
    let entry =
      name.map { entries(on: device)[ExactText($0)] } ?? iconKeys.first { $0.devices.contains(device) }?.primary
    let sets = [name ?? package.build?.primaryIcon ?? package.iconBuildSettings.primary, entry?.catalogName]
    return (entry, sets.compactMap { $0.flatMap(writtenIconSet) })
  }

  /// Returns the alternates that a kind of device reads, by name, because a search for each name would be slow.
  private func entries(on device: DeviceClass) -> [ExactText: WrittenIcons.Entry] {
    if let known = entriesByDevice[device] { return known }
    let alternates = iconKeys.first { $0.devices.contains(device) }?.alternates ?? []
    let entries = Dictionary(
      alternates.compactMap { entry in entry.name.map { (ExactText($0), entry) } },
      uniquingKeysWith: { first, _ in first })
    entriesByDevice[device] = entries
    return entries
  }

  /// Returns the app icon set in the target's catalogs, including sets that are not compiled.
  func writtenIconSet(named name: String) -> AssetSet? {
    (package.build?.catalog ?? package.catalog)?.set(named: name, kind: .appIcon)
  }

  /// Returns the icons that a kind of device must draw. An app for iPad needs the iPad's pictures of its alternates, in
  /// any variant of the key that declares them (STORE-033).
  func iconKeys(drawnOn device: DeviceClass) -> [WrittenIcons] {
    let own = iconKeys.filter { $0.devices.contains(device) }
    guard device == .iPad, families.contains(.iPad), own.allSatisfy(\.alternates.isEmpty),
      let iPhone = iconKeys.first(where: { $0.devices == [.iPhone] && !$0.alternates.isEmpty })
    else { return own }
    return own + [iPhone.alternates(on: device)]
  }

  /// Returns the alternates in a variant of `CFBundleIcons` with a picture for an iPad; all if the files are unknown.
  func alternatesWithPictureOnIPad(in key: String) -> [String] {
    let entries = iconKeys.first { ExactText.isSame($0.key, key) }?.alternates ?? []
    return entries.filter { entry in
      guard isWhole, !package.hasUnknownCatalog else { return true }
      let isSet = entry.catalogName.map { package.catalog?.set(named: $0, kind: .appIcon) != nil } ?? false
      return isSet || entry.files.contains { !package.looseImages(named: $0.name, for: .iPad).isEmpty }
    }.compactMap(\.name)
  }

  /// Returns the advice of `why` about a fault, for each icon on each device.
  func advice(_ fault: IconExplanation.Advice.Fault) -> [(explanation: IconExplanation, subject: String?, text: String)]
  {
    // Faults need written entries; asking devices takes time.
    guard !iconKeys.isEmpty else { return [] }
    return (judgement?.explanations ?? []).flatMap { explanation in
      explanation.advice.filter { $0.code == fault }.map { (explanation, $0.subject, $0.text) }
    }
  }

  /// Returns the first advice about a fault for each entry, found by its key and its name: there may be thousands.
  func adviceByEntry(_ fault: IconExplanation.Advice.Fault) -> (WrittenIcons, WrittenIcons.Entry) -> String? {
    let known = Dictionary(grouping: advice(fault)) { WrittenIcons.identity($0.explanation.key, $0.explanation.name) }
    return { icons, entry in known[WrittenIcons.identity(icons.key, entry.name)]?.first?.text }
  }

  /// Returns the primary icon's picture on the Home Screen, for the first of these kinds of device that the app supports.
  func primaryPicture(on devices: [DeviceClass]) -> IconPicture? {
    inspection.columns.first { devices.contains($0.model.deviceClass) }?.primary.picture
  }

  /// Returns the entries of a key with loose pictures on the Home Screen: all alternates, and the primary icon unless a
  /// set of the catalog has priority.
  func looseEntries(of icons: WrittenIcons) -> [WrittenIcons.Entry] {
    let primary = icons.primary.flatMap { entry in
      primaryPicture(on: icons.devices)?.source == .loose ? entry : nil
    }
    return [primary].compactMap(\.self) + icons.alternates
  }
}

extension AssetSet {
  /// The kind of an icon's set, with its article.
  var title: String { isIconComposer ? "an Icon Composer icon" : "an app icon set" }
}

extension DeviceClass {
  /// The generic model of this kind.
  var model: DeviceModel {
    switch self {
    case .iPhone: .iPhone
    case .iPad: .iPad
    }
  }
}

extension [String] {
  /// Returns the names as a list in a message: `“Day”, “Night” and 3 more`.
  func listed(atMost limit: Int = Names.maximum) -> String { Names.list(map { "“\($0)”" }, atMost: limit) }
}

/// A `CFBundleIcons`, `CFBundleIcons~ipad` or other variant of the key, as written in an Info.plist.
package struct WrittenIcons: Sendable {
  /// The key as written: `CFBundleIcons~ipad`.
  package let key: String
  /// The app's kinds of device that read this variant (ICON-106).
  package private(set) var devices: [DeviceClass]
  /// The value of the key.
  package let node: PropertyListNode
  /// The location of the key.
  package let location: SourceLocation?
  /// `CFBundlePrimaryIcon`; nil if it is missing or not a dictionary.
  package private(set) var primary: Entry?
  /// `CFBundleAlternateIcons`, in the order of the file; an entry that is not a dictionary has no files.
  package let alternates: [Entry]
  /// Keys of an icon among the names of alternates, where they have no effect.
  let foreignKeys: [String]

  /// An icon.
  package struct Entry: Sendable {
    /// The name of an alternate; nil for the primary icon.
    package let name: String?
    /// The icon's value.
    package let node: PropertyListNode
    /// The location of the entry's key.
    package let location: SourceLocation?
    /// The strings in `CFBundleIconFiles`.
    package let files: [File]
    /// `CFBundleIconName`; nil if it is missing or not a string.
    package let catalogName: String?

    /// Returns all pictures of the entry's files on a kind of device, each once.
    package func pictures(on device: DeviceClass) -> [LooseImage] {
      var seen: Set<ExactText> = []
      return files.flatMap { $0.pictures[device] ?? [] }.filter { seen.insert(ExactText($0.path)).inserted }
    }

    /// Returns all pictures of the entry's files on several kinds of device, each once.
    package func pictures(on devices: [DeviceClass]) -> [LooseImage] {
      var seen: Set<ExactText> = []
      return devices.flatMap { pictures(on: $0) }.filter { seen.insert(ExactText($0.path)).inserted }
    }
  }

  /// An element of `CFBundleIconFiles`.
  package struct File: Sendable {
    /// The name, with build settings replaced.
    package let name: String
    package let location: SourceLocation?
    /// The index in the array, from 0.
    package let index: Int
    /// The files in the bundle with this name, for each kind of device of the app.
    package let pictures: [DeviceClass: [LooseImage]]
  }

  /// Creates the icons of a key; nil for a key that is not a variant of `CFBundleIcons`.
  init?(key: String, in written: PropertyListDictionary, of package: AppPackage, for families: [DeviceClass]) {
    guard InfoPlistKey(key).base == "CFBundleIcons", let node = written.node(for: key) else { return nil }
    (self.key, self.node) = (key, node)
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
        // A build replaces settings at the same index; if it replaced the whole array, the name stays.
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

  /// Returns the same alternates for another kind of device.
  func alternates(on device: DeviceClass) -> WrittenIcons {
    var icons = self
    (icons.devices, icons.primary) = ([device], nil)
    return icons
  }

  /// Returns the identity of an entry among those of all keys.
  static func identity(_ key: String, _ name: String?) -> ExactText { ExactText("\(key)\n\(name ?? "")") }

  /// Returns the title in messages: `CFBundleIcons~ipad.Night`.
  package func title(of entry: Entry) -> String { "\(key).\(entry.name ?? "CFBundlePrimaryIcon")" }

  /// Returns the names in a message about an entry. Messages with the same cause differ only in these names; the last
  /// one is the entry's title.
  func names(of entry: Entry, _ others: [String] = []) -> [String] {
    [entry.name ?? "CFBundlePrimaryIcon"] + others + [title(of: entry)]
  }

  /// The primary icon and the alternates.
  package var entries: [Entry] { [primary].compactMap(\.self) + alternates }

  private static let ofOneIcon: Set<String> = ["CFBundleIconFiles", "CFBundleIconName", "UIPrerenderedIcon"]

  /// Returns whether a key in `CFBundleAlternateIcons` belongs in an icon's entry and does not name an alternate.
  static func isOfOneIcon(_ key: String, in alternates: PropertyListDictionary) -> Bool {
    ofOneIcon.contains(key) && alternates[key]?.dictionary == nil
  }

  static func keysOfOneIcon(in alternates: PropertyListDictionary) -> [String] {
    alternates.keys.filter { isOfOneIcon($0, in: alternates) }
  }

  /// The keys directly in the dictionary that have a suffix for a kind of device, or belong to the top level; they have
  /// no effect there (ICON-109).
  var misnestedKeys: [String] {
    (node.value.dictionary?.keys ?? []).filter { key in
      let base = InfoPlistKey(key).base
      return base == "CFBundleIcons"
        || ["CFBundleAlternateIcons", "CFBundlePrimaryIcon"].contains(base) && !ExactText.isSame(base, key)
    }
  }

  /// Returns the path of `CFBundleIconFiles` for an entry in the property list, for fixes.
  func filesPath(of entry: Entry) -> [PropertyListStep] {
    let place: [PropertyListStep] =
      entry.name.map { [.key("CFBundleAlternateIcons"), .key($0)] } ?? [.key("CFBundlePrimaryIcon")]
    return [.key(key)] + place + [.key("CFBundleIconFiles")]
  }
}

/// The pixels of pictures, each read once for all builds of an app. Threads may share it.
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

  /// Returns the pixels, or nil for a picture that cannot be read or is not a PNG, which the readers report.
  func summary(at path: String, in files: PackageFiles) -> PixelSummary? {
    let key = Key(path, files)
    if let summary = known.withLock({ $0[key] }) { return summary }
    let summary = try? PixelSummary.read(path, in: files.tree)
    known.withLock { $0[key] = .some(summary) }
    return summary
  }

  /// Reads pictures on all processors before the rules ask for them.
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

extension AssetEntry {
  /// Whether the file that the entry names does not exist in this copy.
  fileprivate var isMissing: Bool { rejectedFilename != nil && header == nil && problem == nil }
}
