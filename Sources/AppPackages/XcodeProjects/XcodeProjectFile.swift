import Platform
import PropertyLists

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
