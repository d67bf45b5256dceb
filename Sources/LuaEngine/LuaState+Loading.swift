internal import CLuaSupport

/// Compiling chunks.
extension LuaState {
  /// What the bytecode of Lua begins with.
  private static let binarySignature: UInt8 = 0x1B

  /// Compiles a text chunk.
  /// - Parameters:
  ///   - text: Lua source; a byte order mark and a first line that begins with `#` are skipped, as `lua` does.
  ///   - chunkName: `@file` for a file, `=text` for a literal name.
  ///   - linesBefore: how many lines come before it: its own are counted from there on.
  /// - Throws: ``LuaError`` of kind `syntax`, with file and line; a stop, as for a script: compiling takes from the
  ///   budget, and Ctrl-C reaches it.
  public func load(
    _ text: some Collection<UInt8>, chunkName: String, linesBefore: Int = 0
  ) throws(LuaError) -> LuaReference {
    drainReleased()
    var bytes = ContiguousArray(text)
    tellSource(bytes, chunkName: chunkName)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
    if bytes.first == Self.binarySignature {
      throw LuaError(
        kind: .syntax, message: "this is a compiled (binary) chunk; only program text can be run",
        place: LuaError.Place(file: String(chunkName.drop { $0 == "@" || $0 == "=" }), line: 1))
    }
    if bytes.first == UInt8(ascii: "#") {
      for index in bytes.indices {
        if bytes[index] == UInt8(ascii: "\n") { break }
        bytes[index] = UInt8(ascii: " ")
      }
    }
    let status = bytes.withUnsafeBytes { buffer in
      hs_compile(
        hs_running(thread), buffer.baseAddress?.assumingMemoryBound(to: CChar.self), buffer.count, linesBefore,
        chunkName)
    }
    guard status == LUA_OK else { throw takeError(status: status) }
    let chunk = LuaReference(poppingFrom: stack, of: self)
    if watchedLines != nil { watch(chunk, named: chunkName) }
    return chunk
  }

  /// Compiles a text chunk.
  public func load(_ text: String, chunkName: String, linesBefore: Int = 0) throws(LuaError) -> LuaReference {
    try load(text.utf8, chunkName: chunkName, linesBefore: linesBefore)
  }

  /// Compiles text of the host's own, or what ``dump(_:)`` gave in this process. Nothing else may come in here: Lua does
  /// not check bytecode, and neither budget nor ceiling holds.
  public func load(own bytes: [UInt8], chunkName: String) throws(LuaError) -> LuaReference {
    drainReleased()
    let status = bytes.withUnsafeBytes { buffer in
      hs_compile_own(
        hs_running(thread), buffer.baseAddress?.assumingMemoryBound(to: CChar.self), buffer.count, chunkName)
    }
    guard status == LUA_OK else { throw takeError(status: status) }
    return LuaReference(poppingFrom: stack, of: self)
  }

  /// The bytecode of a Lua function, for ``load(own:chunkName:)``.
  public func dump(_ function: LuaReference) -> [UInt8] {
    let stack = self.stack
    stack.push(function)
    defer { stack.removeLast() }
    var bytes: [UInt8] = []
    withUnsafeMutablePointer(to: &bytes) { pointer in
      _ = hs_dump(
        stack.thread,
        { _, data, size, target in
          guard let data, let target else { return 1 }
          target.assumingMemoryBound(to: [UInt8].self).pointee
            .append(contentsOf: UnsafeRawBufferPointer(start: data, count: size))
          return 0
        }, pointer)
    }
    return bytes
  }
}

/// Lua's libraries that lead to files or into other code, made safe: opened when a script first names one.
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

/// Whose strings a piece of code sees: `s:upper()` is a function of its string library's own library. A script that
/// changes its
/// `string`, or the metatable of strings, changes nothing in another string library.
public struct LuaStringLibrary: Sendable, Hashable {
  let number: Int32

  /// The one of all code that is not given to another.
  public static let script = LuaStringLibrary(number: 0)
}

extension LuaState {
  /// A string library with the methods of the table `string` of an environment.
  /// - Throws: ``LuaFailure`` when there are too many.
  public func makeStringLibrary(ofStringsIn environment: LuaReference) throws -> LuaStringLibrary {
    let stack = self.stack
    stack.push(environment)
    stack.pushRaw("string", of: -1)
    stack.remove(at: -2)
    let number = hs_new_string_library(stack.thread)
    guard number > 0 else { throw LuaFailure("one state has too many string libraries", code: "internal") }
    return LuaStringLibrary(number: number)
  }

  /// A chunk that was loaded and not yet run, as code of a string library; so are all functions in it, and what they
  /// compile with
  /// `load`. Before ``setEnvironment(_:of:)``.
  /// - Throws: ``LuaError`` when there is no memory.
  public func move(_ chunk: LuaReference, to stringLibrary: LuaStringLibrary) throws(LuaError) -> LuaReference {
    guard stringLibrary != .script else { return chunk }
    let stack = self.stack
    stack.push(chunk)
    let status = hs_mark_chunk(stack.thread, stringLibrary.number)
    guard status == LUA_OK else { throw takeError(status: status) }
    return LuaReference(poppingFrom: stack, of: self)
  }
}

extension LuaStack {
  /// Pushes a `warn` of its own, which is on.
  public func pushWarn() { hs_push_warn(thread) }
}
