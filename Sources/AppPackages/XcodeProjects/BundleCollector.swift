import Platform
import PropertyLists

/// Collects the bundle's files from a target's phases and synchronised folders, or the sources that are compiled.
///
/// - A file in a group is copied to the bundle's root (ICON-113).
/// - A folder reference (blue) stays a folder (ICON-114), as does a `.bundle`, which is not searched for icons
///   (ICON-126).
/// - Localised files are in the folder of their language.
struct BundleCollector {
  /// The members to collect.
  enum Members {
    case bundle, sources
  }

  let project: XcodeProject
  let target: XcodeTarget
  let table: XcodeFileTable
  let exclusions: ExclusionRules
  let disk: FoldedTree
  let limits: FileTreeLimits
  let members: Members
  var contents = BundleContents()
  /// The references with their destinations; repetitions are ignored.
  private var seen: Set<String> = []
  private var remainingReferences = 300_000
  /// The entries walked so far; all walks of a target share one limit, as a project may list a folder many times.
  private var walkedEntries = 0

  private static let maximumFiles = 100_000

  init(
    project: XcodeProject, target: XcodeTarget, table: XcodeFileTable, exclusions: ExclusionRules, disk: FoldedTree,
    limits: FileTreeLimits, members: Members = .bundle
  ) {
    (self.project, self.target, self.table, self.exclusions) = (project, target, table, exclusions)
    (self.disk, self.limits, self.members) = (disk, limits, members)
  }

  /// - Parameter infoPlist: the target's Info.plist, which is never a resource.
  mutating func collect(infoPlist: String?) {
    for phase in project.objects.objects(target.object, "buildPhases") where seen.insert(phase.id).inserted {
      guard let destination = destination(of: phase) else { continue }
      for buildFile in project.objects.objects(phase, "files") where Self.isForIOS(buildFile) {
        guard let reference = project.objects.object(buildFile, "fileRef") else { continue }
        add(reference, to: destination)
      }
    }
    var walker = SynchronizedFolderWalker(project: project, target: target, table: table, infoPlist: infoPlist)
    walker.walk(&self)
  }

  /// Returns the folder in the bundle that a phase copies to, empty for all sources; nil for a phase without relevant
  /// files.
  func destination(of phase: XcodeObject) -> String? {
    if members == .sources { return phase.isa == "PBXSourcesBuildPhase" ? "" : nil }
    switch phase.isa {
    case "PBXResourcesBuildPhase": return ""
    case "PBXCopyFilesBuildPhase":
      // 1 is the bundle, 7 is its resources; other values are frameworks, plug-ins, products.
      guard ["1", "7"].contains(phase.string("dstSubfolderSpec")) else { return nil }
      let path = phase.string("dstPath") ?? ""
      guard !path.contains("$"), case .inside(let inner) = ProjectPath.resolve(path, from: "") else { return nil }
      return inner
    default: return nil
    }
  }

  /// Returns whether `platformFilter` or `platformFilters` include iOS.
  static func isForIOS(_ buildFile: XcodeObject) -> Bool {
    let filters = buildFile.strings("platformFilters") + buildFile.strings("platformFilter")
    return filters.isEmpty || filters.contains { $0 == "ios" }
  }

  // MARK: References

  private mutating func add(_ reference: XcodeObject, to destination: String) {
    guard seen.insert("\(destination)\n\(reference.id)").inserted else { return }
    switch reference.isa {
    case "PBXVariantGroup":
      for child in project.objects.objects(reference, "children") {
        let language = Self.language(of: child)
        add(file: child, to: language.map { FileTreePath.join(destination, $0 + ".lproj") } ?? destination)
      }
    case "PBXFileReference", "XCVersionGroup":
      add(file: reference, to: destination)
    case "PBXGroup":
      // If a group is a member, Xcode copies its files.
      for child in project.objects.objects(reference, "children") where child.isa == "PBXFileReference" {
        add(file: child, to: destination)
      }
    default: break
    }
  }

  /// Returns the language of a child of a variant group: from the folder of its path, otherwise its name.
  private static func language(of child: XcodeObject) -> String? {
    let path = child.string("path") ?? ""
    if let folder = FileTreePath.parts(of: path).last(where: { $0.hasSuffix(".lproj") }) {
      return String(folder.dropLast(".lproj".count))
    }
    return child.string("name")
  }

