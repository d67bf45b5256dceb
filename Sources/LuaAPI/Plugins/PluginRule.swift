import AppPackages
package import Events
import HomeScreenSimulator
import LuaEngine
import Platform
import PropertyLists

/// A lint rule of a plugin, in Lua. Its state is bound to a thread, and so is any linter with such a rule.
struct PluginRule: Sendable {
  let description: RuleDescription
  // The session owns the host, outlives its linters, and stays on its thread.
  private nonisolated(unsafe) let host: PluginHost
  private nonisolated(unsafe) let plugin: PluginHost.Loaded
  private nonisolated(unsafe) let function: LuaReference

  init(_ entry: PluginObject.Entry, of plugin: PluginHost.Loaded, in host: PluginHost) {
    description = PluginRuleFields.description(of: entry, in: plugin.object.name)
    (self.host, self.plugin) = (host, plugin)
    function = entry.value
  }

  private var part: String { "\(PluginPart.rules.rawValue).\(description.code)" }

  /// Calls the plugin's function with a fresh budget. A failing rule is reported once and not applied again. The run
  /// then ends with the exit code of a failed plugin, so that its silence does not look like success.
  func findings(in package: AppPackage) -> [Finding] {
    guard !plugin.missing.contains(part), host.lua.stop == nil else { return [] }
    let reader = PluginFindingReader(rule: description, package: package)
    nonisolated(unsafe) var reported: [Finding] = []  // the state and its functions live on one thread
    let report = SwiftFunction { call in
      reported += try reader.reported(call.stack.value(at: 1), after: reported.count)
      return 0
    }
    let wasChecking = host.isChecking
    host.isChecking = true
    defer { host.isChecking = wasChecking }
    host.refill()
    do {
      let results = try host.call(function, of: plugin, [PackageObject(package), report])
      return try reported + reader.findings(results.first ?? .nil, after: reported.count)
    } catch {
      if let stop = host.lua.stop, stop != .budget { return [] }
      plugin.missing.insert(part)
      var problem = PluginProblem(plugin: plugin.object.name, error)
      problem = PluginProblem(plugin: problem.plugin, problem.error.naming("the rule \(description.code)"))
      host.noteProblem(problem)
      return []
    }
  }
}

extension PluginHost {
  /// The rules of all plugins, to be applied after those of lint, on the session's thread and during its lifetime.
  /// Empty while a rule lints a package, which would otherwise recurse forever.
  package var rules: [CustomRule] {
    guard !isChecking else { return [] }
    return entries(.rules).map { name in
      let rule = PluginRule(name.entry, of: name.plugin, in: self)
      return CustomRule(rule.description, findings: rule.findings)
    }
  }
}

/// Reads the result of a plugin's rule: a finding, a list of findings, or nothing.
struct PluginFindingReader {
  let rule: RuleDescription
  let package: AppPackage

  private static let fields = ["message", "place", "severity", "help", "devices", "languages", "facts", "fix"]
  /// The maximum number of findings of a rule.
  private static let maximumFindings = 1_000
  /// The maximum length of a text, in bytes.
  private static let maximumBytes = 4_000
  /// The maximum length of a list in a finding.
  private static let maximumElements = 1_000

  /// Reads the argument of `report`, in addition to earlier findings: a finding or a list. It is required.
  func reported(_ value: LuaValue, after known: Int) throws -> [Finding] {
    let new = try findings(value, after: known)
    guard !new.isEmpty else {
      throw failure("report needs a finding, got nothing", hint: "report { message = \"what is wrong\" }")
    }
    return new
  }

  /// Reads the result of a rule, in addition to earlier findings.
  ///
  /// - Throws: ``LuaFailure`` with the name of the field.
  func findings(_ value: LuaValue, after known: Int) throws -> [Finding] {
    let new = try findings(value)
    guard known + new.count <= Self.maximumFindings else {
      throw failure("the rule has more than \(Self.maximumFindings) findings in one app")
    }
    return new
  }

