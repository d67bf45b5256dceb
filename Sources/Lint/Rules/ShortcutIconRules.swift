import AppPackages
internal import CEmbedded
import Events
import HomeScreenSimulator
import Platform
import PropertyLists

/// Rules about the icons that quick actions name.
enum ShortcutIconRules {
  static let all: [any Rule] = [
    ShortcutPictureFault(
      RuleDescription(
        "shortcut-icon-file-missing", .error, "The picture of a quick action is missing",
        facts: ["QUICK-023", "QUICK-024"])),
    ShortcutPictureFault(
      RuleDescription(
        "shortcut-icon-type-unknown", .error, "UIKit has no icon type with this name",
        facts: ["QUICK-019", "QUICK-046", "QUICK-006"], fix: .unsafe)),
    ShortcutPictureFault(
      RuleDescription(
        "shortcut-icon-type-too-new", .note, "An icon type is newer than the oldest iOS version that the app supports",
        facts: ["QUICK-047", "QUICK-046"])),
    ShortcutPictureFault(
      RuleDescription(
        "shortcut-symbol-unknown", .error, "No SF Symbol can have this name",
        facts: ["QUICK-022", "QUICK-020", "QUICK-008"])),
    ShortcutPictureFault(
      RuleDescription(
        "shortcut-symbol-too-new", .warning, "A symbol is the only icon, and the app runs on iOS 12 or older",
        facts: ["QUICK-008", "QUICK-020", "QUICK-021"])),
    ShortcutSeveralIcons(), ShortcutIconDoubtful(),
  ]
}

/// Reports the simulator's faults of an action's picture, each with its own code.
struct ShortcutPictureFault: Rule {
  let description: RuleDescription

  init(_ description: RuleDescription) { self.description = description }

  func check(_ subject: LintSubject) -> [Finding] {
    subject.actions.actions.flatMap { action -> [Finding] in
      // An action that is not in the menu has no picture either.
      let outcomes = action.inMenus.filter(\.isShown)
      var seen: Set<ActionPictureFault> = []
      let faults = outcomes.compactMap(\.pictureFault).filter { $0.rule == code.rawValue && seen.insert($0).inserted }
      return faults.map { fault in
        let concerned = outcomes.filter { $0.pictureFault == fault }
        let doubt = Self.doubt(about: fault, subject.package)
        var finding = finding(
          "\(action.name): \(fault.text)\(doubt?.place ?? "")", of: action, at: fault.key, for: concerned, in: subject,
          help: doubt?.help ?? concerned.first?.pictureAdvice,
          severity: doubt != nil ? .note : fault == .fileMissing("") ? .warning : nil,
          fix: fix(fault, action, subject))
        // The Info.plists of several targets may name one missing picture.
        if case .fileMissing = fault {
          finding.cause = subject.package.build.map { SourceLocation(file: $0.projectFile) }
        }
        return finding
      }
    }
  }

  /// Remarks about files of the target that could not be read.
  private static let unread: Set<PackageWarning.Code> = [.resourceFileAbsent, .unreadable, .outsideOfProject]

  /// Returns the doubt about a picture that was not found: some content of the app is unknown.
  private static func doubt(about fault: ActionPictureFault, _ package: AppPackage) -> (place: String, help: String)? {
    guard case .fileMissing(let name) = fault else { return nil }
    if package.origin == .infoPlist {
      return (" next to the Info.plist", "Open the project, which knows all pictures of the app.")
    }
    let isUnread = package.warnings.contains { remark in
      guard unread.contains(remark.code) else { return false }
      let text = remark.description
      return text.contains(".xcassets") || !name.isEmpty && text.contains(name)
    }
    return isUnread ? (" in the files that could be read", "See the messages about files that could not be read.") : nil
  }

  /// Returns the fix with the nearest icon type; safe if only letter case differs.
  private func fix(_ fault: ActionPictureFault, _ action: JudgedAction, _ subject: LintSubject) -> Fix? {
    guard case .typeUnknown(let name) = fault, let near = SystemIconType(near: name) else { return nil }
    let isSameWord = near.plistName.lowercased() == name.lowercased()
    return Fix.correct(
      at: action.path(to: ShortcutItemKey.iconType.name), to: near.plistName, in: subject, isSameWord ? .safe : .unsafe)
  }
}

/// `shortcut-icon-doubtful`
struct ShortcutIconDoubtful: Rule {
  let description = RuleDescription(
    "shortcut-icon-doubtful", .note, "The icon of a quick action may not be drawn", facts: ["QUICK-022", "QUICK-152"])

