import Events
import HomeScreenSimulator
import LuaEngine
import Platform
import PropertyLists

/// The host functions for the modules of `lua/prelude`, in addition to Lua's own.
enum PreludeHost {
  static var functions: [PreludeLoader.HostFunction] {
    [
      ("fail", fail), ("note_failed_assert", noteFailedAssert),
      ("typename", { call in call.result(call.stack.value(at: 1).typeName) }),
      ("slots", slots), ("check_slot", checkSlot), ("new_controller", newController),
      ("slot_hint", slotHint), ("swift_name", swiftName), ("missing_method", missingMethod),
      ("crash_value", crashValue), ("is_crash", isCrash),
      ("has_crashed", hasCrashed), ("snapshot", snapshot),
      ("completion_position", completionPosition), ("is_nserror", isNSError), ("fail_as", failAs),
      ("callable", { call in call.result(call.stack.isCallable(at: 1)) }),
      ("first_parameter", { call in call.result(call.stack.firstParameter(at: 1)) }),
      ("content", ObjectContent.push), ("copy", ObjectContent.pushCopy), ("outline", ObjectOutline.push),
      ("origin", origin), ("english", english), ("advance", advance),
    ]
  }

  /// Returns why one of the given texts is a text of the system that is English on a device in another language, or nil.
  private static func english(_ call: LuaCall) throws -> Int32 {
    let texts = (1...2).compactMap { call.stack.string(at: $0) }
    return call.result(try call.session.devices.current?.reasonForEnglish(texts))
  }

  /// Advances the clock of the current device (seconds).
  private static func advance(_ call: LuaCall) throws -> Int32 {
    guard let device = try call.session.devices.current else {
      throw LuaFailure(
        "eventually needs a device, whose clock it advances", code: "argument", hint: "device = Device {}",
        place: PreludeLoader.scriptPlace(call))
    }
    try device.advance(call.stack.number(at: 1) ?? 0)
    return 0
  }

  /// Returns the origin of a function: its name in the API, or its place in Lua.
  private static func origin(_ call: LuaCall) throws -> Int32 {
    if let name = call.state.boundName(at: 1, on: call.stack) { return call.result("\(name) (built in)") }
    let place = call.stack.functionPlace(at: 1)
    // Users cannot open bundled modules.
    return call.result(place.flatMap { ErrorAdvice.isHidden($0) ? nil : "(\($0))" } ?? "(built in)")
  }

  /// Raises a failed assertion at the script's own line (message, number of a picture's difference or nil, whether the
  /// scenario continues and fails at its end).
  private static func fail(_ call: LuaCall) throws -> Int32 {
    let message = call.stack.string(at: 1) ?? (try? call.stack.describe(at: 1)) ?? "assertion failed"
    var failure = LuaFailure(message, code: "assertion", place: PreludeLoader.scriptPlace(call))
    if let number = call.stack.integer(at: 2) {
      failure.attachment = try call.session.snapshots.difference(Int(clamping: number))
    }
    guard call.stack.boolean(at: 3), try call.session.keep(failure) else { throw failure }
    return 0
  }

  /// Records the value that `assert(false, value)` is about to raise.
  private static func noteFailedAssert(_ call: LuaCall) throws -> Int32 {
    try call.session.failedAssert = call.stack.reference(to: 1)
    return 0
  }

  // MARK: Classes

  private static func kind(_ call: LuaCall) throws -> ClassKind {
    guard let kind = call.stack.string(at: 1).flatMap(ClassKind.init) else {
      throw LuaFailure("there is no such kind of class", code: "internal")
    }
    return kind
  }

  /// Returns the slots of a kind of class, as a set.
  private static func slots(_ call: LuaCall) throws -> Int32 {
    call.result(LuaTable(fields: try kind(call).slots.map { (.string($0.name), .boolean(true)) }))
  }

  /// Refuses a key that only resembles a slot (kind, key, whether the value can be called).
  private static func checkSlot(_ call: LuaCall) throws -> Int32 {
    let isFunction = call.stack.boolean(at: 3)
    guard var failure = SlotCheck.failure(try kind(call), call.stack.string(at: 2) ?? "", isFunction: isFunction) else {
      return 0
    }
    failure.place = PreludeLoader.scriptPlace(call)
    throw failure
  }

