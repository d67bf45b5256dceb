package import HomeScreenSimulator
package import LuaEngine
import PropertyLists

extension Device: APIObject {
  static let apiType = APIType(
    "device", className: "homescreen.Device", summary: "An iPhone or iPad with its Home Screen, apps and clock.")
  /// The Lua type of a device; `tostring` returns `iPhone, iOS 17.5`.
  package static let luaType = APIBinding.luaType(
    apiType, metamethods: [ObjectMetamethods.text(Device.self) { $0.model.title($0.os) }])
}

/// `Device` and its members.
enum DeviceAPI: APISection {

  static let model = Parameter<DeviceModel>.text(
    "model",
    "`iPhone`, `iPad` and `iPad Pro` exist in every version; a specific model (`iPhone 15 Pro`) only in those that it runs",
    domain: .model
  ) { try DeviceModel(named: $0) }
  static let os = Parameter<OSVersion>.text(
    "os", "the version of iOS, such as `\"17.5\"`; the newest known one by default", domain: .osVersion
  ) { try OSVersion(parsing: $0) }
  static let localeField = Parameter<String>.text(
    "locale", "the device's language, such as `\"zh-Hans\"`; `\"en\"` by default", domain: .locale
  ) { try Device.language(named: $0) }
  static let seed = Parameter<Int64>.integer(
    "seed", "the seed of random behaviour, which devices do not have yet; 1 by default")

  /// The budget units for creating a device, roughly the work for it, so that no loop creates devices forever.
  private static let costOfDevice = 120

  static let make = APIEntry.constructor(
    "Device",
    fields: [
      model.description, os.description, localeField.description, ConditionsAPI.table.description, seed.description,
    ], returns: "the device, switched on and without apps",
    APIDocumentation(
      "Creates a device: an iPhone or iPad of a model, with a version of iOS.",
      discussion: """
        Without fields, the device is a generic iPhone with the newest version, or the first model and version that \
        the project's `homescreen.lua` names. If a specific model does not run the version, the error names the \
        versions that it runs.
        """)
  ) { call, fields in
    try call.charge(costOfDevice)
    var conditions = DeviceConditions()
    if let values = try fields.read(ConditionsAPI.table) { try ConditionsAPI.apply(values, to: &conditions) }
    let session = try call.session
    let defaults = session.devices.defaults
    let givenModel = try fields.read(model)
    let givenOS = try fields.read(os)
    let givenLocale = try fields.read(localeField)
    let (model, os) = defaults.completed(model: givenModel, os: givenOS, session.settings)
    for (field, given, wanted) in [
      ("model", givenModel?.name, defaults.model?.name), ("os", givenOS?.description, defaults.os?.description),
      ("locale", givenLocale, defaults.locale),
    ] {
      guard let given, let wanted, given != wanted, session.devices.played == nil else { continue }
      session.note(
        "Device { \(field) = \(given.quotedForLua) } does not use the \(wanted) of the command line or the matrix")
    }
    try session.factCell?.check(model, os)
    let device = try Device(
      model: model, os: os, locale: givenLocale ?? defaults.locale ?? "en", conditions: conditions)
    session.devices.adopt(device)
    return device
  }

  // MARK: Time

  static let advance = APIEntry.method(
    "advance", of: Device.self, Parameter.number("seconds", "the number of seconds, with millisecond precision"),
    APIDocumentation("Advances virtual time, and runs the app's timers that become due.")
  ) { call, device, seconds in
    try device.advance(seconds)
  }

  static let settle = APIEntry.method(
    "settle", of: Device.self, returns: "the seconds that passed",
    APIDocumentation(
      "Advances time until nothing is waiting.",
      discussion: "A timer that repeats forever is an error, which names the timer.")
  ) { call, device in try device.settle() }

  static let time = APIEntry.property(
    "time", of: Device.self, "Virtual seconds since the device was switched on.", get: \.time
  )

  // MARK: Looking

  static let record = APIEntry.method(
    "record", of: Device.self, Parameter<Void>.raw("body", type: "fun()", kinds: [.function], "the function to run"),
    returns: "the events of that function",
    APIDocumentation("Runs a function and returns the events that happened on this device while it ran.")
  ) { call, device, _ in
    let start = device.trace.count
    _ = try call.callFunction(at: 2)
    return TraceObject(device, from: start)
  }

  static let trace = APIEntry.property(
    "trace", of: Device.self, "All events since the device was created."
  ) { device in TraceObject(device) }

  static let alert = APIEntry.property(
    "alert", of: Device.self,
    APIDocumentation(
      "The alert on the screen, or nil.",
      discussion: "`label` is the text that the user reads; the icon alert's own title and message are nil.",
      facts: ["ICON-064"]
    )
  ) { device in device.alert.map { Box($0, of: device) } }.absent(of: Device.self, because: AbsentAlert.reason)

