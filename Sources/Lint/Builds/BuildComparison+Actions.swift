import AppPackages
import HomeScreenSimulator
import Platform
import PropertyLists

/// The quick actions that a device of one kind registers, and the texts of other languages.
extension BuildComparison {
  mutating func compareActions(_ before: PackageInspection.Column, _ after: PackageInspection.Column) {
    let device = before.model.deviceClass
    func actions(_ column: PackageInspection.Column) -> [ExactText: InspectedAction] {
      Dictionary(column.actions.map { (ExactText($0.item.type), $0) }) { first, _ in first }
    }
    let old = actions(before)
    let new = actions(after)
    var lost = before.actions.map(\.item.type).filter { new[ExactText($0)] == nil }
    var added = after.actions.map(\.item.type).filter { old[ExactText($0)] == nil }
    for (type, other) in Self.takePairs(&lost, &added) {
      note(
        .caseChanged, type,
        "the quick action \(type) has the type \(other) in the build: code that looks for the first misses it",
        at: old[ExactText(type)]?.location, built: new[ExactText(other)]?.location,
        help: "spell the type the same way in the source, the build and the code", on: device)
    }
    for type in lost {
      guard let action = old[ExactText(type)] else { continue }
      note(
        .actionLost, type, "the quick action “\(action.writtenTitle)” (\(type)) is missing in the build",
        at: action.location,
        built: nil, help: "another Info.plist was built, or a script changed it after the build", on: device)
    }
    for type in added {
      guard let action = new[ExactText(type)] else { continue }
      note(
        .actionAdded, type, "the build has the quick action “\(action.writtenTitle)” (\(type)), the source does not",
        at: source.infoPlist.infoPlistKey(for: "UIApplicationShortcutItems", on: device)
          .flatMap(source.infoPlist.keyLocation), built: action.location, help: suspects, on: device)
    }
    for before in before.actions {
      if let after = new[ExactText(before.item.type)] { compare(before, after, on: device) }
    }
  }

  private mutating func compare(_ before: InspectedAction, _ after: InspectedAction, on device: DeviceClass) {
    let type = before.item.type
    let fields: [(title: String, before: String?, after: String?)] = [
      ("title", before.writtenTitle, after.writtenTitle),
      ("subtitle", before.item.localizedSubtitle, after.item.localizedSubtitle),
      ("icon", before.item.icon?.description, after.item.icon?.description),
    ]
    for field in fields where !ExactText.isSame(field.before ?? "", field.after ?? "") {
      func text(_ value: String?) -> String { value.map { Self.text(.string($0)) } ?? "missing" }
      note(
        .actionChanged, type,
        "the \(field.title) of the quick action \(type) is \(text(field.before)) in the source, and \(text(field.after)) in "
          + "the build", at: before.location, built: after.location, help: suspects, on: device)
    }
    if before.hasPicture == true, after.hasPicture == false {
      note(
        .pictureLost, type, "the picture of the quick action “\(before.writtenTitle)” is not in the build",
        at: before.location, built: after.location,
        help: "is its file or set in the Copy Bundle Resources phase of the target?", on: device)
    }
  }

  // MARK: Languages

  /// Keys and texts that anybody sees on the Home Screen.
  private static let shownKeys = ["CFBundleDisplayName", "CFBundleName"]

  mutating func compareTexts(_ inspection: PackageInspection) {
    let titles = inspection.columns.flatMap { column in column.actions.map(\.writtenTitle) }
    for language in source.localizedInfo.languages {
      guard let wanted = source.localizedInfo[language] else { continue }
      let file = "\(language).lproj/InfoPlist.strings"
      let place = built.files.map { SourceLocation(file: FileTreePath.join($0.tree.name, file)) }
      guard let found = built.localizedInfo[language] else {
        note(
          .languageLost, language, "the build has no \(file), but the source translates \(wanted.count) texts for it",
          at: nil,
          built: place, help: "is the file in the Copy Bundle Resources phase of the target?")
        continue
      }
      var seen: Set<ExactText> = []
      for key in Self.shownKeys + titles where seen.insert(ExactText(key)).inserted {
        guard let text = wanted[key] else { continue }
        guard let other = found[key] else {
          note(
            .textLost, "\(language) \(key)",
            "“\(key)” is not translated in \(file) of the build: \(Self.text(.string(text)))",
            at: nil, built: place, help: "was the build made before the text was written?")
          continue
        }
        if !ExactText.isSame(text, other) {
          note(
            .textChanged, "\(language) \(key)",
            "“\(key)” is \(Self.text(.string(text))) in \(file) of the source, and \(Self.text(.string(other))) in the build",
            at: nil, built: place, help: "was the build made before the text was changed?")
        }
      }
    }
  }
}