  /// Creates an object of a controller class.
  private static func newController(_ call: LuaCall) throws -> Int32 {
    let code = try call.session.code
    let name = try code.classes.name(of: call.stack.reference(to: 1)) ?? "The class"
    return try code.inProcess(for: "\(name)()") { running in
      try ControllerCode.make(classAt: 1, on: call.stack, in: code, running.application).push(onto: call.stack)
      return 1
    }
  }

  // MARK: Assertions

  /// The steps (``Work``) for looking up a name among all slots.
  private static let costOfSlotHint = 20

  /// Returns a hint for a name that is not a slot; nil for a slot.
  private static func slotHint(_ call: LuaCall) throws -> Int32 {
    let text = call.stack.string(at: 1) ?? ""
    let name = text.utf8.count <= KnownSlots.longestName ? text : String(Spelling.beginning(of: text))
    Work.count(costOfSlotHint)
    guard !KnownSlots.callbacks.contains(name) else { return call.result(String?.none) }
    if let slot = KnownSlots.callbackByForeignName[name] { return call.result("in traces it is \(slot)") }
    if ViewMethod(rawValue: name) != nil { return call.result("it is a method of view controllers, not a callback") }
    guard let near = KnownSlots.vocabulary.nearest(to: name).first else {
      return call.result("no callback has this name")
    }
    return call.result("no callback has this name; did you mean \(near)?")
  }

  private static func swiftName(_ call: LuaCall) throws -> Int32 {
    call.result(call.stack.string(at: 1).flatMap { AppCallback(rawValue: $0)?.swiftName })
  }

  /// Returns why an app (its identifier) lacks a method (its slot), the remedy (nil and nil for a method that the system
  /// does not have), and whether its sources were read.
  private static func missingMethod(_ call: LuaCall) throws -> Int32 {
    let identifier = call.stack.string(at: 1)
    let app = try call.session.devices.current?.apps.first { $0.bundleIdentifier == identifier }
    let missing = call.stack.string(at: 2).flatMap { AppCallback(rawValue: $0) }
      .map { MissingMethod($0, of: app) }
    return call.result(missing?.words) + call.result(missing?.hint) + call.result(app?.code is SourceDrivenCode)
  }

  /// Returns the error value that ended an app; nil if there is none.
  private static func crashValue(_ call: LuaCall) throws -> Int32 {
    guard let app = call.instance(1, of: InstalledApp.luaType, as: InstalledApp.self) else {
      throw LuaFailure(
        "assert.crashes: expected an app as the first argument, got \(call.stack.shortDescription(at: 1))",
        code: "argument",
        place: PreludeLoader.scriptPlace(call))
    }
    guard let error = try app.crash?.error as? any LuaRaisable, error.pushErrorValue(onto: call.stack) else {
      return call.result(String?.none)
    }
    return 1
  }

  /// Whether an error reports the app's crash (app, error), if UIKit and not a Lua value ended the app.
  private static func isCrash(_ call: LuaCall) throws -> Int32 {
    guard let app = call.instance(1, of: InstalledApp.luaType, as: InstalledApp.self),
      let error = try app.crash?.error as? MissingIconHandler
    else { return call.result(false) }
    return call.result((try? call.stack.describe(at: 2))?.contains(error.description) ?? false)
  }

  /// Whether the trace contains a crash of the app from an event on (app, number of the event from 1).
  private static func hasCrashed(_ call: LuaCall) throws -> Int32 {
    guard let app = call.instance(1, of: InstalledApp.luaType, as: InstalledApp.self) else { return call.result(false) }
    let events = app.device.trace.dropFirst(max(0, Int(clamping: call.stack.integer(at: 2) ?? 0) - 1))
    Work.count(events.count)
    return call.result(events.contains { $0.what == .process(.crash) && $0.app == app.bundleIdentifier })
  }

