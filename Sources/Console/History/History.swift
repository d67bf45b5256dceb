/// The entries of the line editor, oldest first. An entry may have several lines.
public struct History: Equatable, Sendable {
  /// How many entries are kept; the oldest go first.
  public static let maximumEntries = 10_000
  /// A longer entry, in bytes, is not kept.
  public static let maximumEntryBytes = 64 * 1024

  /// The entries, oldest first.
  public private(set) var entries: [String]

  /// A history of these entries, oldest first; what ``add(_:)`` would refuse is left out.
  public init(entries: [String] = []) {
    self.entries = []
    for entry in entries { add(entry) }
  }

  /// Appends an entry.
  ///
  /// - Returns: `false` when it was not kept: blank, equal to the newest entry, or too long.
  @discardableResult
  public mutating func add(_ entry: String) -> Bool {
    guard Self.isKept(entry), entry != entries.last else { return false }
    entries.append(entry)
    if entries.count > 2 * Self.maximumEntries { trim() }
    return true
  }

  /// The newest entries, at most ``maximumEntries``.
  public var newest: ArraySlice<String> { entries.suffix(Self.maximumEntries) }

  private mutating func trim() {
    entries.removeFirst(entries.count - Self.maximumEntries)
  }

  private static func isKept(_ entry: String) -> Bool {
    entry.utf8.count <= maximumEntryBytes && !entry.utf8.allSatisfy { $0 == 32 || (9...13).contains($0) }
  }
}
