internal import AppPackages
public import HomeScreenReports
import PropertyLists

/// The formats of what `homescreen plugin list` lists.
public enum PluginFormats: ReportFormats {
  /// Makes the list of the plugins that a session has loaded.
  public typealias Make = @Sendable (Session) -> OutputText

  /// `terminal`, which is the default, and `json`.
  public static let all: [ReportFormat<Make>] = [
    ReportFormat("terminal", "for people") { session in
      .forPeople(StyledText(PluginListing.lines(session).joined(separator: "\n") + "\n"))
    },
    ReportFormat("json", "one plugin a line") { session in
      .forPrograms((session.plugins?.loaded ?? []).map { line($0) + "\n" }.joined(), as: .json)
    },
  ]

  private static func line(_ plugin: PluginHost.Loaded) -> String {
    var json = JSONText()
    json.add("plugin", plugin.object.name)
    json.add("version", plugin.object.version)
    json.add("file", plugin.source.name)
    let parts = PluginPart.allCases.flatMap { part in
      plugin.object.entries(part).map { entry in
        var json = JSONText()
        json.add("kind", part.noun)
        json.add("name", entry.name)
        json.add("summary", entry.summary)
        json.add("isLeftOut", plugin.missing.contains("\(part.rawValue).\(entry.name)"))
        return json
      }
    }
    json.add("parts", objects: parts)
    return json.line
  }
}
