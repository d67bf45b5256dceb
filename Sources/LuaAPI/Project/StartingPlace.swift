public import AppPackages
import Platform
import PropertyLists

/// The folder that a path means when something is to be written there, and what in it the path names. Bundles are never
/// that folder: what is written into a built app or a project is lost with the next build, or breaks it.
public struct StartingPlace {
  /// The folder of the project.
  public let folder: String
  /// The project or app in it; nil for what the folder itself stands for.
  public let name: String?

  /// What a path means.
  /// - Parameter path: a folder, or a project or an app in it.
  public init(_ path: String) {
    guard var part = Self.part(at: Self.withoutTail(path)) else {
      (folder, name) = (path, nil)
      return
    }
    while let outer = Self.part(at: Self.parent(of: part)) { part = outer }
    (folder, name) = (Self.parent(of: part), FileTreePath.lastComponent(part))
  }

  /// The app as settings name it: the project itself, if that opens the same app as the folder does; the only built app of
  /// a folder that has nothing else.
  /// - Throws: ``AppPackageError``; `FileTreeError` where the folder's app is a link that leads out of it.
  public func app() throws -> (package: AppPackage, path: String) {
    let found: AppPackage
    do throws(AppPackageError) {
      found = try AppPackage(contentsOf: path)
    } catch {
      guard name == nil, error.kind == .noInfoPlist, let first = builtApps.first else { throw error }
      try checkLinks()
      let path = FileTreePath.join(folder, first)
      if builtApps.count == 1 { return (try AppPackage(contentsOf: path), first) }
      var error = error
      error.hint = "name one of its \(builtApps.count) apps, such as \(ShellWord.path(folder == "." ? first : path))"
      throw error
    }
    if let name { return (found, name) }
    guard let build = found.build else { return (found, ".") }
    // Messages begin with the name of the folder that was opened, which may be one above.
    let parts = FileTreePath.parts(of: build.projectFile).dropLast()
    let paths = parts.indices.map { parts[$0...].joined(separator: "/") }
    guard
      let path = paths.first(where: {
        (try? CurrentMachine.value.status("\(folder)/\($0)", followsLink: false)) != nil
      }),
      let named = try? AppPackage(contentsOf: "\(folder)/\(path)"), named.build?.target == build.target,
      named.build?.configuration == build.configuration
    else { return (found, ".") }
    return (named, path)
  }

  /// Throws where a built app of the folder is a link that leads out: a link of a checkout may lead anywhere, and the
  /// person has named only the folder.
  func checkLinks() throws(FileTreeError) {
    let root = RealPath.of(folder) ?? folder
    for name in builtApps {
      let place = RealPath.leading(FileTreePath.join(folder, name))
      let isInside = RealPath.lies(place, in: root)
      guard !isInside || VersionControl.part(of: place, below: root) != nil else { continue }
      throw FileTreeError(
        kind: .outsideOfTree, tree: name, path: "",
        message: isInside ? "this link leads into version control" : "this link leads out of the folder")
    }
  }

  /// What is named, or the folder.
  var path: String { name.map { FileTreePath.join(folder, $0) } ?? folder }

  /// The built apps that lie in the folder itself.
  var builtApps: [String] {
    let entries = RealPath.of(folder).flatMap { try? CurrentMachine.value.entries(in: $0, maximum: 10_000) }
    return (entries ?? []).map(\.name)
      .filter { name in
        let path = FileTreePath.join(folder, name)
        return FileTreePath.lowercasedExtension(of: name) == "app" && Self.isPart(path) && !Self.isFile(path)
      }
      .sorted(by: ExactText.precedes)
  }

  /// The path without what says nothing: `My.app/./`.
  private static func withoutTail(_ path: String) -> String {
    var bytes = Substring(path).utf8
    while bytes.count > 1, bytes.last == UInt8(ascii: "/") || bytes.suffix(2).elementsEqual("/.".utf8) {
      bytes = bytes.dropLast()
    }
    return String(Substring(bytes))
  }

  /// A path to what is part of a project; nil for a folder that may hold one. Names such as `.`, and links, tell nothing of
  /// what they lead to.
  private static func part(at path: String) -> String? {
    if isPart(path) { return path }
    return RealPath.of(path).flatMap { isPart($0) ? $0 : nil }
  }

  private static func isPart(_ path: String) -> Bool {
    if isFile(path) { return true }
    guard (try? CurrentMachine.value.status(path, followsLink: true))?.kind == .folder else { return false }
    switch FileTreePath.lowercasedExtension(of: path) {
    case "xcodeproj", "xcworkspace": return true
    // A checkout may be called so, too.
    case "app": return (try? AppPackage(contentsOf: path)).map { $0.origin == .builtApp } ?? true
    default: return false
    }
  }

  private static func isFile(_ path: String) -> Bool {
    (try? CurrentMachine.value.status(path, followsLink: true))?.kind == .file
  }

  private static func parent(of path: String) -> String {
    let parent = FileTreePath.directory(of: path)
    return parent.isEmpty ? (path.utf8.first == UInt8(ascii: "/") ? "/" : ".") : parent
  }
}
