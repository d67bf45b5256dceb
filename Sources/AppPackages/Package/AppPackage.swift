// Users of this product need its file trees, too.
@_exported public import Platform
public import PropertyLists

/// An app as the system would know it: its Info.plist, its files, its languages. A value; editing it changes no disk.
///
/// It says what is written, not what iOS makes of it: decisions belong to the simulator.
public struct AppPackage: Sendable {
  /// Where the package comes from, which decides whether `$(…)` in the Info.plist is meant to be expanded.
  public enum Origin: String, Sendable {
    /// A built `.app`: nothing is expanded any more.
    case builtApp
    /// A source Info.plist with its resources.
    case infoPlist
    /// A target of an Xcode project, as a build would make it: everything is expanded already.
    case xcodeProject
    /// Written down as data.
    case data

    /// Whether `$(…)` in values is still to be replaced.
    var expandsMacros: Bool { self == .infoPlist || self == .data }
  }

  /// The bundle folder's name without `.app`; for an Info.plist on its own the name of its folder.
  public var name: String
  /// What the package was made from.
  public let origin: Origin
  /// As written: suffixed keys (`CFBundleIcons~ipad`) and `$(…)` included. The app sees ``infoDictionary(for:)``.
  public var infoPlist: PropertyListDictionary
  /// What messages call the Info.plist, e.g. `ChangeIcon/Info.plist`.
  public var infoPlistFile: String
  /// How the Info.plist was written; nil for a package made from data.
  public var infoPlistFormat: PropertyListFormat?
  /// Where the Info.plist lies on the disk, as it was opened; nil for a package made from data or out of another tree,
  /// and for an Info.plist that went through the C preprocessor, which no edit could be written back to.
  public internal(set) var infoPlistPath: String?
  /// Whether the Info.plist went through the C preprocessor: then its file says more than this.
  var isPreprocessed = false
  /// What the Info.plist was read from.
  var infoPlistSource: PropertyListSource?
  /// Files of the bundle, sorted by path.
  public var resources: ResourceList
  /// The sets of the asset catalog, where they are known: of source catalogs as the build compiles them, or of the
  /// ``compiledCatalog``.
  public var catalog: AssetCatalog?
  /// The `Assets.car` of a built app; nil where there is none, or none that can be read (``hasUnknownCatalog``).
  public internal(set) var compiledCatalog: CompiledCatalog?
  /// `xx.lproj/InfoPlist.strings`.
  public var localizedInfo: LocalizedInfo
  /// Build settings, for `$(NAME)` in values; for a project all of them, expanded.
  public var settings: StringTable
  /// Names of alternates that an Info.plist declares by hand and the build once more, by the variant of `CFBundleIcons`:
  /// built by Xcode 26, such an alternate is reported to leave the icon as it is (ICON-140).
  public internal(set) var alternatesDeclaredTwice: [String: Set<ExactText>] = [:]
  /// What the app is signed with, of a package made from data; nil where nobody has said it. The domains of universal links
  /// are read with ``linkDomains``, which knows those of a project and of a built app, too.
  public var entitlements: PropertyListDictionary?
  /// How a project was built; nil for everything else.
  public var build: XcodeBuild?
  /// What a built app tells of its build; nil for everything else.
  public internal(set) var builtApp: BuiltApp?
  /// What it was read from; nil for a package made from data.
  public internal(set) var files: PackageFiles?
  /// What was noticed while reading.
  public var warnings: [PackageWarning]
  /// The Info.plist on its own before settings have added icons; nil if they have not.
  public internal(set) var writtenInfoPlist: PropertyListDictionary?
  /// Whether .NET builds the app: then its project says what otherwise build settings of Xcode do.
  public internal(set) var isDotNet = false

  init(name: String, origin: Origin, infoPlist: PropertyListDictionary, infoPlistFile: String, settings: StringTable) {
    self.name = name
    self.origin = origin
    self.infoPlist = infoPlist
    self.infoPlistFile = infoPlistFile
    self.settings = settings
    self.resources = ResourceList()
    self.localizedInfo = LocalizedInfo()
    self.warnings = []
  }

  /// The remarks with which Xcode would end the build, those left out of which that is only reported.
  public var buildErrors: [PackageWarning] { warnings.filter { $0.endsBuild && $0.severity == .error } }

