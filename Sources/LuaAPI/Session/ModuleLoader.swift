import AppPackages
import HomeScreenSimulator
import LuaEngine
import Platform
import PropertyLists

/// The `require` of plugins: Lua modules of one folder, and homescreen's own under `homescreen.`, each loaded once.
final class ModuleLoader {
  /// In bytes.
  private static let longestName = 1024
  /// Steps (``Work``) of looking for a file.
  private static let costOfModule = 200

  private var loaded: [ExactText: LuaReference] = [:]
  private var loading: [String] = []
  private unowned let lua: LuaState
  private unowned let prelude: PreludeLoader
  private let environment: LuaReference?
  private let realm: LuaRealm
  private let owner: String
  private let read: (String) throws(FileTreeError) -> [UInt8]
  private let name: (String) -> String

  /// - Parameters:
  ///   - prelude: has the modules of luassert.
  ///   - environment: what the modules see as their globals; nil: the script's.
  ///   - realm: whose strings they see.
  ///   - owner: whose folder it is, for messages.
  ///   - read: gives the bytes of a file of the folder.
  ///   - name: what messages call a file of the folder.
  init(
    _ lua: LuaState, prelude: PreludeLoader, environment: LuaReference? = nil, realm: LuaRealm = .script, owner: String,
    read: @escaping (String) throws(FileTreeError) -> [UInt8], name: @escaping (String) -> String
  ) {
    self.lua = lua
    self.prelude = prelude
    self.environment = environment
    self.realm = realm
    self.owner = owner
    self.read = read
    self.name = name
  }

  /// The parameter of `require`.
  static let moduleName = Parameter<String>.string(
    "name", "`a.b` is `a/b.lua` or `a/b/init.lua` next to the script, or in a plugin next to its file",
    domain: .module)

  /// Loads `name`: `a.b` is `a/b.lua` or `a/b/init.lua` below the folder; a name of ``bundledModules`` is the file inside
  /// the executable.
  /// - Throws: ``LuaFailure`` when there is no such file, and what the module raises.
  func require(_ name: String) throws -> LuaReference {
    guard name.utf8.count <= Self.longestName else {
      throw LuaFailure("“\(Spelling.beginning(of: name))…” is too long for a module name", code: "module")
    }
    if let module = loaded[ExactText(name)] { return module }
    if let module = HostModules.preludeModules[name] { return try prelude.module(module) }
    Work.count(Self.costOfModule)
    guard !loading.contains(where: { ExactText.isSame($0, name) }) else {
      throw LuaFailure(
        "module '\(name)' requires itself", code: "module",
        hint: "The cycle: \((loading + [name]).joined(separator: " → ")).")
    }
    loading.append(name)
    defer { loading.removeLast() }
    var function: LuaReference
    let path: String
    if let file = Self.bundledFile(name), let bytes = BundledFiles.bytes(file) {
      path = file
      function = try lua.load(bytes, chunkName: "@\(file)")
    } else {
      let text: [UInt8]
      (path, text) = try find(name)
      function = try lua.load(text, chunkName: "@\(self.name(path))")
    }
    function = try lua.move(function, to: realm)
    if let environment { lua.setEnvironment(environment, of: function) }
    let stack = lua.stack
    let top = stack.count
    try lua.call(function, keepingResultOf: [name, path])
    if stack.kind(at: -1) == .nil {
      stack.removeLast()
      stack.push(true)
    }
    let module = stack.reference(to: -1)
    stack.removeLast(stack.count - top)
    loaded[ExactText(name)] = module
    return module
  }

  /// What the names of homescreen's own modules begin with.
  private static let bundledPrefix = "homescreen."

  static func bundledFile(_ name: String) -> String? {
    guard name.hasPrefix(bundledPrefix) else { return nil }
    return String(name.map { $0 == "." ? "/" : $0 }) + ".lua"
  }

  /// The names of the modules that come with homescreen, ascending: `homescreen.delegates.apple_sample`.
  static let bundledModules: [String] = BundledFiles.paths.compactMap { path in
    guard path.hasPrefix("homescreen/"), path.hasSuffix(".lua") else { return nil }
    return String(path.dropLast(4).map { $0 == "/" ? "." : $0 })
  }

  /// Where a plugin's module is looked for, seen from the plugin's folder.
  static let templates = ["?.lua", "?/init.lua"]

  /// The file that a template such as `lib/?.lua` means for a module.
  static func path(of name: String, in template: String) -> String {
    let base = String(name.map { $0 == "." ? "/" : $0 })
    return template.split(separator: "?", omittingEmptySubsequences: false).joined(separator: base)
  }

  private func find(_ name: String) throws -> (path: String, text: [UInt8]) {
    guard
      !name.split(separator: ".", omittingEmptySubsequences: false).contains(where: { $0.isEmpty || $0.first == "/" })
    else {
      throw LuaFailure(
        "'\(name)' is not a module name", code: "module",
        hint: "require \"a.b\" loads a/b.lua below \(owner)'s folder; nothing outside of that folder can be loaded.")
    }
    let candidates = Self.templates.map { Self.path(of: name, in: $0) }
    for path in candidates {
      do {
        return (path, try read(path))
      } catch  where error.kind == .notFound {
        continue
      } catch {
        throw LuaFailure("module '\(name)' cannot be read: \(error)", code: "module")
      }
    }
    let own =
      name.hasPrefix(Self.bundledPrefix)
      ? " homescreen brings: \(Self.bundledModules.joined(separator: ", "))." : ""
    throw LuaFailure(
      "module '\(name)' is missing", code: "module",
      hint: "Looked for \(candidates.joined(separator: " and ")) next to \(owner).\(own)")
  }
}