  /// Compares with a snapshot (text, name or nil, value). Returns the full name, and for a difference: the stored text,
  /// the new text, and how to update; for a picture also the difference, its file, and its number.
  private static func snapshot(_ call: LuaCall) throws -> Int32 {
    let session = try call.session
    let text = call.stack.string(at: 1) ?? ""
    let name = call.stack.string(at: 2)
    let place = PreludeLoader.scriptPlace(call)
    Work.count(text.utf8.count / 4)
    do {
      guard let drawing = drawing(at: 3, on: call.stack) else {
        let (name, outcome) = try session.snapshots.compare(text, name: name, scenario: session.scenarioName, at: place)
        return push(name, text, outcome, session, call.stack)
      }
      let (name, words, outcome) = try session.snapshots.compare(
        text, picture: try drawing.drawing(call), name: name, scenario: session.scenarioName, at: place)
      return push(name, words, outcome, session, call.stack)
    } catch var failure as LuaFailure {
      failure.place = place
      throw failure
    }
  }

  private static func drawing(at index: Int, on stack: LuaStack) -> (any SnapshotDrawing)? {
    let object = stack.object(at: index)
    if let screen = object as? Box<ScreenView> { return screen.value }
    if let icon = object as? Box<DrawnIcon> { return icon.value }
    return nil
  }

  private static func push(
    _ name: String, _ now: String, _ outcome: SnapshotStore.Outcome, _ session: Session, _ stack: LuaStack
  ) -> Int32 {
    stack.push(name)
    func push(_ stored: String) {
      stack.push(stored)
      stack.push(now)
      stack.push("homescreen run --update-snapshots \(ShellWord.path(session.snapshots.scriptName))")
    }
    switch outcome {
    case .same, .kept: return 1
    case .different(let stored):
      push(stored)
      return 4
    case .otherPicture(let stored, let what, let number):
      push(stored)
      stack.push(what)
      stack.push(session.snapshots.difference(number)?.file ?? "")
      stack.push(Int64(number))
      return 7
    }
  }

  /// Raises an error at the script's own line (code, message, hint).
  private static func failAs(_ call: LuaCall) throws -> Int32 {
    throw LuaFailure(
      call.stack.string(at: 2) ?? "", code: call.stack.string(at: 1), hint: call.stack.string(at: 3),
      place: PreludeLoader.scriptPlace(call))
  }

  // MARK: await

  private static func isNSError(_ call: LuaCall) throws -> Int32 {
    call.result(call.stack.object(at: 1) is Box<NSErrorValue>)
  }

  /// Returns the position of a method's completion handler (object, name), from 1; nil if it has none.
  private static func completionPosition(_ call: LuaCall) throws -> Int32 {
    guard let object = call.stack.object(at: 1) as? any LuaRepresentable,
      let type = APICatalog.homescreen.type(named: type(of: object).luaType.name),
      let entry = APICatalog.homescreen.member(call.stack.string(at: 2) ?? "", of: type),
      let position = entry.parameters.firstIndex(where: { $0.name == "completion" })
    else { return call.result(String?.none) }
    return call.result(position + 1)
  }
}

/// The content of data objects, which assertions compare if `==` means identity, and which snapshots store.
enum ObjectContent {
  /// The types with content that consists of their properties.
  private static let records = [
    EventObject.apiType, MenuRow.apiType, ShortcutItem.apiType, MutableItemObject.apiType, DrawnIcon.apiType,
    ScreenView.apiType,
  ]

  /// Pushes the content of the object at 1 as a table of plain values, or nil if it is not data. For a view of a
  /// property list, also pushes its name and type, because nothing but the content is displayed.
  static func push(_ call: LuaCall) throws -> Int32 {
    let stack = call.stack
    guard let object = stack.object(at: 1) as? any APIObject else { return call.result(String?.none) }
    if let view = object as? PropertyListView { return try push(view, call) }
    try stack.reserve(8)
    if let trace = object as? TraceObject {
      push(trace, on: stack)
      return 1
    }
    let type = type(of: object).apiType
    if type == IconMenu.apiType {
      try stack.pushMember("rows", of: 1)
      return 1
    }
    guard records.contains(type) else { return call.result(String?.none) }
    stack.pushTable()
    for entry in try call.session.globals.catalog.members(of: type) {
      guard case .property = entry.kind else { continue }
      try stack.pushMember(entry.name, of: 1)
      stack.setRaw(entry.name, in: -2)
    }
    return 1
  }