  private func findings(_ value: LuaValue) throws -> [Finding] {
    switch value {
    case .nil: return []
    case .table(let table) where table.array.isEmpty && table.fields.isEmpty: return []
    case .table(let table) where table.array.isEmpty: return [try finding(table, "finding")]
    case .table(let table) where table.fields.isEmpty:
      // Checks the number before any finding is read.
      guard table.array.count <= Self.maximumFindings else {
        throw failure("the rule has more than \(Self.maximumFindings) findings in one app")
      }
      return try table.array.enumerated().map { index, value in
        guard let table = value.table else { throw expected("findings[\(index + 1)]", "a table", value) }
        return try finding(table, "findings[\(index + 1)]")
      }
    case .boolean, .integer, .number, .string, .bytes, .table, .object, .function, .other:
      throw expected("finding", "a table with message, or a list of such tables", value)
    }
  }

  private func finding(_ table: LuaTable, _ owner: String) throws -> Finding {
    try refuseUnknown(table, Self.fields, owner)
    guard let message = try text(table["message"], "\(owner).message"), !message.isEmpty else {
      throw failure("\(owner).message is required", hint: "return { message = \"what is wrong\" }")
    }
    var finding = rule.finding(
      message, at: try place(table["place"], "\(owner).place") ?? package.infoPlistLocation,
      help: try text(table["help"], "\(owner).help"),
      severity: try choice(table["severity"], "\(owner).severity", of: PackageWarning.Severity.self))
    finding.devices = try list(table["devices"], "\(owner).devices").map { value, place in
      // A list does not contain nil.
      try choice(value, place, of: DeviceClass.self) ?? .iPhone
    }
    finding.languages = try texts(table["languages"], "\(owner).languages")
    finding.facts += try texts(table["facts"], "\(owner).facts").map { FactID($0) }
    finding.fix = try fix(table["fix"], "\(owner).fix")
    return finding
  }

  // MARK: Places

  /// Reads a place: a part of a property list, a file, or `{ plist:where(…) }` with file, line and column.
  private func place(_ value: LuaValue?, _ name: String) throws -> SourceLocation? {
    switch value {
    case nil, .nil?: return nil
    case .string(let file)?: return SourceLocation(file: try known(file, name))
    case .object(let view as PropertyListView)?: return view.location
    case .table(let table)? where table.fields.isEmpty && table.array.count <= 3:
      guard let first = table.array.first else { return nil }
      guard case .string(let file) = first else { throw expected("\(name)[1]", "the name of a file", first) }
      let numbers = try table.array.dropFirst().enumerated().map { index, value in
        guard let number = value.integer, number > 0 else {
          throw expected("\(name)[\(index + 2)]", "a number from 1", value)
        }
        return Int(clamping: number)
      }
      return SourceLocation(file: try known(file, "\(name)[1]"), line: numbers.first, column: numbers.dropFirst().first)
    case let value?:
      throw expected(name, "a part of a property list, a file, or { plist:where(…) }", value)
    }
  }

  /// Checks that the package was read from a file.
  private func known(_ file: String, _ name: String) throws -> String {
    if ExactText.isSame(file, package.infoPlistFile) { return file }
    if let files = package.files, let path = files.path(of: file), files.tree.kind(of: path) != nil { return file }
    throw failure(
      "\(name): the app has no file “\(Spelling.beginning(of: file))”",
      hint: "Write the file's name as messages show it, such as “\(package.infoPlistFile)”.")
  }

  // MARK: Fixes

  private func fix(_ value: LuaValue?, _ name: String) throws -> Fix? {
    guard let value, !value.isNil else { return nil }
    guard let safety = rule.fix else {
      throw failure(
        "\(name): the rule does not declare a fix", hint: "Write fix = \"safe\", or \"unsafe\" for a guess.")
    }
    guard let table = value.table else { throw expected(name, "a list of edits", value) }
    for (key, _) in table.fields where key != .string("summary") {
      throw LuaFailure.unknownField("\(key)", known: ["summary", "edits 1, 2, …"]).inside(name)
    }
    guard table.array.count <= Self.maximumElements else {
      throw failure("\(name) has more than \(Self.maximumElements) edits")
    }
    let edits = try table.array.enumerated().map { index, value in
      guard let edit = value.table else { throw expected("\(name)[\(index + 1)]", "a table", value) }
      return try self.edit(edit, "\(name)[\(index + 1)]")
    }
    guard !edits.isEmpty else { throw failure("\(name) has no edit", hint: Self.editHint) }
    return Fix(safety, try text(table["summary"], "\(name).summary") ?? rule.summary, edits)
  }

