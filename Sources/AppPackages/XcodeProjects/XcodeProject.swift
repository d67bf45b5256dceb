public import Platform
public import PropertyLists

/// An Xcode project: its targets, configurations and files, read from `project.pbxproj`.
///
/// Objects are looked up on demand and read leniently: a project that Xcode would load partially is read partially,
/// with warnings if relevant. Files outside the tree are never read.
public struct XcodeProject: Sendable {
  /// The project's name without `.xcodeproj`.
  public let name: String
  /// The folder that contains the `.xcodeproj`, as a path in the tree; empty for its root.
  let directory: String
  /// The project file's name in messages.
  public let file: String
  /// The warnings from reading.
  public private(set) var warnings: [PackageWarning] = []

  let tree: any FileTree
  let objects: XcodeObjectTable
  let root: XcodeObject

  /// Reads a project.
  ///
  /// - Parameters:
  ///   - path: the `.xcodeproj` folder in the tree.
  /// - Throws: ``AppPackageError`` when the project file is missing, not a property list, or without a project.
  public init(tree: any FileTree, path: String, limits: PropertyListLimits = .default) throws(AppPackageError) {
    self.tree = tree
    let filePath = FileTreePath.join(path, "project.pbxproj")
    file = FileTreePath.join(tree.name, filePath)
    let folder = FileTreePath.lastComponent(path)
    name = folder.hasSuffix(".xcodeproj") ? String(folder.dropLast(".xcodeproj".count)) : folder
    let list = try XcodeProjectFile.read(filePath, in: tree, limits: limits)
    warnings += list.warnings
    guard let top = list.root.dictionary, let table = top["objects"]?.dictionary else {
      throw AppPackageError(
        kind: .badProject, location: SourceLocation(file: file), message: "the project file has no objects",
        hint: "the file must be a dictionary with “objects” and “rootObject”; was it cut off, or badly merged?")
    }
    objects = XcodeObjectTable(table)
    let rootID = top["rootObject"]?.string ?? ""
    if let root = objects[rootID], root.isa == "PBXProject" {
      self.root = root
    } else if let entry = table.entries.first(where: { $0.node.value.dictionary?["isa"]?.string == "PBXProject" }),
      let root = objects[entry.key]
    {
      self.root = root
    } else {
      throw AppPackageError(
        kind: .badProject, location: top.node(for: "rootObject")?.location ?? SourceLocation(file: file),
        message: "the project file has no PBXProject", hint: "was it badly merged?")
    }
    let inner = root.string("projectDirPath") ?? ""
    switch ProjectPath.resolve(inner, from: FileTreePath.directory(of: path)) {
    case .inside(let path): directory = path
    case .outside, .elsewhere:
      directory = FileTreePath.directory(of: path)
      warnings.append(
        PackageWarning(
          .outsideOfProject, "projectDirPath “\(inner)” is outside of \(tree.name) and is ignored",
          location: root.location(of: "projectDirPath")))
    }
  }

  // MARK: Targets and configurations

  /// The unique targets, in project order.
  public var targets: [XcodeTarget] {
    var seen: Set<String> = []
    let ids = root.strings("targets").filter { seen.insert($0).inserted }.prefix(Self.maximumTargets)
    return ids.compactMap { objects[$0] }.map(XcodeTarget.init)
  }

  private static let maximumTargets = 2000

  /// The names of the project's configurations, in order.
  public var configurationNames: [String] { configurations(of: root).map(\.name) }

  func configurations(of owner: XcodeObject) -> [XcodeConfiguration] {
    guard let list = objects.object(owner, "buildConfigurationList") else { return [] }
    return objects.objects(list, "buildConfigurations").map(XcodeConfiguration.init)
  }

  /// Returns the configuration that a command-line build uses by default.
  func defaultConfigurationName(of owner: XcodeObject) -> String? {
    objects.object(owner, "buildConfigurationList")?.string("defaultConfigurationName")
  }

  /// The development language of the project.
  var developmentRegion: String { root.string("developmentRegion") ?? "en" }

  /// The version of Xcode that last upgraded the project, in its attributes.
  var lastUpgrade: XcodeVersion? {
    let value = root.fields["attributes"]?.dictionary?["LastUpgradeCheck"]
    guard let digits = value?.string ?? value?.integer.map({ String($0) }) else { return nil }
    return XcodeVersion(String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits)
  }
}

