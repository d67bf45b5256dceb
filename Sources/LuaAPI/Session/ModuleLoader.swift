import AppPackages
import HomeScreenSimulator
import LuaEngine
import Platform
import PropertyLists

/// The `require` of plugins: loads each Lua module of a folder, and homescreen's own under `homescreen.`, once.
final class ModuleLoader {
  /// The maximum length of a module name, in bytes.
  private static let longestName = 1024
  /// The steps (``Work``) for looking up a file.
  private static let costOfModule = 200

  private var loaded: [ExactText: LuaReference] = [:]
  private var loading: [String] = []
  private unowned let lua: LuaState
  private unowned let prelude: PreludeLoader
  private let environment: LuaReference?
  private let stringLibrary: LuaStringLibrary
  private let owner: String
  private let read: (String) throws(FileTreeError) -> [UInt8]
  private let name: (String) -> String

  /// - Parameters:
  ///   - prelude: provides the modules of luassert.
  ///   - environment: the globals of the modules; nil for those of the script.
  ///   - stringLibrary: the string library of the modules.
  ///   - owner: the owner of the folder, for messages.
  ///   - read: returns the bytes of a file of the folder.
  ///   - name: returns the name of a file of the folder for messages.
  init(
    _ lua: LuaState, prelude: PreludeLoader, environment: LuaReference? = nil,
    stringLibrary: LuaStringLibrary = .script, owner: String,
    read: @escaping (String) throws(FileTreeError) -> [UInt8], name: @escaping (String) -> String
  ) {
    (self.lua, self.prelude, self.environment) = (lua, prelude, environment)
    (self.stringLibrary, self.owner, self.read, self.name) = (stringLibrary, owner, read, name)
  }

  /// The parameter of `require`.
  static let moduleName = Parameter<String>.string(
    "name", "`a.b` is `a/b.lua` or `a/b/init.lua` next to the script, or in a plugin next to its file",
    domain: .module)

  /// Loads a module: `a.b` is `a/b.lua` or `a/b/init.lua` in the folder. A name in ``bundledModules`` is a bundled
  /// file.
  /// - Throws: ``LuaFailure`` if the file is missing; the error of the module.
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
    function = try lua.move(function, to: stringLibrary)
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

  /// The prefix of the names of homescreen's own modules.
  private static let bundledPrefix = "homescreen."

  static func bundledFile(_ name: String) -> String? {
    guard name.hasPrefix(bundledPrefix) else { return nil }
    return String(name.map { $0 == "." ? "/" : $0 }) + ".lua"
  }

  /// The sorted names of the bundled modules: `homescreen.delegates.apple_sample`.
  static let bundledModules: [String] = BundledFiles.paths.compactMap { path in
    guard path.hasPrefix("homescreen/"), path.hasSuffix(".lua") else { return nil }
    return String(path.dropLast(4).map { $0 == "/" ? "." : $0 })
  }

  /// The search paths of a plugin's modules, relative to the plugin's folder.
  static let templates = ["?.lua", "?/init.lua"]

  /// Returns the file of a module for a template such as `lib/?.lua`.
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

/// The modules that `require` finds without a file: those of busted and luassert, which specs require by name, and
/// homescreen's own.
struct HostModules {
  private unowned let lua: LuaState
  private unowned let prelude: PreludeLoader
  /// The words of busted that are globals of the session.
  var words: () -> [String] = { [] }

  init(_ lua: LuaState, _ prelude: PreludeLoader) { (self.lua, self.prelude) = (lua, prelude) }

  /// The luassert and say modules that scripts and plugins may require, with the corresponding module of `lua/prelude`.
  static let preludeModules: [String: String] = [
    "luassert": "assert", "luassert.assert": "assert", "luassert.init": "assert",
    "luassert.match": "match", "luassert.spy": "spy", "luassert.stub": "stub", "luassert.mock": "mock",
    "luassert.util": "luassert/util", "luassert.state": "assert/state",
    "luassert.compatibility": "luassert/compatibility",
    "luassert.formatters.binarystring": "luassert/binarystring",
    "say": "say", "say.init": "say", "luassert.say": "say",
    // These modules only register features that are always available.
    "luassert.array": registered, "luassert.assertions": registered, "luassert.modifiers": registered,
    "luassert.matchers": registered, "luassert.matchers.core": registered, "luassert.matchers.composite": registered,
    "luassert.formatters": registered, "luassert.languages.en": registered,
  ]

