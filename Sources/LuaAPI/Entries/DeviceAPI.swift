public import HomeScreenSimulator
public import LuaEngine

extension Device: APIObject {
  static let apiType = APIType(
    "device", className: "homescreen.Device", summary: "An iPhone or iPad with its Home Screen, apps and clock.")
  /// How a device looks to scripts; `tostring` gives `iPhone, iOS 17.5`.
  public static let luaType = APIBinding.luaType(
    apiType, metamethods: [ObjectMetamethods.text(Device.self) { "\($0.model.name), \($0.systemName) \($0.os)" }])
}

/// `Device` and what hangs on it.
enum DeviceAPI: APIRoom {

  static let model = Parameter<DeviceModel>.text(
    "model",
    "`iPhone`, `iPad` and `iPad Pro` exist in every version; a concrete model (`iPhone 15 Pro`) only in its own",
    domain: .model
  ) { try DeviceModel(named: $0) }
  static let os = Parameter<OSVersion>.text(
    "os", "the version of iOS, such as `\"17.5\"`; the newest known one by default", domain: .osVersion
  ) { try OSVersion(parsing: $0) }
  static let localeField = Parameter<String>.string(
    "locale", "the device's language, such as `\"zh-Hans\"`; `\"en\"` by default", domain: .locale)
  static let seed = Parameter<Int64>.integer(
    "seed", "for random behaviour, of which this version has none; 1 by default")

  /// Units of the budget that a device costs, about the work that making one is; an endless loop of them ends in time.
  private static let costOfDevice = 120

