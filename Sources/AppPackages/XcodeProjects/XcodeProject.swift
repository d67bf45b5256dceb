public import Platform
public import PropertyLists

/// An Xcode project: its targets, configurations and files, read from `project.pbxproj`.
///
/// Objects are looked up as they are needed and taken as they are: a project that Xcode would only partly load is only
/// partly read, with warnings where it matters. Nothing outside of the tree is ever read.
public struct XcodeProject: Sendable {
  /// The project's name without `.xcodeproj`.
  public let name: String
  /// The folder of the `.xcodeproj` inside of the tree; empty for its root.
  let directory: String
  /// What messages call the project file.
  public let file: String
  /// What was noticed while reading.
  public private(set) var warnings: [PackageWarning] = []

  let tree: any FileTree
  let objects: XcodeObjectTable
  let root: XcodeObject

  /// Reads a project.
  ///
  /// - Parameters:
  ///   - path: the `.xcodeproj` folder inside of the tree.
  /// - Throws: ``AppPackageError`` when the project file is missing, no property list, or holds no project.
  public init(
    tree: any FileTree, path: String, limits: PropertyListLimits = .default
  ) throws(AppPackageError) {
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
        hint: "it must be a dictionary with “objects” and “rootObject”; was it cut off, or badly merged?")
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

  /// In the order of the project, each once.
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

  /// The configuration that a command-line build takes when nobody names one.
  func defaultConfigurationName(of owner: XcodeObject) -> String? {
    objects.object(owner, "buildConfigurationList")?.string("defaultConfigurationName")
  }

  /// The language that the project is written in.
  var developmentRegion: String { root.string("developmentRegion") ?? "en" }
}

/// A target of a project.
public struct XcodeTarget: Sendable {
  /// `name` in the project file, or else `productName`; empty for a target that has neither.
  public let name: String
  /// `com.apple.product-type.application`; empty for targets that make no product.
  public let productType: String
  let object: XcodeObject

  init(_ object: XcodeObject) {
    self.object = object
    name = object.string("name") ?? object.string("productName") ?? ""
    productType = object.string("productType") ?? ""
  }

  /// An app, for whatever system.
  public var isApplication: Bool { productType == "com.apple.product-type.application" }

  /// An extension or an App Clip: it is built with its app, and compiles catalogs of its own.
  var isInsideOfApp: Bool {
    productType.hasPrefix("com.apple.product-type.app-extension")
      || productType == "com.apple.product-type.extensionkit-extension"
      || productType == "com.apple.product-type.application.on-demand-install-capable"
  }

  /// A Watch app of the kind that is inside of an app for iPhone.
  var isWatchApp: Bool { productType.hasPrefix("com.apple.product-type.application.watchapp") }

  /// An app, or something that stands on the Home Screen as one: an App Clip, an app made of stickers.
  var isOnHomeScreen: Bool {
    productType == "com.apple.product-type.application"
      || productType == "com.apple.product-type.application.on-demand-install-capable"
      || productType == "com.apple.product-type.application.messages"
  }
}

/// One build configuration of a project or target: its settings, and the xcconfig file below them.
struct XcodeConfiguration: Sendable {
  let name: String
  let object: XcodeObject

  init(_ object: XcodeObject) {
    self.object = object
    name = object.string("name") ?? ""
  }

  /// The settings in the order in which they count: those with conditions above the plain ones.
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

/// A `project.pbxproj` as a property list, whatever it is written in: OpenStep as Xcode does, XML as XcodeGen and old
/// tools may, JSON as some converters do.
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
        hint: "a .xcodeproj folder has its project in project.pbxproj; was it left out of version control?")
    }
    do throws(PropertyListError) {
      let list = try PropertyList.parse(bytes, file: file, limits: limits)
      return XcodeProjectFile(root: list.root, warnings: list.duplicateKeys.map(PackageChecks.warning))
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
    do throws(JSONError) {
      let json = try LenientJSON.parse(
        bytes, file: file,
        limits: JSONLimits(maximumNodes: limits.maximumNodes, maximumBytes: limits.maximumBytes))
      return XcodeProjectFile(root: node(json.root).value, warnings: json.warnings.map(PackageChecks.warning))
    } catch {
      throw AppPackageError(kind: .badProject, location: error.location, message: error.message, hint: error.hint)
    }
  }

  /// As deep as ``JSONLimits`` allows.
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

