internal import AppPackages
public import Platform
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
    let parts = PluginPart.allCases.flatMap { part in
      plugin.object.entries(part).map { entry -> JSONTree in
        [
          "kind": .text(part.noun), "name": .text(entry.name), "summary": .text(entry.summary),
          "isLeftOut": .flag(plugin.missing.contains("\(part.rawValue).\(entry.name)")),
        ]
      }
    }
    let json: JSONTree = [
      "plugin": .text(plugin.object.name), "version": .text(plugin.object.version),
      "file": .text(plugin.source.name), "parts": .list(parts),
    ]
    return json.line
  }
}
