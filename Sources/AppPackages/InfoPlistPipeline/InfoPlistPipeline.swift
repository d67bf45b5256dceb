import PropertyLists

/// Makes the Info.plist of a built app out of the written one and the build settings, in the order of a build.
struct InfoPlistPipeline {
  private(set) var infoPlist: PropertyListDictionary
  private(set) var warnings: [PackageWarning] = []
  /// Settings that values use and nobody defines.
  private(set) var undefinedSettings: [String] = []

  private let settings: BuildSettings
  private let file: String

  /// - Parameters:
  ///   - written: the file that `INFOPLIST_FILE` names, empty where there is none, with what the compiler of asset
  ///     catalogs adds.
  ///   - file: what messages call it.
  init(_ written: PropertyListDictionary, file: String, settings: BuildSettings) {
    infoPlist = written
    self.file = file
    self.settings = settings
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

  /// What every generated Info.plist has.
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

  /// A setting that looks as if it made a key, and makes none.
  private mutating func warnAboutIgnoredSettings() {
    let isGenerated = settings.flag("GENERATE_INFOPLIST_FILE")
    for name in settings.names where name.hasPrefix(GeneratedInfoPlistKey.settingPrefix) {
      if name == GeneratedInfoPlistKey.sceneManifest || name == GeneratedInfoPlistKey.launchScreen { continue }
      guard GeneratedInfoPlistKey(setting: name) == nil else { continue }
      let key = name.dropFirst(GeneratedInfoPlistKey.settingPrefix.count)
      let isShortcut = key.hasPrefix("UIApplicationShortcut")
      warnings.append(
        PackageWarning(
          isShortcut ? .shortcutInBuildSettings : .infoPlistSetting,
          "\(name) is ignored: Xcode generates no \(key) from a build setting",
          location: settings.location(of: name),
          hint: isGenerated
            ? "write the key into a file and name it in INFOPLIST_FILE; both are merged"
            : "write the key into the Info.plist"))
    }
  }

  // MARK: Values

  /// `$(…)` in values, never in keys.
  private mutating func expand() {
    var expansion = InfoPlistExpansion(settings: settings, file: file)
    infoPlist = expansion.expand(infoPlist)
    warnings += expansion.warnings
    undefinedSettings = expansion.undefinedSettings
  }

  /// Keys with which an empty value does harm; a build leaves them out.
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

  /// `UIDeviceFamily` is made from `TARGETED_DEVICE_FAMILY`, whatever the file says.
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

  /// An app that is built for 64 bits alone says so, whatever architecture the file asks for (ICON-212).
  private mutating func requireArchitecture() {
    let key = "UIRequiredDeviceCapabilities"
    let required = "arm64"
    guard settings.list("ARCHS").allSatisfy({ $0 == required }),
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
    // Xcode ends the build with this; what is written stays.
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
        hint: "write $(PRODUCT_BUNDLE_IDENTIFIER) into the Info.plist"))
  }
}
