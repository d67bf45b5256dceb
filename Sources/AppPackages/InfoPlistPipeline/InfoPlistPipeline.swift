public import PropertyLists

/// Makes the Info.plist of a built app from the source file and the build settings, in the order of a build.
struct InfoPlistPipeline {
  private(set) var infoPlist: PropertyListDictionary
  private(set) var warnings: [PackageWarning] = []
  /// The undefined settings that values use.
  private(set) var undefinedSettings: [String] = []

  private let settings: BuildSettings
  private let file: String

  /// - Parameters:
  ///   - written: the file that `INFOPLIST_FILE` names, empty if there is none, with the entries that the asset catalog
  ///     compiler adds.
  ///   - file: the file's name in messages.
  init(_ written: PropertyListDictionary, file: String, settings: BuildSettings) {
    infoPlist = written
    (self.file, self.settings) = (file, settings)
  }

  mutating func run(xcodeVersion: XcodeVersion) {
    addMissing(platformEntries(xcodeVersion))
    if settings.flag("GENERATE_INFOPLIST_FILE") {
      merge(standardEntries)
      merge(entriesOfSettings())
    }
    warnAboutIgnoredSettings()
    expand()
    removeEmptyStrings()
    setDeviceFamilies()
    requireArchitecture()
    checkIdentifier()
  }

  private mutating func merge(_ entries: PropertyListDictionary) {
    warnings += InfoPlistMerge.merge(entries, into: &infoPlist, file: file)
  }

  private mutating func addMissing(_ entries: PropertyListDictionary) {
    for entry in entries.entries where !infoPlist.contains(entry.key) { infoPlist.setNode(entry.node, for: entry.key) }
  }

  // MARK: What a build adds

  private func platformEntries(_ xcodeVersion: XcodeVersion) -> PropertyListDictionary {
    let sdk = DefaultSettings.sdkVersion(of: xcodeVersion).description
    return [
      "CFBundleSupportedPlatforms": ["iPhoneOS"],
      "DTPlatformName": "iphoneos",
      "DTPlatformVersion": .string(sdk),
      "DTSDKName": .string("iphoneos" + sdk),
      "MinimumOSVersion": "$(IPHONEOS_DEPLOYMENT_TARGET)",
    ]
  }

  /// The entries that every generated Info.plist has.
  private var standardEntries: PropertyListDictionary {
    [
      "CFBundleDevelopmentRegion": "$(DEVELOPMENT_LANGUAGE)",
      "CFBundleExecutable": "$(EXECUTABLE_NAME)",
      "CFBundleIdentifier": "$(PRODUCT_BUNDLE_IDENTIFIER)",
      "CFBundleInfoDictionaryVersion": "6.0",
      "CFBundleName": "$(PRODUCT_NAME)",
      "CFBundlePackageType": "$(PRODUCT_BUNDLE_PACKAGE_TYPE)",
      "CFBundleShortVersionString": "$(MARKETING_VERSION)",
      "CFBundleVersion": "$(CURRENT_PROJECT_VERSION)",
      "LSRequiresIPhoneOS": true,
    ]
  }

  private func entriesOfSettings() -> PropertyListDictionary {
    var entries = PropertyListDictionary()
    for name in settings.names where name.hasPrefix(GeneratedInfoPlistKey.settingPrefix) {
      let place = settings.location(of: name)
      if name == GeneratedInfoPlistKey.sceneManifest {
        guard settings.flag(name) else { continue }
        entries.setNode(
          PropertyListNode(
            ["UIApplicationSupportsMultipleScenes": true, "UISceneConfigurations": [:]], location: place),
          for: "UIApplicationSceneManifest", keyLocation: place)
      } else if name == GeneratedInfoPlistKey.launchScreen {
        guard settings.flag(name) else { continue }
        entries.setNode(
          PropertyListNode(["UILaunchScreen": [:]], location: place), for: "UILaunchScreen", keyLocation: place)
      } else if let key = GeneratedInfoPlistKey(setting: name), let value = key.value(settings[name]) {
        entries.setNode(PropertyListNode(value, location: place), for: key.key, keyLocation: place)
      }
    }
    return entries
  }

