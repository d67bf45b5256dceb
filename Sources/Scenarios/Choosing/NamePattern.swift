import LuaEngine
import PropertyLists

/// A part of a scenario's full name: a text that stands in it, or, between slashes, a Lua pattern: `/icon %d+$/`.
public struct NamePattern: Sendable, Equatable {
  /// As it was given.
  public let text: String

  /// Reads what was given.
  /// - Throws: ``NamePatternError`` for a pattern that Lua refuses.
  public init(parsing text: String) throws(NamePatternError) {
    self.text = text
    guard pattern != nil else { return }
    let search: PatternSearch
    do {
      search = try PatternSearch()
    } catch {
      throw NamePatternError(description: "\(error)")
    }
    do {
      _ = try search.finds(self, in: "")
    } catch {
      throw NamePatternError(description: "\(text) is not a Lua pattern: \(error.message)")
    }
  }

  /// What stands between the slashes.
  fileprivate var pattern: String? {
    guard text.utf8.count >= 2, text.utf8.first == UInt8(ascii: "/"), text.utf8.last == UInt8(ascii: "/") else {
      return nil
    }
    return String(Substring(text.utf8.dropFirst().dropLast()))
  }
}

/// A pattern that Lua refuses.
public struct NamePatternError: Error, CustomStringConvertible {
  /// What a person reads, without a full stop.
  public let description: String
}

/// Searches names, in a Lua state of its own: scripts change their `string`.
final class PatternSearch {
  private let lua: LuaState
  private let find: LuaReference

  init() throws(LuaError) {
    lua = try LuaState(LuaOptions(memoryCeiling: 16 << 20, budget: 10_000_000))
    find = try lua.load("local text, pattern = ... return string.find(text, pattern) ~= nil", chunkName: "=filter")
  }

  func finds(_ pattern: NamePattern, in name: String) throws(LuaError) -> Bool {
    guard let text = pattern.pattern else { return ExactText.contains(pattern.text, in: name) }
    lua.arm()
    return try lua.call(find, name, text).first?.boolean == true
  }
}