  private static let editHint =
    "{ set = { \"CFBundleName\" }, value = \"Paint\" }, { remove = { … } }, or { replace = \"Old\", with = \"New\", place = … }"

  private func edit(_ table: LuaTable, _ owner: String) throws -> Fix.Edit {
    try refuseUnknown(table, ["set", "value", "remove", "replace", "with", "place"], owner)
    let file = package.infoPlistFile
    switch (table["set"], table["remove"], table["replace"]) {
    case (let way?, nil, nil):
      guard let value = table["value"], !value.isNil else {
        throw failure("\(owner).value is required", hint: Self.editHint)
      }
      return .set(
        try steps(way, "\(owner).set"), try PropertyListConversion.propertyListValue(value, at: "\(owner).value"),
        file: file)
    case (nil, let way?, nil): return .remove(try steps(way, "\(owner).remove"), file: file)
    case (nil, nil, let old?):
      guard let old = try text(old, "\(owner).replace"), let new = try text(table["with"], "\(owner).with"),
        let place = try place(table["place"], "\(owner).place")
      else { throw failure("\(owner) needs “replace”, “with” and “place”", hint: Self.editHint) }
      return .replace(old, with: new, at: place)
    case (nil, nil, nil), (_?, _?, _), (_?, _, _?), (_, _?, _?):
      throw failure("\(owner) takes one of “set”, “remove” and “replace”", hint: Self.editHint)
    }
  }

  /// Reads keys and positions, counted from 1, or a part of the package's property list.
  private func steps(_ value: LuaValue, _ name: String) throws -> [PropertyListStep] {
    if case .object(let view as PropertyListView) = value { return view.path }
    let steps = try list(value, name).map { value, place -> PropertyListStep in
      if case .string(let key) = value { return .key(key) }
      guard let position = value.integer, position > 0 else { throw expected(place, "a key or a position", value) }
      return .index(Int(clamping: position) - 1)
    }
    guard !steps.isEmpty else { throw failure("\(name) names no value", hint: Self.editHint) }
    return steps
  }

  // MARK: Values

  private func text(_ value: LuaValue?, _ name: String) throws -> String? {
    switch value {
    case nil, .nil?: return nil
    case .string(let text)?:
      guard text.utf8.count <= Self.maximumBytes else {
        throw failure("\(name) has more than \(Self.maximumBytes) bytes")
      }
      return text
    case let value?: throw expected(name, "a string", value)
    }
  }

  private func list(_ value: LuaValue?, _ name: String) throws -> [(value: LuaValue, place: String)] {
    guard let value, !value.isNil else { return [] }
    guard let table = value.table, table.fields.isEmpty else { throw expected(name, "a list", value) }
    guard table.array.count <= Self.maximumElements else {
      throw failure("\(name) has more than \(Self.maximumElements) elements")
    }
    return table.array.enumerated().map { ($0.element, "\(name)[\($0.offset + 1)]") }
  }

  private func texts(_ value: LuaValue?, _ name: String) throws -> [String] {
    try list(value, name).map { value, place in try text(value, place) ?? "" }
  }

  private func choice<Choice: APIChoice>(_ value: LuaValue?, _ name: String, of _: Choice.Type) throws -> Choice? {
    guard let word = try text(value, name) else { return nil }
    if let choice = Choice(rawValue: word) { return choice }
    throw LuaFailure.noSuchChoice(word, for: name, of: Choice.allCases.map(\.rawValue))
  }

  private func refuseUnknown(_ table: LuaTable, _ known: [String], _ owner: String) throws {
    for (key, _) in table.fields {
      guard case .string(let name) = key else { throw failure("\(owner) takes only named fields") }
      guard known.contains(name) else { throw LuaFailure.unknownField(name, known: known).inside(owner) }
    }
    guard table.array.isEmpty else { throw failure("\(owner) takes only named fields") }
  }

  private func expected(_ name: String, _ what: String, _ value: LuaValue) -> LuaFailure {
    failure("\(name): expected \(what), got a \(value.typeName)")
  }

  private func failure(_ message: String, hint: String? = nil) -> LuaFailure {
    LuaFailure(message, code: "plugin", hint: hint)
  }
}
