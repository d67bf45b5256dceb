internal import AppPackages
import PropertyLists

/// A folder of the Home Screen.
public struct HomeScreenFolder {
  let device: Device
  let number: Int

  /// Bytes: a name stands in the trace, in the state and in messages.
  static let longestName = 1000

  init(device: Device, number: Int) {
    self.device = device
    self.number = number
  }
}

/// The Home Screen of a device.
public struct Springboard {
  let device: Device

  /// What the screen shows.
  public var mode: SpringboardMode {
    device.screen.mode
  }

  /// The icons, in the order of installation; those that are only in the App Library are not here (QUICK-091).
  public var icons: [HomeScreenIcon] {
    device.registry.onHomeScreen(cost: 2).map { HomeScreenIcon(device: device, record: $0) }
  }

  /// The folders, in the order in which they were made (QUICK-146).
  public var folders: [HomeScreenFolder] {
    device.folders.list.map { HomeScreenFolder(device: device, number: $0.number) }
  }

  /// The folder that is open, or nil (QUICK-147).
  public var openFolder: HomeScreenFolder? {
    device.screen.openFolder.map { HomeScreenFolder(device: device, number: $0) }
  }

  /// The folder of this name.
  ///
  /// - Throws: ``SimulatorError`` `no-such-folder`, or `ambiguous-icon` when two have it.
  public func folder(named name: String) throws -> HomeScreenFolder {
    let found = device.folders.list.filter { Spelling.isSame($0.name, name) }
    guard let folder = found.first else {
      let names = device.folders.list.map(\.name)
      let listed = names.prefix(10).map { "“\($0)”" }.joined(separator: ", ")
      throw SimulatorError(
        .noSuchFolder, "No folder on the Home Screen has the name “\(Spelling.beginning(of: name))”",
        hint: names.isEmpty
          ? "It has no folders: drop an icon on another one."
          : "There are: \(listed).\(Spelling.didYouMean(name, in: names))",
        fact: "QUICK-146")
    }
    guard found.count == 1 else {
      throw SimulatorError(
        .ambiguousIcon, "\(found.count) folders have the name “\(Spelling.beginning(of: name))”",
        hint: "Use one of the springboard’s folders by its position in the list.", fact: "QUICK-146")
    }
    return HomeScreenFolder(device: device, number: folder.number)
  }

  /// The icons in the App Library, which has every app; empty before iOS 14.
  public var library: [HomeScreenIcon] {
    guard device.os >= .v14 else { return [] }
    return device.registry.all(cost: 2).map { HomeScreenIcon(device: device, record: $0, isInLibrary: true) }
  }

  /// The icon of an app.
  ///
  /// - Throws: ``SimulatorError`` `app-not-installed`, `app-on-other-device`, or `icon-elsewhere` when the app is in the
  ///   App Library only.
  public func icon(for app: InstalledApp) throws -> HomeScreenIcon {
    let record = try device.live(app)
    guard record.presence.isOnHomeScreen else {
      throw SimulatorError(
        .iconElsewhere, "The icon of \(record.bundleIdentifier) was removed from the Home Screen",
        hint: "The app is in the App Library: use the springboard's libraryIcon.", fact: "QUICK-091")
    }
    return HomeScreenIcon(device: device, record: record)
  }

  /// The icon of an app in the App Library.
  ///
  /// - Throws: ``SimulatorError`` `app-not-installed`, `app-on-other-device`, or `icon-elsewhere` before iOS 14.
  public func libraryIcon(for app: InstalledApp) throws -> HomeScreenIcon {
    let record = try device.live(app)
    guard device.os >= .v14 else {
      throw SimulatorError(
        .iconElsewhere, "iOS \(device.os) has no App Library", hint: "It begins with iOS 14.", fact: "QUICK-078")
    }
    return HomeScreenIcon(device: device, record: record, isInLibrary: true)
  }

  /// The icon with this label (ICON-167).
  ///
  /// - Throws: ``SimulatorError`` `no-such-icon`, or `ambiguous-icon` when two have it.
  public func icon(labelled label: String) throws -> HomeScreenIcon {
    let shown = device.registry.onHomeScreen(cost: 4)
    let found = shown.filter { Spelling.isSame(device.label(of: $0), label) }
    guard let record = found.first else {
      let labels = shown.map(device.label(of:))
      let listed = labels.prefix(10).map { "“\($0)”" }.joined(separator: ", ")
      throw SimulatorError(
        .noSuchIcon, "No icon on the Home Screen is labelled “\(Spelling.beginning(of: label))”",
        hint: labels.isEmpty
          ? device.registry.isEmpty ? "No app is installed." : "The Home Screen has no icons."
          : "There are: \(listed)\(labels.count > 10 ? ", …" : "").\(Spelling.didYouMean(label, in: labels))",
        fact: "ICON-167")
    }
    guard found.count == 1 else {
      let owners = found.prefix(10).map(\.bundleIdentifier).joined(separator: ", ")
      throw SimulatorError(
        .ambiguousIcon, "\(found.count) icons are labelled “\(label)”",
        hint: "Find the icon by its app instead. They belong to: \(owners).", fact: "ICON-167")
    }
    return HomeScreenIcon(device: device, record: record)
  }
}
