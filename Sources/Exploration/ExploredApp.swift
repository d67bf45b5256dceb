import AppPackages
import Events
import HomeScreenSimulator
internal import LuaAPI
import LuaEngine
import PropertyLists

/// An app to explore, as `explore { … }` in Lua defines it, in one session.
final class ExploredApp {
  /// The app's name in reports.
  let title: String
  /// The session that holds the state of the app's code.
  let session: Session
  /// The table that `explore` made.
  let table: LuaReference
  let startFunction: LuaReference
  let updateFunction: LuaReference
  let actions: [OwnAction]
  let invariants: [OwnInvariant]
  /// The devices on which stories play.
  let cells: [ExploreCell]
  /// Whether a quick action counts as handled when the app's code says so. If false, reaching a method of the app is enough.
  let declaresHandling: Bool
  /// The names of the actions and invariants to leave out.
  private(set) var without: Set<String>
  /// The sources that were not read and may also handle launch events; nil if everything is known.
  private(set) var unreadPart: String?
  /// The limits of what is known about the sources' quick actions.
  let sourceNotes: [String]
  /// The actions that are not left out, in the order in which stories try them.
  lazy var possibleActions = actionsOfStories()
  /// Whether the definition lists the app's links.
  let namesLinks: Bool

  private static let unjudgedNote =
    "stories do not show whether the code handles what it gets: homescreen check finds what is lost"

  /// An action that the definition adds to those of every device.
  struct OwnAction {
    let name: String
    let run: LuaReference
    let isPossible: LuaReference?
    let commutes: Set<String>
    /// The line of a launch situation for `device:launch`; nil for an action in code.
    let text: String?
    var isSituation: Bool { text != nil }
  }

  /// An invariant that the definition adds.
  struct OwnInvariant {
    let name: String
    let run: LuaReference
    /// Whether the invariant is checked only after the device has settled.
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
    let list = try field("devices").table?.array
    let places = list?.compactMap(\.table) ?? []
    guard places.count == list?.count, !places.isEmpty else {
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
      throw ExploreError("\(title): the function “app” must return what device:install returned")
    }
    let isJudged = declaresHandling || !(app.code is SourceDrivenCode)
    sourceNotes = session.sourceNotes(of: app) + (isJudged ? [] : [Self.unjudgedNote])
    try checkNames()
    unreadPart = session.unreadPart(of: app)
    // The missing method may be in the unread sources.
    if unreadPart != nil { without.insert(Invariant.reachesTheApp.name) }
  }

  /// A hash of the state that the definition keeps between stories; nil if it cannot be compared.
  var memory: UInt64? { session.memory(of: table) }
}

/// A device for stories: the arguments of `Device`, with model and version.
struct ExploreCell {
  let table: LuaTable
  let device: ExploredDevice

  /// - Parameter made: the device made from the table; the project's settings give the missing values.
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

