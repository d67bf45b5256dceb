import AppPackages
package import Events
import HomeScreenSimulator
package import LuaEngine
package import Platform
import PropertyLists

/// Finds and reads the `homescreen.lua` of a script's project. Each folder is read once.
package final class ProjectFinder {
  /// The settings by folder. There are few, and a dictionary would slow down the run of a single script.
  private var known: [(folder: String, settings: ProjectSettings?)] = []
  private let trust: ProjectTrust
  private let rules: [RuleDescription]?

  /// Creates a finder without any results.
  /// - Parameters:
  ///   - trust: decides whether to run code of the project.
  ///   - rules: the lint rules that settings can name; nil if their names are not checked.
  package init(trust: ProjectTrust, rules: [RuleDescription]? = nil) { (self.trust, self.rules) = (trust, rules) }

  /// Returns the settings for scripts at a location: from the nearest `homescreen.lua` in its folder or above, up to
  /// the root of the checkout (``ProjectFolders``). Returns nil for bundled scripts.
  package func settings(for location: ScriptLocation) -> ProjectSettings? {
    guard case .folder(let folder) = location else { return nil }
    for folder in ProjectFolders.above(folder.isEmpty ? "." : folder) {
      let settings: ProjectSettings?
      if let found = known.first(where: { ExactText.isSame($0.folder, folder) }) {
        settings = found.settings
      } else {
        settings = read(folder)
        known.append((folder, settings))
      }
      if let settings { return settings }
    }
    return nil
  }

  private func read(_ folder: String) -> ProjectSettings? {
    let file = FileTreePath.join(folder == "/" ? "" : folder, ProjectSettings.fileName)
    guard CurrentMachine.value.exists(file) else { return nil }
    let text: [UInt8]
    do {
      text = try SettingsText.read(ProjectSettings.fileName, in: folder)
    } catch {
      // A folder with this name is not a settings file.
      guard error.kind != .isADirectory, error.kind != .notFound else { return nil }
      var settings = ProjectSettings.unreadable(
        LuaFailure("the settings cannot be read: \(error.message)", code: "unreadable"))
      settings.file = file
      return settings
    }
    // The type file for editors has the same name.
    if text.starts(with: "---@meta".utf8) { return nil }
    let settings = ProjectSettings(text: text, file: file, trust: trust, rules: rules)
    return trust.usesPlugins ? settings : settings.withoutPlugins
  }
}

extension ProjectSettings {
  /// Returns the devices of the settings' `matrix` that exist; empty without a `matrix`.
  package var devices: [MatrixChoice] {
    guard runsMatrix else { return [] }
    let cells = (os.isEmpty ? [nil] : os.map { $0 }).flatMap { (os: OSVersion?) in
      (models.isEmpty ? [nil] : models.map { $0 }).map { (model: DeviceModel?) in MatrixChoice(model: model, os: os) }
    }
    return cells.filter { cell in cell.os.flatMap { cell.model?.runs($0) } ?? true }
  }

  /// Returns the problems without those of a path that the command line replaces: `app` or `lint.baseline`.
  package func problems(replacing name: String?) -> [PluginProblem] {
    problems.filter { problem in name.map { problem.error.failure?.code != "settings.\($0)" } ?? true }
  }

  static func unreadable(_ error: any Error) -> ProjectSettings {
    var settings = ProjectSettings()
    settings.problems = [PluginProblem(plugin: fileName, error)]
    return settings
  }

  private static let fieldNames = ["app", "budget", "lint", "lpath", "matrix", "models", "os", "plugins"]
  private static let lintFieldNames = ["baseline", "fail_on", "ignore", "select", "severity", "suppressed"]
  private static let suppressionFieldNames = ["code", "path", "reason"]

  /// Reads the settings in a file.
  ///
  /// - Parameters:
  ///   - file: the file's path, for its relative paths and for trust.
  ///   - trust: decides whether to run the file's code and the plugins that it names.
  ///   - rules: the lint rules that settings can name; nil if their names are not checked.
  init(text: [UInt8], file: String, trust: ProjectTrust, rules: [RuleDescription]?) {
    self.init()
    self.file = file
    let folder = FileTreePath.directory(of: file)
    do {
      let read = try SettingsText.table(
        text, name: Self.fileName, in: folder.isEmpty ? "/" : folder,
        refusal: trust.usesPlugins ? trust.refusal(of: file, namedBy: file) : ProjectTrust.leftOut)
      isData = read.isData
      self.read(read.table, folder: folder.isEmpty ? "/" : folder, rules)
    } catch {
      report(error)
      return
    }
    judge(trust, file)
  }

