import AppPackages
public import PropertyLists

extension PackageInspection {
  /// Everything as data, for ``SortedJSON``. What does not apply is left out.
  public var json: PropertyListValue {
    var json: PropertyListDictionary = ["schemaVersion": 1]
    json["app"] = .dictionary(identity)
    json["os"] = .string(os.description)
    json["source"] = .dictionary(source)
    json["families"] = .array(of: package.deviceFamilies.map { .string($0.rawValue) })
    json["targetedDeviceFamily"] = package.settings["TARGETED_DEVICE_FAMILY"].map { .string($0) }
    json["lifeCycle"] = [
      "kind": .string(columns.first?.lifeCycle?.rawValue ?? "unknown"),
      "sceneManifest": .string(sceneManifest.rawValue),
    ]
    json["counts"] = .dictionary(counts)
    json["languages"] = .array(of: package.localizedInfo.languages.map { .string($0) })
    var devices = PropertyListDictionary()
    for column in columns { devices[column.model.name] = .dictionary(Self.column(column)) }
    json["devices"] = .dictionary(devices)
    json["warnings"] = .array(of: package.warnings.map { .dictionary($0.json) })
    return .dictionary(json)
  }

  private var identity: PropertyListDictionary {
    var identity = PropertyListDictionary()
    identity["name"] = .string(package.name)
    identity["bundleIdentifier"] = package.bundleIdentifier.map { .string($0) }
    let info = package.expandedInfoPlist
    identity["version"] = info["CFBundleShortVersionString"]?.string.map { .string($0) }
    identity["build"] = info["CFBundleVersion"]?.string.map { .string($0) }
    return identity
  }

  private var source: PropertyListDictionary {
    var source = PropertyListDictionary()
    source["kind"] = .string(package.origin.rawValue)
    source["infoPlist"] = .string(package.infoPlistFile)
    for entry in package.builtApp?.json.entries ?? [] { source.setNode(entry.node, for: entry.key) }
    guard let build = package.build else { return source }
    source["project"] = .string(build.projectFile)
    source["target"] = .string(build.target)
    source["targets"] = .array(of: build.targets.map { .string($0) })
    source["configuration"] = .string(build.configuration)
    source["configurations"] = .array(of: build.configurations.map { .string($0) })
    source["xcode"] = .string(build.xcodeVersion.description)
    source["deploymentTarget"] = .string(build.deploymentTarget)
    source["primaryIcon"] = build.primaryIcon.map { .string($0) }
    return source
  }

  private var counts: PropertyListDictionary {
    [
      "plistAlternates": [
        "iPhone": .integer(Int64(writtenAlternateCount(for: .iPhone))),
        "iPad": .integer(Int64(writtenAlternateCount(for: .iPad))),
      ],
      "catalogAlternates": .integer(Int64(compiledAlternateCount)),
      "staticItems": .integer(Int64(writtenActionCount)),
    ]
  }

  private static func column(_ column: Column) -> PropertyListDictionary {
    [
      "label": .string(column.label),
      "primaryIcon": .dictionary(icon(column.primary)),
      "alternateIcons": .array(of: column.alternates.map { .dictionary(icon($0)) }),
      "quickActions": .array(of: column.actions.map { .dictionary(action($0)) }),
    ]
  }

  private static func icon(_ icon: InspectedIcon) -> PropertyListDictionary {
    var json = PropertyListDictionary()
    json["name"] = icon.name.map { .string($0) }
    json["declaredBy"] = .string(icon.declaration.rawValue)
    json["location"] = icon.location.map { .dictionary($0.json) }
    json["catalogName"] = icon.catalogName.map { .string($0) }
    if let refusal = icon.refusal {
      json["refused"] = [
        "domain": .string(refusal.error.domain), "code": .integer(Int64(refusal.error.code)),
        "fact": .string(refusal.fact.rawValue),
      ]
    }
    guard icon.isDeclared || icon.name == nil else { return json }
    for (key, node) in icon.picture.json.entries { json[key] = node.value }
    json["sizes"] = .array(
      of: icon.sizes.map { size in
        var json: PropertyListDictionary = [
          "file": .string(size.file), "width": .integer(Int64(size.width)), "height": .integer(Int64(size.height)),
        ]
        if size.appearance != .any { json["appearance"] = .string(size.appearance.rawValue) }
        return .dictionary(json)
      })
    return json
  }

  private static func action(_ action: InspectedAction) -> PropertyListDictionary {
    var json = PropertyListDictionary()
    json["type"] = .string(action.item.type)
    json["title"] = .string(action.item.localizedTitle)
    json["writtenTitle"] = .string(action.writtenTitle)
    json["subtitle"] = action.item.localizedSubtitle.map { .string($0) }
    json["icon"] = action.item.icon.map { .string($0.description) }
    json["hasPicture"] = action.hasPicture.map { .boolean($0) }
    json["languages"] = .array(of: action.languages.map { .string($0) })
    json["location"] = action.location.map { .dictionary($0.json) }
    return json
  }
}
