package import AppPackages
package import Events
import HomeScreenSimulator
import PropertyLists

/// Two versions of an app, to find what users lose with the update.
package struct AppUpdate: Sendable {
  /// The version that users have.
  package let old: AppPackage
  /// The version that the users will get.
  package let new: AppPackage

  /// Creates an update from one version to another.
  package init(from old: AppPackage, to new: AppPackage) { (self.old, self.new) = (old, new) }

  /// Finds removed alternates and types of quick actions, at their expected place in the new version.
  ///
  /// - Throws: ``SimulatorError`` if a device refuses to install one of the versions.
  package func findings() throws -> [Finding] {
    let classes = DeviceClass.allCases.filter { old.deviceFamilies.contains($0) && new.deviceFamilies.contains($0) }
    let pairs = try classes.map { try Device(model: $0 == .iPhone ? .iPhone : .iPad) }
    return try alternates(on: pairs) + actions(on: classes)
  }

  // MARK: Icons

  /// Sets every working alternate of the old version on a separate device, which then gets the new version.
  private func alternates(on devices: [Device]) throws -> [Finding] {
    let judgement = try IconJudgement(old, .alternates, on: devices)
    var lost: [(name: String, devices: [DeviceClass])] = []
    for name in judgement.names.compactMap(\.self) {
      let classes = try devices.map(\.deviceClass).filter { try isLost(name, on: $0) }
      if !classes.isEmpty { lost.append((name, classes)) }
    }
    func declared(_ app: AppPackage) -> [String] {
      PackageInspection(app).columns.flatMap { $0.alternates.filter(\.isDeclared).compactMap(\.name) }
    }
    // A name that the old version has too is another icon.
    let known = Set(declared(old).map(ExactText.init))
    let names = declared(new).filter { !known.contains(ExactText($0)) }
    return lost.map { name, classes in
      let rule = Self.alternateRemoved
      let near = Spelling.nearest(to: name, in: names).first
      var finding = Finding(
        rule.code, rule.severity,
        "the update no longer declares the alternate icon “\(name)”: users who have chosen it silently get the primary icon",
        at: place(of: "CFBundleIcons", on: classes),
        help: (near.map { "if “\($0)” is the same icon with a new name, " } ?? "")
          + "continue to declare “\(name)”, with the old picture or the new one", facts: rule.facts)
      finding.devices = classes
      return finding
    }
  }

  /// Returns whether users who have set an icon see another one after the update.
  private func isLost(_ name: String, on deviceClass: DeviceClass) throws -> Bool {
    let device = try Device(model: deviceClass == .iPhone ? .iPhone : .iPad)
    let app = try device.install(old)
    try device.launch(app)
    try app.run { try $0.setAlternateIconName(name) }
    try device.alert?.tap("OK")
    guard try ExactText.isSame(app.iconName ?? "", name) else { return false }
    // A different identifier would make it a different app.
    var update = new
    update.infoPlist["CFBundleIdentifier"] = .string(app.bundleIdentifier)
    try device.install(update)
    return try !ExactText.isSame(app.iconName ?? "", name)
  }

  // MARK: Quick actions

  private func actions(on classes: [DeviceClass]) -> [Finding] {
    let models = classes.map { $0 == .iPhone ? DeviceModel.iPhone : .iPad }
    let before = PackageInspection(old, models: models)
    let after = PackageInspection(new, models: models)
    var order: [ExactText] = []
    var lost: [ExactText: (title: String, devices: [DeviceClass])] = [:]
    for (old, new) in zip(before.columns, after.columns) {
      let kept = Set(new.actions.map { ExactText($0.item.type) })
      for action in old.actions {
        let type = ExactText(action.item.type)
        guard !kept.contains(type), lost[type]?.devices.contains(old.model.deviceClass) != true else { continue }
        if lost[type] == nil { order.append(type) }
        lost[type, default: (action.item.localizedTitle, [])].devices.append(old.model.deviceClass)
      }
    }
    return order.compactMap { type in
      guard let (title, classes) = lost[type] else { return nil }
      let rule = Self.shortcutTypeRemoved
      var finding = Finding(
        rule.code, rule.severity, "the update removes the quick action “\(title)” (\(type.text)) from the menu",
        at: place(of: "UIApplicationShortcutItems", on: classes),
        help:
          "continue to handle the type: items that the old version set at run time still exist after the update",
        facts: rule.facts)
      finding.devices = classes
      return finding
    }
  }

  /// Returns the place of the remaining declarations in the new version, otherwise its Info.plist.
  private func place(of key: String, on classes: [DeviceClass]) -> SourceLocation {
    let written = new.build?.writtenInfoPlist ?? new.infoPlist
    let name = classes.lazy.compactMap { written.infoPlistKey(for: key, on: $0) }.first
    return name.flatMap { written.keyLocation(for: $0) } ?? new.infoPlistLocation
  }
}

extension AppUpdate {
  /// The descriptions of the rules about updates, which need two versions and are not in ``Rules/all``.
  package static let rules = [alternateRemoved, shortcutTypeRemoved]

  static let alternateRemoved = RuleDescription(
    "alternate-name-removed", .error, "An update no longer declares an alternate icon that users may have chosen",
    explanation: """
      The system remembers the name of the icon that the user has chosen. If the Info.plist of an update no longer \
      declares that name for the device, the app has its primary icon again, without a message; alternateIconName is \
      nil, and the choice does not come back if a later version declares the name again. Letter case matters, and an \
      iPad reads its own dictionary, CFBundleIcons~ipad. Renaming an icon removes its old name.
      """,
    facts: ["ICON-154", "ICON-153", "ICON-026"],
    before: """
      old:  <key>Night</key><dict>…</dict>
      new:  <key>Midnight</key><dict>…</dict>
      """,
    after: """
      new:  <key>Midnight</key><dict>…</dict>
            <key>Night</key><dict>…</dict>
      """)

  static let shortcutTypeRemoved = RuleDescription(
    "shortcut-type-removed", .note, "An update removes a quick action from the menu",
    explanation: """
      A quick action of the old version’s Info.plist is not in the menu of the new one, so users who rely on it no \
      longer find it. Items that an app sets at run time are different: they survive the update, permanently if the \
      new version no longer sets shortcutItems. An item of the old type can therefore still reach the new version, \
      which must handle it, or clear the list.
      """,
    facts: ["QUICK-058", "QUICK-057"])
}