  /// Removes plugins that are not trusted, and paths outside the allowed folders.
  private mutating func judge(_ trust: ProjectTrust, _ file: String) {
    if let refused = plugins.lazy.compactMap({ trust.refusal(of: $0.path, namedBy: file) }).first {
      (withheld, plugins) = (plugins, [])
      let names = withheld.map(\.name).joined(separator: ", ")
      report(
        LuaFailure(
          "\(withheld.count == 1 ? "the plugin" : "the plugins") \(names) did not run: \(refused.description)",
          code: "untrusted", hint: refused.hint))
    }
    plugins = plugins.map { $0.judged(by: trust, settings: file) }
    for (name, path) in [("app", \ProjectSettings.app), ("lint.baseline", \.lint.baseline)] {
      guard let place = self[keyPath: path], let refused = trust.refusal(ofData: place, namedBy: file) else { continue }
      self[keyPath: path] = nil
      report(
        LuaFailure("\(name) is not used: \(refused.description)", code: "settings.\(name)", hint: refused.hint))
    }
    hasTrustedApp = app.map { !Checkout.of(file).holds(RealPath.leading($0)) } ?? false
  }

  /// The settings without plugins, and without notes about the plugins that do not run.
  var withoutPlugins: ProjectSettings {
    var settings = self
    settings.problems.removeAll { $0.error.failure?.code == "untrusted" }
    (settings.withheld, settings.plugins) = (plugins + withheld, [])
    return settings
  }

  private mutating func read(_ table: LuaTable, folder: String, _ rules: [RuleDescription]?) {
    refuseUnknown(table, Self.fieldNames, "the settings have")
    func path(_ text: String) -> String { text.hasPrefix("/") ? text : FileTreePath.join(folder, text) }
    app = attempt { try Self.text(table["app"], "app") }.flatMap { $0 }.map(path)
    budget = attempt { try Self.budget(table["budget"]) }.flatMap { $0 }
    os = list(table["os"], "os") { try OSVersion(parsing: $0) }
    models = list(table["models"], "models") { try DeviceModel(named: $0) }
    switch table["matrix"] ?? .nil {
    case .nil: break
    case .boolean(let isOn): runsMatrix = isOn
    case let other: report(LuaFailure("matrix must be true or false, got a \(other.typeName)", code: "settings"))
    }
    plugins = list(table["plugins"], "plugins") { PluginSource(path: path($0), name: $0) }
    moduleTemplates = list(table["lpath"], "lpath") { $0 }.flatMap { $0.split(separator: ";") }
      .map { path(String($0.hasPrefix("./") ? $0.dropFirst(2) : $0)) }
    guard let lint = table["lint"], !lint.isNil else { return }
    guard case .table(let lint) = lint else {
      return report(LuaFailure("lint must be a table, got a \(lint.typeName)", code: "settings"))
    }
    refuseUnknown(lint, Self.lintFieldNames, "lint has")
    self.lint.baseline = attempt { try Self.text(lint["baseline"], "lint.baseline") }.flatMap { $0 }.map(path)
    // Rules of plugins are unknown until the plugins are loaded. Their loader checks the names.
    let rules = plugins.isEmpty ? rules : nil
    self.lint.select = list(lint["select"], "lint.select") { try Self.selector($0, "lint.select", rules) }
    self.lint.ignore = list(lint["ignore"], "lint.ignore") { try Self.selector($0, "lint.ignore", rules) }
    self.lint.failOn = attempt { try Self.word(lint["fail_on"], "lint.fail_on") }.flatMap { $0 }
    readSeverities(lint["severity"], rules)
    readSuppressions(lint["suppressed"], SourceLocation(file: path(Self.fileName)), rules)
  }

  private static func budget(_ value: LuaValue?) throws -> Int64? {
    guard let value, !value.isNil else { return nil }
    guard let budget = value.integer, (1...LuaOptions.defaultMostBudget).contains(budget) else {
      throw LuaFailure("budget must be a number from 1 to \(LuaOptions.defaultMostBudget)", code: "settings")
    }
    return budget
  }

  // MARK: Lint

  /// Returns a checked selector of rules.
  private static func selector(_ text: String, _ name: String, _ rules: [RuleDescription]?) throws -> String {
    guard let rules else { return text }
    do throws(UserError) {
      return try RuleSelector(text, among: rules).text
    } catch {
      throw LuaFailure("\(name): \(error)", code: "settings")
    }
  }