  /// The place of the Info.plist as a whole.
  public var infoPlistLocation: SourceLocation { SourceLocation(file: infoPlistFile) }

  /// True when the bundle holds an `Assets.car` that could not be read, or that a script only names: nobody knows its
  /// sets (ICON-181).
  public var hasUnknownCatalog: Bool { catalog == nil && resources[CompiledCatalog.fileName] != nil }

  /// `CFBundleIdentifier` with `$(…)` expanded; suffixes cannot override it (ICON-108).
  ///
  /// A source Info.plist whose identifier depends on a setting that is not given, or that leaves it to the build, gets
  /// `unknown.` and its name. nil when a built app, or a package made from data, has none.
  public var bundleIdentifier: String? {
    if let written = infoPlist["CFBundleIdentifier"] { return written.string.map(expanded) }
    if let setting = settings["PRODUCT_BUNDLE_IDENTIFIER"] { return expanded(setting) }
    return origin == .infoPlist ? MacroExpander.unknownIdentifier(for: name) : nil
  }

  /// The families of `UIDeviceFamily` that are modelled: `[1, 2]` → iPhone, iPad.
  ///
  /// Without the key a built app, or one made from data, is for iPhone only, as on a device. A source Info.plist
  /// usually leaves the key to the build: then the setting `TARGETED_DEVICE_FAMILY` counts, else both families.
  public var deviceFamilies: [DeviceClass] {
    if let written = infoPlist["UIDeviceFamily"] {
      let values = written.array?.map(\.value) ?? [written]
      let numbers = values.compactMap { $0.integer ?? $0.string.flatMap { Int64($0) } }
      return DeviceClass.allCases.filter { numbers.contains(Int64($0.familyNumber)) }
    }
    if let setting = settings["TARGETED_DEVICE_FAMILY"] {
      let numbers = expanded(setting).split(whereSeparator: { $0 == "," || $0 == " " }).compactMap { Int($0) }
      return DeviceClass.allCases.filter { numbers.contains($0.familyNumber) }
    }
    return origin == .infoPlist ? DeviceClass.allCases : [.iPhone]
  }

  /// What the app is entitled to: as data or a project say, else as it is signed. Nil where nobody knows it.
  public var knownEntitlements: PropertyListDictionary? { entitlements ?? builtApp?.entitlements }

  /// The domains whose universal links come to the app, by its entitlements. Nil where these are not known: of a built app
  /// that is not signed, of an Info.plist without a project, and of data that says nothing of them.
  public var linkDomains: [LinkDomain]? {
    if let known = knownEntitlements { return LinkDomain.all(in: known, expanded) }
    return build?.linkDomains?()
  }

  /// The team that the app is signed by, as far as its entitlements tell.
  public var team: String? {
    knownEntitlements?["com.apple.developer.team-identifier"]?.string
  }

  /// A value with its `$(…)` expanded; unchanged in a built app.
  func expanded(_ text: String) -> String {
    guard origin.expandsMacros else { return text }
    var expander = MacroExpander(settings: settings, packageName: name)
    return expander.expand(text)
  }
}

/// How an input is read.
public struct PackageOptions: Sendable {
  /// Build settings: for a project the ones of its command line, which beat all others; for an Info.plist the values of
  /// `$(NAME)`.
  public var settings: StringTable
  /// For a project: the target to build; its only app for iPhone and iPad when nil.
  public var target: String?
  /// For a project: the configuration to build; `Release` when nil, as an archive has it.
  public var configuration: String?
  /// For a project: the version of Xcode that builds it.
  public var xcodeVersion: XcodeVersion
  /// For an Info.plist on its own: the folder of resources, below its own folder; that folder itself when nil.
  public var resourceFolder: String?
  /// For an Info.plist on its own: take subfolders as Xcode groups, whose files end up in the bundle's root (ICON-113),
  /// instead of folder references, which stay folders (ICON-114). Only the project knows which they are.
  public var flattensGroups: Bool
  /// Whether the first bytes of pictures are read.
  public var readsImageHeaders: Bool
  /// What each property list of the input may cost.
  public var propertyListLimits: PropertyListLimits
  /// How large the input may be: files, their sizes, folders inside folders.
  public var fileTreeLimits: FileTreeLimits