  static let front = APIEntry.property("front", of: Device.self, "The app that fills the screen, or nil.", get: \.front)

  static let springboard = APIEntry.property("springboard", of: Device.self, "The Home Screen.") { device in
    Box(device.springboard, of: device)
  }

  static let screen = APIEntry.property(
    "screen", of: Device.self,
    APIDocumentation(
      "The current content of the screen, as a value that does not change later.",
      discussion: """
        `assert.matches_snapshot(device.screen, "menu")` stores the screen as text and as an SVG picture. The \
        drawing has the light appearance of iOS, without Apple’s own pictures and fonts.
        """)
  ) { device in Box(ScreenView(device)) }

  static let modelName = APIEntry.property(
    "model", of: Device.self, "The model's name.",
    readOnlyHint: "Device { model = … } makes another device; in a session, :device MODEL runs it on another model.",
    get: \.model.name
  )

  static let osVersion = APIEntry.property(
    "os", of: Device.self, "The version of iOS.",
    readOnlyHint: "Device { os = … } makes another device; in a session, :os VERSION runs it on another version.",
    get: \.os.description
  )

  static let locale = APIEntry.property(
    "locale", of: Device.self,
    .text("locale", "such as `\"zh-Hans\"`", domain: .locale) { try Device.language(named: $0) },
    APIDocumentation(
      "The device's language; assigning it changes the language, as in Settings."), get: \.locale,
    set: { device, locale in try device.setLocale(locale) }
  )

  static let appearance = APIEntry.property(
    "appearance", of: Device.self,
    Parameter<ScreenAppearance>.choice(
      "appearance", "`light`, `dark`, `tinted`, `tintedLight`, `clear` or `clearDark`"),
    APIDocumentation(
      "The appearance of the screen, as the user has set it; icons follow it from iOS 18.",
      discussion: "An appearance that this version lacks is an error. `icon:picture()` takes the same values as its "
        + "`appearance`.", facts: ["ICON-147", "ICON-251", "ICON-252"]),
    get: \.appearance, set: { device, appearance in try device.setAppearance(appearance) }
  )

  static let tint = APIEntry.property(
    "tint", of: Device.self, Parameter.string("colour", "such as `\"#78b8fa\"`"),
    APIDocumentation(
      "The colour of tinted icons, as the user has set it.",
      discussion: "An app cannot change the colour: its picture only sets the brightness of each pixel.",
      facts: ["ICON-253"]), get: \.tint.description,
    set: { device, colour in try device.setTint(IconTint(parsing: colour)) }
  )

  static let conditions = APIEntry.property(
    "conditions", of: Device.self, ConditionsAPI.table,
    APIDocumentation(
      "The conditions, by name: `activation`, `staleIconCache`, `educationMode` ….",
      discussion: """
        Fields can be read and assigned; an unknown name is an error. Assigning a table sets the fields that it names. \
        `tostring` lists all of them. `iconFault` is a fault of iOS that makes icon changes fail: `busy`, `busyUntilReboot`, \
        `afterModal` or `upcall`; `iconCooldown` is the number of seconds after an alert during which a request gets \
        error 35.
        """), get: { device in Box(ConditionsView(device: device)) },
    set: { device, values in try ConditionsAPI.apply(values, to: &device.conditions) }
  )

  static let locked = APIEntry.property(
    "locked", of: Device.self, Parameter.boolean("locked", "true locks the screen"),
    APIDocumentation(
      "Whether the screen is locked; assigning it locks or unlocks it.",
      discussion: "Locking sends the foreground app to the background; unlocking brings it back.", facts: ["LAUNCH-088"]
    ), get: \.isLocked,
    set: { device, locked in
      try device.setLocked(locked)
    }
  )

  static let rewind = APIEntry.method(
    "rewind", of: Device.self,
    Parameter<Void>.raw(
      "target", type: "number|homescreen.Event", kinds: [.number, .userdata], expected: "a time or an event",
      "a time in virtual seconds, or an event of this device's trace"),
    APIDocumentation(
      "Goes back to an earlier state, in the REPL.",
      discussion: """
        The REPL runs the lines of the session again in a fresh state, and hides their output. It stops after the last \
        command that had ended by that time, or before the command that led to the event. Everything is as it was \
        then, including Lua variables; everything later is forgotten. `:history` shows the lines and their times.
        """)
  ) { call, device, _ in
    throw try Rewinding.request(call, device)
  }

  static let globalEntries = [make]
  static let memberTypes = [Device.apiType]
  static let memberEntries = [
    install, uninstall, offload, launch, pressHome, reboot, advance, settle, time, record, trace, alert, front,
    springboard, screen, modelName, osVersion, locale, appearance, tint, conditions, locked, rewind,
  ]
}