  /// Whether `require` finds a name without a file.
  static func isOwn(_ name: String) -> Bool {
    preludeModules[name] != nil || name == "busted" || name == "busted.runner"
      || ModuleLoader.bundledFile(name).map { BundledFiles.bytes($0) != nil } == true
  }

  private static let registered = "luassert/loaded"

  /// The prefix of the names of homescreen's own modules.
  private static let prefix = "homescreen."

  /// Implements the searcher of `package.searchers` (stack: name): pushes a loader and its argument, or the places that
  /// it searched.
  func search(_ call: LuaCall) throws -> Int32 {
    let name = call.stack.string(at: 1) ?? ""
    if let body = body(name) {
      call.stack.pushFunction(body)
      call.stack.push(":homescreen:")
      return 2
    }
    guard name.hasPrefix(Self.prefix) else { return 0 }
    if let file = ModuleLoader.bundledFile(name), let bytes = BundledFiles.bytes(file) {
      call.stack.push(try lua.load(bytes, chunkName: "@\(file)"))
      call.stack.push(file)
      return 2
    }
    return call.result("homescreen includes: \(ModuleLoader.bundledModules.joined(separator: ", "))")
  }

  private func body(_ name: String) -> LuaBody? {
    if let module = Self.preludeModules[name] {
      return { [unowned prelude] call in call.result(try prelude.module(module)) }
    }
    switch name {
    case "busted": return { [words] call in try BustedModule.push(call, words: words()) }
    // `require "busted.runner"()` runs the file by itself, which already happens here.
    case "busted.runner":
      return { call in
        call.result(SwiftFunction { call in call.result(SwiftFunction { _ in 0 }) })
      }
    default: return nil
    }
  }
}

/// `require`, `package`, `io`, `debug` and related functions for the files of a project, opened on first use.
final class ScriptLibraries {
  private unowned let lua: LuaState
  private let location: ScriptLocation
  private var opened: [String: LuaReference] = [:]
  /// The source of the script's modules and files.
  private(set) lazy var project = ScriptProject(
    location, root: surroundings.root, opening: surroundings.lastSearchTemplates)
  /// The modules that take precedence over files.
  var modules: HostModules
  var surroundings = ScriptSurroundings() {
    didSet { if !surroundings.environment.isEmpty { lua.addEnvironment(surroundings.environment) } }
  }
  /// The search paths of modules from the project's settings.
  var moduleTemplates: [String] = []

  init(_ lua: LuaState, _ prelude: PreludeLoader, at location: ScriptLocation) {
    (self.lua, self.location) = (lua, location)
    modules = HostModules(lua, prelude)
  }

  /// The names of the globals that are opened on first use.
  static let names = ["arg", "debug", "dofile", "io", "loadfile", "package", "require"]

  /// Returns the value of one of ``names``; nil for any other name.
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
      reading: reader { [unowned lua] in lua.onSource?($1, ContiguousArray($0)) },
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
    // `package.loaded` must have all libraries, as in Lua.
    for name in ["io", "debug"] { _ = value(name) }
  }

  /// Creates `arg`: the script's name at 0, and then its arguments, as in `lua` and busted.
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

  /// Returns a function that reads a file for Lua (stack: path): text and name, or nil, error message and error number.
  /// - Parameter see: called with the text and its name.
  private func reader(_ see: @escaping (_ text: [UInt8], _ name: String) -> Void = { _, _ in }) -> LuaBody {
    { call in
      guard let path = call.stack.validString(at: 1) else { return Self.fail("a path that is not UTF-8", 22, call) }
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
