import AppPackages
import HomeScreenSimulator

/// A device with one app, and the outcomes of its icon requests.
final class Scene {
  let device: Device
  let app: InstalledApp
  /// The errors passed to the handlers, in order; nil is success.
  private(set) var outcomes: [NSErrorValue?] = []

  init(
    os: String = "17.5", model: DeviceModel = .iPhone, package: AppPackage? = nil,
    options: InstallOptions = InstallOptions(), conditions: DeviceConditions = DeviceConditions(), launch: Bool = true
  ) throws {
    device = try Device(model: model, os: OSVersion(parsing: os), conditions: conditions)
    app = try device.install(package ?? Packages.paint(), options: options)
    if launch { try device.launch(app) }
  }

  /// Makes requests in a single turn of the app's main queue.
  func request(_ names: String?...) throws {
    try app.run { application in
      for name in names {
        try application.setAlternateIconName(name) { self.outcomes.append($0) }
      }
    }
  }

  /// Makes a request from other app code; `then` runs in the handler.
  func request(_ name: String?, in application: Application, then: @escaping () throws -> Void = {}) throws {
    try application.setAlternateIconName(name) {
      self.outcomes.append($0)
      try then()
    }
  }

  /// Launches an app without scenes whose delegate requests “night” in a callback.
  func launch(asking callback: AppCallback) throws {
    let code = ClosureCode()
    code.appDelegate = { [unowned self] in
      let handlers = CallbackHandlers()
      handlers.on(callback) { application in
        // From 26.1 on, the app becomes active again after the alert.
        if try application.alternateIconName == nil { try self.request("night", in: application) }
      }
      return handlers
    }
    app.code = code
    try device.launch(app)
  }

  /// Answers the visible alert.
  func tapOK() throws {
    try device.alert?.tap("OK")
  }

  /// The codes of the outcomes; 0 is success.
  var codes: [Int] { outcomes.map { $0?.code ?? 0 } }
}

/// The versions of most tests, including those around the alert's change (ICON-075). A new year is included as soon as
/// the simulator supports it.
enum Versions {
  static let yearsFrom27 = (27...OSVersion.newest.major).map { "\($0).0" }
  static let all = alertInApp + alertOfSystem
  static let alertInApp = ["10.3", "12.4", "17.5", "26.0"]
  static let alertOfSystem = ["26.1"] + yearsFrom27
  static let withScenes = ["13.0", "17.5", "26.0", "26.1"] + yearsFrom27
}

/// An error of app code.
struct Oops: Error, Equatable {
  var text = "oops"
}

/// The simulator error thrown by `body`, or nil.
func simulatorError(_ body: () throws -> Void) -> SimulatorError? {
  do {
    try body()
    return nil
  } catch {
    return error as? SimulatorError
  }
}
