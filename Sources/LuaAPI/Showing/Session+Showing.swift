public import LuaEngine

/// A value as a person reads it.
public struct ShownValue: Sendable, Equatable {
  /// One or more lines.
  public let text: String
  /// Whether something of the value was left out.
  public let isCut: Bool
}

/// What a console shows of values, and the names under which it keeps them.
extension Session {
  /// What showing one value in short may use, `__tostring` and a plugin's renderer included.
  private static let budgetOfShowing: Int64 = 20_000_000

  /// A value for a person: tables with sorted keys, objects of the API with their main properties, functions with their
  /// place. Never fails, and takes nothing from what the script may use.
  ///
  /// - Parameters:
  ///   - width: of the screen, in columns.
  ///   - isWhole: whether everything is shown, however long it is; else what is too long or too deep is left out.
  public func show(_ value: LuaReference, width: Int = 80, isWhole: Bool = false) -> ShownValue {
    let (outcome, _, isUsedUp) = lookingOnly(isWhole ? lua.options.budget : Self.budgetOfShowing) {
      if let text = plugins?.render(value) { return ShownValue(text: text, isCut: false) }
      var fields: [(key: LuaTable.Key, value: LuaValue)] = [
        (.string("width"), .integer(Int64(width))), (.string("outlines"), .boolean(true)),
      ]
      if isWhole {
        fields += [
          (.string("depth"), .integer(100)), (.string("items"), .integer(100_000)),
          (.string("length"), .integer(10_000_000)),
        ]
      }
      let results = try lua.call(try prelude.module("inspect"), value, LuaTable(fields: fields))
      return ShownValue(text: results.first?.string ?? "", isCut: results.dropFirst().first?.boolean ?? false)
    }
    if isUsedUp { return ShownValue(text: "(a value that takes too long to be shown)", isCut: false) }
    do {
      return try outcome.get()
    } catch {
      return ShownValue(text: "(a value that cannot be shown: \(error))", isCut: false)
    }
  }

  /// Whether it is Lua's nil.
  public func isNil(_ value: LuaReference) -> Bool {
    value.push(onto: lua.stack)
    defer { lua.stack.removeLast() }
    return lua.stack.kind(at: -1) == .nil
  }

  /// The text of a string; nil for every other value.
  public func text(of value: LuaReference) -> String? {
    value.push(onto: lua.stack)
    defer { lua.stack.removeLast() }
    return lua.stack.kind(at: -1) == .string ? lua.stack.string(at: -1) : nil
  }

  /// Keeps the results of a line: `_` and `_1` are the first, `_2` the second …; `__` and `___` what `_` was before;
  /// `Out[LINE]` is the first of that line, for as long as a thousand other lines have not given anything. A line without
  /// results changes nothing.
  ///
  /// - Parameter line: its number in the session.
  public func keep(results: [LuaReference], ofLine line: Int) {
    guard let first = results.first, results.count > 1 || !isNil(first) else { return }
    keptResults.keep(first, results, ofLine: line, in: lua)
  }
}
