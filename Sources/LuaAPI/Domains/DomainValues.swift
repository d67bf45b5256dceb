import AppPackages
import Events
import HomeScreenSimulator
import LuaEngine
import PropertyLists

/// The texts that a session knows for a place in a line: the icons of the app that is meant, the rows of its menu,
/// versions, facts, paths. Looked up without running anything.
public struct DomainValues {
  private let session: Session
  /// Values that the line names, the nearest first: what is called, then what was given on the way to it.
  private let subjects: [LiveValue]
  /// The keys that were given before, of a path into a property list.
  private let steps: [String]

  /// What a session knows at a place.
  ///
  /// - Parameters:
  ///   - subjects: values that the line names, the nearest first.
  ///   - steps: keys that were given before.
  public init(_ session: Session, subjects: [LiveValue] = [], steps: [String] = []) {
    self.session = session
    self.subjects = subjects
    self.steps = steps
  }

  /// The texts of a domain, each once, in the order in which people look for them.
  /// - Parameter typed: what is there already; paths are offered part by part.
  public func values(of domain: APIDomain, typed: String) -> [DomainValue] {
    var seen: Set<String> = []
    return all(of: domain, typed: typed).filter { seen.insert($0.text).inserted }
  }

  private func all(of domain: APIDomain, typed: String) -> [DomainValue] {
    switch domain {
    case .action: app.map(actions) ?? []
    case .activity: info("NSUserActivityTypes")?.array?.compactMap { $0.value.string }.map { DomainValue($0) } ?? []
    case .alertButton: device?.alert?.buttons.map { DomainValue($0) } ?? []
    case .app: PathValues(session.files.location).values(typed: typed, onlyApps: true)
    case .appLabel: apps.compactMap { app in (try? app.label).map { DomainValue($0, app.bundleIdentifier) } }
    case .bundleIdentifier: apps.map { app in DomainValue(app.bundleIdentifier, try? app.label) }
    case .command: session.commandNames.map { DomainValue($0, session.summary(ofCommand: $0)) }
    case .fact: FactLedger.all.map { DomainValue($0.id.rawValue, $0.behaviour) }
    case .sample: SampleApp.allCases.map { DomainValue($0.rawValue, $0.summary) }
    case .file: PathValues(session.files.location).values(typed: typed, onlyApps: false)
    case .helpTopic: topics(typed)
    case .iconName: (app.map { [$0] } ?? apps).flatMap(\.alternateIconNames).map { DomainValue($0) }
    case .image: images.map { DomainValue($0) }
    case .infoPlistKey: infoKeys
    case .locale: Self.locales.map { DomainValue($0) }
    case .menuItem: menuItems
    case .model: DeviceModel.all.map { DomainValue($0.name, $0.isGeneric ? "every version" : $0.versionRange) }
    case .module: PathValues(session.files.location).modules(typed: typed)
    case .osVersion, .sdk: VersionSpan.systems.reversed().map { DomainValue("\($0)") }
    case .plistKey: list.map(keys) ?? []
    case .rule: (session.services?.rules ?? []).map { DomainValue($0.code.rawValue, $0.summary) }
    case .sceneConfiguration: configurations.map { DomainValue($0) }
    case .slot: AppCallback.allCases.map { DomainValue($0.slot, $0.swiftName) }
    case .swiftVersion: VersionSpan.systems.reversed().map { DomainValue("iOS \($0)") }
    case .systemIcon: SystemIconType.allCases.map { DomainValue($0.name, "from iOS \($0.firstOS)") }
    case .url: schemes.map { DomainValue("\($0)://", isOpen: true) }
    case .xcode: VersionSpan.xcodes.reversed().map { DomainValue("\($0)") }
    }
  }

  /// The languages of iOS that are most in use, as `Device.locale` takes them.
  private static let locales = [
    "en", "en-GB", "zh-Hans", "zh-Hant", "zh-HK", "ja", "ko", "de", "fr", "fr-CA", "es", "es-419", "it", "pt-BR",
    "pt-PT", "nl", "sv", "da", "nb", "fi", "pl", "cs", "sk", "hu", "ro", "el", "tr", "ru", "uk", "ar", "he", "hi",
    "th", "vi", "id", "ms", "ca", "hr",
  ]

  // MARK: What is meant

