import CLuaSupport

/// Line coverage of scripts.
extension LuaState {
  /// Starts recording the lines of files that are loaded later: of chunks with names that begin with `@`.
  public func watchLines() {
    watchedLines = [:]
    hs_watch_lines(thread)
  }

  /// Records the lines of a file that Lua's own `require` and `loadfile` compile; does nothing if recording is off or
  /// the file is not a valid program.
  public func watchFile(_ text: some Collection<UInt8>, chunkName: String) {
    if onSource != nil { tellSource(ContiguousArray(text), chunkName: chunkName) }
    guard watchedLines != nil else { return }
    // Compiling the text here records its lines. The script pays only for its own compilation.
    _ = withOwnBudget(Int64(text.count + 1) * Self.costOfSourceByte) { try load(text, chunkName: chunkName) }
  }

  /// An upper bound on the cost of compiling a byte.
  private static let costOfSourceByte: Int64 = 64

  /// Reports the text of a file before it is compiled.
  func tellSource(_ text: ContiguousArray<UInt8>, chunkName: String) {
    if let onSource, chunkName.hasPrefix("@") { onSource(String(chunkName.dropFirst()), text) }
  }

  func watch(_ chunk: LuaReference, named name: String) {
    guard name.hasPrefix("@") else { return }
    var reader = BytecodeLines(dump(chunk))
    let lines = reader.read()
    watchedLines?[name, default: []].formUnion(lines)
    if let last = lines.max() { hs_watch_chunk(thread, name, Int32(clamping: last)) }
  }

  /// The files with recorded lines, by name: the lines that can run, and the lines that ran.
  public var lines: [(file: String, lines: Set<Int>, ran: Set<Int>)] {
    (watchedLines ?? [:]).map { name, lines in
      (String(name.dropFirst()), lines, lines.filter { hs_line_ran(thread, name, Int32(clamping: $0)) })
    }
    .sorted { $0.file < $1.file }
  }
}

/// Reads the lines of all functions of a chunk from Lua 5.4 bytecode. `debug.getinfo` knows only existing functions.
///
/// Reads only what this process wrote (``LuaState/dump(_:)``), and stops at unexpected data.
private struct BytecodeLines {
  private let bytes: [UInt8]
  private var position = 0
  private var lines: Set<Int> = []

  /// Signature, version, format, data, three sizes, an integer and a float; then the number of upvalues.
  private static let header = 4 + 1 + 1 + 6 + 3 + 8 + 8 + 1
  private static let absolute: Int8 = -0x80

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func read() -> Set<Int> {
    position = Self.header
    function()
    return lines
  }

  private var isOver: Bool { position >= bytes.count }

  private mutating func byte() -> UInt8 {
    guard !isOver else { return 0x80 }
    defer { position += 1 }
    return bytes[position]
  }

  /// Reads a number with seven bits a byte, highest first. The last byte has the eighth bit set.
  private mutating func number() -> Int {
    var value = 0
    while !isOver {
      let next = byte()
      value = value << 7 | Int(next & 0x7F)
      if next & 0x80 != 0 { break }
      guard value < 1 << 48 else { return 0 }
    }
    return value
  }

  private mutating func skip(_ count: Int) { position = min(bytes.count, position + max(0, count)) }

  private mutating func skipText() {
    let size = number()
    if size > 1 { skip(size - 1) }
  }

  private mutating func function() {
    skipText()
    let defined = number()
    _ = number()
    _ = byte()
    let isVararg = byte() != 0
    _ = byte()
    let instructions = number()
    skip(instructions * 4)
    for _ in 0..<number() where !isOver {
      switch byte() {
      case 0x03, 0x13: skip(8)
      case 0x04, 0x14: skipText()
      default: break  // nil and booleans are their types
      }
    }
    skip(number() * 3)
    for _ in 0..<number() where !isOver { function() }
    takeLines(from: defined, isVararg: isVararg)
    for _ in 0..<number() where !isOver {
      skipText()
      _ = number()
      _ = number()
    }
    for _ in 0..<number() where !isOver { skipText() }
  }

  private mutating func takeLines(from defined: Int, isVararg: Bool) {
    let count = number()
    let start = position
    skip(count)
    var absolute: [Int: Int] = [:]
    for _ in 0..<number() where !isOver { absolute[number()] = number() }
    guard start + count <= bytes.count else { return }
    var line = defined
    for index in 0..<count {
      let change = Int8(bitPattern: bytes[start + index])
      line = change == Self.absolute ? absolute[index] ?? line : line + Int(change)
      // In a function with `...`, the first instruction prepares the call. In every function, the last one is the
      // implicit return after `end`. Neither is a line of the script.
      if (index == 0 && isVararg) || index == count - 1 { continue }
      lines.insert(line)
    }
  }
}

/// A local variable of Lua, alive as long as this object. Functions joined to it share the variable.
public final class LuaVariable {
  /// A function that has the variable as an upvalue.
  fileprivate let holder: LuaReference
  fileprivate let number: Int32

