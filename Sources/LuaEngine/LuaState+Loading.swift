internal import CLuaSupport

/// Compiling chunks.
extension LuaState {
  /// The first byte of Lua bytecode.
  private static let binarySignature: UInt8 = 0x1B

  /// Compiles a text chunk.
  /// - Parameters:
  ///   - text: Lua source; as in `lua`, a byte order mark and a first line that begins with `#` are skipped.
  ///   - chunkName: `@file` for a file, `=text` for a literal name.
  ///   - linesBefore: the number of lines before the text, which offsets its line numbers.
  /// - Throws: ``LuaError`` of kind `syntax`, with file and line; or a stop, because compiling uses the budget and
  ///   Ctrl-C can interrupt it.
  public func load(
    _ text: some Collection<UInt8>, chunkName: String, linesBefore: Int = 0
  ) throws(LuaError) -> LuaReference {
    drainReleased()
    var bytes = ContiguousArray(text)
    if let onSource, chunkName.hasPrefix("@") { onSource(String(chunkName.dropFirst()), bytes) }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
    if bytes.first == Self.binarySignature {
      throw LuaError(
        kind: .syntax, message: "this is a compiled (binary) chunk; only source code can be run",
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
    return LuaReference(poppingFrom: stack, of: self)
  }

  /// Compiles a text chunk.
  public func load(_ text: String, chunkName: String, linesBefore: Int = 0) throws(LuaError) -> LuaReference {
    try load(text.utf8, chunkName: chunkName, linesBefore: linesBefore)
  }

  /// Compiles text of the host, or bytecode from ``dump(_:)`` in this process. Never pass other bytes: Lua does not
  /// check bytecode, and budget and memory ceiling do not apply.
  public func load(own bytes: [UInt8], chunkName: String) throws(LuaError) -> LuaReference {
    drainReleased()
    let status = bytes.withUnsafeBytes { buffer in
      hs_compile_own(
        hs_running(thread), buffer.baseAddress?.assumingMemoryBound(to: CChar.self), buffer.count, chunkName)
    }
    guard status == LUA_OK else { throw takeError(status: status) }
    return LuaReference(poppingFrom: stack, of: self)
  }

  /// Returns the bytecode of a Lua function, for ``load(own:chunkName:)``.
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

/// Safe versions of the Lua libraries that access files or other code, opened on first use.
extension LuaState {
  /// The `package` table and its functions.
  public struct PackageLibrary {
    /// The table `package`. As in stock Lua, its content is used for loading.
    public let package: LuaReference
    /// The function that loads a module.
    public let require: LuaReference
    /// The function that compiles a file.
    public let loadfile: LuaReference
    /// The function that runs a file.
    public let dofile: LuaReference
  }

  /// Opens `package`.
  /// - Parameters:
  ///   - read: takes a path; returns the file's text and its name in messages, or nil, an error message and an error number.
  ///   - search: the host's module searcher.
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

  /// Opens `io`, which writes through the host and reads with `read`, as in ``openPackage(reading:searching:)``.
  public func openIO(reading read: @escaping LuaBody) -> LuaReference {
    let stack = self.stack
    stack.pushFunction(read)
    hs_open_io(stack.thread)
    defer { stack.removeLast() }
    return stack.reference(to: -1)
  }

  /// Opens `debug`, with functions for names and lines.
  public func openDebug() -> LuaReference {
    let stack = self.stack
    hs_open_debug(stack.thread)
    defer { stack.removeLast() }
    return stack.reference(to: -1)
  }

  /// Adds variables for `os.getenv`.
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

/// Selects the string methods of code: `s:upper()` uses the library of the calling function. A script that changes its
/// `string` table, or the metatable of strings, does not affect code with another string library.
public struct LuaStringLibrary: Sendable, Hashable {
  let number: Int32

  /// The string library of all code that has not been moved to another.
  public static let script = LuaStringLibrary(number: 0)
}

extension LuaState {
  /// Creates a string library with the methods of the `string` table of an environment.
  /// - Throws: ``LuaFailure`` if there are too many.
  public func makeStringLibrary(ofStringsIn environment: LuaReference) throws -> LuaStringLibrary {
    let stack = self.stack
    stack.push(environment)
    stack.pushRaw("string", of: -1)
    stack.remove(at: -2)
    let number = hs_new_string_library(stack.thread)
    guard number > 0 else { throw LuaFailure("one state has too many string libraries", code: "internal") }
    return LuaStringLibrary(number: number)
  }

  /// Moves a chunk that has not run yet to a string library, with all its functions and the code that they compile with
  /// `load`. Call this before ``setEnvironment(_:of:)``.
  /// - Throws: ``LuaError`` if memory is exhausted.
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
  /// Pushes a separate `warn` function, switched on.
  public func pushWarn() { hs_push_warn(thread) }
}
