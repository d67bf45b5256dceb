import AppPackages
import Events
import HomeScreenSimulator
internal import LuaAPI
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

/// A device on which stories play: what `Device` takes, with its model and its version.
struct ExploreCell {
  let table: LuaTable
  let device: ExploredDevice

  /// - Parameter made: the device that the table makes: what it leaves open, the project's settings say.
  init(_ table: LuaTable, making made: Device) {
    var table = table
    table.set("model", made.model.name)
    table.set("os", made.os.description)
    self.table = table
    var parts: [String] = []
    if let locale = table["locale"]?.string { parts.append(locale) }
    for (key, value) in table["conditions"]?.table?.fields ?? [] {
      guard case .string(let name) = key else { continue }
      let text = value.string ?? value.number.map { "\($0)" } ?? value.boolean.map { "\($0)" } ?? ""
      parts.append("\(name)=\(text)")
    }
    device = ExploredDevice(
      model: made.model.name, os: made.os.description, circumstances: parts.joined(separator: ", "))
  }

  var name: String { device.name }

  /// The table as Lua writes it: `{ model = "iPad", os = "17.5" }`.
  var lua: String { Self.written(.table(table)) }

  private static func written(_ value: LuaValue) -> String {
    switch value {
    case .table(let table):
      let elements = table.array.map(written)
      let fields = table.fields.compactMap { key, value -> String? in
        guard case .string(let name) = key else { return nil }
        return "\(name) = \(written(value))"
      }
      let all = elements + fields
      return all.isEmpty ? "{}" : "{ " + all.joined(separator: ", ") + " }"
    case .string(let text): return text.quotedForLua
    case .boolean(let flag): return "\(flag)"
    case .integer(let number): return "\(number)"
    case .number(let number): return "\(number)"
    case .nil, .bytes, .object, .function, .other: return "nil"
    }
  }
}

/// The devices that the command line names instead of those of the definition.
package struct DeviceChoice: Sendable {
  /// Empty: those of the definition.
  package var models: [String]
  /// Empty: those of the definition.
  package var versions: [String]
  /// Empty: those of the definition.
  package var languages: [String]

  /// All models on all versions in all languages; empty lists leave the choice to the definition.
  package init(models: [String] = [], versions: [String] = [], languages: [String] = []) {
    self.models = models
    self.versions = versions
    self.languages = languages
  }

  /// - Parameter make: makes the device of a table, as `Device` does.
  /// - Throws: ``ExploreError`` for a device that cannot be; it names the entry of the definition.
  func cells(of places: [LuaTable], title: String, _ make: (LuaTable) throws -> Device) throws -> [ExploreCell] {
    var cells: [ExploreCell] = []
    for (index, place) in places.enumerated() {
      for table in tables(of: place) {
        let cell: ExploreCell
        do {
          cell = ExploreCell(table, making: try make(table))
        } catch {
          let isOfDefinition = models.isEmpty && versions.isEmpty && languages.isEmpty && !place.isEmpty
          let entry = isOfDefinition ? "entry \(index + 1) of devices: " : ""
          throw ExploreError("\(title): \(entry)\(ExploreError.text(of: error))")
        }
        if !cells.contains(where: { $0.name == cell.name }) { cells.append(cell) }
      }
    }
    return cells
  }

  private func tables(of place: LuaTable) -> [LuaTable] {
    func choices(_ given: [String]) -> [String?] { given.isEmpty ? [nil] : given.map(Optional.some) }
    return choices(models).flatMap { model in
      choices(versions).flatMap { version in
        choices(languages).map { language in
          var table = place
          table.set("model", model)
          table.set("os", version)
          table.set("locale", language)
          return table
        }
      }
    }
  }
}

extension LuaTable {
  /// Replaces a field; nil leaves it.
  fileprivate mutating func set(_ name: String, _ text: String?) {
    guard let text else { return }
    fields.removeAll { $0.key == .string(name) }
    fields.append((.string(name), .string(text)))
    fields.sort { "\($0.key)" < "\($1.key)" }
  }
}

/// An exploration that cannot begin, or an app whose definition is wrong.
package struct ExploreError: Error, CustomStringConvertible {
  /// What a person reads.
  package let description: String
  /// The file was not there.
  package let isMissingInput: Bool
  /// The file runs, and there is nothing in it to explore.
  package let isEmpty: Bool

  init(_ description: String, isMissingInput: Bool = false, isEmpty: Bool = false) {
    self.description = description
    self.isMissingInput = isMissingInput
    self.isEmpty = isEmpty
  }

  /// What any error says: what Lua raised with its place, as far as that is one that a person can go to.
  static func text(of error: any Error) -> String {
    guard let error = error as? LuaError else { return "\(error)" }
    return (place(of: error).map { "\($0): " } ?? "") + error.message
  }

  private static func place(of error: LuaError) -> LuaError.Place? {
    guard let place = error.place, isOurs(place) else { return error.place }
    return error.traceback.lazy.compactMap { LuaError.Place(parsing: $0) }.first { !isOurs($0) }
  }

  /// The chunks that explorations run themselves.
  static let chunkName = "=[homescreen]/explore"

  /// Of the module that definitions are made with: it is inside the executable.
  private static let module = "homescreen/explore.lua"

  private static func isOurs(_ place: LuaError.Place) -> Bool {
    ErrorAdvice.isHidden(place.file) || place.file == module
  }
}

