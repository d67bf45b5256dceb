/// What can happen in a story: what a finger, the system and the world do to one app on one device. The order is the one
/// in which stories are tried; everything else that is known of an action is its row.
public enum ExploreAction: UInt8, Sendable, CaseIterable {
  case tapIcon, quickAction, home, activate, answer, wait, own, press, row, link, notification, fetch, newWindow,
    jetsam,
    quit, lock, unlock, language, update, offload, reinstall, reboot

  /// How reports and definitions call it: `quick action`.
  public var name: String { row.name }

  /// The action of a name; nil for none.
  public static func named(_ name: String) -> ExploreAction? { allCases.first { $0.name == name } }

  /// What is known of an action.
  struct Row: Sendable {
    let name: String
    /// The arguments with which it is possible now; one empty text for an action without an argument, none for what is
    /// not possible. It asks the device, and changes nothing.
    let arguments: @Sendable (Stage) throws -> [String]
    /// Does it.
    let perform: @Sendable (Stage, _ argument: String) throws -> Void
    /// The line of Lua that does it, of the argument as Lua writes it.
    let lua: @Sendable (_ argument: String) -> String
  }
}