  /// Warns about settings that look like Info.plist keys but are ignored.
  private mutating func warnAboutIgnoredSettings() {
    let isGenerated = settings.flag("GENERATE_INFOPLIST_FILE")
    for name in settings.names where name.hasPrefix(GeneratedInfoPlistKey.settingPrefix) {
      if name == GeneratedInfoPlistKey.sceneManifest || name == GeneratedInfoPlistKey.launchScreen { continue }
      guard GeneratedInfoPlistKey(setting: name) == nil else { continue }
      let key = name.dropFirst(GeneratedInfoPlistKey.settingPrefix.count)
      let isShortcut = key.hasPrefix("UIApplicationShortcut")
      let isHarmless = infoPlist[String(key)] != nil
      warnings.append(
        PackageWarning(
          isShortcut ? .shortcutInBuildSettings : .infoPlistSetting,
          "\(name) is ignored: Xcode generates no \(key) from a build setting",
          severity: isHarmless ? .note : .warning, location: settings.location(of: name),
          hint: isHarmless
            ? "remove the setting: the Info.plist has \(key) without it"
            : isGenerated
              ? "write the key into a file, and name the file in INFOPLIST_FILE; the build merges both"
              : "write the key into the Info.plist"))
    }
  }

  // MARK: Values

  /// Expands `$(…)` in values; keys are not expanded.
  private mutating func expand() {
    var expansion = InfoPlistExpansion(settings: settings, file: file)
    infoPlist = expansion.expand(infoPlist)
    warnings += expansion.warnings
    undefinedSettings = expansion.undefinedSettings
  }

  /// The keys that a build removes when their value is empty, because an empty value does harm.
  private static let neverEmpty = [
    "CFBundleDevelopmentRegion", "CFBundleExecutable", "CFBundleGetInfoString", "CFBundleIconFile",
    "CFBundleIdentifier",
    "CFBundleName", "CFBundlePackageType", "CFBundleResourceSpecification", "CFBundleShortVersionString",
    "CFBundleSignature", "CFBundleTypeIconFile", "CFBundleTypeRole", "CFBundleVersion", "NSDocumentClass", "NSHelpFile",
    "NSHumanReadableCopyright", "NSMainNibFile", "NSPrincipalClass", "NSStickerSharingLevel",
  ]

  private mutating func removeEmptyStrings() {
    for key in Self.neverEmpty where infoPlist[key]?.string == "" { infoPlist.remove(key) }
  }

  /// Sets `UIDeviceFamily` from `TARGETED_DEVICE_FAMILY`, overriding the file.
  private mutating func setDeviceFamilies() {
    let name = "TARGETED_DEVICE_FAMILY"
    let numbers = settings[name].split { $0 == "," || $0.isWhitespace }.compactMap { Int64($0) }
    let families = numbers.filter { number in DeviceClass.allCases.contains { Int64($0.familyNumber) == number } }
    if infoPlist.contains("UIDeviceFamily"), !families.isEmpty {
      warnings.append(
        PackageWarning(
          .infoPlistSetting, "User supplied UIDeviceFamily key in the Info.plist will be overwritten",
          location: infoPlist.node(for: "UIDeviceFamily")?.location,
          hint: "set TARGETED_DEVICE_FAMILY, and remove UIDeviceFamily from the Info.plist"))
    }
    guard !families.isEmpty else { return }
    infoPlist.setNode(
      PropertyListNode(.array(of: families.map { .integer($0) }), location: settings.location(of: name)),
      for: "UIDeviceFamily", keyLocation: settings.location(of: name))
  }

  /// Requires the architecture of a 64-bit app, overriding the file (ICON-212).
  private mutating func requireArchitecture() {
    let key = "UIRequiredDeviceCapabilities"
    let archs = settings.list("ARCHS")
    let required = archs.isEmpty || archs.contains("arm64") ? "arm64" : "arm64e"
    guard archs.allSatisfy({ ["arm64", "arm64e"].contains($0) }),
      VersionNumber(settings["IPHONEOS_DEPLOYMENT_TARGET"]).map({ $0 >= VersionNumber(8) }) ?? true
    else { return }
    switch infoPlist[key] {
    case nil: infoPlist[key] = .array(of: [.string(required)])
    case .array(var nodes):
      if !nodes.contains(where: { $0.value.string == required }) { nodes.append(PropertyListNode(.string(required))) }
      nodes.removeAll { $0.value.string.map { $0 != required && Self.architectures.contains($0) } ?? false }
      setValue(.array(nodes), for: key)
    case .dictionary(var capabilities):
      for name in Self.architectures where name != required { capabilities.remove(name) }
      capabilities[required] = true
      setValue(.dictionary(capabilities), for: key)
    // Xcode stops the build here; keep the written value.
    case .string, .integer, .unsignedInteger, .real, .boolean, .date, .data, .uid: break
    }
  }

