import LuaEngine

/// Lines that a script gets as a list, and that `print` and a console show as the report that they are.
struct TextReport: APIValue {
  static var apiName: String { [String].apiName }
  let lines: [String]

  func push(onto stack: LuaStack) {
    lines.push(onto: stack)
    guard stack.kind(at: -1) == .table, stack.hasRoom(4) else { return }
    stack.pushTable(fieldCapacity: 1)
    stack.pushFunction { call in
      // As the list is now: a script may have changed it.
      var text = ""
      var position: Int64 = 1
      while call.stack.kind(at: 1) == .table {
        call.stack.pushRaw(position, of: 1)
        defer { call.stack.removeLast() }
        guard let line = call.stack.string(at: -1) else { break }
        text += (text.isEmpty ? "" : "\n") + line
        position += 1
      }
      return call.result(text)
    }
    stack.setRaw("__tostring", in: -2)
    stack.setMetatable(of: -2)
  }
}
