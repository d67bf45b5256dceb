internal import Platform

/// What `homescreen plugin list` and `:plugins` print.
public enum PluginListing {
  /// A paragraph for each plugin, with all that it brings.
  public static func lines(_ session: Session) -> [String] {
    let plugins = session.plugins?.loaded ?? []
    guard !plugins.isEmpty else {
      return ["no plugins; homescreen.lua names them (plugins = { \"FILE\" }), or --plugin FILE"]
    }
    return plugins.flatMap { plugin in
      let version = plugin.object.version.map { " \($0)" } ?? ""
      return ["\(plugin.object.name)\(version)  (\(plugin.source.name))"]
        + PluginPart.allCases.flatMap { part in plugin.object.entries(part).map { line($0, part, of: plugin) } }
    }
  }

  private static func line(_ entry: PluginObject.Entry, _ part: PluginPart, of plugin: PluginHost.Loaded) -> String {
    let name = (part == .commands ? ":" : "") + entry.name
    var text = "  " + TextRow.text([part.noun, name], widths: [11])
    if let summary = entry.summary { text = TextRow.text([text, summary], widths: [30]) }
    if plugin.missing.contains("\(part.rawValue).\(entry.name)") { return text + "  (left out)" }
    return text
  }
}
