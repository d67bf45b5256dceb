import AppPackages
import PropertyLists

/// The keys of the Info.plist.
extension BuildComparison {
  /// Keys that Xcode, the linker or the store write themselves, whatever a project says; those that begin with `DT`, too.
  private static let keysOfTools: Set<String> = [
    "BuildMachineOSBuild", "CFBundleNumericVersion", "CFBundleResourceSpecification", "CFBundleSupportedPlatforms",
    "UIDeviceFamily", "UIRequiredDeviceCapabilities", "UISupportedDevices",
  ]
  /// What is compared by itself.
  private static let ownKeys: Set<String> = ["CFBundleIcons", "UIApplicationShortcutItems"]
  private static let versions: Set<String> = ["CFBundleShortVersionString", "CFBundleVersion"]

  private static func isOfTools(_ key: String) -> Bool {
    key.hasPrefix("DT") || keysOfTools.contains(key) || key == "CFBundleIdentifier"
  }

  mutating func compareKeys() {
    let expected = source.expandedInfoPlist
    let actual = built.infoPlist
    let unknown = keysWithUnknownValues
    var lost = expected.keys.filter { !actual.contains($0) && !Self.isOfTools($0) }
    var added = actual.keys.filter { key in
      !expected.contains(key) && !Self.isOfTools(key) && !unknown.contains(key)
        // Without the project nobody knows what its settings give.
        && (source.origin != .infoPlist || Self.ownKeys.contains(InfoPlistKey(key).base))
    }
    for (key, other) in Self.takePairs(&lost, &added) {
      note(
        .caseChanged, key, "the key \(key) is called \(other) in the build, which is another key for the system",
        at: expected.keyLocation(for: key), built: actual.keyLocation(for: other), help: "spell both the same way")
    }
    for key in lost {
      note(
        .keyLost, key, "the source has the key \(key), but the build does not", at: expected.keyLocation(for: key),
        built: nil, help: "something after the source removes it: a script of the build, or a tool that signs it again"
      )
    }
    for key in added {
      note(
        .keyAdded, key, "the build has the key \(key), but the source does not: \(Self.text(actual[key]))", at: nil,
        built: actual.keyLocation(for: key), help: suspects)
    }
    for key in expected.keys
    where !Self.isOfTools(key) && !Self.ownKeys.contains(InfoPlistKey(key).base) && !unknown.contains(key) {
      compareValue(key, expected, actual)
    }
  }

  /// Those that are written with settings, where some setting is not known: the value may be any, or none at all.
  private var keysWithUnknownValues: Set<ExactText> {
    guard let written = source.build?.writtenInfoPlist, source.warnings.contains(where: { $0.code == .unknownSetting })
    else { return [] }
    return Set(texts: written.entries.filter { Self.isUnknown($0.node.value) }.map(\.key))
  }

  private mutating func compareValue(
    _ key: String, _ expected: PropertyListDictionary, _ actual: PropertyListDictionary
  ) {
    guard let wanted = expected.node(for: key), let found = actual.node(for: key), wanted != found,
      !Self.isUnknown(wanted.value)
    else { return }
    note(
      Self.versions.contains(key) ? .versionChanged : .keyChanged, key,
      "\(key) is \(Self.text(wanted.value)) in the source, and \(Self.text(found.value)) in the build",
      at: wanted.location ?? expected.keyLocation(for: key), built: found.location ?? actual.keyLocation(for: key),
      help: Self.versions.contains(key)
        ? "build servers count versions up; if this one does not, \(suspects)" : suspects)
  }

  /// Whether a text in the value depends on a setting that nobody has given.
  private static func isUnknown(_ value: PropertyListValue) -> Bool {
    switch value {
    case .string(let text): text.contains("$(") || text.contains("${")
    case .array(let nodes): nodes.contains { isUnknown($0.value) }
    case .dictionary(let dictionary): dictionary.entries.contains { isUnknown($0.node.value) }
    case .integer, .unsignedInteger, .real, .boolean, .date, .data, .uid: false
    }
  }

  /// Takes those out of both lists that differ in letter case, or Unicode form, only.
  static func takePairs(_ lost: inout [String], _ added: inout [String]) -> [(lost: String, added: String)] {
    var pairs: [(String, String)] = []
    var others = Dictionary(added.map { ($0.lowercased(), $0) }) { first, _ in first }
    lost.removeAll { name in
      guard let other = others.removeValue(forKey: name.lowercased()) else { return false }
      pairs.append((name, other))
      return true
    }
    let taken = Set(texts: pairs.map(\.1))
    added.removeAll { taken.contains($0) }
    return pairs
  }

  private static let longestText = 80

  /// A value in a sentence.
  static func text(_ value: PropertyListValue?) -> String {
    guard let value else { return "nothing" }
    let text = value.string.map { "“\($0)”" } ?? SortedJSON.text(value)
    let start = text.unicodeScalars.prefix(longestText)
    return String(start) + (start.endIndex < text.unicodeScalars.endIndex ? "…" : "")
  }
}