  /// Reads one of a type's words; returns nil if none is given.
  private static func word<Word: RawRepresentable & CaseIterable>(
    _ value: LuaValue?, _ name: String
  ) throws -> Word? where Word.RawValue == String {
    guard let text = try text(value, name) else { return nil }
    guard let word = Word(rawValue: text) else {
      let known = Word.allCases.map(\.rawValue)
      throw LuaFailure(
        "\(name) cannot be “\(text.prefix(40))”", code: "settings",
        hint: "Use one of \(known.joined(separator: ", ")).")
    }
    return word
  }

  private mutating func readSeverities(_ value: LuaValue?, _ rules: [RuleDescription]?) {
    guard let value, !value.isNil else { return }
    guard case .table(let table) = value, table.array.isEmpty else {
      return report(
        LuaFailure(
          "lint.severity must be a table of rules and severities, got a \(value.typeName)", code: "settings",
          hint: "Write { [\"icon-dimension\"] = \"note\" }."))
    }
    for (key, value) in table.fields {
      guard case .string(let name) = key else {
        report(LuaFailure("lint.severity has a key that is not a string", code: "settings"))
        continue
      }
      let row = attempt { () throws -> (selector: String, severity: PackageWarning.Severity)? in
        let selector = try Self.selector(name, "lint.severity", rules)
        return try Self.word(value, "lint.severity[\"\(name)\"]").map { (selector, $0) }
      }
      if let row, let row { lint.severity.append(row) }
    }
    // A table has no order. If a rule has two rows, the later one counts.
    lint.severity.sort { ExactText.precedes($0.selector, $1.selector) }
  }

  /// Reads a list of codes, or of tables with `code`, `path` and `reason`.
  private mutating func readSuppressions(_ value: LuaValue?, _ location: SourceLocation, _ rules: [RuleDescription]?) {
    let entries: [LuaValue]
    switch value ?? .nil {
    case .nil: return
    case .table(let table) where table.fields.isEmpty: entries = table.array
    case let other:
      return report(LuaFailure("lint.suppressed must be a list, got a \(other.typeName)", code: "settings"))
    }
    for (index, entry) in entries.enumerated() {
      let name = "lint.suppressed[\(index + 1)]"
      if case .table(let table) = entry { refuseUnknown(table, Self.suppressionFieldNames, "\(name) has") }
      let read = attempt { () throws -> LintSettings.Suppression in
        func field(_ key: String) throws -> String? {
          guard case .table(let table) = entry else { return key == "code" ? try Self.text(entry, name) : nil }
          return try Self.text(table[key], "\(name).\(key)")
        }
        guard let code = try field("code") else { throw LuaFailure("\(name) has no code", code: "settings") }
        return LintSettings.Suppression(
          code: try Self.selector(code, "\(name).code", rules), path: try field("path"),
          reason: try field("reason"),
          location: location)
      }
      if let read { lint.suppressed.append(read) }
    }
  }

  /// The maximum number of problems to report.
  private static let maximumProblems = 20

  private mutating func report(_ error: any Error) {
    guard problems.count < Self.maximumProblems else { return }
    problems.append(PluginProblem(plugin: Self.fileName, error))
  }

  private mutating func attempt<Value>(_ body: () throws -> Value) -> Value? {
    do {
      return try body()
    } catch {
      report(error)
      return nil
    }
  }

  private mutating func refuseUnknown(_ table: LuaTable, _ names: [String], _ owner: String) {
    var keys = table.fields.map { key, _ in
      switch key {
      case .string(let name): "field '\(name.prefix(40))'"
      case .integer, .other: "place for values without a name"
      }
    }
    if !table.array.isEmpty { keys.insert("place for values without a name", at: 0) }
    for (position, key) in keys.enumerated() {
      let offset = position - (table.array.isEmpty ? 0 : 1)
      var unknown: String?
      if offset >= 0, case .string(let name) = table.fields[offset].key {
        if names.contains(name) { continue }
        unknown = name
        if Self.lintFieldNames.contains(name), names == Self.fieldNames {
          report(LuaFailure("\(owner) no \(key): write lint = { \(name) = … }", code: "settings"))
          continue
        }
      }
      report(
        LuaFailure("\(owner) no \(key)", code: "settings", hint: LuaFailure.unknownFieldHint(unknown, known: names)))
    }
  }

  private static func text(_ value: LuaValue?, _ name: String) throws -> String? {
    switch value ?? .nil {
    case .nil: return nil
    case .string(let text) where !text.isEmpty && !text.utf8.contains(0): return text
    case let value: throw LuaFailure("\(name) must be a non-empty string, not this \(value.typeName)", code: "settings")
    }
  }

