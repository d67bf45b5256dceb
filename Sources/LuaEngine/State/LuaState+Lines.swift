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
