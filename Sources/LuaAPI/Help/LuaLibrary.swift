internal import CEmbedded
import LuaEngine
import Platform

/// Lua's own functions as entries, so that help, completion and hints for misspelt names include them.
///
/// If a script replaces one of them, its entry does not apply.
package enum LuaLibrary {
  /// All entries, in the order of the table: globals first, then by library.
  package static let entries: [APIEntry] =
    table.split(separator: "\n").compactMap { row in
      guard let gap = row.firstRange(of: "  ") else { return nil }
      return entry(String(row[..<gap.lowerBound]), String(row[gap.upperBound...].drop { $0 == " " }))
    }

  private static let byName = Dictionary(entries.map { ($0.name, $0) }) { first, _ in first }

  /// Returns the entry of a name such as `string.rep` or `print`; nil for any other name.
  package static func entry(named name: String) -> APIEntry? { byName[name] }

  /// The global functions.
  static let globals: [String] = entries.map(\.name).filter { !$0.utf8.contains(UInt8(ascii: ".")) }

  /// The members of the libraries: `rep` of `string`.
  static let members: [(library: String, name: String)] = entries.compactMap { entry in
    guard let dot = entry.name.firstIndex(of: ".") else { return nil }
    return (String(entry.name[..<dot]), String(entry.name[dot...].dropFirst()))
  }

  static func names(of library: String) -> [String] { members.filter { $0.library == library }.map(\.name) }

  static let libraries: [String] = Set(members.map(\.library)).sorted()

  /// Returns the text for a library, for `help "string"`; nil for any other name.
  static func explanation(of library: String) -> String? {
    guard libraries.contains(library) else { return nil }
    let rows = names(of: library).compactMap { entry(named: "\(library).\($0)") }
    return
      (["\(library): a Lua library"]
      + rows.map { "  " + TextRow.text([$0.signature, $0.summary], widths: [39], gap: 2) }).joined(separator: "\n")
  }

  /// Parses `find(s, pattern[, init[, plain]])`; a name without parentheses is a value.
  private static func entry(_ signature: String, _ summary: String) -> APIEntry {
    let words = APIDocumentation(summary)
    guard let open = signature.firstIndex(of: "(") else {
      return APIEntry.make(signature, nil, .property(isWritable: false), [], nil, words, body: refuse)
    }
    // A parameter in brackets is optional: `list[, position], value`.
    var parameters: [APIParameter] = []
    var depth = 0
    var name = ""
    var isOptional = false
    for sign in signature[open...].dropFirst() {
      switch sign {
      case "[": depth += 1
      case "]": depth -= 1
      case " ": break
      case ",", ")":
        if !name.isEmpty {
          parameters.append(APIParameter(name, type: "any", isOptional: isOptional, documentation: ""))
        }
        name = ""
      default:
        if name.isEmpty { isOptional = depth > 0 }
        name.append(sign)
      }
    }
    return APIEntry.make(String(signature[..<open]), nil, .function, parameters, nil, words, body: refuse)
  }

  /// These entries are never bound, because Lua has the functions.
  private static let refuse: @Sendable (LuaCall) throws -> Int32 = { _ in
    throw LuaFailure("a function of Lua", code: "unknown-member")
  }

  private static let table = String(cString: hs_lua_library())
}

/// The words of busted, with their documentation. The scenario runner implements them.
package enum SpecWord: String, CaseIterable, Sendable {
  case describe, context, insulate, expose
  case it, spec, test
  case pending
  case beforeEach = "before_each"
  case afterEach = "after_each"
  case setup
  case lazySetup = "lazy_setup"
  case strictSetup = "strict_setup"
  case teardown
  case lazyTeardown = "lazy_teardown"
  case strictTeardown = "strict_teardown"
  case finally
  case randomize
  case timeout, budget, step
  case fact

  /// The role of a word, which several words may share.
  package enum Role: Sendable {
    case block, scenario, pending, beforeEach, afterEach, lazySetup, setup, lazyTeardown, teardown, finally, randomize,
      timeout, budget, step, fact
  }

  /// The role: `it`, `spec` and `test` all define a scenario.
  package var role: Role {
    switch self {
    case .describe, .context, .insulate, .expose: .block
    case .it, .spec, .test: .scenario
    case .pending: .pending
    case .beforeEach: .beforeEach
    case .afterEach: .afterEach
    case .setup, .strictSetup: .setup
    case .lazySetup: .lazySetup
    case .teardown, .strictTeardown: .teardown
    case .lazyTeardown: .lazyTeardown
    case .finally: .finally
    case .randomize: .randomize
    case .timeout: .timeout
    case .budget: .budget
    case .step: .step
    case .fact: .fact
    }
  }

  package var summary: String {
    switch role {
    case .block:
      if self == .insulate {
        "Groups scenarios, and restores `_G` and the loaded modules afterwards."
      } else if self == .expose {
        "Groups scenarios; later blocks also see the values that the block sets."
      } else {
        "Groups scenarios."
      }
    case .scenario: "One scenario."
    case .pending: "A scenario that has not been written yet."
    case .beforeEach: "Runs before each scenario of the block."
    case .afterEach: "Runs after each scenario of the block."
    case .setup: "Runs once before the scenarios of the block, even if there are none."
    case .lazySetup: "Runs once before the first scenario of the block, if there is one."
    case .teardown: "Runs once after the scenarios of the block, even if there are none."
    case .lazyTeardown: "Runs once after the scenarios of the block, if any ran."
    case .finally: "Runs when the scenario ends, whatever its result."
    case .randomize: "Runs the scenarios and blocks of the block in an order that the seed decides."
    case .timeout: "Limits the seconds of virtual time of a scenario, or of each scenario in the block."
    case .budget: "Limits the instructions of a scenario, or of each scenario in the block."
    case .step: "Names the part of a scenario that begins here; a failure in it shows the name."
    case .fact: "Declares scenarios for a fact of the ledgers: one for each cell around the bounds of the fact."
    }
  }
}