/// A target of a project.
public struct XcodeTarget: Sendable {
  /// `name` in the project file, otherwise `productName`; empty for a target without either.
  public let name: String
  /// `com.apple.product-type.application`; empty for targets without a product.
  public let productType: String
  let object: XcodeObject

  init(_ object: XcodeObject) {
    self.object = object
    name = object.string("name") ?? object.string("productName") ?? ""
    productType = object.string("productType") ?? ""
  }

  /// Whether the target is an app, for any system.
  public var isApplication: Bool { productType == "com.apple.product-type.application" }

  /// Whether the target is an extension or an App Clip, which is built with its app and compiles its own catalogs.
  var isInsideOfApp: Bool {
    productType.hasPrefix("com.apple.product-type.app-extension")
      || productType == "com.apple.product-type.extensionkit-extension"
      || productType == "com.apple.product-type.application.on-demand-install-capable"
  }

  /// Whether the target is a Watch app inside an iPhone app.
  var isWatchApp: Bool { productType.hasPrefix("com.apple.product-type.application.watchapp") }

  /// Whether the target is shown on the Home Screen: an app, an App Clip or a sticker app.
  var isOnHomeScreen: Bool {
    productType == "com.apple.product-type.application"
      || productType == "com.apple.product-type.application.on-demand-install-capable"
      || productType == "com.apple.product-type.application.messages"
  }
}

/// A build configuration of a project or target: its settings and the xcconfig file below them.
struct XcodeConfiguration: Sendable {
  let name: String
  let object: XcodeObject

  init(_ object: XcodeObject) {
    self.object = object
    name = object.string("name") ?? ""
  }

  /// The settings in order of precedence: conditional ones after unconditional ones.
  var assignments: [BuildSettingAssignment] {
    guard let settings = object.fields["buildSettings"]?.dictionary else { return [] }
    var plain: [BuildSettingAssignment] = []
    var conditional: [BuildSettingAssignment] = []
    for entry in settings.entries {
      let text: String
      switch entry.node.value {
      case .string(let value): text = value
      case .array(let items): text = BuildSettings.text(of: items.compactMap(\.value.string))
      case .integer(let number): text = String(number)
      case .real(let number): text = String(number)
      case .boolean(let flag): text = flag ? "YES" : "NO"
      case .unsignedInteger, .date, .data, .uid, .dictionary: continue
      }
      guard let key = BuildSettingKey(entry.key) else { continue }
      let assignment = BuildSettingAssignment(key, text, origin: entry.node.origin)
      if key.conditions.isEmpty { plain.append(assignment) } else { conditional.append(assignment) }
    }
    return plain + conditional
  }
}

/// A `project.pbxproj` as a property list in any format: OpenStep (Xcode), XML (XcodeGen and older tools) or JSON (some
/// converters).
struct XcodeProjectFile {
  let root: PropertyListValue
  var warnings: [PackageWarning] = []

  static func read(
    _ path: String, in tree: any FileTree, limits: PropertyListLimits
  ) throws(AppPackageError) -> XcodeProjectFile {
    let file = FileTreePath.join(tree.name, path)
    let bytes: [UInt8]
    do throws(FileTreeError) {
      bytes = try tree.read(path)
    } catch {
      guard error.kind == .notFound else { throw AppPackageError(error) }
      throw AppPackageError(
        kind: .badProject, location: SourceLocation(file: file), message: "there is no such file",
        hint: "restore project.pbxproj, which defines the project; was the file left out of version control?")
    }
    do throws(PropertyListError) {
      let list = try PropertyList.parse(bytes, file: file, limits: limits)
      return XcodeProjectFile(root: list.root, warnings: PackageChecks.warnings(list.duplicateKeys))
    } catch {
      if error.kind == .notAPropertyList, error.message.hasPrefix("this is JSON") {
        return try readJSON(bytes, file: file, limits: limits)
      }
      throw AppPackageError(kind: .badProject, location: error.location, message: error.message, hint: error.hint)
    }
  }

  // MARK: JSON

