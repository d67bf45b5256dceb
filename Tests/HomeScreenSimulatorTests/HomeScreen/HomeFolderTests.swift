import AppPackages
import HomeScreenSimulator
import PropertyLists
import Testing

/// Folders of the Home Screen.
@Suite struct HomeFolderTests {
  private func package(_ number: Int) throws -> AppPackage {
    try Packages.make([
      "CFBundleIdentifier": .string("com.example.app\(number)"), "CFBundleName": .string("App \(number)"),
      "UIDeviceFamily": [1, 2],
    ])
  }

  /// A device with this many apps, of which the last two are in a folder.
  private func device(
    _ os: String = "17.5", model: DeviceModel = .iPhone, apps: Int = 3
  ) throws -> (Device, HomeScreenFolder, [InstalledApp]) {
    let device = try Device(model: model, os: OSVersion(parsing: os))
    let apps = try (1...apps).map { try device.install(package($0)) }
    let icons = try apps.suffix(2).map { try device.springboard.icon(for: $0) }
    return (device, try icons[1].drop(onto: icons[0]), apps)
  }

  private func code(_ body: () throws -> Void) -> SimulatorErrorCode? {
    do {
      try body()
      return nil
    } catch {
      return (error as? SimulatorError)?.code
    }
  }

  /// QUICK-146.
  @Test func iconDroppedOnAnotherCreatesAFolder() throws {
    let (device, folder, apps) = try device()
    #expect(try folder.name == "Folder")
    #expect(try folder.place == .grid(page: 1, row: 1, column: 2))
    #expect(try folder.icons.map(\.label) == ["App 2", "App 3"])
    #expect(device.springboard.folders == [folder])
    let inside = try device.springboard.icon(for: apps[1])
    #expect(inside.place == nil && inside.folder == folder)
    // Later icons move up around the folder.
    let next = try device.install(package(4))
    #expect(try device.springboard.icon(for: next).place == .grid(page: 1, row: 1, column: 3))
    #expect(
      code { try device.springboard.icon(for: next).move(to: .grid(page: 1, row: 1, column: 2)) } == .badIconPlace)
    // The folder disappears with its last icon.
    try inside.move(to: .dock(column: 1))
    try device.uninstall(apps[2])
    #expect(!folder.exists)
    #expect(code { _ = try folder.name } == .folderGone)
    #expect(code { try folder.tap() } == .folderGone)
    #expect(device.trace.events.contains { $0.what == .menu(.folderRemoved) })
  }

  /// QUICK-146.
  @Test func badDropsAreRefused() throws {
    let (device, folder, apps) = try device()
    let icon = try device.springboard.icon(for: apps[0])
    #expect(code { _ = try icon.drop(onto: icon) } == .badFolder)
    #expect(code { try folder.rename(to: "") } == .badFolder)
    #expect(code { try folder.rename(to: String(repeating: "x", count: 1001)) } == .badFolder)
    #expect(code { _ = try device.springboard.folder(named: "Games") } == .noSuchFolder)
    try device.setLocked(true)
    #expect(code { _ = try icon.drop(onto: folder) } == .deviceLocked)
    #expect(code { try folder.tap() } == .deviceLocked)
    try device.setLocked(false)
    device.conditions.homeScreenEditing = false
    #expect(code { try folder.rename(to: "Work") } == .badFolder)
    #expect(try folder.press() == nil)
    #expect(code { _ = try icon.drop(onto: folder) } == .badFolder)
    #expect(code { try folder.move(to: .dock(column: 1)) } == .badFolder)
    device.conditions.homeScreenEditing = true
    // Icons of another device.
    let (_, others, otherApps) = try self.device()
    #expect(code { _ = try icon.drop(onto: others) } == .badFolder)
    let foreign = try otherApps[0].device.springboard.icon(for: otherApps[0])
    #expect(code { _ = try icon.drop(onto: foreign) } == .appOnOtherDevice)
    // An icon dropped on an icon in a folder joins the folder; a second drop changes nothing.
    let inside = try device.springboard.icon(for: apps[1])
    #expect(try icon.drop(onto: inside) == folder)
    let state = device.state
    #expect(try icon.drop(onto: folder) == folder)
    #expect(device.state == state)
    #expect(try folder.icons.map(\.label) == ["App 2", "App 3", "App 1"])
  }

  /// QUICK-147.
  @Test func openFolderReceivesAllTouches() throws {
    let (device, folder, apps) = try device()
    let (outside, inside) = (
      try device.springboard.icon(for: apps[0]), try device.springboard.icon(for: apps[1])
    )
    #expect(code { try inside.tap() } == .iconInFolder)
    try folder.tap()
    #expect(device.springboard.mode == .folder && device.springboard.openFolder == folder)
    #expect(code { try outside.tap() } == .folderCovers)
    #expect(code { try folder.tap() } == .folderCovers)
    #expect(try inside.press()?.app === apps[1])
    try device.pressHome()
    #expect(folder.isOpen)
    try device.pressHome()
    #expect(!folder.isOpen && device.springboard.mode == .home)
    try folder.tap()
    try inside.tap()
    #expect(device.front === apps[1])
    #expect(!folder.isOpen)
    // A folder in the Dock of an iPad is available over an app.
    let (pad, docked, padApps) = try self.device(model: .iPad)
    try docked.move(to: .dock(column: 1))
    try pad.launch(padApps[0])
    try docked.tap()
    try pad.springboard.icon(for: padApps[2]).tap()
    #expect(pad.front === padApps[2])
  }

  /// QUICK-095, QUICK-148, QUICK-149.
  @Test(arguments: [
    ("9.3", DeviceModel.iPhone, nil), ("12.4", .iPhone, ["Rename"]), ("12.4", .iPad, nil),
    ("13.0", .iPhone, ["Rename", "Rearrange Apps"]), ("13.2", .iPad, ["Rename", "Edit Home Screen"]),
    ("14.0", .iPhone, ["Rename", "Edit Home Screen", "Remove Folder"]),
  ])
  func folderMenuHasItsRows(os: String, model: DeviceModel, titles: [String]?) throws {
    let (device, folder, _) = try device(os, model: model)
    let menu = try folder.press()
    #expect(menu?.rows.map(\.title) == titles)
    guard let menu else { return }
    #expect(menu.app == nil && menu.folder == folder && menu.label == "Folder")
    #expect(device.openMenu == menu)
    try menu.item("Rename").tap()
    #expect(folder.isOpen && device.springboard.mode == .editing)
    try folder.rename(to: "Work")
    #expect(try device.springboard.folder(named: "Work") == folder)
  }

  /// QUICK-149, QUICK-151.
  @Test func badgesRemoveIconsWhileTheyJiggle() throws {
    let (device, folder, apps) = try device()
    let icon = try device.springboard.icon(for: apps[0])
    #expect(code { try icon.remove() } == .iconsDoNotJiggle)
    #expect(code { try folder.remove() } == .iconsDoNotJiggle)
    _ = try folder.press(seconds: 3)
    #expect(code { _ = try folder.press() } == .iconsJiggle)
    try folder.remove()
    #expect(device.alert?.label == "Remove “Folder”?")
    try device.alert?.tap("Remove")
    #expect(!folder.exists)
    #expect(device.springboard.icons.map(\.label) == ["App 1"])
    #expect(device.springboard.library.count == 3)
    try icon.remove()
    try device.alert?.tap("Remove from Home Screen")
    #expect(device.springboard.icons.isEmpty)
    let (old, gone, _) = try self.device("13.7")
    _ = try gone.press(seconds: 3)
    #expect(code { try gone.remove() } == .badFolder)
    _ = old
  }

  /// QUICK-150.
  @Test func folderHasUpToFifteenPages() throws {
    let (device, folder, _) = try device(apps: 2)
    for number in 3...135 {
      _ = try device.springboard.icon(for: device.install(package(number))).drop(onto: folder)
    }
    let last = try device.springboard.icon(for: device.install(package(136)))
    #expect(code { _ = try last.drop(onto: folder) } == .folderFull)
    #expect(try folder.icons.count == 135)
  }

  @Test func folderIsOnTheScreenAndInTheState() throws {
    let (device, folder, apps) = try device()
    var picture = device.screenPicture
    #expect(picture.icons.map(\.label) == ["App 1"])
    #expect(picture.folders.map(\.name) == ["Folder"])
    #expect(picture.folders[0].artworks.count == 2)
    #expect(device.state["folders[1]"] == "Folder")
    #expect(device.state["apps[com.example.app2].icon.seat"] == "folder 1, 0")
    try folder.tap()
    picture = device.screenPicture
    #expect(picture.openFolder?.icons.map(\.label) == ["App 2", "App 3"])
    #expect(device.state["screen.openFolder"] == "1")
    _ = try device.springboard.icon(for: apps[2]).press()
    #expect(device.screenPicture.menu?.label == "App 3")
    try device.reboot()
    #expect(!folder.isOpen && folder.exists)
    _ = try folder.press()
    #expect(device.screenPicture.menu?.artworks.count == 2)
    #expect(device.screenPicture.menu?.bundleIdentifier == nil)
  }
}
