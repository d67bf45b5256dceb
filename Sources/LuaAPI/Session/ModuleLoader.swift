import AppPackages
import LuaEngine

/// `require`: Lua modules of one folder, each loaded once.
final class ModuleLoader {
  private var loaded: [String: LuaReference] = [:]
  private var loading: [String] = []
  private unowned let session: Session
  private let environment: LuaReference?
  private let owner: String
  private let read: (String) throws(FileTreeError) -> [UInt8]
  private let name: (String) -> String

  /// - Parameters:
  ///   - environment: what the modules see as their globals; nil: the script's.
  ///   - owner: whose folder it is, for messages.
  ///   - read: gives the bytes of a file of the folder.
  ///   - name: what messages call a file of the folder.
  init(
    session: Session, environment: LuaReference? = nil, owner: String,
    read: @escaping (String) throws(FileTreeError) -> [UInt8], name: @escaping (String) -> String
  ) {
    self.session = session
    self.environment = environment
    self.owner = owner
    self.read = read
    self.name = name
  }

  /// Loads `name` (`a.b` is `a/b.lua` or `a/b/init.lua` below the folder).
  /// - Throws: ``LuaFailure`` when there is no such file, and what the module raises.
  func require(_ name: String) throws -> LuaReference {
    if let module = loaded[name] { return module }
    guard !loading.contains(name) else {
      throw LuaFailure(
        "module '\(name)' requires itself", code: "module",
        hint: "The circle: \((loading + [name]).joined(separator: " → ")).")
    }
    let (path, text) = try find(name)
    loading.append(name)
    defer { loading.removeLast() }
    let lua = session.lua
    let function = try lua.load(text, chunkName: "@\(self.name(path))")
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
    loaded[name] = module
    return module
  }

  private func find(_ name: String) throws -> (path: String, text: [UInt8]) {
    guard
      !name.split(separator: ".", omittingEmptySubsequences: false).contains(where: { $0.isEmpty || $0.first == "/" })
    else {
      throw LuaFailure(
        "'\(name)' is no name of a module", code: "module",
        hint: "require \"a.b\" loads a/b.lua below \(owner)'s folder; nothing outside of that folder can be loaded.")
    }
    let base = String(name.map { $0 == "." ? "/" : $0 })
    let candidates = ["\(base).lua", "\(base)/init.lua"]
    for path in candidates {
      do {
        return (path, try read(path))
      } catch  where error.kind == .notFound {
        continue
      } catch {
        throw LuaFailure("module '\(name)' cannot be read: \(error)", code: "module")
      }
    }
    throw LuaFailure(
      "module '\(name)' is not there", code: "module",
      hint: "Looked for \(candidates.joined(separator: " and ")) beside \(owner).")
  }
}
