/// The icon of an app on the Home Screen.
public struct HomeScreenIcon {
  private let device: Device
  private let record: AppRecord
  /// Whether this is the icon in the App Library (QUICK-078).
  public let isInLibrary: Bool

  init(device: Device, record: AppRecord, isInLibrary: Bool = false) {
    (self.device, self.record, self.isInLibrary) = (device, record, isInLibrary)
  }

  /// The place on the Home Screen; nil for an icon in the App Library or in a folder.
  public var place: IconPlace? { isInLibrary ? nil : device.place(of: record) }

  /// Drags the icon to a place (QUICK-118).
  ///
  /// - Throws: ``SimulatorError`` `bad-icon-place`, `device-locked` or `app-not-installed`.
  public func move(to place: IconPlace) throws {
    let record = try app.installedRecord()
    try device.perform("icon:move") { try device.move(record, to: place) }
  }

  /// The folder that contains the icon; nil if it is not in a folder (QUICK-146).
  public var folder: HomeScreenFolder? {
    guard !isInLibrary, let seat = record.presence.seat else { return nil }
    return HomeScreenFolder(device: device, number: seat.folder)
  }

  /// Drops the icon on another one and returns the folder that then contains both (QUICK-146).
  ///
  /// - Throws: ``SimulatorError`` `bad-folder`, `folder-full`, `icon-elsewhere`, `device-locked`, `app-on-other-device`
  ///   or `app-not-installed`.
  public func drop(onto other: HomeScreenIcon) throws -> HomeScreenFolder {
    let (record, other) = (try app.installedRecord(), try device.installedRecord(of: other.app))
    return try device.perform("icon:drop") {
      HomeScreenFolder(device: device, number: try device.drop(record, onto: other))
    }
  }

  /// Drops the icon on a folder and returns the folder (QUICK-146).
  ///
  /// - Throws: ``SimulatorError`` `folder-gone`, `bad-folder`, `folder-full`, `icon-elsewhere`, `device-locked` or
  ///   `app-not-installed`.
  public func drop(onto folder: HomeScreenFolder) throws -> HomeScreenFolder {
    let record = try app.installedRecord()
    _ = try folder.folder()
    guard folder.device === device else {
      throw SimulatorError(
        .badFolder, "The folder and the icon “\(label)” are on different devices",
        hint: "Use a folder on the icon's device."
      )
    }
    return try device.perform("icon:drop") {
      try device.put(record, intoFolder: folder.number)
      return folder
    }
  }

  /// Taps the remove badge while icons jiggle: the system asks whether to remove the app (QUICK-151).
  ///
  /// - Throws: ``SimulatorError`` `icons-do-not-jiggle`, `alert-covers`, `icon-in-folder`, `folder-covers` or
  ///   `app-not-installed`.
  public func remove() throws {
    let record = try app.installedRecord()
    try device.perform("icon:remove") {
      try device.requireJiggling("The icon “\(label)”")
      try requireFolder()
      if device.os >= .v14 { device.askBeforeRemoving(record) } else { device.confirmRemoving(record) }
    }
  }

  /// The app of the icon.
  public var app: InstalledApp { device.handle(for: record) }

  /// The text below the icon (ICON-167).
  public var label: String { device.label(of: record) }

  /// Returns the visible picture and the reasons for it, by default in the App Library for an icon there.
  ///
  /// See ``InstalledApp/picture(on:appearance:)``.
  /// - Throws: ``SimulatorError`` `app-not-installed`, or `icon-elsewhere` if the version does not have the surface.
  public func picture(on surface: IconSurface? = nil, appearance: IconAppearance? = nil) throws -> IconPicture {
    try app.picture(on: surface ?? (isInLibrary ? .library : .home), appearance: appearance)
  }

  /// Presses the icon for this long and returns the menu that opens (QUICK-097, QUICK-098); nil if none opens, with the
  /// reason in the trace.
  ///
  /// The press takes its time on the device's clock. After two seconds, editing mode starts instead (QUICK-101).
  /// - Throws: ``SimulatorError`` `bad-time`, `alert-covers`, `menu-covers`, `not-on-home-screen`, `icons-jiggle`,
  ///   `device-locked` or `app-not-installed`.
  public func press(seconds: Double = 1.4) throws -> IconMenu? {
    let record = try app.installedRecord()
    let span = try VirtualTime(seconds: seconds)
    try device.showHomeScreen(for: seat)
    return try device.perform("icon:press") {
      try requireReachable()
      return try device.press(.app(record), for: span, inLibrary: isInLibrary).map {
        IconMenu(device: device, content: $0)
      }
    }
  }

  /// Taps the icon: launches the app, or brings it back to the front.
  ///
  /// - Throws: ``SimulatorError`` `alert-covers`, `menu-covers`, `not-on-home-screen`, `icons-jiggle`, `device-locked`
  ///   or `app-not-installed`; errors that escape the app's code.
  public func tap() throws {
    let record = try app.installedRecord()
    try device.showHomeScreen(for: seat)
    try device.perform("icon:tap") {
      try requireReachable()
      try device.bringToFront(record, isFromIcon: true)
    }
  }

  private var seat: IconPlace? { place ?? folder.flatMap { try? $0.place } }

  /// Requires that nothing covers the icon and that a touch opens the app.
  private func requireReachable() throws(SimulatorError) {
    try device.requireReachable("The icon “\(label)”", at: seat)
    try requireFolder()
    if device.screen.isEditing {
      throw SimulatorError(
        .iconsJiggle, "The Home Screen is being edited, so the icon “\(label)” does not react",
        hint: "Press Home first: device:pressHome().", fact: "QUICK-101")
    }
  }
}

extension HomeScreenIcon {
  /// Requires that the icon's folder is open, or that no folder is open if the icon is not in one (QUICK-147).
  private func requireFolder() throws(SimulatorError) {
    let open = device.screen.openFolder
    guard let folder else {
      if let open { throw device.coveredByFolder(open, "The icon “\(label)”") }
      return
    }
    guard open != folder.number else { return }
    throw SimulatorError(
      .iconInFolder, "The icon “\(label)” is in the folder “\(try folder.name)”",
      hint: "Open the folder first: icon.folder:tap().", fact: "QUICK-147")
  }
}

extension HomeScreenIcon: Equatable {
  /// Returns whether both are the icon of the same app on the same device.
  public static func == (a: HomeScreenIcon, b: HomeScreenIcon) -> Bool {
    a.record === b.record && a.isInLibrary == b.isInLibrary
  }
}
