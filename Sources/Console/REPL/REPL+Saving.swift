internal import AppPackages
internal import LuaAPI
internal import LuaEngine
internal import Platform

/// Saving a session.
extension REPL {
  /// Writes the session as a scenario. A file that is there stays as it is.
  /// - Parameter asTest: what the lines showed and changed becomes assertions.
  func save(to path: String, asTest: Bool) throws(SaveFailure) {
    guard !path.isEmpty else { throw SaveFailure(description: "use \(REPLWord.save.usage)") }
    guard let preparation = session.preparation else {
      throw SaveFailure(description: "this session is part of a scenario, so it cannot be saved as one")
    }
    guard !ProcessEnvironment.fileExists(path) else {
      throw SaveFailure(description: "\(path) already exists; nothing was written")
    }
    // In a scenario paths begin at its own folder, here at the working directory.
    let isBeside = !path.contains("/")
    let app = preparation.app.map { isBeside ? $0 : absolute($0) }
    var saved = SavedSession(lines, preparation) { [session] in Self.mistake(in: $0, session) == nil }
    if asTest {
      do {
        (saved.seen, saved.callbacks) = try look()
      } catch {
        throw SaveFailure(description: "the session cannot be run again, so nothing was written: \(error)")
      }
    }
    let text = saved.text(app: app)
    if let mistake = Self.mistake(in: text, session) {
      throw SaveFailure(description: "the lines are not a valid scenario, so nothing was written: \(mistake)")
    }
    let folder = isBeside ? "." : FileTreePath.directory(of: path)
    let isNew: Bool
    do {
      isNew = try OutputFolder(folder.isEmpty ? "/" : folder)
        .create(Array(text.utf8), at: FileTreePath.lastComponent(path))
    } catch {
      throw SaveFailure(description: "\(path) cannot be written: \(error.message)")
    }
    // A link that leads nowhere, or a file that somebody has made in the meantime.
    guard isNew else { throw SaveFailure(description: "\(path) already exists; nothing was written") }
    if let count = saved.callbacks?.count, count > SavedSession.maximumCallbacks {
      errors("note: the scenario does not compare the \(count) callbacks: there are too many")
    }
    _ = tell("wrote \(path); run it with: homescreen run \(ShellWord.path(path))")
  }

  /// Why Lua does not read a text; nil where it does.
  private static func mistake(in text: String, _ session: Session) -> String? {
    // What lines have used of the budget does not matter here.
    let (outcome, _, _) = session.lua.withOwnBudget(session.lua.options.budget) {
      Result { () throws(LuaError) in try session.lua.load(text, chunkName: "=save") }
    }
    switch outcome {
    case .success(.success): return nil
    case .success(.failure(let error)): return error.message
    case .failure(let error): return "\(error)"
    }
  }

  /// A path that means the same from everywhere.
  func absolute(_ path: String) -> String {
    path.hasPrefix("/") ? path : FileTreePath.join(ProcessEnvironment.workingFolder, path)
  }

  /// Runs the session once more and looks at what each line gives and changes.
  private func look() throws -> (seen: [Int: SeenLine], callbacks: [String]?) {
    var seen: [Int: SeenLine] = [:]
    var before: [String: String] = [:]
    let session = try replay(lines) { session, number, outcome in
      var changes: [(expression: String, value: LuaValue)] = []
      for observation in session.observations {
        let text = LuaLiteral.text(of: observation.value) ?? ""
        if before.updateValue(text, forKey: observation.expression) != text { changes.append(observation) }
      }
      // The beginning is what everything else is compared with.
      guard number > 0 else { return }
      seen[number] = SeenLine(outcome, changes: changes, in: session)
    }
    return (seen, session.callbacks)
  }
}
