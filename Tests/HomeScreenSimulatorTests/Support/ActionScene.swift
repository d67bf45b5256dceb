import AppPackages
import HomeScreenSimulator
import PropertyLists

/// A device with an app that has quick actions and records its callbacks.
final class ActionScene {
  let device: Device
  let app: InstalledApp
  /// Each call, in order.
  private(set) var calls: [CallbackInvocation] = []
  /// The code of a callback, run after it was recorded.
  var bodies: [AppCallback: (CallbackInvocation) throws -> CallbackReply] = [:]
  /// Callbacks that the app does not implement.
  var missing: Set<AppCallback> = []

  init(
    os: String = "17.5", model: DeviceModel = .iPhone, lifeCycle: LifeCycle = .scene, locale: String = "en",
    options: InstallOptions = InstallOptions(), conditions: DeviceConditions = DeviceConditions(),
    package: AppPackage? = nil
  ) throws {
    device = try Device(model: model, os: OSVersion(parsing: os), locale: locale, conditions: conditions)
    var options = options
    options.lifeCycle = lifeCycle
    app = try device.install(package ?? Packages.toolBox(), options: options)
    let code = ClosureCode()
    let make = { [unowned self] () -> Recorder in Recorder(self) }
    code.appDelegate = make
    code.sceneDelegate = make
    app.code = code
  }

  /// Presses the icon and taps the row.
  @discardableResult
  func tapAction(_ title: String = "Tool Box") throws -> Trace {
    try device.record {
      let menu = try device.springboard.icon(for: app).press()
      try menu?.item(title).tap()
    }
  }

  func clear() { calls = [] }

  func call(_ callback: AppCallback) -> CallbackInvocation? { calls.last { $0.callback == callback } }

  /// Implements every method and records the calls.
  final class Recorder: AppDelegate, SceneDelegate {
    private unowned let scene: ActionScene
    /// A field of this instance, lost with the process.
    var memory: String?

    init(_ scene: ActionScene) { self.scene = scene }

    /// Callbacks whose implementation changes the behaviour.
    private static let onlyWithBody: Set<AppCallback> = [
      .configurationForConnecting, .shouldSaveState, .shouldSaveSecureState, .willEncodeState, .shouldRestoreState,
      .shouldRestoreSecureState, .stateRestorationActivity,
    ]

    func implements(_ callback: AppCallback) -> Bool {
      !scene.missing.contains(callback)
        && (!Recorder.onlyWithBody.contains(callback) || scene.bodies[callback] != nil)
    }

    func receive(_ call: CallbackInvocation) throws -> CallbackReply {
      scene.calls.append(call)
      return try scene.bodies[call.callback]?(call) ?? .none
    }
  }
}

extension Packages {
  /// An app with two static quick actions, localised in simplified Chinese.
  static func toolBox(
    items: PropertyListValue? = nil, _ changes: (inout PropertyListDictionary) -> Void = { _ in }
  ) throws -> AppPackage {
    var plist: PropertyListDictionary = [
      "CFBundleIdentifier": "com.example.toolbox", "CFBundleDisplayName": "ToolBox", "UIDeviceFamily": [1, 2],
      "CFBundleURLTypes": [["CFBundleURLSchemes": ["toolbox"]]],
      "UIApplicationShortcutItems": items ?? [
        [
          "UIApplicationShortcutItemType": "ToolBox", "UIApplicationShortcutItemTitle": "Tool Box",
          "UIApplicationShortcutItemUserInfo": ["page": 7],
        ],
        [
          "UIApplicationShortcutItemType": "search", "UIApplicationShortcutItemTitle": "Search",
          "UIApplicationShortcutItemSubtitle": "Everything",
          "UIApplicationShortcutItemIconType": "UIApplicationShortcutIconTypeSearch",
        ],
      ],
    ]
    changes(&plist)
    return try make(
      plist, name: "ToolBox", strings: [("zh-Hans", ["Tool Box": "工具箱", "Everything": "全部"])])
  }
}

/// App code that never ends, as a host reports it.
struct Endless: AppHangs {}