  private static let architectures: Set<String> = ["armv6", "armv7", "armv7s", "arm64", "arm64e"]

  private mutating func setValue(_ value: PropertyListValue, for key: String) {
    guard var node = infoPlist.node(for: key) else { return }
    node.value = value
    infoPlist.setNode(node, for: key)
  }

  private mutating func checkIdentifier() {
    let setting = settings["PRODUCT_BUNDLE_IDENTIFIER"]
    guard let written = infoPlist["CFBundleIdentifier"]?.string, !setting.isEmpty, written != setting else { return }
    warnings.append(
      PackageWarning(
        .infoPlistSetting,
        "User-supplied CFBundleIdentifier value '\(written)' in the Info.plist must be the same as the "
          + "PRODUCT_BUNDLE_IDENTIFIER build setting value '\(setting)'",
        location: infoPlist.node(for: "CFBundleIdentifier")?.location,
        hint: file.contains("platforms/ios/")
          ? "in a Cordova project, set the id in config.xml and run cordova prepare ios; otherwise write "
            + "$(PRODUCT_BUNDLE_IDENTIFIER) into the Info.plist"
          : "write $(PRODUCT_BUNDLE_IDENTIFIER) into the Info.plist"))
  }
}

/// Expands `$(…)` in all values of an Info.plist, and reports those that cannot be expanded.
struct InfoPlistExpansion {
  /// The expander; all texts share its limits.
  private var expander: MacroExpander
  private let file: String
  private(set) var warnings: [PackageWarning] = []
  /// The undefined settings in order of occurrence.
  private(set) var undefinedSettings: [String] = []
  private var reported: Set<String> = []
  /// The key at the top level whose value is being expanded.
  private var key: String?
  /// The keys with values that affect icons, quick actions and launches. Undefined settings in other keys are not reported.
  private static let readKeys: Set<String> = [
    "CFBundleIdentifier", "CFBundleName", "CFBundleDisplayName", "CFBundleIcons", "CFBundleIconFiles",
    "CFBundleIconFile", "CFBundleIconName", "CFBundleURLTypes", "CFBundleDevelopmentRegion", "CFBundleLocalizations",
    "UIApplicationShortcutItems", "UIApplicationSceneManifest", "UIMainStoryboardFile", "UIDeviceFamily",
    "MinimumOSVersion", "NSUserActivityTypes",
  ]

  init(settings: BuildSettings, file: String) {
    expander = MacroExpander(source: settings)
    self.file = file
  }

  mutating func expand(_ dictionary: PropertyListDictionary) -> PropertyListDictionary {
    var result = dictionary
    var expansion = self
    var keys = key == nil ? dictionary.keys[...] : []
    result.mapNodes { node in
      if let key = keys.popFirst() { expansion.key = key }
      return expansion.expand(node)
    }
    if key == nil { expansion.key = nil }
    self = expansion
    return result
  }

  private mutating func expand(_ node: PropertyListNode) -> PropertyListNode {
    var node = node
    switch node.value {
    case .string(let text):
      guard text.utf8.contains(UInt8(ascii: "$")) else { return node }
      node.value = .string(expander.expand(text))
      for issue in expander.takeIssues() { note(issue, node, text) }
    case .array(let elements):
      node.value = .array(elements.map { expand($0) })
    case .dictionary(let inner):
      node.value = .dictionary(expand(inner))
    case .integer, .unsignedInteger, .real, .boolean, .date, .data, .uid: break
    }
    return node
  }

  private mutating func note(_ issue: MacroExpander.Issue, _ node: PropertyListNode, _ text: String) {
    var warning = PackageChecks.describe(issue, node.location ?? SourceLocation(file: file), isBuild: true)
    if case .unknownSetting(let name, _) = issue {
      if reported.insert(name).inserted { undefinedSettings.append(name) }
      // Most of these are meant to be an empty suffix inside another setting.
      if !text.contains(name) { warning.severity = .note }
      warning.isPedantic = key.map { !Self.readKeys.contains(InfoPlistKey($0).base) } ?? false
    }
    if reported.insert("\(warning.isPedantic) \(warning.message)").inserted { warnings.append(warning) }
  }
}

