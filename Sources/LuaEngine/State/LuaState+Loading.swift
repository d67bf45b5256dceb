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
