public import AppPackages
public import PropertyLists

extension BuiltApp {
  /// Everything as data, for ``SortedJSON``. What the app does not tell is left out.
  public var json: PropertyListDictionary {
    var json = PropertyListDictionary()
    json["xcode"] = xcode.map { .string($0.description) }
    json["xcodeBuild"] = xcodeBuild.map { .string($0) }
    json["sdk"] = sdk.map { .string($0) }
    json["sdkBuild"] = sdkBuild.map { .string($0) }
    json["deploymentTarget"] = minimumOS.map { .string($0) }
    json["distribution"] = .string(distribution.rawValue)
    json["isForSimulator"] = .boolean(isForSimulator)
    json["profile"] = profile.map { .dictionary(Self.json($0)) }
    json["container"] = container.map { container in
      .dictionary([
        "kind": .string(container.kind.rawValue), "name": .string(container.name), "app": .string(container.appPath),
      ])
    }
    if !nestedBundles.isEmpty { json["bundles"] = .array(of: nestedBundles.map { .dictionary(Self.json($0)) }) }
    return json
  }

  private static func json(_ profile: ProvisioningProfile) -> PropertyListDictionary {
    var json = PropertyListDictionary()
    json["name"] = profile.name.map { .string($0) }
    json["team"] = profile.team.map { .string($0) }
    json["expires"] = profile.expires.map { .string($0.iso8601) }
    json["devices"] = profile.deviceCount.map { .integer(Int64($0)) }
    return json
  }

  private static func json(_ bundle: NestedBundle) -> PropertyListDictionary {
    var json: PropertyListDictionary = ["path": .string(bundle.path), "kind": .string(bundle.kind.rawValue)]
    json["bundleIdentifier"] = bundle.bundleIdentifier.map { .string($0) }
    json["extensionPoint"] = bundle.extensionPoint.map { .string($0) }
    return json
  }
}