  func check(_ subject: LintSubject) -> [Finding] {
    subject.actions.actions.compactMap { action in
      guard action.inMenus.contains(where: { $0.isShown && $0.pictureFault == nil }) else { return nil }
      let items = action.outcomes.compactMap(\.item?.icon)
      for case .systemImageName(let name) in items {
        let words = SymbolWords.unknown(in: name)
        guard !words.isEmpty else { continue }
        return finding(
          "\(action.name): “\(Spelling.beginning(of: name))” contains \(words.listed()), which no known SF Symbol has in its name",
          of: action, at: .iconSymbolName, for: action.inMenus, in: subject,
          help: "Look for the name in Apple’s SF Symbols app.")
      }
      guard action.node.value.dictionary?[ShortcutItemKey.iconType.name]?.string == "UIApplicationShortcutIconTypeTask",
        action.outcomes.contains(where: { $0.usedIcon == .iconType })
      else { return nil }
      return finding(
        "\(action.name): one report says that a current iOS draws a question mark for the icon type Task",
        of: action, at: .iconType, for: action.inMenus, in: subject,
        help: "Also name a symbol, such as checklist, which is used from iOS 13.")
    }
  }
}

/// `shortcut-several-icons`
struct ShortcutSeveralIcons: Rule {
  let description = RuleDescription(
    "shortcut-several-icons", .note, "A quick action names several icons, but one of them is never used",
    facts: ["QUICK-020", "QUICK-021", "QUICK-022"], fix: .safe)

  func check(_ subject: LintSubject) -> [Finding] {
    subject.actions.actions.flatMap { action -> [Finding] in
      let written = [ShortcutItemKey.iconSymbolName, .iconFile, .iconType].filter { key in
        action.node.value.dictionary?[key.name].map(key.accepts) ?? false
      }
      let used = Set(action.outcomes.compactMap(\.usedIcon))
      guard written.count > 1, let winner = written.first(where: used.contains) else { return [] }
      return written.filter { !used.contains($0) }.map { key in
        finding(
          "\(action.name) names several icons: \(winner.name) is used, and \(key.name) never is", of: action, at: key,
          for: action.outcomes, in: subject, help: "Remove \(key.name), or \(winner.name).",
          fix: Fix.removeKey(at: action.path(to: key.name), in: subject))
      }
    }
  }
}

extension JudgedAction.Outcome {
  /// The key that gave the icon on this device, even if nothing can be drawn; nil without an item or icon.
  fileprivate var usedIcon: ShortcutItemKey? {
    switch (item?.icon, item?.iconChoice) {
    case (.systemImageName, _): .iconSymbolName
    case (.templateImageName, _): .iconFile
    case (.type, _), (nil, .unknownType), (nil, .typeTooNew): .iconType
    default: nil
    }
  }
}

/// Rules about the pictures of quick actions.
enum ShortcutPictureRules {
  static let all: [any Rule] = [ShortcutIconSize(), ShortcutIconNotTemplate()]
}

/// `shortcut-icon-size`
struct ShortcutIconSize: Rule {
  let description = RuleDescription(
    "shortcut-icon-size", .warning, "The picture of a quick action does not have the size that the menu draws",
    facts: ["QUICK-007"])

  /// The side in points (QUICK-007).
  private static let side = 35
  /// Returns whether a picture is smaller or larger than the guideline by more than half.
  private static func isFar(_ pixels: Int, from wanted: Int) -> Bool {
    3 * pixels < 2 * wanted || 2 * pixels > 3 * wanted
  }

  func check(_ subject: LintSubject) -> [Finding] {
    subject.actions.actions.flatMap { action -> [Finding] in
      // No device with quick actions has a screen of 1x; there a picture can only be needlessly large.
      let all = ShortcutPicture.list(of: action, in: subject)
      let pictures = all.filter { picture in
        (picture.width != Self.side * picture.scale || picture.height != Self.side * picture.scale)
          && (picture.scale > 1 || picture.width > 3 * Self.side || !all.contains { $0.scale > 1 })
      }
      func judgement(_ picture: ShortcutPicture) -> String {
        Self.judgement(
          max(picture.width, picture.height), Self.side * picture.scale, isSquare: picture.width == picture.height)
      }
      // One picture may be drawn at all scales.
      var judgements: [String] = []
      for text in pictures.map(judgement) where !judgements.contains(text) { judgements.append(text) }
      return judgements.map { text in
        let group = pictures.filter { judgement($0) == text }
        let files = group.map { "\($0.file) has \($0.width) × \($0.height) px at \($0.scale)x" }
        let isOne = group.allSatisfy {
          ($0.file, $0.width, $0.height) == (group[0].file, group[0].width, group[0].height)
        }
        let scales = group.dropFirst().map { "\($0.scale)x" }
        let sizes = Names.list(group.map { "\(Self.side * $0.scale) × \(Self.side * $0.scale) px for \($0.scale)x" })
        var finding = finding(
          "the picture of \(action.name) is \(text): "
            + (isOne ? Names.list([files[0]] + scales) : Names.list(files))
            + ", but the menu draws \(Self.side) × \(Self.side) points",
          of: action, at: .iconFile, for: group.flatMap(\.outcomes), in: subject,
          help: "Draw \(sizes), or use a vector (PDF or SVG) for all scales.",
          severity: group.contains {
            Self.isFar(max($0.width, $0.height), from: Self.side * $0.scale)
          } ? .warning : .note)
        finding.otherLocations = group.compactMap(\.location)
        // The Info.plists of several targets may name one picture.
        finding.cause = finding.otherLocations.first
        return finding
      }
    }
  }