  private static func readJSON(
    _ bytes: [UInt8], file: String, limits: PropertyListLimits
  ) throws(AppPackageError) -> XcodeProjectFile {
    var limits = limits
    limits.maximumDepth = PropertyListLimits.json.maximumDepth
    do throws(PropertyListError) {
      let json = try LenientJSON.parse(bytes, file: file, limits: limits)
      return XcodeProjectFile(root: node(json.root).value, warnings: json.warnings.map(PackageChecks.warning))
    } catch {
      throw AppPackageError(kind: .badProject, location: error.location, message: error.message, hint: error.hint)
    }
  }

  /// Converts JSON recursively; ``PropertyListLimits`` limits the depth.
  private static func node(_ json: JSONNode) -> PropertyListNode {
    let value: PropertyListValue
    switch json.value {
    case .null: value = .string("")
    case .boolean(let flag): value = .boolean(flag)
    case .number(let number): value = Int64(exactly: number).map { .integer($0) } ?? .real(number)
    case .string(let text): value = .string(text)
    case .array(let elements): value = .array(elements.map(node))
    case .object(let object):
      var dictionary = PropertyListDictionary()
      for entry in object.entries { dictionary.setNode(node(entry.node), for: entry.key) }
      value = .dictionary(dictionary)
    }
    return PropertyListNode(value: value, origin: json.origin)
  }
}

/// An object of a project file, read leniently: a field of another type counts as missing.
struct XcodeObject: Sendable {
  let id: String
  let fields: PropertyListDictionary
  let location: SourceLocation?

  /// The object's class, such as `PBXGroup`.
  var isa: String { string("isa") ?? "" }

  func string(_ key: String) -> String? {
    switch fields[key] {
    case .string(let text): text
    // JSON and XML may contain numbers where OpenStep has text.
    case .integer(let number): String(number)
    case .boolean(let flag): flag ? "1" : "0"
    case .unsignedInteger, .real, .date, .data, .uid, .array, .dictionary, nil: nil
    }
  }

  /// Returns the texts of a list; a single text counts as a list of one.
  func strings(_ key: String) -> [String] {
    if let strings = fields[key]?.strings { return strings }
    return fields[key]?.string.map { [$0] } ?? []
  }

  func location(of key: String) -> SourceLocation? { fields.node(for: key)?.location ?? location }
}

/// All objects of a project file by identifier.
struct XcodeObjectTable: Sendable {
  private let objects: PropertyListDictionary

  init(_ objects: PropertyListDictionary) { self.objects = objects }

  subscript(id: String) -> XcodeObject? {
    guard let node = objects.node(for: id), let fields = node.value.dictionary else { return nil }
    return XcodeObject(id: id, fields: fields, location: node.location)
  }

  /// Returns the object that a field references.
  func object(_ owner: XcodeObject, _ key: String) -> XcodeObject? { owner.string(key).flatMap { self[$0] } }

  /// Returns the objects that a list references, without unknown identifiers.
  func objects(_ owner: XcodeObject, _ key: String) -> [XcodeObject] { owner.strings(key).compactMap { self[$0] } }
}

/// The paths of a project's files and groups, determined by one walk from the main group.
struct XcodeFileTable: Sendable {
  /// The folder of each group, and the parent folder of each file.
  private var parents: [String: ProjectPath] = [:]
  private(set) var warnings: [PackageWarning] = []
  /// The synchronised folders, in the order of the navigator.
  private(set) var synchronizedGroups: [XcodeObject] = []
  private let project: XcodeProject

  private static let maximumDepth = 100
  private static let maximumObjects = 500_000

  init(_ project: XcodeProject) {
    self.project = project
    walk()
  }