  fileprivate init(_ holder: LuaReference, number: Int32) {
    self.holder = holder
    self.number = number
  }
}

extension LuaState {
  /// Returns the upvalues of a Lua function; empty for other values and for host functions.
  public func variables(of function: LuaReference) -> [String: LuaVariable] {
    let stack = self.stack
    stack.push(function)
    defer { stack.removeLast() }
    return variableNumbers(ofFunctionOn: stack).mapValues { LuaVariable(function, number: $0) }
  }

  /// Makes a Lua function that has not run yet share variables, which replace its own upvalues of the same names.
  public func join(_ function: LuaReference, to variables: [String: LuaVariable]) {
    let stack = self.stack
    stack.push(function)
    defer { stack.removeLast() }
    for (name, number) in variableNumbers(ofFunctionOn: stack) {
      guard let variable = variables[name] else { continue }
      stack.push(variable.holder)
      // The number comes from the upvalues of the holder.
      lua_upvaluejoin(stack.thread, -2, number, -1, variable.number)
      stack.removeLast()
    }
  }

  // MARK: Variables at an error

  /// Starts recording the local variables of scripts at each error: ``localsOfError``.
  public func watchLocals() { hs_watch_locals(thread) }

  /// Discards the recorded variables.
  public func forgetLocals() { hs_forget_locals(thread) }

  /// The local variables at the last error, by name. Each is a new variable with the value at that time.
  public var localsOfError: [String: LuaVariable] {
    let stack = self.stack
    hs_push_locals(stack.thread)
    defer { stack.removeLast() }
    guard stack.kind(at: -1) == .table else { return [:] }
    var variables: [String: LuaVariable] = [:]
    for key in stack.keys(ofTable: -1) {
      guard case .string(let name) = key else { continue }
      stack.pushRaw(name, of: -1)
      variables[name] = variable(holding: stack.reference(to: -1))
      stack.removeLast()
    }
    return variables
  }

  /// Returns a new variable with a value; nil if memory is exhausted.
  public func variable(holding value: LuaReference) -> LuaVariable? {
    let text = "local value = ... return function() return value end"
    guard let maker = try? load(own: Array(text.utf8), chunkName: "=variable"),
      case .function(let holder)? = try? call(maker, value).first
    else { return nil }
    return variables(of: holder)["value"]
  }

  private func variableNumbers(ofFunctionOn stack: LuaStack) -> [String: Int32] {
    guard stack.kind(at: -1) == .function, lua_iscfunction(stack.thread, -1) == 0 else { return [:] }
    var numbers: [String: Int32] = [:]
    var number: Int32 = 1
    while let name = lua_getupvalue(stack.thread, -1, number) {
      numbers[String(cString: name)] = number
      stack.removeLast()
      number += 1
    }
    return numbers
  }
}

extension LuaStack {
  /// Pushes the current value of a variable.
  public func push(_ variable: LuaVariable) {
    push(variable.holder)
    if lua_getupvalue(thread, -1, variable.number) == nil { pushNil() }
    remove(at: -2)
  }
}

/// Compares the contents of a script's memory.
extension LuaState {
  /// Answers the questions of the C code that walks over the values.
  private final class Identifier {
    let content: (AnyObject) -> UInt64?

    init(_ content: @escaping (AnyObject) -> UInt64?) {
      self.content = content
    }
  }

  /// Returns a hash of a value, of what an anchor keeps, and of everything reachable from there: tables, captured
  /// variables and objects. Equal memory has equal hashes in this state, but not in another process.
  ///
  /// - Parameter content: returns the hash of an object's content, never 0; nil if the content is unknown.
  /// - Returns: nil if something cannot be compared: a coroutine, an object without content, more than a few thousand
  ///   tables.
  public func fingerprint(
    of value: some LuaPushable, and anchor: LuaAnchor?, content: @escaping (AnyObject) -> UInt64?
  ) -> UInt64? {
    // Released values must not be counted.
    drainReleased()
    let stack = self.stack
    guard stack.hasSpace(8) else { return nil }
    value.push(onto: stack)
    defer { stack.removeLast() }
    let identifier = Identifier(content)
    var isWhole = false
    let hash = withExtendedLifetime(identifier) {
      hs_fingerprint(
        stack.thread, anchor?.number(in: stack) ?? 0,
        { context, object in
          // Both pointers come from this call, and a failure is not an object of a class.
          guard let context, let object, object.pointee.type != hs_failure_tag(), let instance = object.pointee.instance
          else { return 0 }
          let identifier = Unmanaged<Identifier>.fromOpaque(context).takeUnretainedValue()
          return identifier.content(Unmanaged<AnyObject>.fromOpaque(instance).takeUnretainedValue()) ?? 0
        }, Unmanaged.passUnretained(identifier).toOpaque(), &isWhole)
    }
    return isWhole ? hash : nil
  }
}
