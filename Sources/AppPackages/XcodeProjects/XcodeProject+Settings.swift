import Platform
import PropertyLists

extension XcodeProject {
  /// The build settings of a target, with what was noticed on the way.
  struct ResolvedSettings {
    var settings: BuildSettings
    var warnings: [PackageWarning] = []
    /// Xcconfig files that are named and not there; what only they say is unknown.
    var missingFiles: [String] = []
    /// Where the missing files are named.
    var missingPlace: SourceLocation?
  }

  /// Puts the levels on top of each other: defaults, project xcconfig, project, target xcconfig, target, command line.
  ///
  /// - Parameter xcconfigs: remembers files for the next target.
  func resolvedSettings(
    of target: XcodeTarget, configuration: String, files: XcodeFileTable, options: PackageOptions,
    xcconfigs: PathCache<XcconfigReader>
  ) -> ResolvedSettings {
    var result = ResolvedSettings(settings: BuildSettings(configuration: configuration))
    result.settings.addDefaults(
      DefaultSettings.table(
        project: self, target: target, configuration: configuration, xcodeVersion: options.xcodeVersion))
    for owner in [root, target.object] {
      let levels = configurations(of: owner)
      // A project that lacks the target's configuration lends the one that is its default.
      let fallback = owner.id == root.id ? defaultConfigurationName(of: root) : nil
      guard
        let level = levels.first(where: { $0.name == configuration })
          ?? levels.first(where: { $0.name == fallback }) ?? (owner.id == root.id ? levels.first : nil)
      else { continue }
      if let base = baseFile(of: level.object, files) {
        read(base, of: level, ofTarget: owner.id != root.id, options.fileTreeLimits, xcconfigs, &result)
      }
      result.settings.add(level.assignments, ofTarget: owner.id != root.id)
    }
    for (text, value) in options.settings {
      guard let key = BuildSettingKey(text) else { continue }
      result.settings.add([BuildSettingAssignment(key, value)])
    }
    return result
  }

  private func read(
    _ base: (path: ProjectPath, place: SourceLocation?), of level: XcodeConfiguration, ofTarget isOfTarget: Bool,
    _ limits: FileTreeLimits, _ xcconfigs: PathCache<XcconfigReader>, _ result: inout ResolvedSettings
  ) {
    switch base.path {
    case .inside(let path):
      let spelling = tree.spelling(of: path)
      func read() -> XcconfigReader {
        var reader = XcconfigReader(tree: tree, limits: limits, directory: directory)
        reader.read(spelling ?? path, namedBy: "the configuration \(level.name)", at: base.place)
        return reader
      }
      // Of a file that is not there each configuration that names it is told.
      let reader = spelling.map { xcconfigs.value(at: $0, read: read) } ?? read()
      result.warnings += reader.warnings
      if !reader.missingFiles.isEmpty, result.missingPlace == nil { result.missingPlace = base.place }
      result.missingFiles += reader.missingFiles
      result.settings.add(reader.assignments, ofTarget: isOfTarget)
    case .outside(let path), .elsewhere(let path):
      if result.missingPlace == nil { result.missingPlace = base.place }
      result.missingFiles.append(path)
      result.warnings.append(
        PackageWarning(
          .outsideOfProject, "the xcconfig file “\(path)” is outside of \(tree.name) and is not read",
          location: base.place, hint: "open a folder that contains both, if it may be read"))
    }
  }

  /// The xcconfig file of a configuration: a file reference, or a path below a synchronised folder (Xcode 16).
  private func baseFile(
    of configuration: XcodeObject, _ files: XcodeFileTable
  ) -> (path: ProjectPath, place: SourceLocation?)? {
    if let reference = objects.object(configuration, "baseConfigurationReference") {
      return (files.path(of: reference), configuration.location(of: "baseConfigurationReference"))
    }
    guard let anchor = objects.object(configuration, "baseConfigurationReferenceAnchor"),
      let relative = configuration.string("baseConfigurationReferenceRelativePath")
    else { return nil }
    let place = configuration.location(of: "baseConfigurationReferenceRelativePath")
    guard case .inside(let folder) = files.path(of: anchor) else { return (.outside(relative), place) }
    return (ProjectPath.resolve(relative, from: folder), place)
  }
}