  /// The app that the line names; else the one whose menu is open or that is in front, else the only one.
  private var app: InstalledApp? {
    for subject in subjects {
      switch subject.object {
      case let app as InstalledApp: return app
      case let application as Application: if let app = application.app { return app }
      case let icon as Box<HomeScreenIcon>: return icon.value.app
      case let menu as Box<IconMenu>: return menu.value.app
      default: break
      }
    }
    if let front = device?.front { return front }
    if let app = session.value(named: "app")?.object as? InstalledApp, app.isInstalled { return app }
    return apps.count == 1 ? apps[0] : nil
  }

  private var device: Device? {
    for subject in subjects {
      switch subject.object {
      case let device as Device: return device
      case let app as InstalledApp: return app.device
      case let alert as Box<ScreenAlert>: if let device = alert.device { return device }
      default: break
      }
    }
    return session.devices.current
  }

  private var apps: [InstalledApp] { device?.apps ?? [] }

  /// The property list that the line names.
  private var list: PropertyListView? { subjects.lazy.compactMap { $0.object as? PropertyListView }.first }

  private func info(_ key: String) -> PropertyListValue? {
    guard let app, let package = try? app.package else { return nil }
    return package.infoDictionary(for: app.device.deviceClass)[key]
  }

  // MARK: Of an app

  private func actions(of app: InstalledApp) -> [DomainValue] {
    (app.code as? LuaAppCode)?.actionNames.map { DomainValue($0) } ?? []
  }

  private var menuItems: [DomainValue] {
    let rows =
      subjects.lazy.compactMap { ($0.object as? Box<IconMenu>)?.value.rows }.first ?? app?.offeredRows ?? []
    // A system row's identifier is for UI tests; people read its title.
    return rows.map { DomainValue($0.title, $0.type) }
      + rows.compactMap { row in row.type.map { DomainValue($0, row.title) } }
  }

  private var schemes: [String] {
    guard let app, let package = try? app.package else { return [] }
    return URLScheme.declared(in: package.infoDictionary(for: app.device.deviceClass))
  }

  private var configurations: [String] {
    let roles = info("UIApplicationSceneManifest")?.dictionary?["UISceneConfigurations"]?.dictionary
    return roles?.entries.flatMap { role in
      role.node.value.array?.compactMap { $0.value.dictionary?["UISceneConfigurationName"]?.string } ?? []
    } ?? []
  }

  private var images: [String] {
    guard let package = try? app?.package else { return [] }
    let files = package.resources.map(\.path).filter { $0.hasSuffix(".png") && !$0.contains("/") }
    return (package.catalog?.names(of: .image) ?? []) + files.map(Self.imageName)
  }

  /// `night@2x~ipad.png` → `night`
  private static func imageName(_ file: String) -> String {
    String(file.dropLast(4).prefix { $0 != "@" && $0 != "~" })
  }

  // MARK: Keys and topics

  private var infoKeys: [DomainValue] {
    let own = list.map(keys) ?? []
    let known = XcodeKeyName.all.map { DomainValue($0.key, $0.name) }
    let others = ["CFBundleAlternateIcons", "NSUserActivityTypes", ShortcutItemKey.array] + ShortcutItemKey.names
    return own + known + others.map { DomainValue($0) }
  }

  private func keys(of view: PropertyListView) -> [DomainValue] {
    var value = try? view.value()
    for step in steps {
      let index = Int(step).flatMap { $0 > 0 ? PropertyListStep.index($0 - 1) : nil }
      value = value?.child(.key(step)) ?? index.flatMap { value?.child($0) }
    }
    guard case .dictionary(let dictionary)? = value else { return [] }
    return dictionary.entries.map { DomainValue($0.key, XcodeKeyName.of(key: $0.key)?.name) }
  }

  /// Everything that help explains by a name; before a letter is there, what is read first.
  private func topics(_ typed: String) -> [DomainValue] {
    let catalog = APICatalog.homescreen
    let first =
      catalog.globals.map { DomainValue($0.name, $0.summary) } + catalog.types.map { DomainValue($0.name, $0.summary) }
      + session.commandNames.map { DomainValue($0, session.summary(ofCommand: $0)) }
    guard !typed.isEmpty else { return first }
    return first + catalog.entries.map { DomainValue($0.qualifiedName, $0.summary) }
      + AppCallback.allCases.map { DomainValue($0.slot, $0.swiftName) }
      + FactLedger.all.map { DomainValue($0.id.rawValue, $0.behaviour) }
      + (session.services?.codes ?? []).map { DomainValue($0) }
  }
}
