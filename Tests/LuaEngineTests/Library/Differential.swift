import LuaEngine
import Testing

/// The start of differential test scripts: a generator with a fixed seed, and a log of results and errors.
private let preamble = #"""
  local state = 12345
  local function random(n)  -- 1...n, the same in every Lua
    state = (state * 1103515245 + 12345) & 0x7fffffff
    return (state >> 8) % n + 1
  end
  local lines = {}
  local function show(...)
    local parts = {}
    for index = 1, select("#", ...) do
      local value = select(index, ...)
      parts[index] = type(value) == "table" and "table" or string.format("%q", type(value) == "function" and "function" or value)
    end
    return table.concat(parts, " ")
  end
  local function try(name, f, ...)
    lines[#lines + 1] = name .. ": " .. show(pcall(f, ...))
  end

  """#

/// Runs a script in our state and in a stock one; it logs with `try`, and each line must be equal.
func expectSameAsStock(
  _ script: String, atLeast lineCount: Int, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let source = preamble + script + "\nreturn table.concat(lines, '\\n')"
  let ours = try run(source, budget: 5_000_000_000, memory: 512 << 20)
  let stock = try stockRun(source)
  let ourLines = try #require(ours.first).split(separator: "\n", omittingEmptySubsequences: false)
  let stockLines = try #require(stock.first).split(separator: "\n", omittingEmptySubsequences: false)
  #expect(ourLines.count == stockLines.count, sourceLocation: sourceLocation)
  #expect(ourLines.count >= lineCount, sourceLocation: sourceLocation)
  let differences = zip(ourLines, stockLines).filter { $0 != $1 }
  for (our, stock) in differences.prefix(5) {
    Issue.record("ours:  \(our)\nstock: \(stock)", sourceLocation: sourceLocation)
  }
  #expect(differences.isEmpty, "\(differences.count) lines differ", sourceLocation: sourceLocation)
}
