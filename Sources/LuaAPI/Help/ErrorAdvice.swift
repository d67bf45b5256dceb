internal import CEmbedded
import HomeScreenSimulator
package import LuaEngine
import PropertyLists

/// Improves Lua's own messages: suggests the intended name, and explains why something is missing.
package enum ErrorAdvice {
  /// Returns the message and hint of an error.
  /// - Parameters:
  ///   - absence: why the value that the error is about is nil, if that is known.
  ///   - line: the line of the error, if it is known.
  package static func explain(
    _ error: LuaError, absence: String? = nil, line: String? = nil
  ) -> (message: String, hint: String?) {
    // A host function raises a failure if the budget is used up. The advice is the same.
    let stop = error.code == LuaError.Stop.budget.rawValue ? .budget : error.stop
    let unset = error.message.contains("nil") && line?.contains("os.getenv") == true ? unsetVariable : nil
    if stop == nil, let failure = error.failure { return (failure.message, failure.hint ?? unset ?? absence) }
    switch stop {
    case .budget:
      return (
        "the script used up its budget of instructions; it probably loops forever",
        "Allow more instructions with --budget N, budget = N in homescreen.lua, or budget(N) in a scenario."
      )
    case .interrupt: return ("stopped by Ctrl-C", nil)
    case .deadline:
      let clock = error.message.contains("(real time)") ? "real" : "processor"
      return (
        "the script used too much \(clock) time and was stopped by the watchdog", "Allow more with --watchdog SECONDS."
      )
    case nil: break
    }
    if error.kind == .memory {
      return (
        error.message,
        "Look for a table or string that never stops growing, or for devices and packages that are kept; --memory MIB raises the limit."
      )
    }
    if error.kind == .runtime, let place = error.place, place.file.hasPrefix(hiddenFiles),
      error.message.hasPrefix("attempt to ") || error.message.hasPrefix("bad argument ")
    {
      return (
        error.message,
        "The error is in homescreen's own code (\(place)), so this may be a bug in homescreen: please report it with "
          + "the line, this message and the output of homescreen --version."
      )
    }
    let written = error.kind == .syntax ? line.flatMap(hint(forSwift:)) : nil
    return (error.message, unset ?? absence ?? written ?? hint(for: error.message, in: line ?? ""))
  }

  /// Returns the name of the global that is nil, if the error is about one.
  package static func missingGlobal(in error: LuaError) -> String? {
    error.message.contains("a nil value") ? quoted(in: error.message, after: "(global '") : nil
  }

  /// Returns the Lua form of a line that is written as in Swift; nil for others.
  private static func hint(forSwift line: String) -> String? {
    let line = line.prefix(maximumLine)
    if line.contains(/^\s*\/\/|\s\/\/\s+\w+\s+\w/) { return OtherVocabulary.cure("swift.//") }
    if line.contains(/\b(?:guard|if)\s+(?:let|var)\s/) { return "Lua tests a value for nil: if x then … end" }
    if let name = line.firstMatch(of: /(?:^|[\s;])(?:let|var)\s+(\w+)\s*[:=]/)?.1 {
      return "Lua declares a variable with local: local \(name) = …"
    }
    if let name = line.firstMatch(of: /\bfunc\s+(\w+)/)?.1 {
      return "Lua writes a function without braces: local function \(name)() … end"
    }
    if line.contains(/[\w)\]]\?[.\[(:]/) { return "Lua has no optional chaining: write x and x.foo." }
    if line.contains(/[\w)\]]![.\[(:]/) {
      return "Lua does not unwrap with !: leave it out. A method is called with a colon: device.alert:tap \"OK\"."
    }
    if let name = line.firstMatch(of: /\b([A-Z]\w*)\(\s*\w+\s*(?::\s|=[^=])/)?.1 {
      return "Lua has no argument labels: write a table, \(name) { name = value, … }."
    }
    if line.contains(/\{\s*\(?[\w, ]+\)?\s+in\b/) { return OtherVocabulary.cure("swift.in") }
    if line.contains(/[(,=]\s*\.[a-z]\w*/) { return OtherVocabulary.cure("swift.case.") }
    let signs =
      ["??", "\\(", "$0", "=>", " continue ", " ? ", "&&", "||", "do {"].filter(line.contains) + [
        String(line.drop { $0 == " " }.prefix { $0.isLetter })
      ]
    return signs.lazy.compactMap { OtherVocabulary.cure("swift.\($0)") }.first
  }

  /// The maximum length of a line that is compared with forms of Swift.
  private static let maximumLine = 200

  /// Returns the place in the user's script, and not in bundled modules.
  package static func place(of error: LuaError) -> LuaError.Place? {
    guard let place = error.place, place.file.hasPrefix(hiddenFiles) else { return error.place }
    return error.traceback.lazy.compactMap { LuaError.Place(parsing: $0) }
      .first { !$0.file.hasPrefix(hiddenFiles) } ?? place
  }

  /// Whether a line of a traceback is about bundled Lua code.
  package static func isHidden(_ line: String) -> Bool { line.hasPrefix(hiddenFiles) }

  private static let hiddenFiles = "[homescreen]/"

  private static func hint(for message: String, in line: String) -> String? {
    if let name = quoted(in: message, after: "attempt to index a function value (global '"),
      SpecWord(rawValue: name) != nil
    {
      return line.contains("\(name).each")
        ? "There is no \(name).each. \(manyScenarios)" : "There is no \(name).only or \(name).skip: \(oneScenario)"
    }
    if message.hasPrefix("attempt to perform arithmetic on a nil value"), line.contains(/\s\/\/\s+[A-Za-z]/) {
      return OtherVocabulary.cure("swift.//")
    }
    if let name = quoted(in: message, after: "(global '") { return hint(forGlobal: name, in: message) }
    if line.contains("pairs(matrix"), message.contains("a function value") {
      return OtherVocabulary.cure("matrix.pairs")
    }
    if let row = foreignSyntax.first(where: { message.contains($0.message) }),
      !row.message.hasSuffix("'+'") || line.contains("++") || line.contains("+=")
    {
      return row.hint
    }
    if message.hasPrefix("attempt to call a "),
      let name = quoted(in: message, after: " value (method '")
        ?? quoted(in: message, after: "attempt to call a table value (field '"),
      let property = APICatalog.homescreen.entries.first(where: { entry in
        if case .property = entry.kind { entry.name == name } else { false }
      })
    {
      return "\(name) is a property: write \(property.qualifiedName), with a dot and without parentheses."
    }
    if let name = quoted(in: message, after: "a nil value (field '") { return hint(forField: name) }
    if let name = quoted(in: message, after: "a nil value (method '") {
      // The buttons of an alert are strings.
      return OtherVocabulary.cure(line.contains(".buttons") ? "device.alert.ok" : "method.\(name)")
        ?? hint(forField: name, in: ["string"])
    }
    if message.hasPrefix("function arguments expected") {
      return "A method is called with parentheses, object:method(); a field is read with a dot, object.field."
    }
    if message.hasPrefix("module '"), message.contains("' not found:") {
      // System-wide places are searched only with --lua-path.
      let elsewhere = message.contains(" '/") ? "" : "--lua-path also looks in LUA_PATH, outside of the project. "
      return elsewhere + "--lpath './DIR/?.lua' also looks in a folder of the project. Modules in C cannot be loaded."
    }
    if line.contains(/\w\.length\b/), message.contains("nil") || message.hasPrefix("'for' limit") {
      return OtherVocabulary.cure("field.length")
    }
    if message.contains("attempt to index a nil value (local 'launchOptions')") {
      return "launchOptions is nil if iOS passes nil (always in an app with scenes: LAUNCH-012)."
    }
    return nil
  }

  private static let unsetVariable =
    "os.getenv knows only variables that the command line names: homescreen run --env NAME, or --env NAME=VALUE."

  private static let oneScenario =
    "homescreen run FILE:LINE runs one scenario; pending('NAME', …) instead of it('NAME', …) skips one."

  private static let manyScenarios =
    "A loop makes several scenarios: for _, n in ipairs { 1, 2 } do it(\"works with \" .. n, function() … end) end"

  /// Habits from other languages, by a part of Lua's message about them.
  private static let foreignSyntax: [(message: Substring, hint: String)] =
    String(cString: hs_lua_messages()).split(separator: "\n").map { row in
      let cells = row.split(separator: "\t")
      return (cells[0], String(cells[1]))
    }

  private static func hint(forGlobal name: String, in message: String) -> String? {
    let isFunction = message.hasPrefix("attempt to index a function value") && APICatalog.homescreen.global(name) != nil
    return hint(forGlobal: name, isCalled: message.hasPrefix("attempt to call"))
      ?? (isFunction ? "\(name) is called itself: \(name) { … }. help(\"\(name)\") explains it." : nil)
  }

  /// - Parameter isCalled: whether a function is meant, such as `Device`, and not an object, such as `device`.
  static func hint(forGlobal name: String, isCalled: Bool = false) -> String? {
    // The words have no letter case: Device exists, and device may be missing.
    if APICatalog.homescreen.global(name) == nil, let hint = OtherVocabulary.cure("global.\(name)") { return hint }
    if let word = SpecWord(rawValue: name) {
      let command = word == .fact ? "homescreen facts --run --from FILE" : "homescreen run FILE"
      return "'\(name)' only works in scenario scripts, not in plugins or sessions; \(command) runs such a script."
    }
    if let entry = APICatalog.homescreen.entries.first(where: { $0.name == name && $0.receiver != nil }) {
      return "Did you mean \(entry.qualifiedName)?"
    }
    let globals = APICatalog.homescreen.globals.map(\.name) + standardGlobals
    var names = isCalled ? globals + ["app", "device"] : ["app", "device"] + globals
    // A name that exists is not misspelt, but another letter case may be meant: Device, and device.
    if names.contains(name) { names.removeAll { $0 == name || $0.lowercased() != name.lowercased() } }
    if let outside = OutsideOfModel.asked(byGlobal: name) { return outside.sentence }
    // A name of two letters is close to too many others.
    guard name.utf8.count > 2 else { return nil }
    // A longer name is not a misspelt beginning of it: helper is not help.
    names.removeAll { name.hasPrefix($0) && name.utf8.count > $0.utf8.count + 1 }
    return Spelling.nearest(to: name, in: names).first.map { "Did you mean '\($0)'?" }
  }

  /// Returns a hint for a name similar to one of Lua's, because the message contains only the field's name.
  /// - Parameter libraries: those whose names are meant; nil for all.
  private static func hint(forField name: String, in libraries: [String]? = nil) -> String? {
    if let hint = OtherVocabulary.cure("field.\(name)") { return hint }
    let names = LuaLibrary.members.filter { libraries?.contains($0.library) ?? true }
    guard let near = Spelling.nearest(to: name, in: names.map(\.name)).first, near != name, near.first == name.first,
      let library = names.first(where: { $0.name == near })?.library
    else { return nil }
    return "Did you mean \(library).\(near)?"
  }

  /// The globals that are not in the catalog, for "did you mean".
  private static let standardGlobals =
    SpecWord.allCases.map(\.rawValue) + ["spy", "stub"] + LuaLibrary.globals + LuaLibrary.libraries

  private static func quoted(in message: String, after marker: String) -> String? {
    guard let start = message.firstRange(of: marker)?.upperBound else { return nil }
    let rest = message[start...]
    return rest.firstIndex(of: "'").map { String(rest[..<$0]) }
  }
}

/// Failures for unknown names: the message contains the place, and the hint the nearest name and all names.
extension LuaFailure {
  /// Returns the failure for a value that is not in a fixed set: `plist:save: format cannot be "xlm"`.
  ///
  /// - Parameter place: the parameter or field, with its owner unless the caller adds it.
  static func noSuchChoice(_ text: String, for place: String, of names: [String]) -> LuaFailure {
    let near = Spelling.nearest(to: text, in: names).first.map { "Did you mean \"\($0)\"? " } ?? ""
    return LuaFailure(
      "\(place) cannot be \"\(Spelling.beginning(of: text))\"", code: "argument",
      hint: "\(near)Use one of: \(names.joined(separator: ", ")).")
  }

  /// Returns the failure for a field that a table does not have.
  ///
  /// The message begins with a space, because the reader of the table adds its name.
  static func unknownField(_ name: String, known: [String]) -> LuaFailure {
    LuaFailure(
      " has no field '\(Spelling.beginning(of: name))'", code: "unknown-field",
      hint: unknownFieldHint(name, known: known))
  }

  static func unknownFieldHint(_ name: String?, known: [String]) -> String {
    let near = name.flatMap { Spelling.nearest(to: $0, in: known).first }.map { "Did you mean '\($0)'? " }
    let other = name.flatMap { OtherVocabulary.cure($0) ?? OutsideOfModel.asked(by: $0)?.sentence }.map { "\($0) " }
    return "\(near ?? other ?? "")Fields: \(known.joined(separator: ", "))."
  }

  /// Returns the failure of a part with the place of its parent: `entries[1]` and `size: expected a number` become
  /// `entries[1].size: expected a number`.
  ///
  /// A message that is not about a part begins with a space, a colon or a bracket: ` has no field 'sise'`.
  func inside(_ place: String) -> LuaFailure {
    var failure = self
    let isOfPart = message.first.map { !" :[.".contains($0) } ?? false
    failure.message = place + (isOfPart ? "." : "") + message
    return failure
  }

  /// Returns the failure of an argument with the function: `Device: os: expected a string`, `Device has no field 'sise'`.
  func of(_ owner: String) -> LuaFailure {
    var failure = self
    let isOfPart = message.first.map { !" :".contains($0) } ?? false
    failure.message = owner + (isOfPart ? ": " : "") + message
    return failure
  }
}

extension String {
  /// Whether the text has only ASCII letters, digits, `_` and `extra`, and begins with a letter or `_`.
  func isLuaName(with extra: Character = "_") -> Bool {
    guard utf8.count <= 64, let first, first.isASCII, first.isLetter || first == "_" else { return false }
    return allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == extra) }
  }
}