  /// Options that differ from the usual ones in what is given.
  public init(
    settings: StringTable = [:], target: String? = nil, configuration: String? = nil,
    xcodeVersion: XcodeVersion = .latest, resourceFolder: String? = nil, flattensGroups: Bool = false,
    readsImageHeaders: Bool = true, propertyListLimits: PropertyListLimits = .default,
    fileTreeLimits: FileTreeLimits = .default
  ) {
    self.settings = settings
    self.target = target
    self.configuration = configuration
    self.xcodeVersion = xcodeVersion
    self.resourceFolder = resourceFolder
    self.flattensGroups = flattensGroups
    self.readsImageHeaders = readsImageHeaders
    self.propertyListLimits = propertyListLimits
    self.fileTreeLimits = fileTreeLimits
  }
}

/// The files that a package was read from, for callers that need more of them than the package keeps: pixels, lines of
/// text.
public struct PackageFiles: Sendable {
  /// All that may be read for the package.
  public let tree: any FileTree
  /// The real path of the tree's folder on the disk; nil for a tree that is elsewhere.
  public let folder: String?

  init(_ tree: any FileTree) {
    self.tree = tree
    folder = (tree as? FolderTree)?.path
  }

  /// The path inside of the tree that a message means: `Paint/Info.plist` is `Info.plist` in the tree `Paint`; nil for
  /// what lies in another tree.
  public func path(of file: String) -> String? {
    if ExactText.isSame(file, tree.name) { return "" }
    let prefix = tree.name + "/"
    guard file.utf8.starts(with: prefix.utf8) else { return nil }
    return String(Substring(file.utf8.dropFirst(prefix.utf8.count)))
  }

  /// The path on the disk that a message means; nil for what lies elsewhere.
  public func diskPath(of file: String) -> String? {
    guard let folder, let path = path(of: file) else { return nil }
    if path.isEmpty { return folder }
    return folder == "/" ? "/" + path : "\(folder)/\(path)"
  }
}

extension AppPackage {
  /// A file as it was when the package was read, where the package still knows: its Info.plist and the files of its build
  /// settings. A person who edits one sees whether it is still the same.
  package func bytesAsRead(of file: String) -> [UInt8]? {
    if ExactText.isSame(file, infoPlistFile), let source = infoPlistText { return source.fileBytes }
    return build?.settings.bytesAsRead(of: file)
  }

  /// Whether the Info.plist was put together by the C preprocessor, so that no place of it can be written back.
  package var hasComposedInfoPlist: Bool { infoPlistText?.isComposed ?? false }

  private var infoPlistText: SourceText? { (build?.writtenInfoPlist ?? infoPlist).source }
}

extension AppPackage {
  /// The text of a key in `InfoPlist.strings`, for a person who prefers these languages (best first).
  ///
  /// One localisation is chosen for the whole app: the first preferred language it has, else its
  /// `CFBundleDevelopmentRegion`, else `Base`. A key that this one lacks is looked up nowhere else: nil, and the
  /// Info.plist's own value counts (ICON-167, QUICK-028).
  public func localizedString(forKey key: String, languages: [String]) -> String? {
    localizedStrings(for: languages)?[key]
  }

  /// All texts that serve such a person, for who looks up many; nil without any.
  public func localizedStrings(for languages: [String]) -> StringTable? {
    guard !localizedInfo.isEmpty else { return nil }
    let region = infoPlist["CFBundleDevelopmentRegion"]?.string.map(expanded)
    return localizedInfo[localizedInfo.bestLanguage(for: languages, fallback: region) ?? "Base"]
  }

  /// The label under the icon: the display name, else the bundle name, both localised, else the folder's name
  /// (ICON-167). An empty name counts as absent (ICON-182).
  public func displayName(for device: DeviceClass, languages: [String]) -> String {
    displayName(in: infoDictionary(for: device), languages: languages)
  }

  /// The same for who has the Info.plist as the device reads it.
  public func displayName(in info: PropertyListDictionary, languages: [String]) -> String {
    for key in ["CFBundleDisplayName", "CFBundleName"] {
      let localized = localizedInfo.isEmpty ? nil : localizedString(forKey: key, languages: languages)
      if let name = localized ?? info[key]?.string, !name.isEmpty { return name }
    }
    return name
  }
}

extension AppPackage {
  /// Steps (``Work``) for looking at a key: taking its suffixes apart, and putting it into a new dictionary.
  private static let costOfKey = 40