/// One object of a project file, read leniently: a field that is missing or of another type is just not there.
struct XcodeObject: Sendable {
  let id: String
  let fields: PropertyListDictionary
  let location: SourceLocation?

  /// The object's class, e.g. `PBXGroup`.
  var isa: String { string("isa") ?? "" }

  func string(_ key: String) -> String? {
    switch fields[key] {
    case .string(let text): text
    // JSON and XML may hold numbers where OpenStep only has text.
    case .integer(let number): String(number)
    case .boolean(let flag): flag ? "1" : "0"
    case .unsignedInteger, .real, .date, .data, .uid, .array, .dictionary, nil: nil
    }
  }

  /// The texts of a list; a single text counts as a list of one.
  func strings(_ key: String) -> [String] {
    if let strings = fields[key]?.strings { return strings }
    return fields[key]?.string.map { [$0] } ?? []
  }

  func location(of key: String) -> SourceLocation? { fields.node(for: key)?.location ?? location }
}

/// All objects of a project file, found by their identifiers.
struct XcodeObjectTable: Sendable {
  private let objects: PropertyListDictionary

  init(_ objects: PropertyListDictionary) {
    self.objects = objects
  }

  subscript(id: String) -> XcodeObject? {
    guard let node = objects.node(for: id), let fields = node.value.dictionary else { return nil }
    return XcodeObject(id: id, fields: fields, location: node.location)
  }

  /// The object that a field refers to.
  func object(_ owner: XcodeObject, _ key: String) -> XcodeObject? { owner.string(key).flatMap { self[$0] } }

  /// The objects that a list refers to; identifiers of nothing are left out.
  func objects(_ owner: XcodeObject, _ key: String) -> [XcodeObject] { owner.strings(key).compactMap { self[$0] } }
}

/// Where the files and groups of a project lie, worked out by one walk from the main group.
struct XcodeFileTable: Sendable {
  /// The folder that each group, and the parent that each file, stands for.
  private var parents: [String: ProjectPath] = [:]
  private(set) var warnings: [PackageWarning] = []
  private let project: XcodeProject

  private static let maximumDepth = 100
  private static let maximumObjects = 500_000

  init(_ project: XcodeProject) {
    self.project = project
    walk()
  }

  /// Each object is visited once, so groups that hold each other end the walk.
  private mutating func walk() {
    guard let main = project.objects.object(project.root, "mainGroup") else {
      warnings.append(
        PackageWarning(.badProject, "the project has no main group", location: project.root.location))
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
                .badProject, "the group “\(title(child))” is in two groups, or in itself; the first counts",
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
        if child.fields.contains("children") { waiting.append((child, depth + 1)) }
      }
    }
  }

  private func title(_ object: XcodeObject) -> String { object.string("name") ?? object.string("path") ?? object.id }

  /// References to folders that lie in the navigator, as Swift packages of the project do.
  var folders: [XcodeObject] {
    parents.keys.sorted().compactMap { project.objects[$0] }.filter { object in
      object.isa == "PBXFileReference"
        && ["folder", "wrapper"].contains(object.string("lastKnownFileType") ?? object.string("explicitFileType"))
    }
  }

  /// Where a file reference or group lies.
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

/// A path that a project or an xcconfig names, resolved inside of the folder that may be read.
enum ProjectPath: Sendable, Equatable {
  /// Inside of the tree, without `.` and `..`; empty for its root.
  case inside(String)
  /// Absolute, or above the root: never read.
  case outside(String)
  /// In a place that only a build or a Mac has: products, the SDK, Xcode itself.
  case elsewhere(String)

  /// The path inside of the tree.
  var path: String? { if case .inside(let path) = self { path } else { nil } }

  /// Follows `path` from a folder of the tree.
  ///
  /// `..` is worked out on the text, as a build does; a symbolic link on the way is checked by the tree when it is read.
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

  /// The name of one file or folder, which most paths of a project are.
  private static func isPlain(_ path: String) -> Bool {
    !path.isEmpty && path != "." && path != ".." && !path.utf8.contains(UInt8(ascii: "/"))
  }

  /// Longer than any path that a file system takes.
  private static let maximumLength = 4096
  private static let maximumDepth = 256
}
