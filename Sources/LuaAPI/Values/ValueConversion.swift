package import AppPackages
package import HomeScreenSimulator
public import LuaEngine
import PropertyLists

/// Converts property list values to and from Lua. Data and dates are records in Lua: `{ data = "…" }` with the exact
/// bytes, and `{ date = "2026-01-01T00:00:00Z" }`. A uid is `{ ["CF$UID"] = 1 }`, as in Apple's tools.
enum PropertyListConversion {
  /// Returns a copy of a value for Lua.
  static func luaValue(_ value: PropertyListValue) -> LuaValue {
    Work.count(costOfValue)
    switch value {
    case .string(let text): return .string(text)
    case .integer(let number): return .integer(number)
    case .unsignedInteger(let number): return .number(Double(number))
    case .real(let number): return .number(number)
    case .boolean(let flag): return .boolean(flag)
    case .date(let date): return .table(LuaTable(fields: [(.string("date"), .string(date.iso8601))]))
    case .data(let bytes):
      return .table(LuaTable(fields: [(.string("data"), .bytes(bytes))]))
    case .uid(let number): return .table(LuaTable(fields: [(.string(uidKey), .integer(Int64(clamping: number)))]))
    case .array(let nodes): return .table(LuaTable(array: nodes.map { luaValue($0.value) }))
    case .dictionary(let dictionary): return .table(luaTable(dictionary))
    }
  }

  /// Returns a copy of a dictionary for Lua.
  static func luaTable(_ dictionary: PropertyListDictionary) -> LuaTable {
    LuaTable(fields: dictionary.entries.map { (.string($0.key), luaValue($0.node.value)) })
  }

  /// The steps (``Work``) for converting a value and recording its place.
  private static let costOfValue = 4

  private static let uidKey = "CF$UID"

  /// The place of a value, converted to text only for a message.
  private indirect enum Place {
    case root(String)
    case inside(Place, PropertyListStep)

    var text: String {
      var steps: [PropertyListStep] = []
      var place = self
      while case .inside(let outer, let step) = place {
        steps.append(step)
        place = outer
      }
      guard case .root(let root) = place else { return "" }
      return PropertyListStep.place(of: steps.reversed(), root: root)
    }

    /// The text, shortened in the middle if it is too long.
    var shortened: String {
      let text = text
      return text.count <= 120 ? text : "\(text.prefix(60))…\(text.suffix(40))"
    }
  }

  /// Returns a Lua value as a property list value.
  ///
  /// - Parameter root: the name of the whole value in messages.
  /// - Throws: ``LuaFailure`` with the place (`plist.CFBundleIcons[2]`) of an invalid value.
  static func propertyListValue(_ value: LuaValue, at root: String) throws -> PropertyListValue {
    try propertyListValue(value, at: Place.root(root))
  }

  private static func propertyListValue(_ value: LuaValue, at place: Place) throws -> PropertyListValue {
    Work.count(costOfValue)
    switch value {
    case .string(let text): return .string(text)
    case .bytes:
      throw LuaFailure(
        "\(place.shortened): this string is not valid UTF-8", code: "plist-value",
        hint: "Write bytes that are not text as data: { data = \"…\" }.")
    case .integer(let number): return .integer(number)
    case .number(let number): return .real(number)
    case .boolean(let flag): return .boolean(flag)
    case .table(let table): return try container(table, at: place)
    case .object(let view as PropertyListView): return try view.value()
    case .other(_, typeName: "table"):
      throw LuaFailure(
        "\(place.shortened): this table cannot be in a property list: it is too deep or too big, contains itself, or has a metatable",
        code: "plist-value", hint: "Nest at most 100 plain tables.")
    case .nil, .object, .function, .other:
      throw LuaFailure(
        "\(place.shortened): a \(value.typeName) cannot be in a property list", code: "plist-value",
        hint: "Use strings, numbers, booleans and tables of them.")
    }
  }

  private static func container(_ table: LuaTable, at place: Place) throws -> PropertyListValue {
    if !table.array.isEmpty {
      guard table.fields.isEmpty else {
        throw LuaFailure(
          "\(place.shortened): a table with both positions and names is neither an array nor a dictionary",
          code: "plist-value")
      }
      return .array(
        try table.array.enumerated().map { index, value in
          PropertyListNode(try propertyListValue(value, at: .inside(place, .index(index))))
        })
    }
    if table.fields.count == 1, case .string(let text)? = table["date"], let date = PropertyListDate(iso8601: text) {
      return .date(date)
    }
    if table.fields.count == 1, let bytes = table["data"]?.bytes { return .data(bytes) }
    if table.fields.count == 1, let number = table[uidKey]?.integer, number >= 0 { return .uid(UInt64(number)) }
    var dictionary = PropertyListDictionary()
    for (key, value) in table.fields {
      guard case .string(let name) = key else {
        throw LuaFailure("\(place.shortened): a key of a dictionary must be a string", code: "plist-value")
      }
      guard !name.unicodeScalars.contains("\u{FFFD}") else {
        throw LuaFailure("\(place.shortened): a key is not valid UTF-8 or contains U+FFFD", code: "plist-value")
      }
      dictionary[name] = try propertyListValue(value, at: .inside(place, .key(name)))
    }
    return .dictionary(dictionary)
  }
}

// Errors of other modules, in the form for scripts.

extension AppPackageError: LuaFailureConvertible {
  /// The place, message and hint. The code is `package-` and the kind: `package-noInfoPlist`.
  package var luaFailure: LuaFailure {
    LuaFailure("\(location): \(message)", code: "package-\(kind.rawValue)", hint: hint)
  }
}

extension SimulatorError: LuaFailureConvertible {
  /// The message, code, hint and fact of the error.
  package var luaFailure: LuaFailure { LuaFailure(message, code: code.rawValue, hint: hint, fact: fact?.rawValue) }
}

extension NSErrorValue: LuaFailureConvertible {
  /// The error in the console's format (ICON-040), with the code `ns-error`.
  package var luaFailure: LuaFailure { LuaFailure(consoleDescription, code: "ns-error") }
}

extension MissingIconHandler: LuaFailureConvertible {
  /// A crash of the app, with the code `app-exception` and its fact (ICON-021).
  package var luaFailure: LuaFailure {
    LuaFailure(
      description, code: "app-exception",
      hint: "Give setAlternateIconName a completion handler: iOS 10.3 calls the handler even if it is nil.",
      fact: "ICON-021")
  }
}

extension AppException: LuaFailureConvertible {
  /// The name and reason of the exception, with the code `app-exception`.
  package var luaFailure: LuaFailure { LuaFailure("\(name): \(reason)", code: "app-exception") }
}

// Words of the simulator that scripts use as strings, for completion.

extension AlertAction.Style: APIChoice {}
extension AlertController.Style: APIChoice {}
extension AppCrash.Code: APIChoice {}
extension AppDisplay: APIChoice {}
extension AppState: APIChoice {}
extension ApplicationState: APIChoice {}
extension AssetEntry.Appearance: APIChoice {}
extension AssetSet.RenderingIntent: APIChoice {}
extension BackgroundCompletion.Outcome: APIChoice {}
extension Distribution: APIChoice {}
extension IconAppearance: APIChoice {}
extension IconSurface: APIChoice {}
extension LifeCycle: APIChoice {}
extension MenuSide: APIChoice {}
extension PropertyListFormat: APIChoice {}
extension SceneState: APIChoice {}
extension ScreenAppearance: APIChoice {}
extension SpringboardMode: APIChoice {}
extension TerminationCause: APIChoice {}
extension TraceEventKind: APIChoice {}
