import AppPackages
import Events
import HomeScreenSimulator
import PropertyLists

/// Rules about the entries of icons in an Info.plist, independent of files.
enum IconEntryRules {
  static let all: [any Rule] = [
    IconFileListedTwice(), AlternatesShareFiles(), UnknownIconKey(), IconKeysMisplaced(), NewsstandKey(),
    AlternateNamesAlike(),
  ]
}

/// `icon-file-listed-twice`
struct IconFileListedTwice: Rule {
  let description = RuleDescription(
    "icon-file-listed-twice", .note, "A picture is listed twice in one CFBundleIconFiles",
    facts: ["ICON-112", "ICON-118"], fix: .safe)

  func check(_ subject: LintSubject) -> [Finding] {
    subject.iconKeys.flatMap { icons in
      icons.entries.compactMap { entry in
        var seen: Set<ExactText> = []
        let repeated = entry.files.filter { !seen.insert(ExactText($0.name)).inserted }
        guard let first = repeated.first else { return nil }
        return finding(
          "\(icons.title(of: entry)) lists \(repeated.map(\.name).listed()) more than once", at: first.location,
          devices: icons.devices, names: icons.names(of: entry, repeated.map(\.name)),
          fix: Fix.removeRepeats(at: icons.filesPath(of: entry), in: subject))
      }
    }
  }
}

/// `alternates-share-files`
struct AlternatesShareFiles: Rule {
  let description = RuleDescription(
    "alternates-share-files", .warning, "Several alternates name the same picture", facts: ["ICON-096", "ICON-154"])

  func check(_ subject: LintSubject) -> [Finding] {
    subject.iconKeys.flatMap { icons in
      var order: [ExactText] = []
      var users: [ExactText: [WrittenIcons.Entry]] = [:]
      // A primary icon among the alternates is another finding.
      for entry in icons.alternates where entry.name != "CFBundlePrimaryIcon" {
        var seen: Set<ExactText> = []
        let pictures = entry.files.map(\.name) + [entry.catalogName].compactMap(\.self)
        for name in pictures where !name.isEmpty && seen.insert(ExactText(name)).inserted {
          if users[ExactText(name)] == nil { order.append(ExactText(name)) }
          users[ExactText(name), default: []].append(entry)
        }
      }
      // Files shared by the same alternates are one fault.
      var told: [[String]: [String]] = [:]
      for name in order { told[(users[name] ?? []).compactMap(\.name), default: []].append(name.text) }
      var said: Set<[String]> = []
      return order.compactMap { name -> Finding? in
        let sharers = users[name] ?? []
        let names = sharers.compactMap(\.name)
        guard names.count > 1, said.insert(names).inserted, let last = sharers.last else { return nil }
        return finding(
          "\(names.sorted().listed()) of \(icons.key) name the same pictures: \((told[names] ?? []).listed())",
          at: last.location, help: "give each alternate its own pictures, or remove one of them",
          devices: icons.devices, names: [icons.key])
      }
    }
  }
}

/// `unknown-icon-key`
struct UnknownIconKey: Rule {
  static let known = ["CFBundleIconFiles", "CFBundleIconName", "UIPrerenderedIcon"]
  /// Keys for names of colours in the catalog, which other parts of the system read (ICON-263).
  private static let ofColours: Set<String> = ["NSAppIconActionTintColorName", "NSAppIconComplementingColorNames"]

  let description = RuleDescription(
    "unknown-icon-key", .note, "An icon has a key that the system ignores",
    facts: ["ICON-096", "ICON-101", "ICON-105", "ICON-263"], fix: .unsafe)

  func check(_ subject: LintSubject) -> [Finding] { topLevel(subject) + nested(subject) }

  private func nested(_ subject: LintSubject) -> [Finding] {
    subject.iconKeys.flatMap { icons in
      misspelt(
        in: icons.node.value.dictionary, [.key(icons.key)], among: Self.lists, losing: Self.lists[1], icons, subject,
        names: [icons.key])
        + icons.entries.flatMap { entry in
          guard let content = entry.node.value.dictionary else { return [] as [Finding] }
          let wrong = misspelt(
            in: content, icons.filesPath(of: entry).dropLast(), among: Self.known,
            losing: entry.name != nil && entry.files.isEmpty && entry.catalogName == nil ? nil : "", icons, subject,
            names: icons.names(of: entry))
          // Names instead of an entry's keys are another fault, and so is Newsstand.
          let keys = content.keys.filter { key in
            !Self.known.contains(key) && !Self.ofColours.contains(key) && !NewsstandKey.keys.contains(key)
              && Self.meant(by: key, in: content, among: Self.known) == nil
          }
          guard let first = keys.first else { return wrong }
          return wrong + [
            finding(
              "iOS does not read \(keys.listed()) of \(icons.title(of: entry))",
              at: content.keyLocation(for: first),
              help:
                "remove it unless the app reads it; iOS reads only the two keys that name colours, \(Self.known.listed())",
              devices: icons.devices, names: icons.names(of: entry, keys))
          ]
        }
    }
  }