/// Installing, starting and leaving apps.
extension DeviceAPI {
  static let install = APIEntry.method(
    "install", of: Device.self,
    Parameter<Void>.raw(
      "package", type: "string|homescreen.Package", kinds: [.string, .userdata, .nil],
      expected: "a path such as \"My.app\", or an AppPackage", domain: .app,
      "a path next to the script or in the project's root (an Xcode project, a built `.app`, an `.ipa`, an Info.plist, "
        + "a folder that contains one), or a package; the app of `--app` by default"),
    InstallArguments.parameter,
    returns: "the app; after an update the same object as before",
    APIDocumentation(
      "Installs an app, or updates the installed one with the same bundle identifier.",
      discussion: """
        An update keeps the chosen icon as long as the new version declares it. With `sources`, the app handles quick \
        actions, links and notifications as its own code does: `app.delegate` and the like do not exist, and \
        a scenario only needs taps.
        """, facts: ["ICON-153", "ICON-154"])
  ) { call, device, _, options in
    let package = try InstallArguments.package(call, 2, options.selection)
    try call.session.factCell?.check(options.build)
    try call.session.noteOldest(of: package.package, on: device, options.build.lifeCycle)
    guard options.readsSources else {
      if options.build.lifeCycle == nil { try call.session.noteUnreadApp(package.package) }
      return try device.install(package, options: options.build)
    }
    var build = options.build
    let code = SourceDrivenCode(
      try InstallArguments.code(of: package, call), takesDoubtful: options.takesDoubtful, setsItems: true)
    build.lifeCycle = build.lifeCycle ?? code.lifeCycle(on: device.os)
    if !options.takesDoubtful { try InstallArguments.requireDelegate(of: package, code.code) }
    let app = try device.install(package, options: build)
    app.code = code
    return app
  }

  static let uninstall = APIEntry.method(
    "uninstall", of: Device.self, Parameter<InstalledApp>.object("app", "the app to delete"),
    APIDocumentation("Deletes an app, with its process and its chosen icon.", facts: ["ICON-155"])
  ) { call, device, app in
    try device.uninstall(app)
  }

  static let offload = APIEntry.method(
    "offload", of: Device.self, Parameter<InstalledApp>.object("app", "the app to offload"),
    APIDocumentation(
      "Removes the app's code and keeps its icon and documents; installing the app again restores the code.",
      discussion: "Until then the app cannot be launched; it comes back with its primary icon.",
      facts: ["ICON-156", "ICON-209"])
  ) { call, device, app in
    try device.offload(app)
  }

  static let launch = APIEntry.method(
    "launch", of: Device.self, Parameter<InstalledApp>.object("app", "the app"),
    LaunchArguments.parameter,
    APIDocumentation(
      "Launches an app as a tap on its icon does, or brings it to the front.",
      discussion: """
        For a quick action, tap its row in the menu: `device.springboard:icon(app):press():item(…):tap()`. \
        `notification` and `intent` are a title or name, or a table with details; `{ notification = { silent = true } \
        }` and `backgroundFetch` run the app in the background. A `url` opens only an app whose Info.plist declares \
        its scheme; a `universalLink` only an app whose entitlements have its domain, if they are known.
        """,
      facts: [
        "LAUNCH-001", "LAUNCH-008", "LAUNCH-011", "LAUNCH-032", "LAUNCH-033", "LAUNCH-034", "LAUNCH-089", "LAUNCH-094",
        "LAUNCH-117",
      ])
  ) { call, device, app, situation in
    let start = device.trace.count
    try device.launch(app, situation)
    let session = try call.session
    // The launch has succeeded (LAUNCH-065), but a scenario that checks nothing else would pass.
    if case .folder = session.files.location, session.devices.answers == nil,
      let ending = LineAnswers.ending(in: device.trace.events.dropFirst(start))
    {
      session.note("\(ending): assert.crashes(app, function() device:launch(app) end) expects it")
    }
  }

  static let pressHome = APIEntry.method(
    "pressHome", of: Device.self,
    APIDocumentation("Goes to the Home Screen: the app in front resigns active and enters the background.")
  ) { call, device in
    try device.pressHome()
  }

  static let reboot = APIEntry.method(
    "reboot", of: Device.self,
    APIDocumentation(
      "Switches the device off and on: every process ends, but the chosen icons stay.", facts: ["ICON-152", "ICON-158"])
  ) { _, device in
    try device.reboot()
  }
}

/// `device.conditions`.
struct ConditionsView { let device: Device }