  private mutating func add(file reference: XcodeObject, to destination: String) {
    remainingReferences -= 1
    guard remainingReferences > 0 else {
      if remainingReferences == 0 { warnLimit("the target names too many files; the rest were left out") }
      return
    }
    switch table.path(of: reference) {
    case .elsewhere: break
    case .outside(let path):
      reportOutside(path, reference.location)
    case .inside(let path):
      guard !isExcluded(path) else { return }
      guard let found = disk.entry(at: path), !path.isEmpty else {
        contents.missing.append((path, reference.location))
        return
      }
      if members == .bundle, contents.icons.note(reference, at: path, primary: exclusions.primaryIcon) { return }
      // A file in a language's folder on the disk stays in one, even without a variant group.
      let folder = Self.languageFolder(of: path).map { FileTreePath.join(destination, $0) }
      add(
        found.path, found.entry, to: destination.hasSuffix(".lproj") ? destination : folder ?? destination,
        reference.location, as: FileTreePath.lastComponent(path))
    }
  }

  /// Returns `en.lproj` for a file directly in that folder.
  static func languageFolder(of path: String) -> String? {
    let folder = FileTreePath.lastComponent(FileTreePath.directory(of: path))
    return folder.hasSuffix(".lproj") ? folder : nil
  }

  mutating func reportOutside(_ path: String, _ place: SourceLocation?) { contents.outside.append((path, place)) }

  /// Returns whether build settings exclude a file, and records excluded catalogs for messages about missing icons.
  mutating func isExcluded(_ path: String) -> Bool {
    guard let reason = exclusions.reason(toExclude: path) else { return false }
    if FileTreatment(fileNamed: FileTreePath.lastComponent(path)) == .catalog {
      contents.excludedCatalogs.append((path, reason))
    }
    return true
  }

  // MARK: Files and folders

  /// Returns the location of a file of the tree for messages.
  func location(of path: String) -> SourceLocation { SourceLocation(file: FileTreePath.join(disk.name, path)) }

  /// Adds a file or folder of the tree to a folder of the bundle.
  ///
  /// - Parameter name: the spelling in the project, which the bundle uses.
  mutating func add(
    _ path: String, _ entry: FileTreeEntry, to destination: String, _ place: SourceLocation?, as name: String? = nil
  ) {
    let name = name ?? FileTreePath.lastComponent(path)
    guard members == .bundle else {
      if entry.kind == .file, SourceFiles.isSource(name) { append(path, to: path, entry.size) }
      return
    }
    let treatment = FileTreatment(fileNamed: name)
    switch (entry.kind, treatment) {
    case (_, .omitted): break
    case (.other, _):
      contents.warnings.append(
        PackageWarning(
          entry.problem?.kind == .outsideOfTree ? .outsideOfProject : .unreadable,
          entry.problem?.message ?? "this is neither a file nor a folder", location: location(of: path),
          hint: entry.problem?.hint))
    case (.directory, .catalog):
      contents.catalogs.append(path)
    case (.file, .stringCatalog) where name == "InfoPlist.xcstrings": contents.stringCatalogs.append(path)
    case (_, .compiled(let ending)):
      let stem = name.prefix { $0 != "." }
      append(path, to: FileTreePath.join(destination, "\(stem).\(ending)"), entry.size)
    case (.file, _):
      append(path, to: FileTreePath.join(destination, name), entry.size)
    case (.directory, _):
      addFolder(path, to: FileTreePath.join(destination, name))
    }
  }

  /// Adds a whole folder under its name.
  private mutating func addFolder(_ path: String, to destination: String) {
    guard let walk = walk(path, skipping: { _, entry in entry.name == ".DS_Store" }) else { return }
    contents.warnings += walk.problems.map(PackageChecks.warning)
    for file in walk.files {
      let relative = String(Substring(file.path.utf8.dropFirst(path.utf8.count + 1)))
      append(file.path, to: FileTreePath.join(destination, relative), file.size)
    }
  }

