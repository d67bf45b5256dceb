internal import AppPackages
internal import HomeScreenReports
internal import LuaAPI
internal import LuaEngine
internal import Streams

/// Saving a session.
extension REPL {
  /// Writes the session as a scenario. A file that is there stays as it is.
  func save(to path: String) throws(SaveFailure) {
    guard let preparation = session.preparation, !path.isEmpty else {
      throw SaveFailure(description: "write \(REPLWord.save.usage)")
    }
    guard !ProcessEnvironment.fileExists(path) else {
      throw SaveFailure(description: "\(path) is there already; nothing was written")
    }
    // In a scenario paths begin at its own folder, here at the working directory.
    let isBeside = !path.contains("/")
    let app = preparation.app.map { $0.hasPrefix("/") || isBeside ? $0 : "\(ProcessEnvironment.workingFolder)/\($0)" }
    let saved = SavedSession(lines, preparation) { [session] in
      (try? session.lua.load($0, chunkName: "=save")) != nil
    }
    let folder = isBeside ? "." : FileTreePath.directory(of: path)
    do {
      try OutputFolder(folder.isEmpty ? "/" : folder)
        .write(Array(saved.text(app: app).utf8), to: FileTreePath.lastComponent(path))
    } catch {
      throw SaveFailure(description: "\(path) cannot be written: \(error.message)")
    }
    if source.isInteractive { errors("wrote \(path); run it with: homescreen run \(path)") }
  }
}

/// Why a session was not saved.
struct SaveFailure: Error, CustomStringConvertible {
  let description: String
}