  /// Visits each object once, so that the walk ends even if groups are circular.
  private mutating func walk() {
    guard let main = project.objects.object(project.root, "mainGroup") else {
      warnings.append(PackageWarning(.badProject, "the project has no main group", location: project.root.location))
      return
    }
    var waiting: [(group: XcodeObject, depth: Int)] = [(main, 0)]
    parents[main.id] = .inside(project.directory)
    var reportsCircle = true
    while let (group, depth) = waiting.popLast() {
      let folder = path(of: group)
      for child in project.objects.objects(group, "children") {
        guard parents[child.id] == nil else {
          if reportsCircle, child.id == group.id || child.isa == "PBXGroup" {
            reportsCircle = false
            warnings.append(
              PackageWarning(
                .badProject, "the group “\(title(child))” is in two groups, or in itself; only its first place is used",
                location: child.location, hint: "was the project file badly merged?"))
          }
          continue
        }
        guard parents.count < Self.maximumObjects, depth < Self.maximumDepth else {
          warnings.append(
            PackageWarning(
              .limit, "groups are nested more than \(Self.maximumDepth) levels deep; the rest is left out",
              location: child.location))
          return
        }
        parents[child.id] = folder
        if child.isa == "PBXFileSystemSynchronizedRootGroup" { synchronizedGroups.append(child) }
        if child.fields.contains("children") { waiting.append((child, depth + 1)) }
      }
    }
  }

  private func title(_ object: XcodeObject) -> String { object.string("name") ?? object.string("path") ?? object.id }

  /// The references to folders in the navigator, such as local Swift packages.
  var folders: [XcodeObject] {
    parents.keys.sorted().compactMap { project.objects[$0] }.filter { object in
      object.isa == "PBXFileSystemSynchronizedRootGroup"
        || object.isa == "PBXFileReference"
          && ["folder", "wrapper"].contains(object.string("lastKnownFileType") ?? object.string("explicitFileType"))
    }
  }

  /// Returns the paths of the files or folders in the navigator for which `isWanted` is true, if they exist, in order.
  func files(_ kind: FileTreeEntry.Kind = .file, where isWanted: (String) -> Bool) -> [String] {
    let paths = parents.keys.compactMap { id -> String? in
      guard let file = project.objects[id], file.isa == "PBXFileReference", let name = file.string("path"),
        isWanted(name), let path = path(of: file).path, project.tree.kind(of: path) == kind
      else { return nil }
      return path
    }
    return paths.sorted()
  }

  /// Returns the path of a file reference or group.
  func path(of object: XcodeObject) -> ProjectPath {
    let path = object.string("path") ?? ""
    switch object.string("sourceTree") ?? "<group>" {
    case "<group>":
      switch parents[object.id] ?? .inside(project.directory) {
      case .inside(let folder): return path.isEmpty ? .inside(folder) : ProjectPath.resolve(path, from: folder)
      case .outside(let folder): return .outside(FileTreePath.join(folder, path))
      case .elsewhere(let folder): return .elsewhere(FileTreePath.join(folder, path))
      }
    case "SOURCE_ROOT": return ProjectPath.resolve(path, from: project.directory)
    case "<absolute>": return .outside(path)
    case let place: return .elsewhere("$(\(place))/\(path)")
    }
  }
}

/// A path in a project or xcconfig file, resolved in the readable folder.
enum ProjectPath: Sendable, Equatable {
  /// A path in the tree, without `.` and `..`; empty for its root.
  case inside(String)
  /// An absolute path, or one above the root: never read.
  case outside(String)
  /// A path that only exists in a build or on a Mac: products, the SDK, Xcode.
  case elsewhere(String)

  /// The path in the tree.
  var path: String? { if case .inside(let path) = self { path } else { nil } }

  /// Resolves `path` from a folder of the tree.
  ///
  /// `..` is resolved textually, as in a build; the tree checks symbolic links when it reads the path.
  static func resolve(_ path: String, from directory: String) -> ProjectPath {
    guard path.utf8.count <= maximumLength, !path.utf8.contains(0) else { return .outside(path) }
    if path.utf8.first == UInt8(ascii: "/") { return .outside(path) }
    if isPlain(path) { return .inside(FileTreePath.join(directory, path)) }
    var parts = FileTreePath.parts(of: directory)
    for part in FileTreePath.parts(of: path) where part != "." {
      if part == ".." {
        guard parts.popLast() != nil else { return .outside(path) }
      } else {
        parts.append(part)
      }
    }
    return parts.count <= maximumDepth ? .inside(parts.joined(separator: "/")) : .outside(path)
  }

  /// Returns whether the path is a single name, as most paths of a project are.
  private static func isPlain(_ path: String) -> Bool {
    !path.isEmpty && path != "." && path != ".." && !path.utf8.contains(UInt8(ascii: "/"))
  }

  /// The longest path; file systems have lower limits.
  private static let maximumLength = 4096
  private static let maximumDepth = 256
}
