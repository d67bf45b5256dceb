internal import LuaEngine

/// What lines of a session gave, for the lines after them.
struct KeptResults {
  /// Of one line: `_1` to `_9`; more results nobody names.
  private static let maximumNames = 9
  /// So many lines have their place in `Out`.
  private static let maximumLines = 1_000

  /// `Out`: the first result of each line, by its number. Whatever the script does with the name, it is this table.
  private var table: LuaReference?
  private var lines: [Int] = []

  /// Another line has given something.
  /// - Parameter first: of its results, which are not nil all.
  mutating func keep(_ first: LuaReference, _ results: [LuaReference], ofLine line: Int, in lua: LuaState) {
    lua.setGlobal("___", to: lua.global("__"))
    lua.setGlobal("__", to: lua.global("_"))
    lua.setGlobal("_", to: first)
    for number in 1...Self.maximumNames {
      lua.setGlobal("_\(number)", to: number <= results.count ? results[number - 1] : LuaReference?.none)
    }
    let stack = lua.stack
    if let table { stack.push(table) } else { stack.pushTable() }
    defer { stack.removeLast() }
    if table == nil {
      let table = stack.reference(to: -1)
      self.table = table
      stack.push(lua.global("Out"))
      let isFree = stack.kind(at: -1) == .nil
      stack.removeLast()
      if isFree { lua.setGlobal("Out", to: table) }
    }
    stack.push(first)
    stack.setRaw(Int64(line), in: -2)
    lines.append(line)
    guard lines.count > Self.maximumLines else { return }
    stack.pushNil()
    stack.setRaw(Int64(lines.removeFirst()), in: -2)
  }
}
