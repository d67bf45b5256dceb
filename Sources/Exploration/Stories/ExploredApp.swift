import AppPackages
import HomeScreenSimulator
import LuaAPI
import LuaEngine
import PropertyLists

/// An app whose stories are tried: what `explore { … }` says of it in Lua, in one session.
final class ExploredApp {
  /// What reports call it.
  let title: String
  /// The session whose state the app's code lives in.
  let session: Session
  /// The table that `explore` has made.
  let table: LuaReference
  let startFunction: LuaReference
  let updateFunction: LuaReference
  let actions: [OwnAction]
  let invariants: [OwnInvariant]
  /// Where stories play.
  let cells: [ExploreCell]
  /// A quick action counts as handled when the app's code says so; otherwise when it came to a method that the app has.
  let declaresHandling: Bool
  /// Actions and invariants that are left out.
  private(set) var without: Set<String>
  /// What of its sources was not read and may handle launch events too; nil: all is known.
  private(set) var unreadPart: String?
  /// What of its sources' quick actions is not known.
  let sourceNotes: [String]
  /// The actions that are not left out, in the order in which they are tried.
  lazy var possibleActions = actionsOfStories()
  /// The definition says itself how the app is reached.
  let namesLinks: Bool

  /// Something that a story may do beside what every device can do.
  struct OwnAction {
    let name: String
    let run: LuaReference
    let isPossible: LuaReference?
    let commutes: Set<String>
    /// The line of a situation of `device:launch`; nil for an action that is code.
    let text: String?
    var isSituation: Bool { text != nil }
  }

  /// A rule of the app's own.
  struct OwnInvariant {
    let name: String
    let run: LuaReference
    /// It is asked when nothing is on its way any more.
    let isSettled: Bool
    let fact: String?
  }

  /// - Throws: ``ExploreError``.
  init(_ value: LuaReference, in session: Session, devices: DeviceChoice) throws {
    self.session = session
    table = value
    let stack = session.lua.stack
    stack.push(value)
    defer { stack.removeLast() }
    func field(_ name: String) throws -> LuaValue {
      try stack.pushMember(name, of: -1)
      defer { stack.removeLast() }
      return stack.value(at: -1)
    }
    func function(_ name: String) throws -> LuaReference {
      guard let function = try field(name).function else {
        throw ExploreError("the module homescreen.explore was replaced")
      }
      return function
    }
    title = try field("title").string ?? ""
    startFunction = try function("start")
    updateFunction = try function("update")
    declaresHandling = try field("declares").boolean ?? true
    without = Set(try field("without").table?.array.compactMap(\.string) ?? [])
    actions = (try field("actions").table?.array ?? []).compactMap { value in
      guard let table = value.table, let name = table["name"]?.string, let run = table["run"]?.function else {
        return nil
      }
      return OwnAction(
        name: name, run: run, isPossible: table["when"]?.function,
        commutes: Set(table["commutes"]?.table?.array.compactMap(\.string) ?? []), text: table["text"]?.string)
    }
    invariants = (try field("invariants").table?.array ?? []).compactMap { value in
      guard let table = value.table, let name = table["name"]?.string, let run = table["run"]?.function else {
        return nil
      }
      return OwnInvariant(
        name: name, run: run, isSettled: table["settled"]?.boolean ?? false, fact: table["fact"]?.string)
    }
    namesLinks = actions.contains(where: \.isSituation)
    guard case .table(let list) = try field("devices") else {
      throw ExploreError("\(title): devices must be a list of tables, each with arguments of Device")
    }
    let places = list.array.compactMap(\.table)
    guard places.count == list.array.count, !places.isEmpty else {
      throw ExploreError("\(title): devices must be a list of tables, each with arguments of Device")
    }
    session.beginStory(takesBackInterrupt: false)
    let make = try session.lua.load("return Device(...)", chunkName: ExploreError.chunkName)
    cells = try devices.cells(of: places, title: title) { table in
      guard case .object(let object)? = try session.lua.call(make, table).first, let device = object as? Device else {
        throw ExploreError("the global Device no longer makes a device")
      }
      return device
    }
    session.beginStory(takesBackInterrupt: false)
    let values = try session.lua.call(startFunction, value, cells[0].table)
    guard case .object(let object)? = values.dropFirst().first, let app = object as? InstalledApp else {
      throw ExploreError("\(title): the function app must return the app that device:install returned")
    }
    sourceNotes = session.sourceNotes(of: app)
    try checkNames()
    unreadPart = session.unreadPart(of: app)
    // A method that nobody has read may be the one that is missing.
    if unreadPart != nil { without.insert(Invariant.reachesTheApp.name) }
  }

  /// A hash of what the definition remembers between stories; nil when that cannot be compared.
  var memory: UInt64? { session.memory(of: table) }
}
