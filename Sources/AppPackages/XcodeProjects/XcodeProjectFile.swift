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
        hint: "a .xcodeproj folder holds its project in project.pbxproj; was it left out of version control?")
    }
    do throws(PropertyListError) {
      let list = try PropertyList.parse(bytes, file: file, limits: limits)
      return XcodeProjectFile(root: list.root, warnings: list.duplicateKeys.map(PackageChecks.warning))
    } catch {
      throw AppPackageError(kind: .badProject, location: error.location, message: error.message, hint: error.hint)
    }
  }
}