  private static func push(_ view: PropertyListView, _ call: LuaCall) throws -> Int32 {
    let value = try view.value()
    PropertyListConversion.luaValue(value).push(onto: call.stack)
    call.stack.push("\(view.place): \(value.typeName)")
    return 2
  }

  private static func push(_ trace: TraceObject, on stack: LuaStack) {
    stack.pushTable(arrayCapacity: trace.count)
    for position in 0..<trace.count {
      trace.event(position).push(onto: stack)
      stack.setRaw(Int64(position + 1), in: -2)
    }
  }

  /// Pushes the object at 1; for a view, pushes a view of a new copy, which keeps the current content.
  static func pushCopy(_ call: LuaCall) throws -> Int32 {
    guard let view = call.stack.object(at: 1) as? PropertyListView else {
      call.stack.pushCopy(of: 1)
      return 1
    }
    return call.result(PropertyListView(PropertyListObject(PropertyList(root: try view.value(), file: "copy"))))
  }
}

/// The properties to display for an object whose text is not informative enough.
enum ObjectOutline {
  /// The properties by type, in display order. Properties without a value are left out.
  static let properties: [(type: APIType, names: [String])] = [
    (Device.apiType, ["time", "locale", "locked", "front", "alert", "springboard"]),
    (InstalledApp.apiType, ["label", "state", "iconName", "crash", "device"]),
    (Springboard.apiType, ["icons"]),
    (HomeScreenIcon.apiType, ["app", "place"]),
    (IconMenu.apiType, ["app", "folder", "isOpen", "widget"]),
    (MenuRow.apiType, ["subtitle", "type", "identifier", "icon", "system"]),
    (ScreenAlert.apiType, ["title", "message", "owner", "picture"]),
    (DrawnIcon.apiType, ["iconName", "appearance", "scaled", "placeholder", "why"]),
    (PackageObject.apiType, ["plist", "warnings"]),
    (AppScene.apiType, ["title", "activationState"]),
  ]

  /// The maximum number of events of a trace. The newest ones are displayed.
  private static let maximumEvents = 20

  /// Pushes the outline of the object at 1: its text, a flat list of names and values (false: a value without a name),
  /// and the number of omitted values before the first; pushes nothing for an object that is displayed by its text.
  static func push(_ call: LuaCall) throws -> Int32 {
    let stack = call.stack
    guard let object = stack.object(at: 1) as? any APIObject else { return 0 }
    try stack.reserve(8)
    if let trace = object as? TraceObject {
      let start = max(0, trace.count - maximumEvents)
      stack.push("trace of \(trace.count == 1 ? "1 event" : "\(trace.count) events")")
      stack.pushTable(arrayCapacity: 2 * (trace.count - start))
      for position in start..<trace.count {
        stack.push(false)
        stack.setRaw(Int64(2 * (position - start) + 1), in: -2)
        trace.event(position).push(onto: stack)
        stack.setRaw(Int64(2 * (position - start) + 2), in: -2)
      }
      stack.push(Int64(start))
      return 3
    }
    let type = type(of: object).apiType
    guard let names = properties.first(where: { $0.type == type })?.names else { return 0 }
    stack.push(try stack.describe(at: 1))
    stack.pushTable()
    var count: Int64 = 0
    for name in names {
      // A released object leaves out the properties that it can no longer return, like missing ones.
      guard (try? stack.pushMember(name, of: 1)) != nil else { continue }
      guard stack.kind(at: -1) != .nil else {
        stack.removeLast()
        continue
      }
      stack.push(name)
      stack.setRaw(count + 1, in: -3)
      stack.setRaw(count + 2, in: -2)
      count += 2
    }
    stack.push(Int64(0))
    return 3
  }
}
