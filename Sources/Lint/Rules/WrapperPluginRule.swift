import AppPackages
import Events
import HomeScreenSimulator
import Platform
import PropertyLists

/// `wrapper-plugin`
struct WrapperPluginRule: Rule {
  static let all: [any Rule] = [WrapperPluginRule()]

  let description = RuleDescription(
    "wrapper-plugin", .note, "A plugin handles quick actions or icons for the app",
    explanation: """
      In an app of React Native, Expo, Capacitor, Cordova or Flutter a plugin does what an app’s own delegates do \
      elsewhere. Whether a quick action arrives depends on the life cycle that the plugin supports: one that only \
      gets calls of the app delegate gets none in an app with scenes, unless the scene delegate passes them on.
      """,
    facts: ["LAUNCH-021", "LAUNCH-013", "LAUNCH-022"])

  func check(_ subject: LintSubject) -> [Finding] {
    guard let tree = subject.package.files?.tree else { return [] }
    let file = subject.package.build?.projectFile ?? subject.package.infoPlistFile
    let folder = FileTreePath.directory(of: subject.package.files?.path(of: file) ?? "")
    let hasScenes = SceneManifest(of: subject.package).hasWindows
    return WrapperManifests(tree).entries(around: folder).map { entry in
      let plugin = entry.plugin
      let installed = entry.locked.map { entry.version == $0 ? "" : "installed is \($0)" } ?? ""
      let words = [entry.version, installed.isEmpty ? nil : installed].compactMap(\.self)
      let version = words.isEmpty ? "" : " " + words.joined(separator: ", ")
      let isLost = plugin.handlesActions && hasScenes && plugin.servesScenes == false
      var finding = finding(
        "“\(plugin.name)”\(version) (\(plugin.framework.rawValue)) \(plugin.words)"
          + (isLost ? "; this app has scenes" : ""), at: entry.location,
        help: isLost ? "Let the scene delegate pass quick actions on to it, warm and cold." : nil)
      finding.facts = plugin.facts
      return finding
    }
  }
}