/// Merges generated entries into an Info.plist as a build does.
///
/// For each key: a missing value is set, a scalar is replaced, an array gains the elements that it lacks, a dictionary
/// gains the generated members on its top level. `CFBundleIcons` and its device variants are merged on all levels, and
/// arrays in them are replaced: hand-written alternates are kept next to a generated primary icon.
public enum InfoPlistMerge {
  /// Merges generated entries into a property list.
  ///
  /// - Parameters:
  ///   - mergesIcons: `INFOPLIST_ENABLE_CFBUNDLEICONS_MERGE`. If false, icons are merged like other dictionaries: a
  ///     generated `CFBundlePrimaryIcon` replaces the whole written one.
  ///   - file: the Info.plist's name in warnings about values without a location.
  /// - Returns: warnings about keys with two incompatible values; the written value is kept. Xcode stops the build
  ///   with the same words.
  public static func merge(
    _ generated: PropertyListDictionary, into written: inout PropertyListDictionary, mergesIcons: Bool = true,
    file: String = "Info.plist"
  ) -> [PackageWarning] {
    var warnings: [PackageWarning] = []
    for (key, node) in generated.entries {
      guard let existing = written.node(for: key) else {
        written.setNode(node, for: key)
        continue
      }
      guard let merged = merge(key, node.value, onto: existing.value, mergesIcons: mergesIcons) else {
        warnings.append(
          PackageWarning(
            .plistMerge,
            "tried to merge \(node.value.typeName) value for key '\(key)' onto \(existing.value.typeName) value",
            severity: .error, endsBuild: true, location: existing.location ?? SourceLocation(file: file),
            hint: "remove the key from the Info.plist, or write it as \(node.value.typeNameWithArticle)"))
        continue
      }
      // A container keeps its written location; a scalar is now generated.
      let isContainer = merged.array != nil || merged.dictionary != nil
      written.setNode(PropertyListNode(value: merged, origin: isContainer ? existing.origin : node.origin), for: key)
    }
    return warnings
  }

  /// Returns nil for incompatible values.
  private static func merge(
    _ key: String, _ generated: PropertyListValue, onto written: PropertyListValue, mergesIcons: Bool
  ) -> PropertyListValue? {
    if key == "UIRequiredDeviceCapabilities", let merged = mergeCapabilities(generated, onto: written) { return merged }
    switch (generated, written) {
    case (.dictionary(let new), .dictionary(let old)):
      if mergesIcons, key == "CFBundleIcons" || key.hasPrefix("CFBundleIcons~") {
        return .dictionary(mergeDeeply(new, onto: old))
      }
      var result = old
      for (key, node) in new.entries { result.setNode(node, for: key) }
      return .dictionary(result)
    case (.array(let new), .array(let old)):
      // Generated elements are strings.
      var texts = Set(old.compactMap(\.value.string))
      var result = old
      for node in new where node.value.string.map({ texts.insert($0).inserted }) ?? !result.contains(node) {
        result.append(node)
      }
      return .array(result)
    case (.dictionary, _), (.array, _), (_, .dictionary), (_, .array): return nil
    default: return generated
    }
  }

  /// Merges as deep as both sides have dictionaries; a generated leaf wins, and an array is a leaf.
  private static func mergeDeeply(
    _ new: PropertyListDictionary, onto old: PropertyListDictionary
  ) -> PropertyListDictionary {
    var result = old
    for (key, node) in new.entries {
      var node = node
      // Both sides were read within the depth limit.
      if let inner = node.value.dictionary, let existing = old[key]?.dictionary {
        node.value = .dictionary(mergeDeeply(inner, onto: existing))
      }
      result.setNode(node, for: key)
    }
    return result
  }

  /// Merges `UIRequiredDeviceCapabilities` if one side is a list and the other a dictionary of Booleans; the result is
  /// a dictionary. Returns nil for any other combination.
  private static func mergeCapabilities(
    _ generated: PropertyListValue, onto written: PropertyListValue
  ) -> PropertyListValue? {
    var result: PropertyListDictionary
    switch (generated, written) {
    case (.dictionary(let new), .array):
      result = capabilities(written)
      for (key, node) in new.entries { result.setNode(node, for: key) }
    case (.array, .dictionary(let old)):
      result = old
      for (key, node) in capabilities(generated).entries { result.setNode(node, for: key) }
    default: return nil
    }
    return .dictionary(result)
  }

