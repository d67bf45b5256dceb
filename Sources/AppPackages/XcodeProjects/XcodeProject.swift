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
