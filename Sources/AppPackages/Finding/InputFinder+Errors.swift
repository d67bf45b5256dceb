import Platform
import PropertyLists

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What keeps an input from being an app, and what to do about it.
extension InputFinder {
  /// What makes the project is there, and the project is not.
  func notYet(
    _ path: String, _ found: (path: String, generator: ProjectGenerator), _ search: AppSearch
  ) -> AppPackageError {
    let folder = FileTreePath.directory(of: found.path)
    let others = search.otherTitles.isEmpty ? "" : " (\(Self.list(search.otherTitles)))"
    return error(
      .noInfoPlist, path,
      "there is no Xcode project for iPhone or iPad\(others); there is \(found.generator.title), \(found.path)",
      found.generator.hint(in: folder))
  }

  /// The error for a project that a tool writes, and of which this copy has only a folder; nil for a whole one.
  func skeleton(_ project: String, in folder: any FileTree) -> AppPackageError? {
    guard folder.kind(of: "\(project)/project.pbxproj") == nil else { return nil }
    let parent = FileTreePath.directory(of: project)
    let names = Set(((try? folder.entries(in: parent)) ?? []).filter { $0.kind == .file }.map(\.name))
    guard
      let generator = ProjectGenerator.all.first(where: { $0.makesProjectBeside && !$0.names.isDisjoint(with: names) }),
      let file = generator.names.first(where: names.contains)
    else { return nil }
    return error(
      .noInfoPlist, FileTreePath.join(folder.name, project),
      "the project has no project.pbxproj: \(generator.title.split(separator: " ")[1]) generates it from \(file)",
      generator.hint(in: parent))
  }

  func nothing(
    _ path: String, _ search: AppSearch, _ own: [String], _ tree: any FileTree
  ) -> AppPackageError {
    if own.count > 1 {
      return error(.noInfoPlist, path, "no Info.plist, but \(Self.list(own))", "open one of them")
    }
    if !search.otherProjects.isEmpty {
      return error(
        .noTarget, path,
        "no project here has an app for iPhone or iPad: \(Self.list(search.otherTitles))"
          + (search.unreadCount > 0 ? "; \(search.unreadCount) more projects were not checked" : ""),
        search.otherProjects.contains { !$0.apps.apps.filter(\.isForIOS).isEmpty }
          ? "an App Clip is opened by its target: --target NAME"
          : "name the project or a folder that contains one, or build the app for iOS and open the .app")
    }
    if tree.kind(of: "Contents/Info.plist") == .file {
      return error(
        .unsupportedInput, path, "this is an app for macOS", "build the app for iOS or for the iOS Simulator")
    }
    let plists = search.infoPlists.filter { AppPropertyList.isAt($0, in: tree, limits: limits) }
    let candidates = Array((search.builtApps.isEmpty ? plists : search.builtApps).prefix(3))
    let missing = "there is no Xcode project, built .app or Info.plist of an app in the folder"
    return error(
      .noInfoPlist, path,
      candidates.isEmpty
        ? missing + " or \(AppSearch.maximumDepth - 1) levels below it"
          + (search.isCutOff ? ", as far as its many folders were searched" : "")
        : missing + " itself",
      candidates.isEmpty ? Self.supported : "open \(Self.list(candidates, or: true))")
  }

  static func list(_ names: [String], or isChoice: Bool = false) -> String {
    let shown = names.prefix(4)
    guard let last = shown.last, shown.count > 1 else { return names.first ?? "" }
    if names.count > 4 { return shown.joined(separator: ", ") + " and \(names.count - 4) more" }
    return shown.dropLast().joined(separator: ", ") + (isChoice ? " or " : " and ") + last
  }

  func openFolder(_ path: String) throws(AppPackageError) -> FolderTree {
    do throws(FileTreeError) {
      return try FolderTree(path, limits: options.fileTreeLimits)
    } catch {
      throw AppPackageError(error)
    }
  }

  func error(
    _ kind: AppPackageError.Kind, _ path: String, _ message: String, _ hint: String?
  ) -> AppPackageError {
    AppPackageError(kind: kind, location: SourceLocation(file: path), message: message, hint: hint)
  }

  static func refusal(_ number: Int32, _ path: String) -> AppPackageError {
    let isMissing = number == ENOENT || number == ENOTDIR
    return AppPackageError(
      kind: isMissing ? .missing : .unreadable, location: SourceLocation(file: path),
      message: isMissing ? "there is no such file or folder" : "cannot be read: \(SystemError.text(number))",
      hint: isMissing ? "check the spelling, and which folder the path is relative to" : nil)
  }
}