  /// The Info.plist as a process on such a device reads it.
  ///
  /// Of `key-iphoneos~ipad`, `key~ipad`, `key-iphoneos` and `key` the first that exists wins on an iPad, likewise with
  /// `iphone` on an iPhone (ICON-106). The winner replaces the plain key wholesale, and all suffixed variants vanish
  /// (ICON-107); `CFBundleExecutable` and `CFBundleIdentifier` cannot be overridden (ICON-108); only top-level keys
  /// count (ICON-109). `$(…)` in values is expanded, unless the app is a built one.
  public func infoDictionary(for device: DeviceClass) -> PropertyListDictionary {
    var result = PropertyListDictionary(minimumCapacity: infoPlist.count)
    var choice = InfoPlistKeyChoice(for: device)
    infoPlist.forEachSlot { key, slot in
      Work.count(AppPackage.costOfKey + key.utf8.count / 16)
      guard let base = choice.take(key) else { return }
      var slot = slot
      slot.node = expand(slot.node)
      result.replace(slot, key: base)
    }
    return result
  }

  /// The Info.plist as a list that can be saved: with its file's format, comments and order where it was read from one.
  public var infoPropertyList: PropertyList {
    var list = PropertyList(root: .dictionary(infoPlist), format: infoPlistFormat ?? .xml, file: infoPlistFile)
    list.source = infoPlistSource
    return list
  }

  /// All values with `$(…)` expanded, keys as written.
  public var expandedInfoPlist: PropertyListDictionary {
    guard origin.expandsMacros else { return infoPlist }
    var result = infoPlist
    var expander = MacroExpander(settings: settings, packageName: name)
    result.mapNodes { expander.expand($0) }
    return result
  }

  private func expand(_ node: PropertyListNode) -> PropertyListNode {
    guard origin.expandsMacros else { return node }
    // By far the most values are texts without a reference.
    if case .string(let text) = node.value, !text.utf8.contains(UInt8(ascii: "$")) { return node }
    var expander = MacroExpander(settings: settings, packageName: name)
    return expander.expand(node)
  }
}

extension AppPackage {
  /// The files that an entry of `CFBundleIconFiles` can mean on a device.
  ///
  /// - A name without extension means all its PNGs in the bundle's root, whatever their scale and device suffix
  ///   (ICON-112, ICON-115); files for the other device class are left out.
  /// - A name with a picture's extension means that file and no other (ICON-116).
  /// - A folder counts only when it is written in the name (ICON-114); a nested bundle is such a folder (ICON-126), an
  ///   Xcode group is not in the path at all (ICON-113).
  /// - The name may be any (ICON-117).
  ///
  /// Letter case counts. Sorted by scale, files for this device class first, then by path.
  public func looseImages(named name: String, for device: DeviceClass) -> [LooseImage] {
    guard let path = try? FileTreePath.normalise(name, in: self.name), !path.isEmpty else { return [] }
    if LooseImageName.hasImageExtension(path) {
      return resources[path].map { [looseImage($0, LooseImageName(path))] } ?? []
    }
    var found: [LooseImage] = []
    for resource in variants(of: path) where resource.path.utf8.count > path.utf8.count {
      // The path starts with these very bytes, and what follows must begin a character of its own.
      guard let rest = Self.ending(of: resource.path, behind: path), rest.hasSuffix(".png"),
        LooseImageName.isVariantEnding(rest.dropLast(4))
      else { continue }
      let parts = LooseImageName(resource.path)
      if parts.applies(to: device) { found.append(looseImage(resource, parts)) }
    }
    found.sort {
      if $0.scale != $1.scale { return $0.scale < $1.scale }
      if ($0.deviceSuffix == nil) != ($1.deviceSuffix == nil) { return $0.deviceSuffix != nil }
      return ExactText.precedes($0.path, $1.path)
    }
    return found
  }

  /// Files that a name may stand for, among others: those that begin with it, or, where many do, those that it could
  /// be the whole name of.
  private func variants(of path: String) -> [Resource] {
    Work.count(25 + path.utf8.count / 8)
    if let close = resources.startingWith(path, atMost: LooseImageName.endings.count) {
      Work.count(close.count * 30)
      return Array(close)
    }
    Work.count(LooseImageName.endings.count * (8 + path.utf8.count / 8))
    return LooseImageName.endings.compactMap { resources["\(path)\($0).png"] }
  }

