internal import CLuaSupport

/// Lua's libraries that lead to files or into other code, with the doors shut: opened when a script first names one.
extension LuaState {
  /// `package`, and the functions that go with it.
  public struct PackageLibrary {
    /// The table `package`; what it holds is the truth, as in stock Lua.
    public let package: LuaReference
    /// The function that loads modules.
    public let require: LuaReference
    /// The function that compiles a file.
    public let loadfile: LuaReference
    /// The function that runs a file.
    public let dofile: LuaReference
  }

  /// Opens `package`.
  /// - Parameters:
  ///   - read: gets a path; gives a file's text and its name for messages, or nil, why not, and the system's number.
  ///   - search: the searcher of modules that the host brings.
  public func openPackage(reading read: @escaping LuaBody, searching search: @escaping LuaBody) -> PackageLibrary {
    let stack = self.stack
    stack.pushFunction(read)
    stack.pushFunction(search)
    hs_open_package(stack.thread)
    defer { stack.removeLast(4) }
    return PackageLibrary(
      package: stack.reference(to: -4), require: stack.reference(to: -3), loadfile: stack.reference(to: -2),
      dofile: stack.reference(to: -1))
  }

  /// Opens `io`, which writes to the world and reads what `read` gives, as for ``openPackage(reading:searching:)``.
  public func openIO(reading read: @escaping LuaBody) -> LuaReference {
    let stack = self.stack
    stack.pushFunction(read)
    hs_open_io(stack.thread)
    defer { stack.removeLast() }
    return stack.reference(to: -1)
  }

  /// Opens `debug`: names and lines.
  public func openDebug() -> LuaReference {
    let stack = self.stack
    hs_open_debug(stack.thread)
    defer { stack.removeLast() }
    return stack.reference(to: -1)
  }

  /// What `os.getenv` gives from now on, beside what it gave before.
  public func addEnvironment(_ variables: [String: String]) {
    let stack = self.stack
    hs_push_environment(stack.thread)
    for (name, value) in variables {
      stack.push(value)
      stack.setRaw(name, in: -2)
    }
    stack.removeLast()
  }
}
