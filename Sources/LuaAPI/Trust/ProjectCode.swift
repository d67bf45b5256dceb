import AppPackages
import LuaEngine
import PropertyLists

/// The code that a settings file brings into a project: the file itself, the plugins or the helper that it names, and
/// every module that these load.
///
/// Modules are found in the text, and nothing runs for it. Where a plugin computes the name of a module, all Lua files
/// below its folder count.
package struct ProjectCode: Sendable, Equatable {
  /// The real path of the settings.
  package let settings: String
  /// The digests (``ContentDigest``), by the real path of each file. The one of a missing file is empty.
  package private(set) var files: [String: String] = [:]
  /// Why not all code is known; a sentence without a full stop.
  package private(set) var problem: String?

  /// Nobody has more code in their settings.
  private static let maximumFiles = 2_000
  private static let maximumBytes = 4 << 20

  /// Code that was looked at before.
  init(settings: String, files: [String: String]) {
    self.settings = settings
    self.files = files
  }

  /// The code of a `homescreen.lua`.
  ///
  /// - Parameters:
  ///   - settings: its path.
  ///   - text: what it says.
  ///   - plugins: those that it names.
  package init(settings: String, text: [UInt8], plugins: [PluginSource]) {
    self.init(settings: settings, text: text)
    for plugin in plugins { add(plugin.file, in: plugin.folder, ModuleLoader.templates) }
  }

  /// The code of a `.busted`.
  ///
  /// - Parameters:
  ///   - settings: its path.
  ///   - text: what it says.
  ///   - helpers: scripts that run before each file, seen from the folder of the settings.
  ///   - templates: further places of modules.
  package init(settings: String, text: [UInt8], helpers: [String], templates: [String]) {
    self.init(settings: settings, text: text)
    let root = FileTreePath.directory(of: self.settings)
    for helper in helpers {
      // An absolute path, or one that leads out, is read by nobody here, so it cannot be trusted.
      guard let path = try? FileTreePath.normalise(helper, in: root) else {
        problem = "the helper \(helper) lies outside of \(root)"
        continue
      }
      let own = FileTreePath.join(root, FileTreePath.directory(of: path))
      let places = ScriptProject(.folder(own), root: root).searchPath(templates).split(separator: ";").map(String.init)
      add(path, in: root, places.map { $0.hasPrefix("./") ? String($0.dropFirst(2)) : $0 })
    }
  }

  private init(settings: String, text: [UInt8]) {
    self.settings = RealPath.of(settings) ?? settings
    files[self.settings] = ContentDigest.of(text)
  }

  /// The files, in the order of their paths.
  package var paths: [String] { files.keys.sorted(by: ExactText.precedes) }

  /// The first file that was added, removed or changed.
  package func difference(from earlier: ProjectCode) -> String? {
    Set(files.keys).union(earlier.files.keys).sorted(by: ExactText.precedes).first {
      files[$0] != earlier.files[$0]
    }
  }

  /// The files whose content is another one now, or that cannot be read.
  package var changedFiles: [String] {
    paths.filter { path in
      let folder = FileTreePath.directory(of: path)
      let text = try? FolderTree(folder.isEmpty ? "/" : folder).read(FileTreePath.lastComponent(path))
      return files[path] != (text.map(ContentDigest.of) ?? "")
    }
  }

  // MARK: Collecting

  /// - Parameter templates: where modules are looked for, seen from the folder.
  private mutating func add(_ file: String, in folder: String, _ templates: [String]) {
    guard let folder = RealPath.of(folder), let tree = try? FolderTree(folder) else { return }
    var waiting = [file]
    while let file = waiting.popLast() {
      guard files.count < Self.maximumFiles else {
        problem = "the code has more than \(Self.maximumFiles) files"
        return
      }
      // A module may be a link; what it leads to is what is read.
      let path = FileTreePath.join(folder == "/" ? "" : folder, file)
      let real = RealPath.of(path) ?? path
      guard files[real] == nil else { continue }
      guard tree.kind(of: file) != nil else {
        files[real] = ""
        continue
      }
      guard let text = try? tree.readPrefix(file, count: Self.maximumBytes + 1), text.count <= Self.maximumBytes else {
        problem = "\(real) cannot be read, or has more than \(Self.maximumBytes >> 20) MiB"
        continue
      }
      files[real] = ContentDigest.of(text)
      let modules = Self.modules(in: text)
      waiting += modules.names.compactMap { name in
        templates.lazy.map { ModuleLoader.path(of: name, in: $0) }.first { tree.kind(of: $0) == .file }
      }
      if !modules.areAll {
        waiting += FileTreeWalk(tree).files.map(\.path).filter { FileTreePath.lowercasedExtension(of: $0) == "lua" }
      }
    }
  }

  /// The names that `require` gets in a text, and whether these are all.
  private static func modules(in text: [UInt8]) -> (names: [String], areAll: Bool) {
    let tokens = LuaLexer.tokens(of: text).filter { if case .comment = $0.kind { false } else { true } }
    func word(_ index: Int) -> String {
      tokens.indices.contains(index) ? String(decoding: text[tokens[index].range], as: UTF8.self) : ""
    }
    var names: [String] = []
    var areAll = true
    for index in tokens.indices where tokens[index].kind == .name && word(index) == "require" {
      let argument = word(index + 1) == "(" ? index + 2 : index + 1
      // `require("a" .. name)` is a name that only the run knows.
      let isWhole = argument == index + 1 || word(argument + 1) == ")"
      let literal = word(argument)
      guard isWhole, tokens.indices.contains(argument), tokens[argument].kind == .string(isClosed: true),
        !literal.utf8.contains(UInt8(ascii: "\\"))
      else {
        areAll = false
        continue
      }
      let name = String(literal.dropFirst().dropLast())
      if !HostModules.isOwn(name) { names.append(name) }
    }
    return (names, areAll)
  }
}
