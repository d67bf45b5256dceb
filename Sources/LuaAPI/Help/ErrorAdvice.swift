public import LuaEngine
import Simulator

/// Adds to Lua's own messages what a person needs: which name was meant, why something is not there.
public enum ErrorAdvice {
  /// Message and hint of an error.
  public static func explain(_ error: LuaError) -> (message: String, hint: String?) {
    if let failure = error.failure { return (failure.message, failure.hint) }
    switch error.stop {
    case .budget:
      return (
        "the script used up its budget of instructions; it probably loops for ever",
        "A longer script: --budget N (each scenario has a budget of its own)."
      )
    case .interrupt: return ("stopped by Ctrl-C", nil)
    case .deadline:
      return (
        "the script ran too long in real time and was stopped by the watchdog", "A longer one: --watchdog SECONDS."
      )
    case nil: break
    }
    if error.kind == .memory {
      return (error.message, "Look for a table or string that grows without end; --memory MIB raises the ceiling.")
    }
    return (error.message, hint(for: error.message))
  }

  private static func hint(for message: String) -> String? {
    if let name = quoted(in: message, after: "(global '") { return hint(forGlobal: name) }
    if message.contains("attempt to index a nil value (local 'launchOptions')") {
      return "launchOptions is nil when iOS gives nil (in an app with scenes always: LAUNCH-012)."
    }
    return nil
  }

  private static let absent: [String: String] = [
    "io": "Scenarios cannot read or write files; packages are loaded by device:install and AppPackage.",
    "debug": "There is no debug library here: it could undo the limits.",
    "package": "There is no package library; require \"name\" loads name.lua beside the script.",
    "dofile": "Use require \"name\": it loads name.lua beside the script.",
    "loadfile": "Use require \"name\": it loads name.lua beside the script.",
    "setfenv": "Lua 5.4 has no environments of functions; load takes one as its fourth argument.",
    "unpack": "In Lua 5.4 it is table.unpack.",
    "loadstring": "In Lua 5.4 it is load.",
  ]

  private static func hint(forGlobal name: String) -> String? {
    if let hint = absent[name] { return hint }
    if let entry = APICatalog.entries.first(where: { $0.name == name && $0.receiver != nil }) {
      return "Did you mean \(entry.qualifiedName)?"
    }
    let names = APICatalog.globals.map(\.name) + standardGlobals
    return Spelling.nearest(to: name, in: names).first.map { "Did you mean '\($0)'?" }
  }

  /// Globals beside those of the catalog, for "did you mean".
  private static let standardGlobals = [
    "assert", "describe", "it", "before_each", "after_each", "setup", "teardown", "pending", "insulate", "finally",
    "spy", "stub", "print", "pairs", "ipairs", "next", "select", "tostring", "tonumber", "type", "error", "pcall",
    "xpcall", "require", "setmetatable", "getmetatable", "rawget", "rawset", "rawequal", "rawlen", "load", "string",
    "table", "math", "os", "utf8", "coroutine",
  ]

  private static func quoted(in message: String, after marker: String) -> String? {
    guard let start = message.firstRange(of: marker)?.upperBound else { return nil }
    let rest = message[start...]
    return rest.firstIndex(of: "'").map { String(rest[..<$0]) }
  }
}
