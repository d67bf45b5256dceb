import AppPackages
import Events
import HomeScreenSimulator
import PropertyLists

/// Rules about an iPad's use of icons that were written for an iPhone.
enum IPadIconRules {
  static let all: [any Rule] =
    [
      IPadAlternates(
        isPartial: false,
        RuleDescription(
          "ipad-alternates-missing", .error, "An iPad finds none of the alternates",
          facts: ["ICON-036", "ICON-037", "ICON-106", "ICON-107", "ICON-110", "ICON-111"], fix: .safe)),
      IPadAlternates(
        isPartial: true,
        RuleDescription(
          "ipad-alternates-partial", .error, "An iPad finds only some of the alternates",
          facts: ["ICON-036", "ICON-106", "ICON-107", "ICON-110"], fix: .safe)),
    ] + [MisnestedIPadKey(), AlternatesInIPhoneApp()]
}

/// Alternates that the iPhone’s key declares and the iPad’s does not.
private struct IPadAlternates: Rule {
  let description: RuleDescription
  private let isPartial: Bool

  init(isPartial: Bool, _ description: RuleDescription) {
    (self.isPartial, self.description) = (isPartial, description)
  }

  func check(_ subject: LintSubject) -> [Finding] {
    // An app for iPad alone can have them under the plain key, too.
    let plain = subject.iconKeys.first { $0.devices.contains(.iPhone) }
    guard let iPhone = plain ?? subject.iconKeys.first(where: { $0.key == "CFBundleIcons" }),
      !iPhone.alternates.isEmpty,
      subject.families.contains(.iPad), !iPhone.devices.contains(.iPad),
      let built = subject.judgement?.explanations.first(where: { $0.model.deviceClass == .iPad })
    else { return [] }
    let iPad = subject.iconKeys.first { $0.devices.contains(.iPad) }
    let names = iPhone.alternates.compactMap(\.name)
    // A written list should be complete, even if the build includes all icon sets. Sets in a setting are no mistake.
    let written = iPad.map { $0.alternates.compactMap(\.name) } ?? []
    let listed = subject.package.iconBuildSettings.alternates.filter(built.declaredNames.contains)
    let declared = Set((written.isEmpty ? built.declaredNames : written + listed).map(ExactText.init))
    let missing = names.filter { !declared.contains(ExactText($0)) }
    guard !missing.isEmpty, declared.isEmpty == !isPartial else { return [] }
    let place = iPad?.location ?? iPhone.location
    let lacksPictures = iPhone.alternates.filter { entry in missing.contains { $0 == entry.name } }
      .allSatisfy { entry in
        entry.catalogName == nil && entry.pictures(on: .iPhone).isEmpty
          && entry.name.flatMap(subject.writtenIconSet) == nil
      }
    let help =
      lacksPictures && subject.isWhole
      ? "The app has no picture of \(missing.listed()): remove \(missing.count == 1 ? "it" : "them") from "
        + "\(iPhone.key), or add the pictures and declare \(missing.count == 1 ? "it" : "them") in \(built.key) too."
      : (iPad == nil
        ? "The build adds \(built.key), because the app is also for iPad, and an iPad reads only that key."
        : "An iPad reads only \(built.key).")
        + " Declare \(missing.listed()) in its CFBundleAlternateIcons too."
    let renames = missing.compactMap { name in
      Self.misspelling(of: name, in: written, besides: names).map { "rename “\($0)” to “\(name)”" }
    }
    let fix = renames.isEmpty ? Fix.repeatAlternates(in: subject) : nil
    guard isPartial else {
      return [
        finding(
          "\(built.key) has no CFBundleAlternateIcons: on iPad \(count(names)) of \(iPhone.key) cannot be set",
          at: place, help: help, devices: [.iPad], fix: fix)
      ]
    }
    let isHidden = missing.allSatisfy { name in built.declaredNames.contains { ExactText.isSame($0, name) } }
    let isChoice = subject.hasSeparateIPadIcons && !isHidden
    return [
      finding(
        "\(built.key) lacks \(missing.listed()) of \(iPhone.key): "
          + (isHidden
            ? "on iPad only a build setting adds what is missing"
            : isChoice
              ? "an iPad has its own alternates, and cannot be given these" : "on iPad changing the icon fails"),
        at: place,
        help: isChoice
          ? nil : renames.isEmpty ? help : "In CFBundleAlternateIcons of \(built.key), \(Names.list(renames)).",
        severity: isChoice ? .note : nil, devices: [.iPad],
        fix: isChoice ? nil : fix)
    ]
  }

  /// Returns the similar name of an alternate that only the iPad’s key has; names with different numbers are not similar.
  private static func misspelling(of name: String, in written: [String], besides names: [String]) -> String? {
    func number(_ text: String) -> Int? { Int(text.filter(\.isNumber)) }
    return Spelling.onlyNearest(to: name, in: written.filter { !names.contains($0) }).flatMap {
      !Spelling.areNumbered(name, $0) || number(name) == number($0) ? $0 : nil
    }
  }

  private func count(_ names: [String]) -> String {
    names.count == 1 ? "the alternate \(names.listed())" : "the \(names.count) alternates"
  }
}

