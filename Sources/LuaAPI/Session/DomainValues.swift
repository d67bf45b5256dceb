import AppPackages
import Events
import HomeScreenSimulator
import LuaEngine
import Platform
import PropertyLists

/// The values that a session knows for a position in a line: the icons of the app, the rows of its menu, versions,
/// facts, paths. The lookup does not run code.
package struct DomainValues {
  private let session: Session
  /// The values that the line names, nearest first: the receiver, then the arguments before the position.
  private let subjects: [LiveValue]
  /// The keys that precede the position in a property list path.
  private let steps: [String]

  /// Creates the values for a position.
  ///
  /// - Parameters:
  ///   - subjects: the values that the line names, nearest first.
  ///   - steps: the keys that precede the position.
  package init(_ session: Session, subjects: [LiveValue] = [], steps: [String] = []) {
    (self.session, self.subjects, self.steps) = (session, subjects, steps)
  }

  /// Returns the values of a domain without repetition, most relevant first.
  /// - Parameter typed: the text before the position; paths are completed part by part.
  package func values(of domain: APIDomain, typed: String) -> [DomainValue] {
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

  /// The most common languages of iOS, in the form of `Device.locale`.
  private static let locales = [
    "en", "en-GB", "zh-Hans", "zh-Hant", "zh-HK", "ja", "ko", "de", "fr", "fr-CA", "es", "es-419", "it", "pt-BR",
    "pt-PT", "nl", "sv", "da", "nb", "fi", "pl", "cs", "sk", "hu", "ro", "el", "tr", "ru", "uk", "ar", "he", "hi",
    "th", "vi", "id", "ms", "ca", "hr",
  ]

  // MARK: Subjects

  /// The app that the line names; otherwise the app with the open menu or in the foreground, or the only app.
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

  // MARK: Values of an app

  private func actions(of app: InstalledApp) -> [DomainValue] {
    (app.code as? LuaAppCode)?.actionNames.map { DomainValue($0) } ?? []
  }

  private var menuItems: [DomainValue] {
    let rows = subjects.lazy.compactMap { ($0.object as? Box<IconMenu>)?.value.rows }.first ?? app?.offeredRows ?? []
    // Users read the title of a system row; its identifier is for UI tests.
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

  /// Returns the image name of a file: `night@2x~ipad.png` → `night`.
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

  /// Returns all names that help explains; before the first letter is typed, only the most important ones.
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

/// The names in the folder of a path, in a script's notation.
struct PathValues {
  private let location: ScriptLocation
  private static let maximumNames = 2_000

  init(_ location: ScriptLocation) { self.location = location }

  /// Returns the completions of a partial path.
  /// - Parameter onlyApps: whether to return only apps, containers of apps, and folders on the way.
  func values(typed: String, onlyApps: Bool) -> [DomainValue] {
    // Only the folder up to the last slash is read.
    let bytes = typed.utf8
    let slash = bytes.lastIndex(of: UInt8(ascii: "/")).map { bytes.distance(from: bytes.startIndex, to: $0) + 1 } ?? 0
    let folder = String(decoding: bytes.prefix(slash), as: UTF8.self)
    let hidden = bytes.dropFirst(slash).first == UInt8(ascii: ".")
    return entries(in: folder, beginning: String(decoding: bytes.dropFirst(slash), as: UTF8.self)).compactMap { entry in
      guard hidden || !entry.name.hasPrefix(".") else { return nil }
      let path = folder + entry.name
      switch entry.kind {
      case .directory:
        if Self.isBundle(entry.name) { return onlyApps ? DomainValue(path) : DomainValue("\(path)/", isOpen: true) }
        return DomainValue("\(path)/", isOpen: true)
      case .file: return !onlyApps || Self.holdsApp(entry.name) ? DomainValue(path) : nil
      case .other: return nil
      }
    }
  }

  /// Returns the modules of a folder: `a.b` for `a/b.lua`.
  func modules(typed: String) -> [DomainValue] {
    let beginning = typed.lastIndex(of: ".").map { String(typed[...$0]) } ?? ""
    let folder = String(beginning.map { $0 == "." ? "/" : $0 })
    let name = String(typed.dropFirst(beginning.count))
    let own = entries(in: folder, beginning: name).compactMap { entry -> DomainValue? in
      switch entry.kind {
      case .file where entry.name.hasSuffix(".lua"): DomainValue(beginning + entry.name.dropLast(4))
      case .directory where entry.name.isLuaName(): DomainValue("\(beginning)\(entry.name).", isOpen: true)
      case .file, .directory, .other: nil
      }
    }
    return own + (beginning.isEmpty ? ["busted", "luassert"].map { DomainValue($0) } : [])
  }

  /// - Parameter beginning: the prefix of the names.
  private func entries(in folder: String, beginning: String) -> [FileTreeEntry] {
    guard folder.utf8.count <= FileTreePath.maximumLength else { return [] }
    do throws(FileTreeError) {
      switch location {
      case .folder:
        let path = location.resolve(folder)
        let entries = try FolderTree(path.isEmpty ? "." : path).entries(in: "")
        return Array(
          entries.lazy.filter { $0.name.lowercased().hasPrefix(beginning.lowercased()) }.prefix(Self.maximumNames))
      case .bundled: return try BundledFiles.tree.entries(in: location.resolve(folder))
      }
    } catch {
      // A missing folder has no completions.
      return []
    }
  }

  /// Whether a folder is a bundle, which completion does not enter.
  private static func isBundle(_ name: String) -> Bool {
    [".app", ".xcodeproj", ".xcarchive"].contains { name.hasSuffix($0) }
  }

  private static func holdsApp(_ name: String) -> Bool { [".ipa", ".zip", ".plist"].contains { name.hasSuffix($0) } }
}

/// The completions of a console, found without running code of a script.
extension Session {
  /// The names of all set globals, the words of busted, and the Lua libraries that are opened on first use.
  package var globalNames: [String] {
    let stack = lua.stack
    stack.pushGlobals()
    let set = LiveValue(takingTopOf: self)?.names ?? []
    return set + globals.words.sorted() + ScriptLibraries.names.filter { !set.contains($0) }
  }

  package func hasGlobal(_ name: String) -> Bool { globals.owner(of: name) != nil }

  /// The names of the current local variables of a REPL.
  package var localNames: [String] { locals.names }

  /// Returns the value of a variable: a local of an earlier line, a set global, or a library that is opened on first
  /// use. Returns nil for an API name that no script has used yet; those are in ``APICatalog``.
  package func value(named name: String) -> LiveValue? {
    let stack = lua.stack
    guard stack.hasSpace(8) else { return nil }
    if locals.push(name) { return LiveValue(takingTopOf: self) }
    stack.pushGlobals()
    stack.pushRaw(name, of: -1)
    stack.remove(at: -2)
    if let value = LiveValue(takingTopOf: self) { return value }
    guard let library = globals.library(name) else { return nil }
    stack.push(library)
    return LiveValue(takingTopOf: self)
  }

  package var stringMethods: [String] {
    // The prelude has its own copy, which a script cannot change.
    lua.stack.push(prelude.environment)
    return LiveValue(takingTopOf: self)?.member("string")?.names ?? []
  }

  /// Returns the names that can follow `a.b.` or `a.b:`; empty if the path does not exist.
  package func memberNames(of path: [String], methodsOnly: Bool) -> [String] {
    guard let first = path.first, var value = value(named: first) else { return [] }
    for name in path.dropFirst() {
      guard let next = value.member(name) else { return [] }
      value = next
    }
    if value.kind == .string { return stringMethods }
    guard let type = value.type else { return value.names }
    return globals.catalog.members(of: type).filter { !methodsOnly || $0.kind == .method }.map(\.name)
  }

  /// Returns the name of a Lua function or library, such as `string.rep`, from the globals; nil for any other value.
  /// - Parameter index: the stack index, from the bottom.
  func libraryName(at index: Int, on stack: LuaStack) -> String? {
    // A replacement by a script is not a C function.
    guard stack.hasSpace(8), stack.kind(at: index) != .function || stack.isCFunction(at: index) else { return nil }
    stack.pushGlobals()
    let top = stack.count
    defer { stack.removeLast(stack.count - top + 1) }
    func isMeant(_ name: String, of table: Int) -> Bool {
      stack.pushRaw(name, of: table)
      defer { stack.removeLast() }
      return stack.isSame(index, as: stack.count)
    }
    if let name = LuaLibrary.globals.first(where: { isMeant($0, of: top) }) { return name }
    for library in LuaLibrary.libraries {
      if isMeant(library, of: top) { return library }
      defer { stack.removeLast(stack.count - top) }
      guard stack.pushRaw(library, of: top) == .table else { continue }
      if let name = LuaLibrary.names(of: library).first(where: { isMeant($0, of: top + 1) }) {
        return "\(library).\(name)"
      }
    }
    return nil
  }
}
