/// Entries that belong together, as the documentation shows them.
///
/// Making an entry takes some microseconds, and a script uses few of them: so a room's entries are made when a script
/// first names one of its globals, or a member of one of its types.
protocol APIRoom: SendableMetatype {
  /// Names that stand for themselves.
  static var globalEntries: [APIEntry] { get }
  /// The types of `memberEntries`.
  static var memberTypes: [APIType] { get }
  /// What belongs to a type. A type may have members in several rooms.
  static var memberEntries: [APIEntry] { get }
}

extension APIRoom {
  static var globalEntries: [APIEntry] { [] }
  static var memberTypes: [APIType] { [] }
  static var memberEntries: [APIEntry] { [] }
}
