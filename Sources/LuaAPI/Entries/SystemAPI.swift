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
  static let apiType = APIType("Bundle", className: "homescreen.BundleClass", summary: "The class of `Bundle.main`.")
  static let luaType = makeLuaType()
}

extension AppBundle: Boxable {
  static let apiType = APIType(
    "bundle", className: "homescreen.Bundle", expression: "Bundle.main",
    summary: "The app's bundle, as the app sees it.")
  static let luaType = APIBinding.luaType(apiType)
}

/// `UIDevice`, `Bundle`, `available`, `NSLog`: the app's environment.
enum SystemAPI: APISection {

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
    APIDocumentation(
      "`iOS`; `iPadOS` on an iPad from 15 on; `iPhone OS` before 10.", availability: "iOS 2.0", facts: ["ICON-187"]),
    get: \.value.device.systemName
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
    returns: "the value for this device, or nil",
    APIDocumentation(
      "The value of an Info.plist key: `object(forInfoDictionaryKey:)`.",
      discussion: "Suffixed keys (`CFBundleIcons~ipad`) are already resolved for the device.", availability: "iOS 2.0",
      facts: ["ICON-160", "ICON-106", "ICON-107"])
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
    APIDocumentation("Swift's `#available`.")
  ) { call, text in
    let device = try call.session.code.inProcess(for: "available") { $0.app.device }
    let words = text.split(separator: " ").map(String.init)
    guard words.count == 2, ["iOS", "iPadOS"].contains(words[0]), let version = OSVersion(words[1]) else {
      throw LuaFailure(
        "available: \"\(text)\" is not a version", code: "argument",
        hint: "Write the version as Swift does: available \"iOS 10.3\".")
    }
    return device.os >= version
  }

  static let log = APIEntry.function(
    "NSLog",
    parameters: [
      APIParameter("format", type: "string", documentation: "text with `%@`, `%d`, `%ld`, `%f` …"),
      APIParameter("...", type: "any", isOptional: true, documentation: "the values"),
    ],
    APIDocumentation("Writes a line to the app's console, which is `app.console`.", availability: "iOS 2.0")
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

extension AppImage: Boxable {
  static let apiType = APIType("image", className: "homescreen.UIImage", summary: "A picture in the app's code.")
  static let luaType = APIBinding.luaType(
    apiType,
    metamethods: [
      ObjectMetamethods.equality(Box<AppImage>.self),
      ObjectMetamethods.text(Box<AppImage>.self) { "image “\($0.value.name)” (\($0.value.source.rawValue))" },
    ])
}

/// `UIImage`: pictures that the app's code finds by name.
enum ImageAPI: APISection {
  static let make = APIEntry.function(
    "UIImage", .string("name", "a set in the asset catalog, or a file name without extension or scale", domain: .image),
    returns: "the picture, or nil",
    APIDocumentation(
      "`UIImage(named:)`: the picture with this name in the bundle, or nil.",
      discussion: """
        For the name of an app icon set, the result is nil from iOS 18 on, and in TestFlight builds also before iOS \
        18. For the base name of a loose file, the result is the picture in every version.
        """, availability: "iOS 2.0", facts: ["ICON-165", "ICON-166"])
  ) { call, name in
    try call.session.code.inProcess(for: "UIImage") { running in
      try running.application.image(named: name).map { Box($0) }
    }
  }

  static let name = APIEntry.property("name", of: Box<AppImage>.self, "The name that was passed.", get: \.value.name)

  static let file = APIEntry.property(
    "file", of: Box<AppImage>.self,
    "The file, relative to the bundle or in the catalog's set; nil if it is unknown.", get: \.value.file
  )

  static let source = APIEntry.property(
    "source", of: Box<AppImage>.self, "The origin of the picture: `loose` or `catalog`.", get: \.value.source.rawValue
  )

  static let scale = APIEntry.property(
    "scale", of: Box<AppImage>.self, APIDocumentation("Pixels per point.", availability: "iOS 4.0"), get: \.value.scale
  )

  static let size = APIEntry.property(
    "size", of: Box<AppImage>.self,
    APIDocumentation("`width` and `height` in points; nil if they are unknown.", availability: "iOS 2.0")
  ) { object in
    object.value.size.map {
      LuaTable(fields: [(.string("width"), .number($0.width)), (.string("height"), .number($0.height))])
    }
  }

  static let globalEntries = [make]
  static let memberTypes = [AppImage.apiType]
  static let memberEntries = [name, file, source, scale, size]
}

/// `NSLog`'s format: `%@` is any value, and the rest is as in C.
enum LogFormat {
  /// Returns the formatted text of a call's arguments.
  static func text(_ call: LuaCall) throws -> String {
    guard let format = call.stack.string(at: 1) else {
      throw LuaFailure("NSLog: expected a format first, got \(call.stack.shortDescription(at: 1))", code: "argument")
    }
    Work.count(call.count * 3)
    var arguments: [any LuaPushable] = [luaFormat(format)]
    for index in stride(from: 2, through: call.count, by: 1) {
      // Lua's nil is like nil in Objective-C, which prints as (null).
      if call.stack.kind(at: index) == .nil {
        arguments.append("(null)")
      } else {
        arguments.append(call.stack.value(at: index))
      }
    }
    let stack = call.stack
    // The prelude has its own copy, because a script may have changed `string`.
    stack.push(try call.session.prelude.environment)
    stack.pushRaw("string", of: -1)
    stack.pushRaw("format", of: -1)
    let function = stack.reference(to: -1)
    stack.removeLast(3)
    do {
      return try call.state.call(function, arguments: arguments).first?.string ?? ""
    } catch {
      throw LuaFailure("NSLog: \(error.message)", code: "argument", hint: "The format was \"\(format)\".")
    }
  }

  /// Converts a format: `%@` becomes `%s`; length modifiers (`%ld`, `%zu`, `%lu`) are removed; `%u` becomes `%d`.
  private static func luaFormat(_ format: String) -> String {
    Work.count(format.utf8.count / 4)
    var result: [UInt8] = []
    var rest = Array(format.utf8)[...]
    while let percent = rest.firstIndex(of: UInt8(ascii: "%")) {
      result += rest[...percent]
      rest = rest[(percent + 1)...]
      while let next = rest.first, modifiers.contains(next) {
        result.append(next)
        rest.removeFirst()
      }
      rest = rest.drop { lengths.contains($0) }
      guard let conversion = rest.popFirst() else { break }
      switch conversion {
      case UInt8(ascii: "@"): result.append(UInt8(ascii: "s"))
      case UInt8(ascii: "u"), UInt8(ascii: "D"), UInt8(ascii: "U"): result.append(UInt8(ascii: "d"))
      default: result.append(conversion)
      }
    }
    return String(decoding: result + rest, as: UTF8.self)
  }

  private static let modifiers = Array("-+ #0123456789.".utf8)
  private static let lengths = Array("lhqzjt".utf8)
}