  /// Returns the findings about top-level keys for a kind of device with a misspelt suffix. It is an error if the device
  /// lacks an alternate without the key.
  private func topLevel(_ subject: LintSubject) -> [Finding] {
    subject.written.entries.compactMap { key, node in
      guard let content = node.value.dictionary, let device = DeviceClass(misspeltIn: key) else { return nil }
      let right = "CFBundleIcons~\(device.suffix)", declared = subject.declaredIcons(on: device)
      guard !subject.written.contains(right) else { return nil }
      let names = content["CFBundleAlternateIcons"]?.dictionary?.keys ?? []
      let isLost = subject.families.contains(device) && !names.allSatisfy { declared.contains(ExactText($0)) }
      var fix = Fix.move(key, outOf: [], as: right, in: subject)
      fix?.safety = .unsafe
      return finding(
        "iOS does not read “\(key)” of the Info.plist: did you mean “\(right)”?",
        at: subject.written.keyLocation(for: key),
        help: "rename it" + (isLost ? ": until then iOS ignores its contents" : ""),
        severity: isLost ? .error : .warning, devices: [device], names: [key, right], fix: fix)
    }
  }

  private static let lists = ["CFBundlePrimaryIcon", "CFBundleAlternateIcons"]

  /// Returns the system's key that a misspelt key means, or nil if the right one is also present.
  static func meant(by key: String, in content: PropertyListDictionary, among known: [String] = known) -> String? {
    guard !known.contains(key), !NewsstandKey.keys.contains(key), ExactText.isSame(InfoPlistKey(key).base, key) else {
      return nil
    }
    return Spelling.onlyNearest(to: key, in: known).flatMap { content.contains($0) ? nil : $0 }
  }

  /// - Parameter losing: the key without which the icon is lost; nil if each misspelt key loses it.
  private func misspelt(
    in content: PropertyListDictionary?, _ path: [PropertyListStep], among known: [String], losing: String?,
    _ icons: WrittenIcons, _ subject: LintSubject, names: [String]
  ) -> [Finding] {
    (content?.entries ?? []).compactMap { key, node in
      guard let content, let right = Self.meant(by: key, in: content, among: known),
        known != Self.lists || node.value.dictionary != nil
      else { return nil }
      var fix = Fix.move(key, outOf: path, to: path, as: right, in: subject)
      fix?.safety = .unsafe
      let isLost = losing.map { $0 == right } ?? true
      return finding(
        "iOS does not read “\(key)” of \(names.last ?? ""): did you mean “\(right)”?",
        at: content.keyLocation(for: key),
        help: "rename it" + (isLost ? ": until then iOS ignores its contents" : ""),
        severity: isLost ? .error : .warning, devices: icons.devices,
        names: names.dropLast() + [key, right] + names.suffix(1), fix: fix)
    }
  }
}

extension DeviceClass {
  /// Returns the kind of device that a misspelt variant of `CFBundleIcons` means: only the letter case or the separator
  /// of its suffix is wrong, as in `CFBundleIcons~iPad` and `CFBundleIcons-ipad`.
  init?(misspeltIn key: String) {
    guard key.hasPrefix("CFBundleIcons"), InfoPlistKey(key).base != "CFBundleIcons",
      let device = Self.allCases.first(where: { key.lowercased().filter(\.isLetter) == "cfbundleicons" + $0.suffix })
    else { return nil }
    self = device
  }
}

/// `icon-keys-misplaced`
struct IconKeysMisplaced: Rule {
  private static let inner: Set<String> = ["CFBundlePrimaryIcon", "CFBundleAlternateIcons"]

  let description = RuleDescription(
    "icon-keys-misplaced", .error, "Icons are declared where nothing reads them",
    facts: ["ICON-025", "ICON-084", "ICON-086"])

