import Platform
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
  /// The titles of scripts by the names of the files that they say to write.
  private let writers: [String: String]

  private static let catalogWords = ["appiconset", ".icon/", "xcassets", "AppIcon"]
  /// Of one target, and the bytes of a script that are looked at: nobody writes icons by more.
  private static let maximumPhases = 50, maximumLength = 64 * 1024

  init(of target: XcodeTarget, in project: XcodeProject) {
    func text(_ phase: XcodeObject, _ key: String) -> String {
      String(decoding: phase.strings(key).joined(separator: "\n").utf8.prefix(Self.maximumLength), as: UTF8.self)
    }
    phases = project.objects.objects(target.object, "buildPhases").prefix(Self.maximumPhases).compactMap { phase in
      guard phase.isa == "PBXShellScriptBuildPhase" else { return nil }
      return Phase(
        title: phase.string("name") ?? "Run Script", location: phase.location,
        script: text(phase, "shellScript"), outputs: text(phase, "outputPaths"))
    }
    writers = Dictionary(
      phases.flatMap { phase in
        phase.outputs.split(separator: "\n").map { (FileTreePath.lastComponent(String($0)), phase.title) }
      }
    ) { first, _ in first }
  }

  /// The script that says of itself that it writes a file; nil when none does.
  func hint(forMissing path: String) -> String? {
    writers[FileTreePath.lastComponent(path)].map {
      "the script phase “\($0)” writes it: build once, then try again"
    }
  }

  /// For the end of a hint about something of a catalog that is missing; nil when no script speaks of it.
  var pictureHint: String? {
    guard let phase = phases.first(where: \.writesPictures) else { return nil }
    return "the script phase “\(phase.title)” may write it: build once, then try again"
  }

  /// A note for each script that may change the icons or quick actions of the Info.plist.
  var notes: [PackageWarning] {
    phases.filter(\.writesInfoPlist).map { phase in
      PackageWarning(
        .scriptPhase, "the script phase “\(phase.title)” may write icons or quick actions into the Info.plist",
        severity: .note, location: phase.location,
        hint: "scripts are not run here; to see what it does, build the app: homescreen inspect PROJECT --against APP")
    }
  }
}
