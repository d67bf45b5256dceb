import AppPackages
import Events
import HomeScreenSimulator
import PropertyLists

/// Rules about values of the wrong shape below `CFBundleIcons`, which the system silently ignores.
enum IconShapeRules {
  static let all: [any Rule] = [
    AlternatesFlat(), PrimaryAmongAlternates(), AlternateNotDictionary(), IconWrongType(),
  ]
}

/// `alternates-flat`
struct AlternatesFlat: Rule {
  static let code: RuleCode = "alternates-flat"

  let description = RuleDescription(
    code, .error, "CFBundleAlternateIcons has the keys of an icon where names of icons belong",
    facts: ["ICON-034", "ICON-035"])

  func check(_ subject: LintSubject) -> [Finding] {
    subject.iconKeys.compactMap { icons in
      let alternates = icons.node.value.dictionary?["CFBundleAlternateIcons"]?.dictionary
      guard let alternates, let key = WrittenIcons.keysOfOneIcon(in: alternates).first else { return nil }
      guard icons.foreignKeys.isEmpty else {
        return finding(
          "CFBundleAlternateIcons of \(icons.key) contains \(icons.foreignKeys.listed()), which the system ignores there",
          at: alternates.keyLocation(for: key), help: "remove it unless the app reads it", severity: .note,
          devices: icons.devices)
      }
      return finding(
        "CFBundleAlternateIcons of \(icons.key) has “\(key)” where names of alternates belong",
        at: alternates.keyLocation(for: key), help: subject.advice(.alternatesFlat).first?.text, devices: icons.devices)
    }
  }
}

/// `primary-among-alternates`
struct PrimaryAmongAlternates: Rule {
  let description = RuleDescription(
    "primary-among-alternates", .error, "CFBundlePrimaryIcon is inside CFBundleAlternateIcons",
    facts: ["ICON-095", "ICON-031"], fix: .safe)

  func check(_ subject: LintSubject) -> [Finding] {
    let key = "CFBundlePrimaryIcon"
    return subject.iconKeys.compactMap { icons in
      let content = icons.node.value.dictionary
      let alternates = content?["CFBundleAlternateIcons"]?.dictionary
      guard let alternates, alternates.contains(key) else { return nil }
      let place: [PropertyListStep] = [.key(icons.key)]
      return finding(
        "\(key) is inside CFBundleAlternateIcons of \(icons.key)", at: alternates.keyLocation(for: key),
        help: subject.advice(.primaryAmongAlternates).first?.text, devices: icons.devices,
        // With a primary icon in the right place, it is unclear which one is meant.
        fix: content?.contains(key) == true
          ? nil : Fix.move(key, outOf: place + [.key("CFBundleAlternateIcons")], to: place, in: subject))
    }
  }
}

// `alternate-not-dictionary`
struct AlternateNotDictionary: Rule {
  let description = RuleDescription(
    "alternate-not-dictionary", .error, "The entry of an alternate is not a dictionary",
    facts: ["ICON-033", "ICON-094", "ICON-282"], fix: .unsafe)

  func check(_ subject: LintSubject) -> [Finding] {
    subject.iconKeys.flatMap { icons in
      let alternates = icons.node.value.dictionary?["CFBundleAlternateIcons"]?.dictionary ?? [:]
      return icons.alternates.compactMap { entry -> Finding? in
        guard let name = entry.name, entry.node.value.dictionary == nil,
          !WrittenIcons.isOfOneIcon(name, in: alternates),
          !NewsstandKey.keys.contains(name)
        else { return nil }
        let fix = entry.node.value.string.map { file in
          Fix(
            .unsafe, "Make the string the name of the alternate’s picture",
            [
              .set(
                [.key(icons.key), .key("CFBundleAlternateIcons"), .key(name)], ["CFBundleIconFiles": [.string(file)]],
                file: subject.package.infoPlistFile)
            ])
        }
        return finding(
          "\(icons.title(of: entry)) is \(entry.node.value.typeNameWithArticle), not a dictionary",
          at: entry.node.location ?? entry.location,
          help: "write { CFBundleIconFiles = ( \(name) ); } with the names of its pictures", devices: icons.devices,
          names: icons.names(of: entry), fix: fix)
      }
    }
  }
}

/// `icon-wrong-type`
struct IconWrongType: Rule {
  let description = RuleDescription(
    "icon-wrong-type", .error, "A key of an icon has a value of the wrong type",
    facts: ["ICON-033", "ICON-037", "ICON-088", "ICON-094", "ICON-096"], fix: .safe)

  func check(_ subject: LintSubject) -> [Finding] {
    subject.iconKeys.flatMap { icons in
      keys(of: icons) + icons.entries.flatMap { entry in values(of: entry, icons, subject) }
    }
  }

  private func keys(of icons: WrittenIcons) -> [Finding] {
    [
      notDictionary("CFBundleAlternateIcons", of: icons) { value in
        value.array != nil
          ? "write a dictionary with an entry for each name and its pictures: only tvOS uses a list of names" : nil
      },
      notDictionary("CFBundlePrimaryIcon", of: icons) { value in
        value.string != nil ? "tvOS and visionOS use a string; on iOS write { CFBundleIconName = …; }" : nil
      },
    ].compactMap(\.self)
  }

  /// - Parameter formOfOthers: the text about a value that another system accepts.
  private func notDictionary(
    _ key: String, of icons: WrittenIcons, formOfOthers: (PropertyListValue) -> String?
  ) -> Finding? {
    guard let node = icons.node.value.dictionary?.node(for: key), node.value.dictionary == nil else { return nil }
    // A string as the primary icon is the name of a set (ICON-089).
    let isRead = key == "CFBundlePrimaryIcon" && node.value.string != nil
    return finding(
      "\(key) of \(icons.key) is \(node.value.typeNameWithArticle), not a dictionary",
      at: node.location ?? icons.location, help: formOfOthers(node.value), severity: isRead ? .warning : nil,
      devices: icons.devices)
  }

  private func values(of entry: WrittenIcons.Entry, _ icons: WrittenIcons, _ subject: LintSubject) -> [Finding] {
    guard let content = entry.node.value.dictionary else { return [] }
    var found: [Finding] = []
    let title = icons.title(of: entry)
    if let files = content.node(for: "CFBundleIconFiles") {
      let place = files.location ?? entry.location
      if let elements = files.value.array {
        if let wrong = elements.first(where: { $0.value.string == nil }) {
          found.append(
            finding(
              "CFBundleIconFiles of \(title) contains \(wrong.value.typeNameWithArticle), which does not name a file",
              at: wrong.location ?? place, devices: icons.devices, names: icons.names(of: entry)))
        }
      } else {
        let fix = files.value.string.map {
          Fix(
            .safe, "Make the string the only element of an array",
            [.set(icons.filesPath(of: entry), [.string($0)], file: subject.package.infoPlistFile)])
        }
        found.append(
          finding(
            "CFBundleIconFiles of \(title) is \(files.value.typeNameWithArticle), not an array", at: place,
            help: "write an array, even for one name", devices: icons.devices, names: icons.names(of: entry), fix: fix))
      }
    }
    if let name = content.node(for: "CFBundleIconName"), name.value.string == nil {
      found.append(
        finding(
          "CFBundleIconName of \(title) is \(name.value.typeNameWithArticle), not a string",
          at: name.location ?? entry.location, help: "write the name of one app icon set", devices: icons.devices,
          names: icons.names(of: entry)))
    }
    return found
  }
}
