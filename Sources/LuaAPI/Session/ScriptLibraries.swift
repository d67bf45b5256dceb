import AppPackages
import LuaEngine
import Platform

/// `require`, `package`, `io`, `debug` and what goes with them, over the files of a project. They are opened when a
/// script first names one of them.
final class ScriptLibraries {
  private unowned let lua: LuaState
  private let location: ScriptLocation
  private var opened: [String: LuaReference] = [:]
  /// Where the script's modules and files come from.
  private(set) lazy var project = ScriptProject(
    location, root: surroundings.root, opening: surroundings.lastSearchTemplates)
  /// Modules that are found before files are looked for.
  var modules: HostModules
  var surroundings = ScriptSurroundings() {
    didSet { if !surroundings.environment.isEmpty { lua.addEnvironment(surroundings.environment) } }
  }
  /// Places of modules that the project's settings name.
  var moduleTemplates: [String] = []

  init(_ lua: LuaState, _ prelude: PreludeLoader, at location: ScriptLocation) {
    self.lua = lua
    self.location = location
    modules = HostModules(lua, prelude)
  }

  /// The globals that are opened late.
  static let names = ["arg", "debug", "dofile", "io", "loadfile", "package", "require"]

  /// The value of one of ``names``; nil for any other name.
  func value(_ name: String) -> LuaReference? {
    if let value = opened[name] { return value }
    switch name {
    case "arg": opened[name] = makeArguments()
    case "debug": opened[name] = lua.openDebug()
    case "io": opened[name] = lua.openIO(reading: reader())
    case "dofile", "loadfile", "package", "require": openPackage()
    default: return nil
    }
    return opened[name]
  }

  private func openPackage() {
    let library = lua.openPackage(
      reading: reader { [unowned lua] in lua.watchFile($0, chunkName: "@\($1)") },
      searching: { [unowned self] call in try modules.search(call) })
    opened["package"] = library.package
    opened["require"] = library.require
    opened["loadfile"] = library.loadfile
    opened["dofile"] = library.dofile
    let stack = lua.stack
    stack.push(library.require)
    lua.remember(functionAt: -1, as: "require", on: stack)
    stack.push(library.package)
    let first = project.searchPath(surroundings.searchTemplates + moduleTemplates)
    let path = ([first] + surroundings.lastSearchTemplates).joined(separator: ";")
    stack.push(path)
    stack.setRaw("path", in: -2)
    stack.removeLast(2)
    // package.loaded has all libraries, as in Lua.
    for name in ["io", "debug"] { _ = value(name) }
  }

  /// `arg`: the script's name at 0, and then its arguments, as `lua` and busted set it.
  private func makeArguments() -> LuaReference {
    let stack = lua.stack
    stack.pushTable(fieldCapacity: 1)
    stack.push(surroundings.scriptName ?? "")
    stack.setRaw(0, in: -2)
    for (number, argument) in surroundings.arguments.enumerated() {
      stack.push(argument)
      stack.setRaw(Int64(number + 1), in: -2)
    }
    defer { stack.removeLast() }
    return stack.reference(to: -1)
  }

  /// Reads a file for Lua (stack: path): its text and name, or nil, why not, and the system's number for it.
  /// - Parameter see: gets what was read, and its name.
  private func reader(_ see: @escaping (_ text: [UInt8], _ name: String) -> Void = { _, _ in }) -> LuaBody {
    { call in
      guard let path = call.stack.validString(at: 1) else {
        return Self.fail("a path that is not UTF-8", 22, call)
      }
      let files = try call.session.files
      do {
        let (bytes, name) = try files.read(path)
        see(bytes, name)
        call.stack.push(bytes)
        call.stack.push(name)
        return 2
      } catch let error as FileTreeError {
        switch error.kind {
        case .notFound, .notADirectory:
          return Self.fail(files.elsewhere(path).map { "No such file or directory; there is \($0)" }, 2, call)
        case .isADirectory: return Self.fail("Is a directory", 21, call)
        case .unreadable, .unwritable, .outsideOfTree, .forbidden, .linkLoop, .badPath, .notARegularFile, .tooLarge,
          .tooManyEntries, .damaged, .conflict:
          return Self.fail([error.message, error.hint].compactMap(\.self).joined(separator: "; "), 13, call)
        }
      }
    }
  }

  private static func fail(_ reason: String?, _ code: Int64, _ call: LuaCall) -> Int32 {
    call.stack.pushNil()
    if let reason { call.stack.push(reason) } else { call.stack.pushNil() }
    call.stack.push(code)
    return 3
  }
}
