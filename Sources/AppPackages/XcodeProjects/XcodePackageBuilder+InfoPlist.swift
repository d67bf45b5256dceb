import Platform
import PropertyLists

/// The written Info.plist of a target, and what stands in where it says too little.
extension XcodePackageBuilder {
  /// What `INFOPLIST_FILE` names.
  struct WrittenInfoPlist {
    var content = PropertyListDictionary()
    /// What messages call it.
    var file: String
    /// Inside of the tree; nil where there is none.
    var path: String?
    var format: PropertyListFormat?
  }

  mutating func readInfoPlist() throws(AppPackageError) -> WrittenInfoPlist {
    let setting = settings["INFOPLIST_FILE"]
    let isGenerated = settings.flag("GENERATE_INFOPLIST_FILE")
    let place = settings.location(of: "INFOPLIST_FILE") ?? SourceLocation(file: project.file)
    if setting.isEmpty {
      guard isGenerated else {
        throw AppPackageError(
          kind: .noInfoPlist, location: place,
          message: "the target “\(choice.target.name)” has no Info.plist in \(choice.configuration): "
            + "INFOPLIST_FILE is empty and GENERATE_INFOPLIST_FILE is not YES",
          hint: resolved.missingFiles.first.map { "perhaps \($0), which is missing, says it; or give it as a setting" }
            ?? "give it as a setting: INFOPLIST_FILE=path")
      }
      return WrittenInfoPlist(file: project.file)
    }
    if DefaultSettings.isMadeByBuild(setting) {
      throw AppPackageError(
        kind: .madeByBuild, location: place, message: "INFOPLIST_FILE is made by the build itself: “\(setting)”",
        hint: "give the file that it is made from as a setting: INFOPLIST_FILE=path")
    }
    guard case .inside(let path) = ProjectPath.resolve(setting, from: project.directory) else {
      throw AppPackageError(
        kind: .outsideOfProject, location: place,
        message: "INFOPLIST_FILE “\(setting)” leads out of \(project.tree.name) and is not read",
        hint: "open a folder that holds both, if it may be read")
    }
    return try readInfoPlist(at: project.tree.spelling(of: path) ?? path, named: setting, place)
  }

  private mutating func readInfoPlist(
    at path: String, named setting: String, _ place: SourceLocation
  ) throws(AppPackageError) -> WrittenInfoPlist {
    let file = FileTreePath.join(project.tree.name, path)
    let bytes: [UInt8]
    do throws(FileTreeError) {
      bytes = try project.tree.read(path)
    } catch {
      throw AppPackageError(
        kind: error.kind == .notFound ? .noInfoPlist : .unreadable, location: place,
        message: error.kind == .notFound
          ? "INFOPLIST_FILE names “\(setting)”, which is not there" : "\(file): \(error.message)",
        hint: error.hint ?? "is the whole project here?")
    }
    let reader = InfoPlistReader(
      tree: project.tree, directory: project.directory,
      settings: PreprocessorSettings(value: { settings[$0] }, location: { settings.location(of: $0) }),
      limits: options.propertyListLimits, hasProject: true)
    do throws(PropertyListError) {
      let result = try read(bytes, reader, path, file)
      warnings += result.warnings
      let list = result.list
      guard let content = list.root.dictionary else {
        throw PropertyListError(
          location: list.rootLocation ?? SourceLocation(file: file), kind: .badValue,
          message: "the Info.plist is \(list.root.typeNameWithArticle), not a dictionary")
      }
      warnings += list.duplicateKeys.map(PackageChecks.warning)
      return WrittenInfoPlist(content: content, file: file, path: path, format: list.format)
    } catch {
      throw AppPackageError(error)
    }
  }

  /// Whatever the preprocessor had no part in is the same for all settings.
  private func read(
    _ bytes: [UInt8], _ reader: InfoPlistReader, _ path: String, _ file: String
  ) throws(PropertyListError) -> InfoPlistReader.Result {
    if !reader.settings.isWanted, let known = apps.cache.infoPlists[path] { return known }
    let result = try reader.read(bytes, path: path, file: file)
    if !reader.settings.isWanted, !result.isPreprocessed { apps.cache.infoPlists[path] = result }
    return result
  }

  /// `INFOPLIST_FILE_CONTENTS`: keys that are written in a setting; they beat those of the file.
  mutating func readAdditionalContents() -> PropertyListDictionary {
    let name = "INFOPLIST_FILE_CONTENTS"
    let text = settings[name]
    guard !text.allSatisfy(\.isWhitespace) else { return [:] }
    if let list = try? PropertyList.parse(Array(text.utf8), file: name), let content = list.root.dictionary {
      return content
    }
    warnings.append(
      PackageWarning(
        .infoPlistSetting, "contents of INFOPLIST_FILE_CONTENTS is not a dictionary", severity: .error, endsBuild: true,
        location: settings.location(of: name), hint: "it is the text of a property list"))
    return [:]
  }

  /// Without an identifier no device takes the app, and much can be tried without the real one.
  mutating func addStandInIdentifier(to package: inout AppPackage) {
    guard package.infoPlist["CFBundleIdentifier"] == nil else { return }
    let setting = settings["PRODUCT_BUNDLE_IDENTIFIER"]
    let name = setting.isEmpty ? MacroExpander.unknownIdentifier(for: package.name) : setting
    package.infoPlist["CFBundleIdentifier"] = .string(name)
    guard setting.isEmpty else { return }
    warnings.append(
      PackageWarning(
        .noBundleIdentifier, "the app has no bundle identifier; “\(name)” stands in for it",
        location: settings.location(of: "PRODUCT_BUNDLE_IDENTIFIER") ?? SourceLocation(file: project.file),
        hint: "give it as a setting: PRODUCT_BUNDLE_IDENTIFIER=com.example.app"))
  }
}