/// Where a story plays: its device, its app, and what the app's definition keeps for the story.
struct Stage {
  let device: Device
  let app: InstalledApp
  /// The table that code, actions and invariants share.
  let story: LuaReference
  /// The device and the app as Lua has them: while it has, it keeps what their code has given them.
  let holders: [LuaReference]
  /// What was asked of the device at this moment.
  let moment = Moment()

  /// What more than one action wants to know, and takes long to find out; until the next step.
  final class Moment {
    fileprivate var offered: [String]?

    func pass() { offered = nil }
  }

  /// The quick actions that a press on the icon would offer.
  var offeredItems: [String] {
    if let offered = moment.offered { return offered }
    let titles = itemTitles(in: app.offeredRows)
    moment.offered = titles
    return titles
  }
  let subject: ExploredApp
  let declared: Declarations

  // MARK: What the model says

  /// The app's files are not there (ICON-156).
  var isOffloaded: Bool { app.isOffloaded }

  /// A finger reaches more than an alert.
  var canUseScreen: Bool { !device.isLocked && device.alert?.owner != .system }

  /// Nothing lies over the icon, and a touch means the app.
  var canTouchIcon: Bool {
    !isOffloaded && canUseScreen && device.springboard.mode == .home
      && (try? device.springboard.icon(for: app)) != nil
  }

  var isAlive: Bool {
    get throws { try app.state != .notRunning }
  }

  /// The rows of the app's own, each by a text that means one of them.
  func itemTitles(in rows: [MenuRow]) -> [String] {
    let titles = rows.map(\.title)
    let types = rows.map(\.type)
    return rows.indices.compactMap { index in
      // The system's rows have no type.
      guard let type = types[index] else { return nil }
      if titles.count(where: { $0 == titles[index] }) == 1 { return titles[index] }
      return types.count(where: { $0 == type }) == 1 && !titles.contains(type) ? type : nil
    }
  }

  private var info: PropertyListDictionary {
    get throws { try app.package.infoDictionary(for: device.deviceClass) }
  }

  var backgroundModes: [String] {
    get throws { declared.hasBackgroundModes ? try info["UIBackgroundModes"]?.strings ?? [] : [] }
  }

  var urlSchemes: [String] {
    get throws {
      guard declared.hasSchemes else { return [] }
      return try URLScheme.declared(in: info).filter { !URLScheme.isUnfilled($0) }
    }
  }

  /// More windows than these add nothing that two do not show.
  private static let maximumWindows = 3

  var canOpenWindow: Bool {
    get throws {
      guard device.deviceClass == .iPad, declared.hasWindows, try isAlive else { return false }
      return try app.scenes.count < Self.maximumWindows
    }
  }

  // MARK: What the definition says

  /// The app's own actions that are possible now.
  func ownActions() throws -> [String] {
    try subject.actions.compactMap { action in
      if let isPossible = action.isPossible {
        let values = try subject.session.lua.call(isPossible, app, story, device)
        return values.first?.boolean ?? false ? action.name : nil
      }
      guard !action.isSituation else { return canUseScreen && !isOffloaded ? action.name : nil }
      // A button of the app.
      return device.front == app && device.alert == nil ? action.name : nil
    }
  }

  func perform(_ name: String) throws {
    guard let action = subject.actions.first(where: { $0.name == name }) else { return }
    _ = try subject.session.lua.call(action.run, app, story, device)
  }

  func update() throws {
    _ = try subject.session.lua.call(subject.updateFunction, subject.table, device, app, story)
  }

  /// Until something happens by itself; nil when nothing will.
  var secondsToNextWork: Double? {
    device.nextWork.map { Double(max(1, $0.time.milliseconds - device.milliseconds)) / 1000 }
  }
}

/// What an app's Info.plist has at all, on one kind of device: keys may be of an iPad only. Asked once for each device, as
/// it is read for each step.
struct Declarations {
  let hasSchemes: Bool
  let hasBackgroundModes: Bool
  let hasWindows: Bool

  init(of app: InstalledApp) throws {
    let info = try app.package.infoDictionary(for: app.device.deviceClass)
    hasSchemes = info["CFBundleURLTypes"] != nil
    hasBackgroundModes = info["UIBackgroundModes"] != nil
    hasWindows =
      info["UIApplicationSceneManifest"]?.dictionary?["UIApplicationSupportsMultipleScenes"] == .boolean(true)
  }
}
