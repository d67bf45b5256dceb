import CWork

/// A Swift value that can be given to Lua.
public protocol LuaPushable {
  /// Pushes exactly one value. Runs while the memory ceiling is lifted; must not call into Lua.
  func push(onto stack: LuaStack)
}

extension String: LuaPushable {
  /// Pushes a string, in UTF-8.
  public func push(onto stack: LuaStack) { stack.push(self) }
}

extension Bool: LuaPushable {
  /// Pushes a boolean.
  @inlinable public func push(onto stack: LuaStack) { stack.push(self) }
}

extension Int: LuaPushable {
  /// Pushes an integer.
  @inlinable public func push(onto stack: LuaStack) { stack.push(Int64(self)) }
}

extension Int64: LuaPushable {
  /// Pushes an integer.
  @inlinable public func push(onto stack: LuaStack) { stack.push(self) }
}

extension Double: LuaPushable {
  /// Pushes a float, even if it has no fraction.
  @inlinable public func push(onto stack: LuaStack) { stack.push(self) }
}

extension Optional: LuaPushable where Wrapped: LuaPushable {
  /// Pushes the wrapped value, or nil.
  @inlinable public func push(onto stack: LuaStack) {
    if let self { self.push(onto: stack) } else { stack.pushNil() }
  }
}

/// A Lua sequence.
extension Array: LuaPushable where Element: LuaPushable {
  /// Pushes a new table with the elements from 1 on; nil when there is no room on the stack.
  public func push(onto stack: LuaStack) {
    guard stack.hasRoom(8) else { return stack.pushNil() }
    hs_work_count(Int64(count * LuaTable.costOfPushing))
    stack.pushTable(arrayCapacity: count)
    for (index, element) in enumerated() {
      element.push(onto: stack)
      stack.setRaw(Int64(index + 1), in: -2)
    }
  }
}
