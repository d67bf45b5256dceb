import PropertyLists

/// The scripts that a target's build runs, as far as they may make what is looked for here: they are never run.
struct ScriptPhases {
  /// A script, by the words that speak for writing icons.
  private struct Phase {
    let title: String
    let location: SourceLocation?
    let writesPictures: Bool
    let writesInfoPlist: Bool
  }

  private let phases: [Phase]

  private static let maximumPhases = 200

  init(of target: XcodeTarget, in project: XcodeProject) {
    phases = project.objects.objects(target.object, "buildPhases").prefix(Self.maximumPhases).compactMap { phase in
      guard phase.isa == "PBXShellScriptBuildPhase" else { return nil }
      let script = phase.strings("shellScript").joined(separator: "\n")
      let outputs = phase.strings("outputPaths").joined(separator: "\n")
      func mentions(_ words: [String], in text: String) -> Bool { words.contains { text.contains($0) } }
      let isAboutIcons = mentions(["AppIcon", "appiconset", "CFBundleIcon", "UIApplicationShortcutItem"], in: script)
      return Phase(
        title: phase.string("name") ?? "Run Script", location: phase.location,
        writesPictures: isAboutIcons || mentions(["xcassets", "imageset"], in: script + outputs),
        writesInfoPlist: isAboutIcons && mentions(["PlistBuddy", "plutil", "Info.plist", "INFOPLIST"], in: script))
    }
  }

  /// For the end of a hint about something of a catalog that is missing; nil when no script speaks of it.
  var pictureHint: String? {
    guard let phase = phases.first(where: \.writesPictures) else { return nil }
    return "the script phase “\(phase.title)” may write it: build once, then look again"
  }

  /// A note for each script that may change the icons or quick actions of the Info.plist.
  var notes: [PackageWarning] {
    phases.filter(\.writesInfoPlist).map { phase in
      PackageWarning(
        .scriptPhase, "the script phase “\(phase.title)” may write icons or quick actions into the Info.plist",
        severity: .note, location: phase.location,
        hint: "scripts are not run here; to see what it does, build the app and open the .app")
    }
  }
}