  func check(_ subject: LintSubject) -> [Finding] {
    subject.written.entries.filter { Self.inner.contains(InfoPlistKey($0.key).base) }.map { key, node in
      let sets = (node.value.dictionary?.keys ?? []).flatMap { name in
        let files = node.value.dictionary?[name]?.dictionary?["CFBundleIconFiles"]?.array ?? []
        return ([name] + files.compactMap(\.value.string)).filter { subject.writtenIconSet(named: $0) != nil }
      }
      return finding(
        "\(key) is at the top level of the Info.plist, where nothing reads it",
        at: subject.written.keyLocation(for: key) ?? node.location ?? subject.package.infoPlistLocation,
        help: isRepeated(key, node.value, subject)
          ? "Remove the key: CFBundleIcons declares the same."
          : sets.isEmpty
            ? "Move the key into the dictionary CFBundleIcons."
            : "Remove the key, list \(sets.listed(atMost: 3)) in ASSETCATALOG_COMPILER_ALTERNATE_APPICON_NAMES, and use "
              + "\(sets.count == 1 ? "this name" : "these names") in the code: the build makes the entries of app icon sets.",
        // The primary icon is usually that of the catalog; no call depends on this key.
        severity: InfoPlistKey(key).base == "CFBundlePrimaryIcon" ? .warning : nil)
    }
  }

  /// Returns whether `CFBundleIcons` has all declarations of the key.
  private func isRepeated(_ key: String, _ value: PropertyListValue, _ subject: LintSubject) -> Bool {
    let base = InfoPlistKey(key).base
    guard let inside = subject.written["CFBundleIcons"]?.dictionary?[base] else { return false }
    if base == "CFBundlePrimaryIcon" { return true }
    let names = value.dictionary?.keys ?? []
    return !names.isEmpty && names.allSatisfy { inside.dictionary?.contains($0) == true }
  }
}

/// `newsstand-key`
struct NewsstandKey: Rule {
  static let keys: Set<String> = ["UINewsstandIcon", "UINewsstandBindingType", "UINewsstandBindingEdge"]

  let description = RuleDescription(
    "newsstand-key", .warning, "A Newsstand key is left over", facts: ["ICON-103", "ICON-104", "STORE-044"],
    fix: .safe)

  func check(_ subject: LintSubject) -> [Finding] {
    subject.iconKeys.flatMap { icons in
      let alternates = icons.node.value.dictionary?["CFBundleAlternateIcons"]
      return found(in: icons.node.value, [.key(icons.key)], icons, subject)
        + found(in: alternates, [.key(icons.key), .key("CFBundleAlternateIcons")], icons, subject)
        + icons.entries.flatMap { entry in
          found(in: entry.node.value, icons.filesPath(of: entry).dropLast(), icons, subject)
        }
    }
  }

  private func found(
    in value: PropertyListValue?, _ path: [PropertyListStep], _ icons: WrittenIcons, _ subject: LintSubject
  ) -> [Finding] {
    guard let content = value?.dictionary else { return [] }
    return content.keys.filter(Self.keys.contains).map { key in
      let isRefused = key == "UINewsstandIcon" && path.count == 1 && subject.written["UINewsstandApp"]?.boolean != true
      return finding(
        "“\(key)” in \(PropertyListStep.place(of: path, root: "the Info.plist").replacing("the Info.plist.", with: "")) belongs to Newsstand, which iOS 9 removed",
        at: content.keyLocation(for: key),
        help: "remove it" + (isRefused ? ": the App Store rejects an app with it (ITMS-90138)" : ""),
        severity: isRefused ? .warning : .note, devices: icons.devices,
        fix: Fix.removeKey(at: path + [.key(key)], in: subject))
    }
  }
}

/// `alternate-names-alike`
struct AlternateNamesAlike: Rule {
  let description = RuleDescription(
    "alternate-names-alike", .warning, "Two alternates have names that differ only in letter case or Unicode form",
    facts: ["ICON-026", "ICON-215"])

  func check(_ subject: LintSubject) -> [Finding] {
    subject.iconKeys.flatMap { icons in
      // Swift's strings are equal in every Unicode form.
      var first: [String: String] = [:]
      return icons.alternates.compactMap { entry -> Finding? in
        guard let name = entry.name else { return nil }
        let folded = name.lowercased()
        guard let other = first[folded] else {
          first[folded] = name
          return nil
        }
        let difference = name == other ? "Unicode form" : "letter case"
        return finding(
          "“\(name)” and “\(other)” of \(icons.key) differ only in \(difference)", at: entry.location,
          help: "rename one of them; the app must use exactly the new name", devices: icons.devices)
      }
    }
  }
}
