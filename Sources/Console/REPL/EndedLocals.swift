/// Notices a local variable of an earlier line: each line is a chunk of its own, so the name is nil then.
struct EndedLocals {
  private var names: Set<String> = []
  private var hasHinted = false

  /// Takes note of the locals of a line that was run.
  mutating func add(_ text: String) {
    names.formUnion(LuaNames(text).locals)
  }

  /// What to tell a person about a line that is about to run; once for a session.
  /// - Parameter isGlobal: whether a global of that name has a value.
  mutating func hint(for text: String, isGlobal: (String) -> Bool) -> String? {
    guard !hasHinted, !names.isEmpty else { return nil }
    let found = LuaNames(text)
    guard let name = found.used.first(where: { names.contains($0) && !found.declared.contains($0) && !isGlobal($0) })
    else { return nil }
    hasHinted = true
    return "'\(name)' was a local, and a local ends with its line: write \(name) = … to keep it"
  }
}