extension ConditionsView: Boxable {
  static let apiType = APIType(
    "conditions", className: "homescreen.Conditions", summary: "The conditions of a device, by name.")
  static let luaType = APIBinding.luaType(
    apiType,
    // The simulator knows the problem with an unknown name.
    fallback: { call in throw ConditionsAPI.unknown(call.stack.string(at: 2) ?? "") },
    assign: { call in throw ConditionsAPI.unknown(call.stack.string(at: 2) ?? "") },
    metamethods: [
      (
        "__pairs",
        { call in
          var conditions = try ConditionsAPI.receiver(call).conditions[...]
          call.stack.pushFunction { call in
            guard let next = conditions.popFirst() else { return call.result(String?.none) }
            call.stack.push(next.name)
            next.value.push(onto: call.stack)
            return 2
          }
          return 1
        }
      ),
      ObjectMetamethods.text(Box<ConditionsView>.self) { view in
        let parts = view.value.conditions.map { "\($0.name) = \($0.value.text)" }
        return "{ \(parts.joined(separator: ", ")) }"
      },
    ])

  /// All conditions, by name.
  fileprivate var conditions: [(name: String, value: DeviceConditions.Value)] {
    Work.count(DeviceConditions.all.count * 2)
    return DeviceConditions.all.map { ($0.name, device.conditions[$0]) }
  }
}

extension DeviceConditions.Value: APIValue {
  static var apiName: String { LuaValue.apiName }

  /// Pushes the value as a boolean, float or string.
  package func push(onto stack: LuaStack) {
    switch self {
    case .boolean(let flag): stack.push(flag)
    case .number(let number): stack.push(number)
    case .string(let text): stack.push(text)
    }
  }

  /// The value in a script's notation.
  fileprivate var text: String {
    switch self {
    case .boolean(let flag): "\(flag)"
    case .number(let number): "\(number)"
    case .string(let text): "\"\(text)\""
    }
  }
}

/// The conditions, with names and words from the simulator.
enum ConditionsAPI: APISection {
  static let memberTypes = [ConditionsView.apiType]
  static let memberEntries: [APIEntry] = zip(DeviceConditions.all, parameters).map { condition, parameter in
    .property(
      condition.name, of: Box<ConditionsView>.self, parameter,
      APIDocumentation(condition.summary, facts: condition.facts.map(\.rawValue)),
      get: { view in view.value.device.conditions[condition] },
      set: { view, value in try view.value.device.conditions.set(condition.name, to: value) })
  }

  typealias Values = [(condition: DeviceCondition, value: DeviceConditions.Value)]

  /// The parameter for a table of conditions.
  static let table = Parameter<Values>.record(
    "conditions", fields: parameters.map(\.description), isOptional: false, example: "{ activation = 0.6 }",
    unknown: unknown, "conditions by name, such as `{ activation = 0.6, staleIconCache = true }`"
  ) { table in
    // Most tables name one or two conditions.
    try table.names.compactMap { name in
      try positions[name].flatMap { position in
        try table.read(parameters[position]).map { (DeviceConditions.all[position], $0) }
      }
    }
  }

  /// Sets all conditions, or none if one of them is invalid.
  static func apply(_ values: Values, to conditions: inout DeviceConditions) throws {
    var changed = conditions
    for (condition, value) in values { try changed.set(condition.name, to: value) }
    conditions = changed
  }

  private static let parameters = DeviceConditions.all.map(parameter)
  private static let positions = Dictionary(
    uniqueKeysWithValues: DeviceConditions.names.enumerated().map { ($0.element, $0.offset) })

  private static func parameter(_ condition: DeviceCondition) -> Parameter<DeviceConditions.Value> {
    let type =
      switch condition.kind {
      case .seconds: "number"
      case .flag: "boolean"
      case .choice(let words): words.map { "\"\($0)\"" }.joined(separator: "|")
      }
    return Parameter(description: APIParameter(condition.name, type: type, documentation: condition.summary)) {
      call, index in
      let stack = call.stack
      switch stack.kind(at: index) {
      case .boolean: return .boolean(stack.boolean(at: index))
      case .number: return .number(stack.number(at: index) ?? 0)
      case .string: return .string(stack.string(at: index) ?? "")
      case .nil, .table, .function, .userdata, .thread:
        throw LuaFailure("\(condition.name): \(stack.shortDescription(at: index)) is not a condition", code: "argument")
      }
    }
  }

  /// Returns the simulator's error for an unknown condition.
  @Sendable
  fileprivate static func unknown(_ name: String) -> any Error {
    do {
      _ = try DeviceConditions().value(name)
      return LuaFailure("conditions.\(name) cannot be used here", code: "internal")
    } catch {
      return error
    }
  }

  fileprivate static func receiver(_ call: LuaCall) throws -> ConditionsView {
    if let box = call.instance(1, of: ConditionsView.luaType, as: Box<ConditionsView>.self) { return box.value }
    throw LuaFailure("conditions: expected the device's conditions", code: "argument")
  }
}
