import AppPackages
import Platform
import PropertyLists
import TestSupport

/// A small Xcode project in memory: one app and one configuration, which a test extends.
struct ProjectMaker {
  var name = "Paint"
  var projectSettings: PropertyListDictionary = [:]
  var targetSettings: PropertyListDictionary = [
    "INFOPLIST_FILE": "App/Info.plist", "PRODUCT_BUNDLE_IDENTIFIER": "com.example.paint",
    "TARGETED_DEVICE_FAMILY": "1,2", "IPHONEOS_DEPLOYMENT_TARGET": "15.0",
  ]
  var projectXcconfig: String?
  var targetXcconfig: String?
  var configurations = ["Release"]
  /// Children of the main group.
  var children: [String] = []
  /// References in the resources phase.
  var resources: [String] = []
  var targetFields: PropertyListDictionary = [:]
  var objects: PropertyListDictionary = [:]
  var extraTargets: [String] = []
  var files: [String: [UInt8]] = ["App/Info.plist": Array(xml("<dict/>").utf8)]

  /// Adds a file reference to the main group and, by default, to the resources.
  mutating func add(_ path: String, _ fields: PropertyListDictionary = [:], isResource: Bool = true) {
    let id = "F:" + path
    var object: PropertyListDictionary = ["isa": "PBXFileReference", "path": .string(path), "sourceTree": "<group>"]
    for entry in fields.entries { object[entry.key] = entry.node.value }
    objects[id] = .dictionary(object)
    children.append(id)
    if isResource { resources.append(id) }
  }

  mutating func addObject(_ id: String, _ isa: String, _ fields: PropertyListDictionary = [:]) {
    var object: PropertyListDictionary = ["isa": .string(isa)]
    for entry in fields.entries { object[entry.key] = entry.node.value }
    objects[id] = .dictionary(object)
  }

  static func list(_ ids: [String]) -> PropertyListValue { .array(of: ids.map { .string($0) }) }

  private func configurationList(
    _ id: String, _ settings: PropertyListDictionary, _ xcconfig: String?, into all: inout PropertyListDictionary
  ) {
    all[id] = [
      "isa": "XCConfigurationList", "buildConfigurations": Self.list(configurations.map { id + $0 }),
      "defaultConfigurationName": .string(configurations.first ?? ""),
    ]
    for configuration in configurations {
      var object: PropertyListDictionary = [
        "isa": "XCBuildConfiguration", "name": .string(configuration), "buildSettings": .dictionary(settings),
      ]
      if let xcconfig {
        object["baseConfigurationReference"] = .string("X" + id)
        all["X" + id] = ["isa": "PBXFileReference", "path": .string(xcconfig), "sourceTree": "SOURCE_ROOT"]
      }
      all[id + configuration] = .dictionary(object)
    }
  }

  var root: PropertyListValue {
    var all = objects
    all["P"] = [
      "isa": "PBXProject", "buildConfigurationList": "CP", "mainGroup": "G", "developmentRegion": "en",
      "targets": Self.list(["T"] + extraTargets),
    ]
    configurationList("CP", projectSettings, projectXcconfig, into: &all)
    configurationList("CT", targetSettings, targetXcconfig, into: &all)
    var target: PropertyListDictionary = [
      "isa": "PBXNativeTarget", "name": .string(name), "productType": "com.apple.product-type.application",
      "buildConfigurationList": "CT", "buildPhases": ["R"],
    ]
    for entry in targetFields.entries { target[entry.key] = entry.node.value }
    all["T"] = .dictionary(target)
    all["G"] = ["isa": "PBXGroup", "children": Self.list(children), "sourceTree": "<group>"]
    all["R"] = ["isa": "PBXResourcesBuildPhase", "files": Self.list(resources.map { "B:" + $0 })]
    for id in resources { all["B:" + id] = ["isa": "PBXBuildFile", "fileRef": .string(id)] }
    return ["archiveVersion": "1", "objectVersion": "56", "objects": .dictionary(all), "rootObject": "P"]
  }

  var projectFile: [UInt8] { Array("// !$*UTF8*$!\n".utf8) + OpenStepPropertyListWriter.write(root) }

  func tree(_ projectFile: [UInt8]? = nil) throws -> MemoryTree {
    var files = files
    files["\(name).xcodeproj/project.pbxproj"] = projectFile ?? self.projectFile
    return try MemoryTree(name: "Repo", files)
  }

  func package(_ options: PackageOptions = PackageOptions()) throws -> AppPackage {
    try AppPackage(projectAt: "\(name).xcodeproj", in: try tree(), options: options)
  }

  func failure(_ options: PackageOptions = PackageOptions()) -> AppPackageError? {
    do {
      _ = try package(options)
      return nil
    } catch {
      return error as? AppPackageError
    }
  }

  /// The expanded value of a target setting.
  func value(_ name: String) throws -> String? { try package().settings[name] }
}

extension [UInt8] {
  init(text: String) { self = Array(text.utf8) }
}