  /// Walks a folder; returns nil if earlier walks have reached the limit, which a warning has reported.
  mutating func walk(
    _ path: String, skipping isSkipped: (_ path: String, _ entry: FileTreeEntry) -> Bool
  ) -> FileTreeWalk? {
    guard walkedEntries <= limits.maximumEntries else { return nil }
    let walk = FileTreeWalk(disk, in: path, limits: limits, spent: walkedEntries, skipping: isSkipped)
    walkedEntries = walk.entryCount
    return walk
  }

  private mutating func warnLimit(_ message: String) {
    contents.warnings.append(PackageWarning(.limit, message, location: SourceLocation(file: project.file)))
  }

  private mutating func append(_ source: String, to path: String, _ size: Int) {
    guard contents.files.count <= Self.maximumFiles else { return }
    if contents.files.count == Self.maximumFiles {
      warnLimit("the bundle has more than \(Self.maximumFiles) files; the rest were left out")
    }
    contents.files.append(BundleFile(source: source, path: path, size: size))
  }
}

/// The contents of a target's bundle, by their treatment in a build.
struct BundleContents: Sendable {
  /// Files that are copied or compiled into one file.
  var files: [BundleFile] = []
  /// The `.xcassets` folders and `.icon` bundles that are compiled into `Assets.car`, in target order.
  var catalogs: [String] = []
  /// The `InfoPlist.xcstrings` files, which contain all languages.
  var stringCatalogs: [String] = []
  /// The folders of Swift packages inside synchronised folders.
  var swiftPackages: [String] = []
  /// Missing files, with the location of their references.
  var missing: [(path: String, place: SourceLocation?)] = []
  /// Files outside the readable folder, with the location of their references.
  var outside: [(path: String, place: SourceLocation?)] = []
  /// References to Icon Composer icons with a missing or wrong file type.
  var icons = IconReferences()
  /// The catalogs that build settings exclude, with the reason.
  var excludedCatalogs: [(path: String, reason: ExclusionRules.Reason)] = []
  var warnings: [PackageWarning] = []

  /// Returns whether the catalog compiler has input; without any it does not run, regardless of settings (ICON-259).
  func hasCatalog(for xcode: XcodeVersion) -> Bool {
    catalogs.contains { xcode.readsIconComposer || FileTreePath.lowercasedExtension(of: $0) != "icon" }
  }

  /// Whether a catalog of the target was not read because it is missing or elsewhere.
  var lacksCatalog: Bool {
    (missing + outside).contains { FileTreatment(fileNamed: FileTreePath.lastComponent($0.path)) == .catalog }
  }
}

/// A project file to be copied into the bundle.
struct BundleFile: Sendable {
  /// The path in the file tree.
  let source: String
  /// The path in the bundle.
  let path: String
  let size: Int
}

/// The treatment of a target's file in a build, by its extension.
enum FileTreatment: Equatable {
  /// Copied into the bundle.
  case copied
  /// Compiled into one file with another extension.
  case compiled(String)
  /// Compiled into `Assets.car`.
  case catalog
  /// `.xcstrings`: one `.strings` file per language. Except for the Info.plist, the languages are not read.
  case stringCatalog
  /// Not in the bundle as a file.
  case omitted

  init(fileNamed name: String) {
    switch FileTreePath.lowercasedExtension(of: name) {
    case "xcassets", "icon": self = .catalog
    case "xcstrings": self = .stringCatalog
    case "storyboard": self = .compiled("storyboardc")
    case "xib": self = .compiled("nib")
    case "xcdatamodeld", "xcdatamodel": self = .compiled("momd")
    case "mlmodel", "mlpackage": self = .compiled("mlmodelc")
    case let ending: self = Self.sources.contains(ending) ? .omitted : .copied
    }
  }

  /// Returns whether a build treats a folder with this name as one item, not as a container of files.
  static func isPackage(_ name: String) -> Bool { packages.contains(FileTreePath.lowercasedExtension(of: name)) }

