import AppPackages
import LuaEngine

/// `require`: Lua modules beside the script, each loaded once for a session.
final class ModuleLoader {
  private var loaded: [String: LuaReference] = [:]
  private var loading: [String] = []
  private unowned let session: Session

  init(session: Session) {
    self.session = session
  }

  /// Loads `name` (`a.b` is `a/b.lua` or `a/b/init.lua` below the script's folder).
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
    let function = try lua.load(text, chunkName: "@\(session.location.name(of: path))")
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
        hint: "require \"a.b\" loads a/b.lua below the script's folder; nothing outside of that folder can be loaded.")
    }
    let base = String(name.map { $0 == "." ? "/" : $0 })
    let candidates = ["\(base).lua", "\(base)/init.lua"]
    for path in candidates {
      do {
        return (path, try session.location.read(path))
      } catch  where error.kind == .notFound {
        continue
      } catch {
        throw LuaFailure("module '\(name)' cannot be read: \(error)", code: "module")
      }
    }
    throw LuaFailure(
      "module '\(name)' is not there", code: "module",
      hint: "Looked for \(candidates.joined(separator: " and ")) beside the script.")
  }
}