  private static func ending(of path: String, behind prefix: String) -> Substring? {
    let index = path.utf8.index(path.startIndex, offsetBy: prefix.utf8.count)
    guard let scalarIndex = index.samePosition(in: path.unicodeScalars) else { return nil }
    return path[scalarIndex...]
  }

  private func looseImage(_ resource: Resource, _ name: LooseImageName) -> LooseImage {
    LooseImage(
      path: resource.path, scale: name.scale, deviceSuffix: name.deviceSuffix, header: resource.image,
      problem: resource.problem)
  }
}

extension AppPackage {
  /// Takes the sets of a compiled catalog. One that cannot be read stays unknown, with a warning.
  mutating func takeCompiledCatalog(_ read: () throws(CompiledCatalogProblem) -> CompiledCatalog) {
    do throws(CompiledCatalogProblem) {
      let compiled = try read()
      compiledCatalog = compiled
      catalog = compiled.catalog
    } catch {
      warnings.append(
        PackageWarning(
          .badCompiledCatalog, error.message, location: error.location,
          hint: error.hint ?? "every requested set is assumed to be in it"))
    }
  }
}

extension AppPackage {
  /// A package that is written down as data, without any file: for scripts and tests.
  ///
  /// - Parameters:
  ///   - name: the bundle's name without `.app`.
  ///   - infoPlist: with suffixed keys and `$(…)` if wanted.
  ///   - files: paths inside the bundle; pictures may be given by their size alone.
  ///   - strings: `InfoPlist.strings` by language.
  ///   - catalog: app icons of it get into the Info.plist when the settings name them.
  ///   - settings: for `$(NAME)` in values, and those that a build reads for app icons (``IconBuildSettings``).
  ///   - entitlements: what the app is signed with; nil: nobody knows.
  ///   - source: what messages call the place where all this is written, e.g. the script.
  /// - Throws: ``AppPackageError`` for a path that cannot be inside a bundle, two files of one path, or a
  ///   `CFBundleIdentifier` that is no string.
  public init(
    name: String, infoPlist: PropertyListDictionary, files: [(path: String, content: PackageFile)] = [],
    catalog: AssetCatalog? = nil, strings: [(language: String, table: StringTable)] = [], settings: StringTable = [:],
    entitlements: PropertyListDictionary? = nil, source: String? = nil
  ) throws(AppPackageError) {
    self.init(
      name: name, origin: .data, infoPlist: infoPlist, infoPlistFile: source ?? "\(name).app/Info.plist",
      settings: settings)
    self.catalog = catalog
    self.entitlements = entitlements
    for (language, table) in strings { localizedInfo[language] = table }
    warnings += infoPlist.duplicates.map(PackageChecks.warning)
    try PackageChecks.check(&self)

    do throws(FileTreeError) {
      // Finds the same mistakes that a folder could not have: two files of one name, a file that is a folder too.
      _ = try PathIndex(files.map { ($0.path, 0) }, tree: name)
      var resources: [Resource] = []
      for file in files {
        let path = try FileTreePath.normalise(file.path, in: name)
        let resource = Self.resource(path, file.content)
        if let problem = resource.problem {
          warnings.append(
            PackageWarning(
              .badImage, problem.message, location: SourceLocation(file: "\(name).app/\(path)"), hint: problem.hint))
        }
        resources.append(resource)
      }
      self.resources = ResourceList(resources)
    } catch {
      throw AppPackageError(error)
    }
    let car = files.last { $0.path == CompiledCatalog.fileName }
    if catalog == nil, case .bytes(let bytes)? = car?.content {
      takeCompiledCatalog { () throws(CompiledCatalogProblem) in
        try CompiledCatalog.read(bytes, file: "\(name).app/\(CompiledCatalog.fileName)")
      }
    }
    addGeneratedIcons()
  }

