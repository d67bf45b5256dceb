import Platform
import PropertyLists

/// The Swift packages that lie in the folder of a project, and which of their targets a product is made of.
struct LocalPackages {
  private struct Target {
    let module: String
    let folder: String
    let excluded: Set<String>
    /// Names of targets and products, without a telling which.
    let needs: [String]
  }

  private let tree: any FileTree
  private let limits: FileTreeLimits
  private var folders: Set<ExactText> = []
  private var targets: [String: Target] = [:]
  private var products: [String: [String]] = [:]

  private static let maximumPackages = 300

  init(tree: any FileTree, limits: FileTreeLimits) {
    self.tree = tree
    self.limits = limits
  }

  /// Reads the package of a folder, if there is one, and those that it names by their paths.
  mutating func add(_ folder: String) {
    var waiting = [folder]
    while let folder = waiting.popLast() {
      guard folders.count < Self.maximumPackages, folders.insert(ExactText(folder)).inserted,
        let bytes = try? tree.read(FileTreePath.join(folder, "Package.swift"))
      else { continue }
      let manifest = PackageManifest(bytes)
      for call in manifest.calls("target") + manifest.calls("macro") { add(call, in: folder) }
      for call in manifest.calls("library") {
        guard let name = call.text("name") else { continue }
        products[name, default: []] += call.texts("targets")
      }
      waiting += manifest.calls("package").compactMap { call in
        call.text("path").flatMap { ProjectPath.resolve($0, from: folder).path }
      }
    }
  }

  private mutating func add(_ call: PackageManifest.Call, in folder: String) {
    guard let name = call.text("name"), targets[name] == nil else { return }
    let usual = ["Sources", "Source", "src", "srcs"].map { "\($0)/\(name)" }
    let paths = (call.text("path").map { [$0] } ?? usual).compactMap { ProjectPath.resolve($0, from: folder).path }
    guard let path = paths.first(where: { tree.kind(of: $0) == .directory }) else { return }
    targets[name] = Target(
      module: name, folder: tree.spelling(of: path) ?? path,
      excluded: Set(call.texts("exclude").compactMap { ProjectPath.resolve($0, from: path).path }),
      needs: call.texts("dependencies"))
  }

  /// The sources of all targets that these products are made of, target by target.
  func sources(ofProducts names: [String]) -> [(module: String, paths: [String])] {
    var waiting = names.flatMap { products[$0] ?? [$0] }
    var found: Set<String> = []
    while let name = waiting.popLast() {
      guard let target = targets[name], found.insert(name).inserted else { continue }
      waiting += target.needs.flatMap { products[$0] ?? [$0] }
    }
    let folder = SourceFolder(tree: tree, limits: limits)
    return found.sorted().compactMap { targets[$0] }.map { target in
      (target.module, folder.paths(below: target.folder, excluded: target.excluded).paths)
    }
  }
}