  private static func capabilities(_ list: PropertyListValue) -> PropertyListDictionary {
    PropertyListDictionary((list.strings ?? []).map { ($0, true) })
  }
}

/// An Info.plist key that a build generates from a setting `INFOPLIST_KEY_…`; the list of keys is fixed.
///
/// Any other setting with that prefix has no effect. The list contains no keys for icons or quick actions.
struct GeneratedInfoPlistKey {
  enum ValueKind {
    case string, boolean, list
  }

  static let settingPrefix = "INFOPLIST_KEY_"

  /// The name after the prefix.
  let name: String
  /// The key in the Info.plist.
  let key: String
  let kind: ValueKind

  /// Returns nil for a name unknown to Xcode.
  init?(setting: String) {
    guard setting.hasPrefix(Self.settingPrefix) else { return nil }
    name = String(setting.dropFirst(Self.settingPrefix.count))
    if Self.booleans.contains(name) {
      kind = .boolean
    } else if Self.lists.contains(name) {
      kind = .list
    } else if Self.strings.contains(name) || Self.isUsageDescription(name) {
      kind = .string
    } else {
      return nil
    }
    switch name {
    case "UISupportedInterfaceOrientations_iPad": key = "UISupportedInterfaceOrientations~ipad"
    case "UISupportedInterfaceOrientations_iPhone": key = "UISupportedInterfaceOrientations~iphone"
    default: key = name
    }
  }

  /// Returns the value for the Info.plist; nil when the setting is empty.
  func value(_ text: String) -> PropertyListValue? {
    guard !text.isEmpty else { return nil }
    switch kind {
    case .string: return .string(text)
    case .boolean: return .boolean(BuildSettings.isTrue(text))
    case .list: return .array(of: BuildSettingStringList(text).words.map { .string($0) })
    }
  }

  /// The two settings that generate a whole dictionary.
  static let sceneManifest = settingPrefix + "UIApplicationSceneManifest_Generation"
  static let launchScreen = settingPrefix + "UILaunchScreen_Generation"

  private static let booleans: Set<String> = [
    "GCSupportsControllerUserInteraction", "GCSupportsGameMode", "ITSAppUsesNonExemptEncryption", "LSBackgroundOnly",
    "LSSupportsOpeningDocumentsInPlace", "LSUIElement", "MetalCaptureEnabled", "NSSupportsLiveActivities",
    "NSSupportsLiveActivitiesFrequentUpdates", "UIApplicationSupportsIndirectInputEvents", "UIRequiresFullScreen",
    "UIStatusBarHidden", "UISupportsDocumentBrowser", "WKRunsIndependentlyOfCompanionApp", "WKWatchOnly",
  ]

  private static let lists: Set<String> = [
    "UIRequiredDeviceCapabilities", "UISupportedInterfaceOrientations", "UISupportedInterfaceOrientations_iPad",
    "UISupportedInterfaceOrientations_iPhone", "WKSupportsLiveActivityLaunchAttributeTypes",
  ]

  private static let strings: Set<String> = [
    "CFBundleDisplayName", "CLKComplicationPrincipalClass", "ITSEncryptionExportComplianceCode",
    "LSApplicationCategoryType", "NSHumanReadableCopyright", "NSLocationTemporaryUsageDescriptionDictionary",
    "NSMainNibFile", "NSMainStoryboardFile", "NSPrincipalClass", "NSSensorKitPrivacyPolicyURL", "NSStickerSharingLevel",
    "UILaunchStoryboardName", "UIMainStoryboardFile", "UIStatusBarStyle", "UIUserInterfaceStyle",
    "WKCompanionAppBundleIdentifier", "WKExtensionDelegateClassName",
  ]

  /// Returns whether the name is a purpose string: Xcode supports a setting for each one of its systems, even new ones.
  private static func isUsageDescription(_ name: String) -> Bool {
    name.hasSuffix("UsageDescription") && ["NS", "NFC", "OSBundle"].contains { name.hasPrefix($0) }
  }
}