  /// The table as a Lua literal: `{ model = "iPad", os = "17.5" }`.
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

/// The devices from the command line, which replace those of the definition.
package struct DeviceChoice: Sendable {
  /// The models; empty for those of the definition.
  package var models: [String]
  /// The iOS versions; empty for those of the definition.
  package var versions: [String]
  /// The languages; empty for those of the definition.
  package var languages: [String]

  /// Chooses all combinations of models, versions and languages; empty lists use the definition.
  package init(models: [String] = [], versions: [String] = [], languages: [String] = []) {
    (self.models, self.versions, self.languages) = (models, versions, languages)
  }

  /// - Parameter make: makes a device from a table, like `Device`.
  /// - Throws: ``ExploreError`` for an impossible device; it names the entry of the definition.
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
  /// Sets a field, unless the text is nil.
  fileprivate mutating func set(_ name: String, _ text: String?) {
    guard let text else { return }
    fields.removeAll { $0.key == .string(name) }
    fields.append((.string(name), .string(text)))
    fields.sort { "\($0.key)" < "\($1.key)" }
  }
}

/// An exploration that cannot start, or an app with an invalid definition.
package struct ExploreError: Error, CustomStringConvertible {
  /// The message for the user.
  package let description: String
  /// Whether the file is missing.
  package let isMissingInput: Bool
  /// Whether the file runs but defines nothing to explore.
  package let isEmpty: Bool

  init(_ description: String, isMissingInput: Bool = false, isEmpty: Bool = false) {
    (self.description, self.isMissingInput, self.isEmpty) = (description, isMissingInput, isEmpty)
  }

  /// Returns the message of an error; for a Lua error, with its place if that is in a user's file.
  static func text(of error: any Error) -> String {
    guard let error = error as? LuaError else { return "\(error)" }
    return (place(of: error).map { "\($0): " } ?? "") + error.message
  }

  private static func place(of error: LuaError) -> LuaError.Place? {
    guard let place = error.place, isOurs(place) else { return error.place }
    return error.traceback.lazy.compactMap { LuaError.Place(parsing: $0) }.first { !isOurs($0) }
  }

  /// The chunk name of the exploration's own Lua code.
  static let chunkName = "=[homescreen]/explore"

  /// The bundled module that defines `explore`.
  private static let module = "homescreen/explore.lua"

  private static func isOurs(_ place: LuaError.Place) -> Bool {
    ErrorAdvice.isHidden(place.file) || place.file == module
  }
}

/// The context of a story: its device, its app, and the state of the definition.
struct Stage {
  let device: Device
  let app: InstalledApp
  /// The table that the code, actions and invariants share.
  let story: LuaReference
  /// The Lua values of the device and the app. They keep alive the values that Lua code stored in them.
  let holders: [LuaReference]
  /// The results that are cached for the current moment.
  let moment = Moment()

  /// Results that several actions need and that are slow to compute, cached until the next step.
  final class Moment {
    fileprivate var offered: [String]?

    func pass() { offered = nil }
  }

  /// The quick actions that a press on the icon offers.
  var offeredItems: [String] {
    if let offered = moment.offered { return offered }
    let titles = itemTitles(in: app.offeredRows)
    moment.offered = titles
    return titles
  }
  let subject: ExploredApp
  let declared: Declarations

  // MARK: State of the model

  /// Whether the app is offloaded, so that its files are missing (ICON-156).
  var isOffloaded: Bool { app.isOffloaded }

  /// Whether the screen is unlocked and not covered by a system alert.
  var canUseScreen: Bool { !device.isLocked && device.alert?.owner != .system }

  /// Whether a touch can reach the app's icon.
  var canTouchIcon: Bool {
    !isOffloaded && canUseScreen && device.springboard.mode == .home
      && (try? device.springboard.icon(for: app)) != nil
  }

  var isAlive: Bool { get throws { try app.state != .notRunning } }

  /// Returns the app's own rows, each by a unique title or type.
  func itemTitles(in rows: [MenuRow]) -> [String] {
    let titles = rows.map(\.title)
    let types = rows.map(\.type)
    return rows.indices.compactMap { index in
      // The system's rows do not have a type.
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

  /// The maximum number of windows; more of them reveal nothing new.
  private static let maximumWindows = 3

  var canOpenWindow: Bool {
    get throws {
      guard device.deviceClass == .iPad, declared.hasWindows, try isAlive else { return false }
      return try app.scenes.count < Self.maximumWindows
    }
  }

  // MARK: Definition

  /// Returns the app's own actions that are possible now.
  func ownActions() throws -> [String] {
    try subject.actions.compactMap { action in
      if let isPossible = action.isPossible {
        let values = try subject.session.lua.call(isPossible, app, story, device)
        return values.first?.boolean ?? false ? action.name : nil
      }
      guard !action.isSituation else { return canUseScreen && !isOffloaded ? action.name : nil }
      // A button in the app.
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

  /// The seconds until the next pending event; nil if none is pending.
  var secondsToNextWork: Double? {
    device.nextWork.map { Double(max(1, $0.time.milliseconds - device.milliseconds)) / 1000 }
  }
}

/// The keys in an app's Info.plist, per device class because keys can be iPad-only. Read once per device, as every step
/// needs them.
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
