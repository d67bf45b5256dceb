import CLuaSupport

/// Which lines of scripts run.
extension LuaState {
  /// From now on notes the lines of files that are loaded: of chunks whose names begin with `@`.
  public func watchLines() {
    watchedLines = [:]
    hs_watch_lines(thread)
  }

  /// Notes the lines of a file that Lua's own `require` and `loadfile` compile; nothing when no lines are watched, or when
  /// it is no program.
  public func watchFile(_ text: some Collection<UInt8>, chunkName: String) {
    if onSource != nil { tellSource(ContiguousArray(text), chunkName: chunkName) }
    guard watchedLines != nil else { return }
    // Compiling it here watches it; the script pays for its own compiling only.
    _ = withOwnBudget(Int64(text.count + 1) * Self.costOfSourceByte) { try load(text, chunkName: chunkName) }
  }

  /// More than compiling a byte takes from the budget.
  private static let costOfSourceByte: Int64 = 64

  /// The text of a file is about to be compiled.
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

  /// The files whose lines were noted, by name: the lines that can run, and those that did.
  public var lines: [(file: String, lines: Set<Int>, ran: Set<Int>)] {
    (watchedLines ?? [:]).map { name, lines in
      (String(name.dropFirst()), lines, lines.filter { hs_line_ran(thread, name, Int32(clamping: $0)) })
    }
    .sorted { $0.file < $1.file }
  }
}

/// Reads the lines of all functions of a chunk out of the bytecode of Lua 5.4: `debug.getinfo` knows only those of
/// functions that exist already.
///
/// It reads what this very process wrote (``LuaState/dump(_:)``), and ends early where that is not what it expects.
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

  /// Seven bits a byte, the highest first; the last byte has the eighth bit.
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
      // The first instruction of a function with `...` prepares the call; the last one of each is the return that stands
      // behind its `end`. Neither is a line of the script.
      if (index == 0 && isVararg) || index == count - 1 { continue }
      lines.insert(line)
    }
  }
}

/// A local variable of Lua that lives as long as this value: functions that were joined to it share it.
public final class LuaVariable {
  /// A function that has the variable among its own.
  fileprivate let holder: LuaReference
  fileprivate let number: Int32

  fileprivate init(_ holder: LuaReference, number: Int32) {
    self.holder = holder
    self.number = number
  }
}

extension LuaState {
  /// The variables around a Lua function that it uses; none for other values and for functions of the host.
  public func variables(of function: LuaReference) -> [String: LuaVariable] {
    let stack = self.stack
    stack.push(function)
    defer { stack.removeLast() }
    return variableNumbers(ofFunctionOn: stack).mapValues { LuaVariable(function, number: $0) }
  }

  /// Makes a Lua function that did not run yet share variables: each takes the place of its own of that name.
  public func join(_ function: LuaReference, to variables: [String: LuaVariable]) {
    let stack = self.stack
    stack.push(function)
    defer { stack.removeLast() }
    for (name, number) in variableNumbers(ofFunctionOn: stack) {
      guard let variable = variables[name] else { continue }
      stack.push(variable.holder)
      // Its number is one that the holder was found to have.
      lua_upvaluejoin(stack.thread, -2, number, -1, variable.number)
      stack.removeLast()
    }
  }

  // MARK: Where an error was raised

  /// From now on an error keeps the local variables of the scripts in which it is raised: ``localsOfError``.
  public func watchLocals() { hs_watch_locals(thread) }

  /// Forgets what was kept.
  public func forgetLocals() { hs_forget_locals(thread) }

  /// The variables where the last error was raised, each as a variable of its own with the value of then; by name.
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

  /// A variable of its own for a value; nil without memory.
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
  /// Pushes what a variable holds now.
  public func push(_ variable: LuaVariable) {
    push(variable.holder)
    if lua_getupvalue(thread, -1, variable.number) == nil { pushNil() }
    remove(at: -2)
  }
}

/// Distinguishes what scripts keep in their memory.
extension LuaState {
  /// What the walk over the values asks Swift.
  private final class Identifier {
    let content: (AnyObject) -> UInt64?

    init(_ content: @escaping (AnyObject) -> UInt64?) {
      self.content = content
    }
  }

  /// A hash of a value and of what an anchor keeps, with everything that can be reached from there: tables, what
  /// functions have captured, objects. Equal memory has equal hashes in this state; in another process it has others.
  ///
  /// - Parameter content: the hash of what an object holds, never 0; nil for one of which that cannot be said.
  /// - Returns: nil when not all of it can be compared: a coroutine, an object without content, more than a few thousand
  ///   tables.
  public func fingerprint(
    of value: some LuaPushable, and anchor: LuaAnchor?, content: @escaping (AnyObject) -> UInt64?
  ) -> UInt64? {
    // What was let go of is not there any more.
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
          // Both were given to the walk, which nobody outlives; a failure is no object of a class.
          guard let context, let object, object.pointee.type != hs_failure_tag(), let instance = object.pointee.instance
          else { return 0 }
          let identifier = Unmanaged<Identifier>.fromOpaque(context).takeUnretainedValue()
          return identifier.content(Unmanaged<AnyObject>.fromOpaque(instance).takeUnretainedValue()) ?? 0
        }, Unmanaged.passUnretained(identifier).toOpaque(), &isWhole)
    }
    return isWhole ? hash : nil
  }
}