  /// Reads a text or a list of texts. Reports and omits each invalid one.
  private mutating func list<Value>(
    _ value: LuaValue?, _ name: String, _ convert: (String) throws -> Value
  ) -> [Value] {
    let items: [LuaValue]
    switch value ?? .nil {
    case .nil: return []
    case .string: items = [value ?? .nil]
    case .table(let table) where table.fields.isEmpty: items = table.array
    case let other:
      report(LuaFailure("\(name) must be a list of strings, got a \(other.typeName)", code: "settings"))
      return []
    }
    return items.enumerated().compactMap { index, item in
      attempt {
        guard let text = try Self.text(item, "\(name)[\(index + 1)]") else {
          throw LuaFailure("\(name)[\(index + 1)] is nil", code: "settings")
        }
        return try convert(text)
      }
    }
  }
}

/// The content of a settings file: the table that it returns.
///
/// A file with only data (``LuaDataCheck``) is always read. Any other file is code, and runs only in a trusted project.
package enum SettingsText {
  /// Reads or runs a file.
  ///
  /// - Parameters:
  ///   - name: the file's name in messages.
  ///   - folder: the file's folder, from which its code requires modules, like a script.
  ///   - surroundings: the environment of its code.
  ///   - refusal: the reason why code must not run; nil if it may.
  /// - Returns: the table, and whether the file is data.
  /// - Throws: `LuaError` or `LuaFailure`; with the code `untrusted` for code that must not run.
  package static func table(
    _ text: [UInt8], name: String, in folder: String, _ surroundings: ScriptSurroundings = ScriptSurroundings(),
    refusal: @autoclosure () -> UserError?
  ) throws -> (table: LuaTable, isData: Bool) {
    guard text.count <= LuaDataCheck.maximumBytes else {
      throw LuaFailure(
        "the file is larger than \(LuaDataCheck.maximumBytes >> 10) KiB", code: "settings", hint: baselineHint)
    }
    let problem = problem(text)
    if let problem, let refusal = refusal() {
      throw LuaFailure(
        "settings must be data, but \(problem.message); the code did not run: \(refusal)", code: "untrusted",
        hint: "Write strings, numbers, booleans and tables of them. \(refusal.hint ?? "")",
        place: "\(name):\(problem.line)")
    }
    let result = try problem == nil ? data(text, name) : code(text, name, folder, surroundings)
    guard case .table(let table) = result else {
      throw LuaFailure(
        "the file returns \(result.isNil ? "nothing" : "a \(result.typeName)") instead of a table",
        code: "settings", hint: "End the file with return { … }.")
    }
    var values = 0
    guard Self.isBounded(table, &values) else {
      throw LuaFailure(
        "the file returns more than \(LuaDataCheck.maximumValues) values", code: "settings",
        hint: baselineHint)
    }
    return (table, problem == nil)
  }

  /// Returns the value of a data file, which cannot access any name.
  private static func data(_ text: [UInt8], _ name: String) throws -> LuaValue {
    let lua = try LuaState(LuaOptions(memoryCeiling: 16 << 20))
    let chunk = try lua.load(text, chunkName: "@\(name)")
    let stack = lua.stack
    stack.pushTable()
    lua.setEnvironment(stack.reference(to: -1), of: chunk)
    stack.removeLast()
    return try lua.call(chunk).first ?? .nil
  }

  /// Returns the value of a code file, which has a script's environment but cannot write files.
  private static func code(
    _ text: [UInt8], _ name: String, _ folder: String, _ surroundings: ScriptSurroundings
  ) throws -> LuaValue {
    let session = try Session(at: .folder(folder), options: LuaOptions(memoryCeiling: 64 << 20, budget: 10_000_000))
    session.surroundings = surroundings
    session.files.access = .reading
    session.arm()
    return try session.lua.call(session.lua.load(text, chunkName: "@\(name)")).first ?? .nil
  }

  private static let baselineHint = "Put known lint findings into a baseline: homescreen lint --write-baseline FILE."

  /// Reads the bytes of a settings file. If it is too large, only slightly more than the limit is read.
  package static func read(_ name: String, in folder: String) throws(FileTreeError) -> [UInt8] {
    try FolderTree(folder).readPrefix(name, count: LuaDataCheck.maximumBytes + 1)
  }

  /// Returns why a text is code; nil for data.
  private static func problem(_ text: [UInt8]) -> LuaDataCheck.Problem? {
    do throws(LuaDataCheck.Problem) {
      try LuaDataCheck.check(text)
      return nil
    } catch {
      return error
    }
  }

  private static func isBounded(_ table: LuaTable, _ count: inout Int) -> Bool {
    count += table.array.count + table.fields.count
    guard count <= LuaDataCheck.maximumValues else { return false }
    for case .table(let inner) in table.array + table.fields.map(\.value) {
      if !isBounded(inner, &count) { return false }
    }
    return true
  }
}
