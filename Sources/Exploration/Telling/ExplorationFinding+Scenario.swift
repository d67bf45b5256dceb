import AppPackages
public import Events
internal import LuaAPI
import Platform

extension ExplorationFinding {
  /// A scenario that fails as long as the story breaks, and passes when the app is mended.
  ///
  /// - Parameters:
  ///   - folder: where it is to lie; nil: beside the app.
  ///   - workingFolder: where paths begin; an absolute one.
  public func scenario(in folder: String? = nil, workingFolder: String = "/") -> String {
    let fact = fact.map { " (\($0))" } ?? ""
    let comments = [
      "It breaks on \(span).", "What should hold: \(expected)\(fact).", "What happened: \(happened).",
    ]
    let folder = folder ?? FileTreePath.directory(of: source.path)
    // What comes from apps stays in its line.
    return comments.map { "-- " + String($0.map { $0.isNewline ? " " : $0 }) + "\n" }.joined()
      + "local explore = require \"homescreen.explore\"\n"
      + source.subject(from: folder, workingFolder: workingFolder) + "\n\n" + code
  }
}

extension ExplorationFinding.Source {
  /// The Lua that gives the app, as a scenario in a folder names it.
  fileprivate func subject(from folder: String, workingFolder: String) -> String {
    let path = FileTreePath.relative(path, from: folder, workingFolder: workingFolder)
    guard isScript else {
      return """
        local subject = explore {
          app = \(path.quotedForLua), install = { sources = true, doubtful = false }, declares = false,
        }
        """
    }
    let choice = title.map { ", \($0.quotedForLua))" } ?? ")[1]"
    return "local subject = explore.from(\(path.quotedForLua)\(choice)"
  }
}