  private static let packages: Set<String> = [
    "xcassets", "icon", "xcdatamodeld", "xcdatamodel", "mlpackage", "bundle", "framework", "xcframework", "app",
    "appex", "docc", "playground", "scnassets", "spriteatlas", "xcodeproj", "xcworkspace", "rkassets",
    "realitycomposerpro",
    "skybox", "mlmodelc", "momd", "storyboardc", "nib", "xcmappingmodel", "xctestplan",
  ]

  /// Extensions that a synchronised folder assigns to build phases other than Copy Bundle Resources, or to none.
  private static let sources: Set<String> = [
    "swift", "m", "mm", "c", "cc", "cpp", "cxx", "h", "hh", "hpp", "pch", "s", "d", "y", "l", "metal", "modulemap",
    "intentdefinition", "entitlements", "xcconfig", "xctestplan", "docc", "xcodeproj", "xcworkspace", "playground",
    "framework", "xcframework", "a", "dylib", "tbd", "o", "gyb", "swiftinterface", "appex", "app",
  ]
}

/// The build scripts of a target that may create relevant files; they are never run.
struct ScriptPhases {
  private struct Phase {
    let title: String
    let location: SourceLocation?
    let script: String
    let outputs: String

    /// Returns whether the script contains one of the words and a command that writes files.
    func writes(_ words: [String], by verbs: [String]) -> Bool {
      words.contains { script.contains($0) } && verbs.contains { script.contains($0) }
    }

    var writesPictures: Bool {
      // An output of CocoaPods has the name of the target in it: Pods-MyAppIcon-checkManifestLockResult.txt.
      outputs.split(separator: "\n").contains { output in
        !output.hasSuffix(".txt") && ScriptPhases.catalogWords.contains { output.contains($0) }
      }
        || writes(
          ScriptPhases.catalogWords, by: ["cp ", "mv ", "rsync", "ditto", "sips", "convert", "magick", "actool"])
    }

    var writesInfoPlist: Bool {
      writes(
        ["CFBundleIcon", "CFBundleAlternateIcons", "UIApplicationShortcutItem"],
        by: ["PlistBuddy", "plutil", "defaults write", "sed -i"])
    }
  }

  private let phases: [Phase]
  /// The titles of scripts by the names of their output files.
  private let writers: [String: String]

  private static let catalogWords = ["appiconset", ".icon/", "xcassets", "AppIcon"]
  /// The limits of scripts per target and of bytes per script; scripts that write icons are shorter.
  private static let maximumPhases = 50, maximumLength = 64 * 1024

  init(of target: XcodeTarget, in project: XcodeProject) {
    func text(_ phase: XcodeObject, _ key: String) -> String {
      String(decoding: phase.strings(key).joined(separator: "\n").utf8.prefix(Self.maximumLength), as: UTF8.self)
    }
    phases = project.objects.objects(target.object, "buildPhases").prefix(Self.maximumPhases).compactMap { phase in
      guard phase.isa == "PBXShellScriptBuildPhase" else { return nil }
      return Phase(
        title: phase.string("name") ?? "Run Script", location: phase.location,
        script: text(phase, "shellScript"), outputs: text(phase, "outputPaths"))
    }
    writers = Dictionary(
      phases.flatMap { phase in
        phase.outputs.split(separator: "\n").map { (FileTreePath.lastComponent(String($0)), phase.title) }
      }
    ) { first, _ in first }
  }

  /// Returns a hint about the script that declares a file as output; nil if there is none.
  func hint(forMissing path: String) -> String? {
    writers[FileTreePath.lastComponent(path)].map {
      "the script phase “\($0)” writes the file: build once, then try again"
    }
  }

  /// The end of a hint about missing catalog content; nil if no script mentions such content.
  var pictureHint: String? {
    guard let phase = phases.first(where: \.writesPictures) else { return nil }
    return "the script phase “\(phase.title)” may write the file: build once, then try again"
  }

  /// Notes about scripts that may change the icons or quick actions in the Info.plist.
  var notes: [PackageWarning] {
    phases.filter(\.writesInfoPlist).map { phase in
      PackageWarning(
        .scriptPhase, "the script phase “\(phase.title)” may write icons or quick actions into the Info.plist",
        severity: .note, location: phase.location,
        hint: "scripts do not run here: build the app, and run homescreen inspect PROJECT --against APP")
    }
  }
}
