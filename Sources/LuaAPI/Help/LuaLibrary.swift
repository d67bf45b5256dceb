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

  private static let table = """
    collectgarbage([option[, value]])  Frees unused values; other options return their values and change nothing.
    dofile([path])  Runs a file and returns its values.
    error(message[, level])  Raises an error; level 2 blames the caller, 0 adds no position.
    getmetatable(value)  Returns the metatable of a value, or its field __metatable.
    ipairs(list)  For a loop over 1, 2, 3 … until the first nil: for i, value in ipairs(list).
    load(chunk[, name[, mode[, env]]])  Compiles a string to a function; nil and a message if that fails.
    loadfile([path[, mode[, env]]])  Compiles a file to a function; nil and a message if that fails.
    next(table[, key])  Returns the next key and its value; nil after the last.
    pairs(table)  For a loop over all keys: for key, value in pairs(table); here numbers first, then strings in order.
    pcall(f[, ...])  Calls f: true and its results, or false and the error.
    print(...)  Writes its arguments, with tabs between them.
    rawequal(a, b)  Whether two values are the same, without __eq.
    rawget(table, key)  Reads a field without __index.
    rawlen(value)  The length of a table or string, without __len.
    rawset(table, key, value)  Writes a field without __newindex.
    require(name)  Loads a module once and returns its value.
    select(n, ...)  The arguments from the n-th; with "#" their number.
    setmetatable(table, metatable)  Sets or removes a metatable and returns the table.
    tonumber(value[, base])  The number in a string; nil if it is not a number.
    tostring(value)  The value as a string; calls __tostring if it exists.
    type(value)  "nil", "number", "string", "boolean", "table", "function", "thread" or "userdata".
    warn(message[, ...])  Writes a warning; "@on" and "@off" turn them on and off.
    xpcall(f, handler[, ...])  Like pcall, but the handler gets the error, and can still see the stack.
    string.byte(s[, i[, j]])  The bytes from i to j as numbers; i is 1, j is i.
    string.char(...)  The string of these bytes.
    string.dump(f[, strip])  Not available: bytecode cannot be checked.
    string.find(s, pattern[, init[, plain]])  The first match: begin, end and captures, or nil. plain: no pattern.
    string.format(format, ...)  Formats values as a string: %d, %5.2f, %s, %q, %x.
    string.gmatch(s, pattern[, init])  For a loop over all matches: for word in s:gmatch("%a+").
    string.gsub(s, pattern, replacement[, n])  Replaces matches with a string, a table or a function; also returns how many.
    string.len(s)  The length in bytes; the same as #s.
    string.lower(s)  In lowercase letters.
    string.match(s, pattern[, init])  The captures of the first match, or the match itself; nil without one.
    string.pack(format, ...)  Values as binary data.
    string.packsize(format)  The length of what string.pack returns for this format.
    string.rep(s, n[, separator])  The string n times, with the separator between the copies.
    string.reverse(s)  Reversed, byte by byte.
    string.sub(s, i[, j])  The part from i to j; −1 is the last byte.
    string.unpack(format, s[, position])  The values in binary data, and where the rest begins.
    string.upper(s)  In uppercase letters.
    table.concat(list[, separator[, i[, j]]])  The elements in one string.
    table.insert(list[, position], value)  Inserts a value at a position, or at the end.
    table.move(from, f, e, t[, to])  Copies the elements f to e to position t, in the table `to` if given.
    table.pack(...)  Its arguments as a list; n has their number.
    table.remove(list[, position])  Removes and returns an element, the last one by default.
    table.sort(list[, less])  Sorts in place; less(a, b) says whether a comes first.
    table.unpack(list[, i[, j]])  The elements as several values.
    math.abs(x)  The absolute value.
    math.acos(x)  The arc cosine, in radians.
    math.asin(x)  The arc sine, in radians.
    math.atan(y[, x])  The arc tangent of y/x, in radians.
    math.ceil(x)  The next whole number up.
    math.cos(x)  The cosine of radians.
    math.deg(x)  Radians as degrees.
    math.exp(x)  e to the power of x.
    math.floor(x)  The next whole number down.
    math.fmod(x, y)  The remainder of x/y, rounded towards zero.
    math.huge  Greater than any other number.
    math.log(x[, base])  The logarithm; natural without a base.
    math.max(x, ...)  The greatest.
    math.maxinteger  The greatest integer.
    math.min(x, ...)  The smallest.
    math.mininteger  The smallest integer.
    math.modf(x)  The whole part and the fraction.
    math.pi  π.
    math.rad(x)  Degrees as radians.
    math.random([m[, n]])  A number from 0 to 1, an integer from 1 to m, or from m to n.
    math.randomseed([x[, y]])  Sets the seed of math.random.
    math.sin(x)  The sine of radians.
    math.sqrt(x)  The square root.
    math.tan(x)  The tangent of radians.
    math.tointeger(x)  A whole number as an integer; nil for other values.
    math.type(x)  "integer", "float", or nil if x is not a number.
    math.ult(m, n)  Whether m is less than n, both as unsigned integers.
    utf8.char(...)  The text of these code points.
    utf8.charpattern  A pattern for one character of UTF-8.
    utf8.codepoint(s[, i[, j[, lax]]])  The code points from byte i to j.
    utf8.codes(s[, lax])  For a loop over characters: for position, code in utf8.codes(s).
    utf8.len(s[, i[, j[, lax]]])  The number of characters; nil and a position if it is not UTF-8.
    utf8.offset(s, n[, i])  The position of the byte where the n-th character begins.
    coroutine.close(thread)  Ends a suspended coroutine and closes its variables.
    coroutine.create(f)  A coroutine that will run f.
    coroutine.isyieldable([thread])  Whether it can yield here.
    coroutine.resume(thread, ...)  Continues: true and what it yields or returns, or false and the error.
    coroutine.running()  The coroutine that runs, and whether it is the main one.
    coroutine.status(thread)  "running", "suspended", "normal" or "dead".
    coroutine.wrap(f)  A function that resumes a coroutine at each call.
    coroutine.yield(...)  Suspends the coroutine until it is resumed, and passes on its arguments.
    os.clock()  Seconds of the virtual clock since the script began.
    os.date([format[, time]])  A date of the virtual clock as text, in UTC, or as a table with "*t".
    os.difftime(t2, t1)  Seconds between two times.
    os.execute([command])  Not available: scripts start no other programs.
    os.exit([code[, close]])  Not available: other scripts run in the process; error(…) ends this one.
    os.getenv(name)  A variable that --env passes on; nil for all others.
    os.remove(path)  Not available: scripts change no files.
    os.rename(from, to)  Not available: scripts change no files.
    os.setlocale(locale[, category])  Supports only the locale "C".
    os.time([table])  Seconds since 1970: now by the virtual clock, or of a table with year, month, day.
    os.tmpname()  Not available: scripts create no files.
    io.close([file])  Closes a file.
    io.flush()  Writes the buffered output.
    io.input([file])  Where io.read reads from.
    io.lines([path, ...])  For a loop over lines: for line in io.lines(path).
    io.open(path[, mode])  Opens a file of the project for reading; nil and a message if that fails.
    io.output([file])  Where io.write writes to.
    io.popen(command[, mode])  Not available: scripts start no other programs.
    io.read(...)  Always at the end of file: there is no input.
    io.stderr  The error output.
    io.stdin  The input, always at the end of file.
    io.stdout  The output.
    io.tmpfile()  Not available: scripts create no files.
    io.type(value)  "file", "closed file", or nil for other values.
    io.write(...)  Writes its arguments without separators.
    debug.getinfo([thread, ]f[, what])  A table about a function or a level of the stack.
    debug.getmetatable(value)  The metatable, or the value of its __metatable.
    debug.setmetatable(value, metatable)  Sets the metatable of a table.
    debug.traceback([thread, ][message[, level]])  The calls that led here, as text.
    package.config  Path separators and template characters of this system.
    package.cpath  Empty: there are no libraries in C.
    package.loadlib(path, function)  Not available: there are no libraries in C.
    package.loaded  The modules that are loaded, by name.
    package.path  Where require looks for Lua files.
    package.preload  Loaders of modules by name.
    package.searchers  How require finds loaders.
    package.searchpath(name, path[, separator[, replacement]])  The file that require would find.
    """
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