  static let make = APIEntry.constructor(
    "Device",
    fields: [
      model.description, os.description, localeField.description, ConditionsAPI.table.description, seed.description,
    ], returns: "the device, switched on and empty",
    APIDocumentation(
      "Creates a device: an iPhone or iPad of a model and version of iOS.",
      discussion: """
        Without fields it is a generic iPhone with the newest version, or the first model and version that the \
        project's `homescreen.lua` names. A concrete model outside of its versions is an error that names them.
        """,
      example: """
        local device = Device { model = "iPhone", os = "17.5" }
        assert.equal("17.5", device.os)
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
    try session.factCell?.check(model, os)
    let device = try Device(
      model: model, os: os, locale: givenLocale ?? defaults.locale ?? "en", conditions: conditions)
    session.devices.adopt(device)
    return device
  }

  // MARK: Time

  static let advance = APIEntry.method(
    "advance", of: Device.self, Parameter.number("seconds", "how far; fractions count in milliseconds"),
    APIDocumentation(
      "Advances virtual time; the app's timers that become due run meanwhile.",
      example: """
        local device = Device {}
        local before = device.time
        device:advance(0.25)
        assert.equal(before + 0.25, device.time)
        """)
  ) { call, device, seconds in
    try device.advance(seconds)
  }

  static let settle = APIEntry.method(
    "settle", of: Device.self, returns: "the seconds that passed",
    APIDocumentation(
      "Advances time until nothing is waiting any more.",
      discussion: "A timer that repeats forever is an error that names it.",
      example: """
        local device = Device { os = "17.5" }
        local app = device:install "fixtures/ChangeIcon.app"
        device:launch(app)
        local rang = false
        app:run(function() DispatchQueue.main:asyncAfter(30, function() rang = true end) end)
        device:settle()
        assert.is_true(rang)
        """)
  ) { call, device in try device.settle() }

  static let time = APIEntry.property(
    "time", of: Device.self, "Virtual seconds since the device was switched on.", get: \.time
  )

  // MARK: Looking

  static let record = APIEntry.method(
    "record", of: Device.self, Parameter<Void>.raw("body", type: "fun()", kinds: [.function], "what to watch"),
    returns: "the events of that function",
    APIDocumentation(
      "Runs a function and returns the events that happened on this device meanwhile.",
      example: """
        local device = Device {}
        local app = device:install "fixtures/ChangeIcon.app"
        local trace = device:record(function() device:launch(app) end)
        assert.equal("process", trace[1].kind)
        """)
  ) { call, device, _ in
    let start = device.trace.count
    _ = try call.callFunction(at: 2)
    return TraceObject(device, from: start)
  }

  static let trace = APIEntry.property(
    "trace", of: Device.self, "Everything that happened since the device exists."
  ) { device in TraceObject(device) }

  static let alert = APIEntry.property(
    "alert", of: Device.self,
    APIDocumentation(
      "The alert on the screen, or nil.",
      discussion: "`label` is what the user reads; the icon alert's own title and message are nil.", facts: ["ICON-064"]
    )
  ) { device in device.alert.map { Box($0, of: device) } }

  static let front = APIEntry.property(
    "front", of: Device.self, "The app that fills the screen, or nil.", get: \.front
  )

  static let springboard = APIEntry.property("springboard", of: Device.self, "The Home Screen.") { device in
    Box(device.springboard, of: device)
  }

  static let screen = APIEntry.property(
    "screen", of: Device.self,
    APIDocumentation(
      "What the screen shows now, as a value that does not change later.",
      discussion: """
        `assert.matches_snapshot(device.screen, "menu")` stores it in words, and as an SVG picture. The drawing \
        has the light appearance of iOS, without Apple’s own pictures and fonts.
        """,
      example: """
        local device = Device { os = "17.5" }
        device:install "fixtures/ChangeIcon.app"
        local before = device.screen
        assert.equal("Home Screen, page 1 of 1", before.lines[2])
        device:launch(device.springboard.icons[1].app)
        assert.Not.equal(before, device.screen)
        """)
  ) { device in Box(ScreenView(device)) }

  static let modelName = APIEntry.property(
    "model", of: Device.self, "The model's name.", get: \.model.name
  )

  static let osVersion = APIEntry.property(
    "os", of: Device.self, "The version of iOS.", get: \.os.description
  )

  static let locale = APIEntry.property(
    "locale", of: Device.self, Parameter.string("locale", "such as `\"zh-Hans\"`", domain: .locale),
    APIDocumentation(
      "The device's language; assigning it changes the language, as in Settings.",
      example: """
        local device = Device { locale = "en" }
        device.locale = "zh-Hans"
        assert.equal("zh-Hans", device.locale)
        """), get: \.locale, set: { device, locale in try device.setLocale(locale) }
  )

  static let appearance = APIEntry.property(
    "appearance", of: Device.self,
    Parameter<ScreenAppearance>.choice(
      "appearance", "`light`, `dark`, `tinted`, `tintedLight`, `clear` or `clearDark`"),
    APIDocumentation(
      "The appearance of the screen, as the user has set it; icons follow it from iOS 18.",
      discussion: "One that this version does not have is an error. `icon:picture()` takes it as its `appearance`.",
      example: """
        local device = Device { os = "26.0" }
        device.appearance = "clear"
        assert.equal("clear", device.appearance)
        """, facts: ["ICON-147", "ICON-251", "ICON-252"]),
    get: \.appearance, set: { device, appearance in try device.setAppearance(appearance) }
  )

  static let tint = APIEntry.property(
    "tint", of: Device.self, Parameter.string("colour", "such as `\"#78b8fa\"`"),
    APIDocumentation(
      "The colour of tinted icons, as the user has set it.",
      discussion: "An app has no influence on it: its picture only sets the brightness of each place.",
      example: """
        local device = Device { os = "18.0" }
        device.tint = "#ff9500"
        assert.equal("#ff9500", device.tint)
        """, facts: ["ICON-253"]), get: \.tint.description,
    set: { device, colour in try device.setTint(IconTint(parsing: colour)) }
  )

  static let conditions = APIEntry.property(
    "conditions", of: Device.self, ConditionsAPI.table,
    APIDocumentation(
      "The circumstances, by name: `activation`, `staleIconCache`, `educationMode` ….",
      discussion: """
        Fields can be read and assigned; an unknown name is an error. Assigning a table sets what it names. `tostring` \
        lists all of them. `iconFault` is a fault of the system around icon changes: `busy`, `busyUntilReboot`, \
        `afterModal` or `upcall`; `iconCooldown` the seconds after an alert in which a request gets error 35.
        """,
      example: """
        local device = Device {}
        device.conditions.activation = 0.6
        assert.equal(0.6, device.conditions.activation)
        """), get: { device in Box(ConditionsView(device: device)) },
    set: { device, values in try ConditionsAPI.apply(values, to: &device.conditions) }
  )

  static let locked = APIEntry.property(
    "locked", of: Device.self, Parameter.boolean("locked", "true locks the screen"),
    APIDocumentation(
      "Whether the screen is locked; assigning it locks or unlocks it.",
      discussion: "Locking sends the app in front to the background, unlocking brings it back.",
      example: """
        local device = Device { os = "18.0" }
        local app = device:install "fixtures/ChangeIcon.app"
        device:launch(app)
        device.locked = true
        assert.equal("locked", device.springboard.mode)
        assert.equal("runningBackground", app.state)
        device.locked = false
        assert.equal("runningForeground", app.state)
        """, facts: ["LAUNCH-088"]), get: \.isLocked,
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
        The REPL runs the lines of the session again in a fresh state, with what they print hidden, up to the last \
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
