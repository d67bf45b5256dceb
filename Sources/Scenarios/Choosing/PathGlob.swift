import AppPackages
import Platform

/// A path with `*`, `?`, `[…]` or `**` in it: `spec/**/*_spec.lua`. Shells expand the first three themselves where they
/// are not quoted; `**`, any number of folders, few do.
struct PathGlob {
  /// The folder in which all that can match lies.
  let folder: String
  private let parts: [[UInt8]]

  /// nil for a path without such a character.
  init?(_ path: String) {
    let all = FileTreePath.parts(of: path)
    guard let first = all.firstIndex(where: { $0.utf8.contains(where: Self.isSpecial) }) else { return nil }
    let isAbsolute = path.utf8.first == UInt8(ascii: "/")
    let prefix = all[..<first].joined(separator: "/")
    folder = isAbsolute ? "/" + prefix : prefix.isEmpty ? "." : prefix
    parts = all[first...].map { Array($0.utf8) }
  }

  private static func isSpecial(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "*") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "[")
  }

  /// Whether a path below ``folder`` matches.
  func matches(_ path: String) -> Bool { states(after: path).contains(parts.count) }

  /// Whether what lies below a path may match.
  func mayMatch(below path: String) -> Bool { states(after: path).contains { $0 < parts.count } }

  private func states(after path: String) -> Set<Int> {
    let names = FileTreePath.parts(of: path).map { Array($0.utf8) }
    // Which parts of the pattern may come next, after each name: never more steps than parts times names.
    var states: Set<Int> = closure([0])
    for name in names {
      var following: Set<Int> = []
      for state in states where state < parts.count {
        if parts[state] == Self.anyFolders {
          if name.first != UInt8(ascii: ".") { following.insert(state) }
        } else if Self.matches(parts[state], name) {
          following.insert(state + 1)
        }
      }
      states = closure(following)
    }
    return states
  }

  private static let anyFolders = Array("**".utf8)

  /// `**` may stand for no folder at all.
  private func closure(_ states: Set<Int>) -> Set<Int> {
    var result = states
    for state in states {
      var state = state
      while state < parts.count, parts[state] == Self.anyFolders {
        state += 1
        result.insert(state)
      }
    }
    return result
  }

  /// One name, as `fnmatch` has it; a leading dot is only matched by a dot.
  private static func matches(_ pattern: [UInt8], _ name: [UInt8]) -> Bool {
    if name.first == UInt8(ascii: "."), pattern.first != UInt8(ascii: ".") { return false }
    var position = 0
    var index = 0
    var star: (pattern: Int, name: Int)?
    while index < name.count {
      if position < pattern.count, pattern[position] == UInt8(ascii: "*") {
        star = (position, index)
        position += 1
      } else if let next = afterOne(pattern, position, name[index]) {
        position = next
        index += 1
      } else if let last = star {
        star = (last.pattern, last.name + 1)
        position = last.pattern + 1
        index = last.name + 1
      } else {
        return false
      }
    }
    while position < pattern.count, pattern[position] == UInt8(ascii: "*") { position += 1 }
    return position == pattern.count
  }

  /// Where the pattern goes on after one byte; nil where it does not match.
  private static func afterOne(_ pattern: [UInt8], _ position: Int, _ byte: UInt8) -> Int? {
    guard position < pattern.count else { return nil }
    switch pattern[position] {
    case UInt8(ascii: "?"): return position + 1
    case UInt8(ascii: "["):
      guard let end = pattern[(position + 1)...].dropFirst().firstIndex(of: UInt8(ascii: "]")) else {
        return pattern[position] == byte ? position + 1 : nil
      }
      var set = pattern[(position + 1)..<end]
      let isNegated = set.first == UInt8(ascii: "!") || set.first == UInt8(ascii: "^")
      if isNegated { set = set.dropFirst() }
      return contains(set, byte) != isNegated ? end + 1 : nil
    case byte: return position + 1
    default: return nil
    }
  }

  private static func contains(_ set: ArraySlice<UInt8>, _ byte: UInt8) -> Bool {
    var index = set.startIndex
    while index < set.endIndex {
      if index + 2 < set.endIndex, set[index + 1] == UInt8(ascii: "-") {
        if set[index] <= byte, byte <= set[index + 2] { return true }
        index += 3
      } else {
        if set[index] == byte { return true }
        index += 1
      }
    }
    return false
  }
}
