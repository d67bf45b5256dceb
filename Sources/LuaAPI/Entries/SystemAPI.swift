import HomeScreenSimulator
import LuaEngine
import PropertyLists

enum UIDeviceNamespace: Namespace {
  static let apiType = APIType(
    "UIDevice", className: "homescreen.UIDeviceClass", summary: "The class of `UIDevice.current`.")
  static let luaType = makeLuaType()
}

extension CurrentDevice: Boxable {
  static let apiType = APIType(
    "uidevice", className: "homescreen.UIDevice", expression: "UIDevice.current",
    summary: "The device, as the app sees it.")
  static let luaType = APIBinding.luaType(apiType)
}

enum BundleNamespace: Namespace {
  static let apiType = APIType(
    "Bundle", className: "homescreen.BundleClass", summary: "The class of `Bundle.main`.")
  static let luaType = makeLuaType()
}

extension AppBundle: Boxable {
  static let apiType = APIType(
    "bundle", className: "homescreen.Bundle", expression: "Bundle.main",
    summary: "The app's bundle, as the app sees it.")
  static let luaType = APIBinding.luaType(apiType)
}

/// `UIDevice`, `Bundle`, `available`, `NSLog`: the app's surroundings.
enum SystemAPI: APIRoom {

  // MARK: UIDevice

  static let deviceNamespace = APIEntry.namespace(
    "UIDevice", UIDeviceNamespace.self,
    APIDocumentation("The device, as the app sees it.", availability: "iOS 2.0"))

  static let current = APIEntry.property(
    "current", of: NamespaceObject<UIDeviceNamespace>.self,
    APIDocumentation("The device that the app runs on.", availability: "iOS 2.0")
  ) { call, _ in
    try call.session.code.inProcess(for: "UIDevice.current") { Box(CurrentDevice(device: $0.app.device)) }
  }

  static let systemName = APIEntry.property(
    "systemName", of: Box<CurrentDevice>.self,
    APIDocumentation("`iOS` or `iPadOS`.", availability: "iOS 2.0", facts: ["ICON-187"]), get: \.value.device.systemName
  )

  static let systemVersion = APIEntry.property(
    "systemVersion", of: Box<CurrentDevice>.self,
    APIDocumentation("Such as `17.5`.", availability: "iOS 2.0", facts: ["ICON-024"]),
    get: \.value.device.os.description
  )

  static let model = APIEntry.property(
    "model", of: Box<CurrentDevice>.self,
    APIDocumentation("`iPhone` or `iPad`.", availability: "iOS 2.0", facts: ["ICON-187"]),
    get: \.value.device.localizedModel
  )

  static let userInterfaceIdiom = APIEntry.property(
    "userInterfaceIdiom", of: Box<CurrentDevice>.self, APIDocumentation("`phone` or `pad`.", availability: "iOS 3.2"),
    get: \.value.device.userInterfaceIdiom
  )

  // MARK: Bundle

  static let bundleNamespace = APIEntry.namespace(
    "Bundle", BundleNamespace.self,
    APIDocumentation("The app's bundle, as the app sees it.", availability: "iOS 2.0"))

  static let mainBundle = APIEntry.property(
    "main", of: NamespaceObject<BundleNamespace>.self,
    APIDocumentation("The bundle of the app whose code runs.", availability: "iOS 2.0")
  ) { call, _ in
    try call.session.code.inProcess(for: "Bundle.main") { Box(AppBundle(app: $0.app)) }
  }

  static let object = APIEntry.method(
    "object", of: Box<AppBundle>.self, .string("key", "a key of Info.plist", domain: .infoPlistKey),
    returns: "its value for this device, or nil",
    APIDocumentation(
      "The value of an Info.plist key: `object(forInfoDictionaryKey:)`.",
      discussion: "Suffixed keys (`CFBundleIcons~ipad`) are already resolved for the device.",
      example: """
        local device = Device {}
        local app = device:install "fixtures/ChangeIcon.app"
        device:launch(app)
        local icons = app:run(function() return Bundle.main:object("CFBundleIcons") end)
        assert.equal("newicon", icons.CFBundleAlternateIcons.newicon.CFBundleIconFiles[1])
        """, availability: "iOS 2.0", facts: ["ICON-160", "ICON-106", "ICON-107"])
  ) { call, object, key in
    try object.value.info[key].map(PropertyListConversion.luaValue)
  }

  static let infoDictionary = APIEntry.property(
    "infoDictionary", of: Box<AppBundle>.self,
    APIDocumentation("The whole Info.plist for this device.", availability: "iOS 2.0", facts: ["ICON-107"])
  ) { object in PropertyListConversion.luaTable(try object.value.info) }

  static let bundleIdentifier = APIEntry.property(
    "bundleIdentifier", of: Box<AppBundle>.self, APIDocumentation("`CFBundleIdentifier`.", availability: "iOS 2.0"),
    get: \.value.app.bundleIdentifier
  )

  // MARK: Functions

  static let available = APIEntry.function(
    "available", .string("version", "such as `\"iOS 10.3\"`", domain: .swiftVersion),
    returns: "whether the device has at least that version",
    APIDocumentation(
      "Swift's `#available`.",
      example: """
        local device = Device { os = "11.0" }
        local app = device:install "fixtures/ChangeIcon.app"
        device:launch(app)
        app:run(function() assert.is_true(available "iOS 10.3") end)
        """)
  ) { call, text in
    let device = try call.session.code.inProcess(for: "available") { $0.app.device }
    let words = text.split(separator: " ").map(String.init)
    guard words.count == 2, ["iOS", "iPadOS"].contains(words[0]), let version = OSVersion(words[1]) else {
      throw LuaFailure(
        "available: \"\(text)\" is not a version", code: "argument",
        hint: "Write it as Swift does: available \"iOS 10.3\".")
    }
    return device.os >= version
  }

  static let log = APIEntry.function(
    "NSLog",
    parameters: [
      APIParameter("format", type: "string", documentation: "text with `%@`, `%d`, `%ld`, `%f` …"),
      APIParameter("...", type: "any", isOptional: true, documentation: "the values"),
    ],
    APIDocumentation(
      "Writes a line on the app's console; `app.console` has it.", availability: "iOS 2.0")
  ) { call in
    let session = try call.session
    let line = try LogFormat.text(call)
    try session.code.inProcess(for: "NSLog") { try $0.application.log(line) }
  }

  static let globalEntries = [deviceNamespace, bundleNamespace, available, log]
  static let memberTypes = [
    UIDeviceNamespace.apiType, CurrentDevice.apiType, BundleNamespace.apiType, AppBundle.apiType,
  ]
  static let memberEntries = [
    current, systemName, systemVersion, model, userInterfaceIdiom, mainBundle, object, infoDictionary,
    bundleIdentifier,
  ]
}
