import PropertyLists

/// The scripts that a target's build runs, as far as they may make what is looked for here: they are never run.
struct ScriptPhases {
  private struct Phase {
    let title: String
    let location: SourceLocation?
    let script: String
    let outputs: String

    /// Whether the script holds one of the words, and one that writes files.
    func writes(_ words: [String], by verbs: [String]) -> Bool {
      words.contains { script.contains($0) } && verbs.contains { script.contains($0) }
    }

    var writesPictures: Bool {
      ScriptPhases.catalogWords.contains { outputs.contains($0) }
        || writes(
          ScriptPhases.catalogWords, by: ["cp ", "mv ", "rsync", "ditto", "sips", "convert", "magick", "actool"])
    }

    var writesInfoPlist: Bool {
      writes(
        ["CFBundleIcon", "CFBundleAlternateIcons", "UIApplicationShortcutItem"],
        by: ["PlistBuddy", "plutil", "defaults write", "sed -i"])
    }
  }

  private let phases: [Phase]

  private static let catalogWords = ["appiconset", ".icon/", "xcassets", "AppIcon"]
  private static let maximumPhases = 200

  init(of target: XcodeTarget, in project: XcodeProject) {
    phases = project.objects.objects(target.object, "buildPhases").prefix(Self.maximumPhases).compactMap { phase in
      guard phase.isa == "PBXShellScriptBuildPhase" else { return nil }
      return Phase(
        title: phase.string("name") ?? "Run Script", location: phase.location,
        script: phase.strings("shellScript").joined(separator: "\n"),
        outputs: phase.strings("outputPaths").joined(separator: "\n"))
    }
  }

  /// The script that says of itself that it writes a file; nil when none does.
  func hint(forMissing path: String) -> String? {
    let name = "/" + FileTreePath.lastComponent(path)
    guard let phase = phases.first(where: { ("/" + $0.outputs).contains(name) }) else { return nil }
    return "the script phase “\(phase.title)” writes it: build once, then look again"
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