  private static func resource(_ path: String, _ content: PackageFile) -> Resource {
    switch content {
    case .pixels(let width, let height):
      let format = ImageHeader.Format.allCases.first {
        $0.extensions.contains(FileTreePath.lowercasedExtension(of: path))
      }
      guard (1...ImageHeader.maximumDimension).contains(width), (1...ImageHeader.maximumDimension).contains(height)
      else {
        return Resource(
          path: path,
          problem: ImageProblem(kind: .badHeader, message: "a picture cannot be \(width) × \(height) pixels large"))
      }
      return Resource(path: path, image: ImageHeader(format: format ?? .png, width: width, height: height))
    case .image(let header):
      return Resource(path: path, image: header, problem: header.nameProblem(for: path))
    case .opaque(let size):
      return Resource(path: path, size: max(0, size))
    case .bytes(let bytes):
      var resource = Resource(path: path, size: bytes.count)
      guard LooseImageName.hasImageExtension(path) else { return resource }
      do throws(ImageProblem) {
        resource.image = try ImageHeader.read(bytes, ofFileOf: bytes.count)
        resource.problem = resource.image?.problem(ofFile: path)
      } catch {
        resource.problem = error
      }
      return resource
    }
  }
}

/// The content of a file in a package that is written down as data.
public enum PackageFile: Sendable, Equatable {
  /// A picture of which only the size in pixels matters.
  case pixels(width: Int, height: Int)
  /// A picture with everything that its header would say.
  case image(ImageHeader)
  /// The bytes themselves; pictures are recognised as on disk.
  case bytes([UInt8])
  /// Any other file, of this many bytes.
  case opaque(size: Int)
}

/// Why an input is no package that can be installed: what, where, and what to do.
public struct AppPackageError: LocatedError {
  /// What keeps an input from being a package.
  public enum Kind: String, Sendable, CaseIterable {
    /// Nothing at that path.
    case missing
    /// It is there, but the system does not let it be read.
    case unreadable
    /// A folder without an Info.plist.
    case noInfoPlist
    /// A target without an Info.plist and without any setting of its own.
    case emptyConfiguration
    /// Something that is known, but not read: an app for macOS, a project that has to be generated first.
    case unsupportedInput
    /// An Xcode project that cannot be read.
    case badProject
    /// An archive that contradicts itself, or whose bytes are not what it says.
    case badArchive
    /// An archive or folder with several apps, none of which is named.
    case severalApps
    /// The project has no target of that name, or no app at all.
    case noTarget
    /// What the package cannot do without lies out of the folder that may be read.
    case outsideOfProject
    /// What the package cannot do without is made by the build itself, and is not there before.
    case madeByBuild
    /// The target has no configuration of that name.
    case noConfiguration
    /// The Info.plist cannot be parsed.
    case badPropertyList
    /// The Info.plist is an array or a string.
    case notADictionary
    /// A key without which nothing works has a value of the wrong type.
    case wrongType
    /// A path of a package made from data that cannot be inside a bundle.
    case badPath
  }

  /// What went wrong, for programs; ``message`` says it for people.
  public var kind: Kind
  /// The file or path, with line and column where known.
  public var location: SourceLocation
  /// What happened, without place and without a full stop.
  public var message: String
  /// What to do about it.
  public var hint: String?

  /// An error about one place of the input.
  public init(kind: Kind, location: SourceLocation, message: String, hint: String? = nil) {
    self.kind = kind
    self.location = location
    self.message = message
    self.hint = hint
  }

  /// True for what a command line calls "input missing or unreadable" (exit code 66); false for an input that is there
  /// and readable but says something unusable.
  public var isInputMissingOrUnreadable: Bool {
    switch kind {
    case .missing, .unreadable, .noInfoPlist, .emptyConfiguration, .unsupportedInput, .outsideOfProject, .madeByBuild:
      true
    case .badPropertyList, .notADictionary, .wrongType, .badPath, .badProject, .badArchive, .severalApps, .noTarget,
      .noConfiguration:
      false
    }
  }

  init(_ error: PropertyListError) {
    self.init(kind: .badPropertyList, location: error.location, message: error.message, hint: error.hint)
  }

  /// A file or folder that could not be read.
  public init(_ error: FileTreeError) {
    let kind: Kind =
      switch error.kind {
      case .notFound: .missing
      case .badPath, .conflict: .badPath
      case .damaged: .badArchive
      case .notADirectory, .isADirectory, .unreadable, .unwritable, .outsideOfTree, .forbidden, .linkLoop,
        .notARegularFile,
        .tooLarge, .tooManyEntries:
        .unreadable
      }
    self.init(kind: kind, location: error.location, message: error.message, hint: error.hint)
  }
}
