import AppPackages
import Platform
import PropertyLists

/// The folder that a script's modules and files come from: the project's root, with the script's own folder in it.
///
/// The root is the working directory if the script is below it, or the script's checkout where that is the narrower one:
/// a run that is started above a clone does not give it what lies around it. The home of the user and the root of the disk are
/// not projects. Where the working directory does not count, it is the nearest folder above the script, within the checkout, with
/// a `.busted` or a `homescreen.lua`; without a checkout such a folder comes first. Else it is the script's own folder.
/// Nothing outside of it is ever read.
struct ScriptProject {
  /// Without links; empty for files inside the executable.
  let root: String
  /// The script's folder below the root; empty when it is the root.
  let folder: String
  private let location: ScriptLocation
  private let isWorkingDirectory: Bool
  /// Folders outside of the root that may be read, too.
  private let opened: [String]

  /// All that may be read, the root first; by their real paths.
  var folders: [String] { (root.isEmpty ? [] : [root]) + opened.map { RealPath.leading($0) } }

  /// What a root holds.
  private static let markers = [".busted", ProjectFolders.settingsName]

  /// - Parameter root: the root, if it is known; it counts only when the script lies below it.
  /// - Parameter templates: places of modules that the person who runs the script has named; the folders of absolute ones
  ///   may be read.
  init(_ location: ScriptLocation, root known: String? = nil, opening templates: [String] = []) {
    self.location = location
    opened = templates.compactMap(Self.folder)
    guard case .folder(let given) = location, let own = RealPath.of(given.isEmpty ? "." : given) else {
      (root, folder, isWorkingDirectory) = ("", "", false)
      return
    }
    let working = RealPath.of(".")
    let checkout = VersionControl.root(of: own)
    let candidates = [known.flatMap { RealPath.of($0) }, working.flatMap { Self.narrowed($0, to: checkout, own) }]
    root =
      candidates.lazy.compactMap(\.self).first { Self.path(own, below: $0) != nil } ?? Self.marked(above: own) ?? own
    folder = Self.path(own, below: root) ?? ""
    isWorkingDirectory = root == working
  }

  /// What a working directory means for scripts in a folder; nil where it does not count.
  private static func narrowed(_ working: String, to checkout: String?, _ own: String) -> String? {
    if working == "/" { return nil }
    guard let checkout else { return VersionControl.holdsHome(working) ? nil : marked(above: own) ?? working }
    return RealPath.lies(working, in: checkout)
      ? working : path(checkout, below: working).map { _ in marked(above: own) ?? checkout }
  }

  /// What stands in front of the `?` of an absolute template for Lua files.
  private static func folder(of template: String) -> String? {
    guard template.utf8.first == UInt8(ascii: "/"), ExactText.ends(template, with: ".lua") else { return nil }
    let folder = FileTreePath.directory(of: String(template.prefix { $0 != "?" }) + "x")
    // Debian's folder of a version has links into those of others.
    let open = FileTreePath.lastComponent(folder) == "5.4" ? FileTreePath.directory(of: folder) : folder
    return open.utf8.count > 1 ? open : nil
  }

  /// The folders `./?.lua` and `./?/init.lua` are looked for in, below the root, as busted's `lpath` has them.
  private static let moduleFolders = ["", "src/", "lua/"]

  /// The places of modules relative to the root: beside the script, then `templates`, then those of every project.
  func searchPath(_ templates: [String]) -> String {
    func both(_ folder: String) -> [String] { ["./\(folder)?.lua", "./\(folder)?/init.lua"] }
    let all = both(folder.isEmpty ? "" : "\(folder)/") + templates.map(relative) + Self.moduleFolders.flatMap(both)
    var seen: Set<ExactText> = []
    return all.filter { !$0.isEmpty && seen.insert(ExactText($0)).inserted }.joined(separator: ";")
  }

  /// A template relative to the root, if it leads below it.
  private func relative(_ template: String) -> String {
    Self.path(template, below: root).map { "./\($0)" } ?? template
  }

  /// Where a path that a script names may lead, as the loader takes it: next to the script, and then in the root. What is
  /// no place of the project is one place, as it was written.
  func places(of path: String) -> [String] {
    var places: [String] = []
    for start in folder.isEmpty ? [""] : [folder, ""] {
      guard let inside = inside(start, path) else { continue }
      let place = name(of: inside.isEmpty ? "." : inside)
      if !places.contains(where: { ExactText.isSame($0, place) }) { places.append(place) }
    }
    return places.isEmpty ? [location.resolve(path)] : places
  }

  /// What messages call a file of the root: as the script's own name is written, if it lies beside it.
  private func name(of inside: String) -> String {
    if let besides = folder.isEmpty ? inside : Self.path(inside, below: folder) {
      return location.name(of: besides.isEmpty ? "." : besides)
    }
    return isWorkingDirectory ? inside : FileTreePath.join(root, inside)
  }

  /// A path below the root, without `..`, of one that starts in a folder of the root; nil for one that leads out.
  private func inside(_ folder: String, _ path: String) -> String? {
    var parts: [Substring] = FileTreePath.parts(of: folder)
    var rest = path[...]
    if path.utf8.first == UInt8(ascii: "/") {
      guard !root.isEmpty, let below = Self.path(path, below: root) else { return nil }
      (parts, rest) = ([], below[...])
    }
    for part in FileTreePath.parts(of: String(rest)) where part != "." {
      if part != ".." {
        parts.append(part)
      } else if parts.popLast() == nil {
        return nil
      }
    }
    return parts.joined(separator: "/")
  }

  /// The part of a path that is below a folder; empty for the folder itself.
  private static func path(_ path: String, below folder: String) -> String? {
    if ExactText.isSame(path, folder) { return "" }
    let prefix = folder.utf8.last == UInt8(ascii: "/") ? folder : folder + "/"
    return path.utf8.starts(with: prefix.utf8) ? String(Substring(path.utf8.dropFirst(prefix.utf8.count))) : nil
  }

  /// The nearest folder above, within the checkout, with one of the markers.
  private static func marked(above folder: String) -> String? {
    ProjectFolders.above(folder).first { folder in
      markers.contains { CurrentMachine.value.exists(FileTreePath.join(folder == "/" ? "" : folder, $0)) }
    }
  }
}
