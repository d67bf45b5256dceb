import PropertyLists

/// What was read for one build of a project and holds for all others: each file is read once, whatever number of targets
/// and configurations take it. It belongs to one thread.
final class ProjectCache {
  /// Xcconfig files with all that they include.
  let xcconfigs = PathCache<XcconfigReader>()
  /// Info.plists that did not go through the C preprocessor, which would depend on settings.
  let infoPlists = PathCache<InfoPlistReader.Result>()
  let headers = PathCache<Result<ImageHeader, ImageProblem>>()
  let catalogs = PathCache<AssetCatalogReader.Part>()
  let strings = PathCache<(table: StringTable?, warnings: [PackageWarning])>()
  /// What is wrong with the extensions of the project, by configuration.
  var extensionWarnings: [String: [PackageWarning]] = [:]
  private var contents: [Key: TargetContents] = [:]

  /// All of a build that decides what a target puts into its bundle.
  private struct Key: Hashable {
    let target: String
    let exclusions: ExclusionRules
    let infoPlist: ExactText?
  }

  func contents(
    of target: XcodeTarget, _ exclusions: ExclusionRules, infoPlist: String?, read: () -> TargetContents
  ) -> TargetContents {
    let key = Key(target: target.object.id, exclusions: exclusions, infoPlist: infoPlist.map(ExactText.init))
    if let known = contents[key] { return known }
    let found = read()
    contents[key] = found
    return found
  }
}

/// Values by paths of one tree, each worked out once.
final class PathCache<Value> {
  private var values: [ExactText: Value] = [:]

  func value<Failure: Error>(at path: String, read: () throws(Failure) -> Value) throws(Failure) -> Value {
    if let known = values[ExactText(path)] { return known }
    let value = try read()
    values[ExactText(path)] = value
    return value
  }

  subscript(path: String) -> Value? {
    get { values[ExactText(path)] }
    set { values[ExactText(path)] = newValue }
  }
}