  private static func judgement(_ pixels: Int, _ wanted: Int, isSquare: Bool) -> String {
    if pixels == wanted { return isSquare ? "of the right size" : "not a square" }
    return (isFar(pixels, from: wanted) ? "far too " : "a little ") + (pixels < wanted ? "small" : "large")
  }
}

/// `shortcut-icon-not-template`
struct ShortcutIconNotTemplate: Rule {
  let description = RuleDescription(
    "shortcut-icon-not-template", .note, "The image set of a quick action is not marked as a template",
    facts: ["QUICK-026"])

  func check(_ subject: LintSubject) -> [Finding] {
    subject.actions.actions.compactMap { action -> Finding? in
      let outcomes = action.inMenus.filter { $0.isShown && $0.glyph?.source == .asset }
      guard let name = outcomes.lazy.compactMap(\.template).first, let set = ShortcutPicture.set(named: name, subject),
        set.isContentKnown, set.renderingIntent != .template
      else { return nil }
      let fault =
        set.renderingIntent == nil ? "has no template-rendering-intent" : "asks for its own colours (“original”)"
      var finding = finding(
        "the picture of \(action.name) is drawn as a template, but the image set “\(name)” \(fault)", of: action,
        at: .iconFile, for: outcomes, in: subject, help: "Set “Render As” of “\(name)” to “Template Image”.")
      finding.otherLocations = [set.location].compactMap(\.self)
      finding.cause = set.location
      return finding
    }
  }
}

/// A picture that may be drawn next to the text of a quick action.
private struct ShortcutPicture {
  let file: String
  let scale: Int
  let width: Int
  let height: Int
  let location: SourceLocation?
  let outcomes: [JudgedAction.Outcome]

  static func set(named name: String, _ subject: LintSubject) -> AssetSet? {
    subject.package.catalog?.set(named: name, kind: .image)
  }

  /// Returns the pictures with known pixels; not vectors.
  static func list(of action: JudgedAction, in subject: LintSubject) -> [ShortcutPicture] {
    let shown = action.inMenus.filter(\.isShown)
    guard let name = shown.lazy.compactMap(\.template).first else { return [] }
    let fromSet = shown.filter { $0.glyph?.source == .asset }
    let loose = shown.filter { $0.glyph?.source == .file }
    var pictures: [ShortcutPicture] = []
    if !fromSet.isEmpty, let set = set(named: name, subject) {
      pictures += set.entries.compactMap { entry in
        guard entry.isForIOS, let file = entry.filename, let scale = entry.scale,
          let size = size(entry, file, set, subject)
        else { return nil }
        return ShortcutPicture(
          file: file, scale: scale, width: size.width, height: size.height, location: entry.location,
          outcomes: fromSet.filter { entry.idiom == "universal" || entry.idiom == $0.model.deviceClass.idiom })
      }
    }
    var seen: Set<ExactText> = []
    for outcome in loose {
      for image in subject.package.looseImages(named: name, for: outcome.model.deviceClass) {
        guard let header = image.header, seen.insert(ExactText(image.path)).inserted else { continue }
        pictures.append(
          ShortcutPicture(
            file: image.path, scale: image.scale, width: header.width, height: header.height, location: nil,
            outcomes: loose.filter {
              image.deviceSuffix == nil || image.deviceSuffix == $0.model.deviceClass.suffix
            }))
      }
    }
    return pictures.filter { !$0.outcomes.isEmpty }
  }

  /// Returns the size of an entry: from a compiled catalog, otherwise from the file.
  private static func size(
    _ entry: AssetEntry, _ file: String, _ set: AssetSet, _ subject: LintSubject
  ) -> (width: Int, height: Int)? {
    if entry.rendition != nil { return entry.pixelSize.map { (Int($0.width), Int($0.height)) } }
    let header = entry.header ?? set.path.flatMap { subject.header(at: "\($0)/\(file)") }
    return header.map { ($0.width, $0.height) }
  }
}

extension JudgedAction.Outcome {
  /// The name of the item's picture.
  fileprivate var template: String? {
    guard case .templateImageName(let name) = item?.icon else { return nil }
    return name
  }
}

/// The words in names of SF Symbols, such as `pencil` in `square.and.pencil`. Newer symbols mostly use the same words,
/// so a name with another one is probably misspelt.
package enum SymbolWords {
  /// Returns the words of a name that are not in any known symbol.
  package static func unknown(in name: String) -> [String] {
    name.split(separator: ".").map(String.init).filter { word in
      !known.contains(word) && !word.allSatisfy(\.isNumber)
    }
  }

  /// The words of the symbols up to iOS 17.4, and of some later ones.
  private static let known = Set(text.split(whereSeparator: \.isWhitespace).map(String.init))

  private static let text = String(cString: hs_symbol_words())
}