/// `misnested-ipad-key`
struct MisnestedIPadKey: Rule {
  let description = RuleDescription(
    "misnested-ipad-key", .error, "A key with a suffix for a kind of device is inside another key",
    facts: ["ICON-109", "ICON-105"], fix: .safe)

  func check(_ subject: LintSubject) -> [Finding] {
    subject.iconKeys.flatMap { icons in
      let content = icons.node.value.dictionary
      return icons.misnestedKeys.map { key in
        let isEmpty = content?[key]?.dictionary?.isEmpty == true
        return finding(
          "“\(key)” is inside \(icons.key), where suffixes have no effect", at: content?.keyLocation(for: key),
          help: isEmpty
            ? "remove the key: it is empty"
            : isDeclared(key, in: icons, subject)
              ? "remove the key: \(target(of: key)) declares the same alternates"
              : subject.advice(.misnestedIPadKey).first { $0.subject == key }?.text,
          severity: isEmpty || isDeclared(key, in: icons, subject) ? .note : nil, fix: fix(key, in: icons, subject))
      }
    }
  }

  /// Returns the top-level key with the suffix of this key.
  private func target(of key: String) -> String { "CFBundleIcons\(key.dropFirst(InfoPlistKey(key).base.count))" }

  /// Returns whether the key's entries are also declared in the right place, by hand or by the build.
  private func isDeclared(_ key: String, in icons: WrittenIcons, _ subject: LintSubject) -> Bool {
    let target = target(of: key)
    guard !ExactText.isSame(target, icons.key), let right = subject.package.infoPlist[target]?.dictionary,
      let content = icons.node.value.dictionary?[key]?.dictionary
    else { return false }
    let base = InfoPlistKey(key).base
    if base == "CFBundlePrimaryIcon" { return right.contains(base) }
    let names = (base == "CFBundleIcons" ? content["CFBundleAlternateIcons"]?.dictionary : content)?.keys ?? []
    let declared = right["CFBundleAlternateIcons"]?.dictionary
    return !names.isEmpty && names.allSatisfy { declared?.contains($0) ?? false }
  }

  /// Returns a fix that removes entries declared in the right place, otherwise moves the value to the key of its
  /// suffix. Nil if that key has another value.
  private func fix(_ key: String, in icons: WrittenIcons, _ subject: LintSubject) -> Fix? {
    let isEmpty = icons.node.value.dictionary?[key]?.dictionary?.isEmpty == true
    if isEmpty || isDeclared(key, in: icons, subject) {
      return Fix.removeKey(at: [.key(icons.key), .key(key)], in: subject)
    }
    let base = InfoPlistKey(key).base
    let suffix = String(key.dropFirst(base.count))
    let target = "CFBundleIcons\(suffix)"
    guard !suffix.isEmpty, [target, "CFBundleIcons"].contains(icons.key) else { return nil }
    let place: [PropertyListStep] = [.key(icons.key)]
    let move =
      base == "CFBundleIcons"
      ? Fix.move(key, outOf: place, in: subject)
      : Fix.move(key, outOf: place, to: [.key(target)], as: base, in: subject)
    guard var move else { return nil }
    if let primary = primary(for: target, movedOutOf: icons, key, subject) { move.edits.append(primary) }
    return move
  }

  /// Returns the edit that also moves the primary icon. A device that then reads the target key ignores this one, so
  /// the target key needs a primary icon, unless it or the moved value has one.
  private func primary(
    for target: String, movedOutOf icons: WrittenIcons, _ key: String, _ subject: LintSubject
  ) -> Fix.Edit? {
    let primaryKey = "CFBundlePrimaryIcon"
    let others = [
      icons.node.value.dictionary?[key]?.dictionary, subject.written[target]?.dictionary,
      subject.package.build?.generatedIcons[target]?.dictionary,
    ]
    guard icons.key != target, let primary = icons.primary,
      !icons.misnestedKeys.contains(where: { InfoPlistKey($0).base == primaryKey }),
      !others.contains(where: { $0?.contains(primaryKey) ?? false })
    else { return nil }
    return .set([.key(target), .key(primaryKey)], primary.node.value, file: subject.package.infoPlistFile)
  }
}

/// `alternates-in-iphone-app`
struct AlternatesInIPhoneApp: Rule {
  let description = RuleDescription(
    "alternates-in-iphone-app", .note, "An app only for iPhone cannot change its icon on an iPad", facts: ["ICON-176"])

  func check(_ subject: LintSubject) -> [Finding] {
    guard subject.families == [.iPhone], let icons = subject.iconKeys.first(where: { !$0.alternates.isEmpty }),
      let name = icons.alternates.first?.name, let iPad = try? Device(model: .iPad),
      let judgement = try? IconJudgement(subject.package, .icon(name), on: [iPad]),
      let advice = judgement.explanations.first?.advice.first(where: { $0.code == .alternatesInIPhoneApp })
    else { return [] }
    return [
      finding(
        "the app is only for iPhone: on an iPad with iPadOS 17 or later no alternate can be set", at: icons.location,
        help: advice.text, devices: [.iPad])
    ]
  }
}
