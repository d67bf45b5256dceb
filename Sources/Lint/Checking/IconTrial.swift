import AppPackages
import HomeScreenSimulator
import PropertyLists

/// Sets an icon on a fresh device, as the app would, and looks at it everywhere.
enum IconTrial {
  /// What a cell begins with where a person sees nothing of the icon.
  static let placeholder = "placeholder", unchanged = "the old picture stays"
  /// What people see if an icon has no picture.
  static let pictureFact: FactID = "ICON-123"

  /// - Parameter name: nil for the primary icon, which is only looked at.
  static func run(_ name: String?, of package: PreparedPackage, on model: DeviceModel, os: OSVersion) -> CheckCell {
    if name != nil, os < .alternateIcons {
      return CheckCell(.absent, "no alternate icons in this iOS", fact: "ICON-009")
    }
    do {
      let device = try Device(model: model, os: os)
      let app = try device.install(package)
      if let name, let refusal = try set(name, of: app, on: device) { return refusal }
      return try look(at: name, of: app, on: device)
    } catch let error as SimulatorError {
      return CheckCell(.fails, error.message, fact: error.fact)
    } catch {
      return CheckCell(.fails, "\(error)")
    }
  }

  /// What keeps the icon from being set; nil when nothing does.
  private static func set(_ name: String, of app: InstalledApp, on device: Device) throws -> CheckCell? {
    app.code = ClosureCode()
    try device.launch(app)
    let decision = try app.iconDecision(for: name)
    var error: NSErrorValue?
    try app.run { try $0.setAlternateIconName(name) { error = $0 } }
    while let alert = device.alert, let button = alert.buttons.last { try alert.tap(button) }
    return error.map { CheckCell(.fails, "\($0.domain) \($0.code)", fact: decision.fact) }
  }

  private static func look(at name: String?, of app: InstalledApp, on device: Device) throws -> CheckCell {
    let icon = try device.springboard.icon(for: app)
    var places: [String] = []
    for surface in IconSurface.allCases {
      // The store shows the primary icon, and its artwork comes with the upload.
      if surface == .appStore || surface.takesPictureOfHome { continue }
      for appearance in IconAppearance.allCases where appearance.exists(in: device.os) {
        let picture = try icon.picture(on: surface, appearance: appearance)
        let isShown =
          picture.iconName.map { ExactText($0) } == name.map { ExactText($0) } && picture.source != .unchanged
        guard picture.isPlaceholder || !isShown else { continue }
        let place = appearance == .light ? surface.rawValue : "\(surface.rawValue), \(appearance.rawValue)"
        places.append("\(picture.isPlaceholder ? placeholder : unchanged) (\(place))")
        // What is lost in the light is lost in the dark, too.
        break
      }
    }
    guard let first = places.first else { return CheckCell(.holds, name == nil ? "shown" : "changes") }
    let rest = places.count > 1 ? " and \(places.count - 1) more" : ""
    return CheckCell(.fails, first + rest, fact: pictureFact)
  }
}
