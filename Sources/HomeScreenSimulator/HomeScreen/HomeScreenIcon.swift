/// The icon of an app on the Home Screen.
public struct HomeScreenIcon {
  private let device: Device
  private let record: AppRecord
  /// Whether it is the icon in the App Library (QUICK-078).
  public let isInLibrary: Bool

  init(device: Device, record: AppRecord, isInLibrary: Bool = false) {
    self.device = device
    self.record = record
    self.isInLibrary = isInLibrary
  }

  /// Where it is on the Home Screen; nil for an icon in the App Library.
  public var place: IconPlace? { isInLibrary ? nil : device.place(of: record) }

  /// Puts it there, as a finger does that drags it (QUICK-118).
  ///
  /// - Throws: ``SimulatorError`` `bad-icon-place`, `device-locked` or `app-not-installed`.
  public func move(to place: IconPlace) throws {
    let record = try app.live()
    try device.perform("icon:move") { try device.move(record, to: place) }
  }

  /// The app it belongs to.
  public var app: InstalledApp { device.handle(for: record) }

  /// The text under it (ICON-167).
  public var label: String { device.label(of: record) }

  /// The picture that is shown, and why.
  ///
  /// See ``InstalledApp/picture(on:appearance:)``. An icon in the App Library shows the picture of that place, where no
  /// other one is named.
  /// - Throws: ``SimulatorError`` `app-not-installed`, or `icon-elsewhere` where the version does not have the place.
  public func picture(
    on surface: IconSurface? = nil, appearance: IconAppearance? = nil
  ) throws -> IconPicture {
    try app.picture(on: surface ?? (isInLibrary ? .library : .home), appearance: appearance)
  }

  /// Presses it for so long, and returns the menu that opens (QUICK-097, QUICK-098); nil when none does, with the
  /// reason in the trace.
  ///
  /// The press takes its time on the device's clock. Two seconds and more end in editing mode instead (QUICK-101).
  /// - Throws: ``SimulatorError`` `bad-time`, `alert-covers`, `menu-covers`, `not-on-home-screen`, `icons-jiggle`,
  ///   `device-locked` or `app-not-installed`.
  public func press(seconds: Double = 1.4) throws -> IconMenu? {
    let record = try app.live()
    let span = try VirtualTime(seconds: seconds)
    return try device.perform("icon:press") {
      try requireReachable()
      return try device.press(record, for: span, inLibrary: isInLibrary).map { IconMenu(device: device, content: $0) }
    }
  }

  /// Taps it: launches the app, or brings it back.
  ///
  /// - Throws: ``SimulatorError`` `alert-covers`, `menu-covers`, `not-on-home-screen`, `icons-jiggle`,
  ///   `device-locked` or `app-not-installed`; what escapes the app's code.
  public func tap() throws {
    let record = try app.live()
    try device.perform("icon:tap") {
      try requireReachable()
      try device.bringToFront(record, isFromIcon: true)
    }
  }

  /// Nothing lies between the finger and the icon, and a touch means the app.
  private func requireReachable() throws(SimulatorError) {
    try device.requireUnlocked("The icon “\(label)”")
    if let cover = device.screen.visibleAlert {
      throw device.covered(by: cover, "The icon “\(label)”")
    }
    if let front = device.screen.front, !device.reachesDock(place) {
      throw SimulatorError(
        .notOnHomeScreen, "The icon “\(label)” is not to be seen: \(front.bundleIdentifier) is in front",
        hint: "Press Home first.\(device.hasDockInApps ? " Over an app, an iPad reaches the icons in its Dock." : "")",
        fact: "LAUNCH-020")
    }
    if let menu = device.screen.menu {
      throw SimulatorError(
        .menuCovers, "The icon “\(label)” is covered by the menu of “\(device.label(of: menu.record))”",
        hint: "Tap one of its rows, or press Home to close it.")
    }
    if device.screen.isEditing {
      throw SimulatorError(
        .iconsJiggle, "The Home Screen is being edited, so the icon “\(label)” does not react",
        hint: "Press Home first.", fact: "QUICK-101")
    }
  }
}

extension HomeScreenIcon: Equatable {
  /// The icon of the same app on the same device.
  public static func == (a: HomeScreenIcon, b: HomeScreenIcon) -> Bool {
    a.record === b.record && a.isInLibrary == b.isInLibrary
  }
}
