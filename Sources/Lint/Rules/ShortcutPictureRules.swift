import AppPackages
import Events
import HomeScreenSimulator
import Platform
import PropertyLists

/// Rules about the pictures that quick actions are drawn with.
enum ShortcutPictureRules {
  static let all: [any Rule] = [ShortcutIconSize(), ShortcutIconNotTemplate()]
}

/// `shortcut-icon-size`
struct ShortcutIconSize: Rule {
  let description = RuleDescription(
    "shortcut-icon-size", .warning, "The picture of a quick action does not have the size that the menu draws",
    explanation: """
      The icon of a quick action is a square of 35 × 35 points: 35 pixels at 1x, 70 at 2x, 105 at 3x. Another size \
      is scaled. Slightly smaller is only a note: icons of 24 points look thin next to those of the system. Less \
      than two thirds looks blurred or tiny, and a much larger one, such as an app icon of 1024 pixels, costs memory \
      and becomes a blot: a warning.
      """,
    facts: ["QUICK-007"])

  /// Points (QUICK-007).
  private static let side = 35
  /// A picture is far off when it is smaller or larger than the guideline by more than a half.
  private static func isFar(_ pixels: Int, from wanted: Int) -> Bool {
    3 * pixels < 2 * wanted || 2 * pixels > 3 * wanted
  }

  func check(_ subject: LintSubject) -> [Finding] {
    subject.actions.actions.flatMap { action -> [Finding] in
      let pictures = ShortcutPicture.list(of: action, in: subject).filter { picture in
        picture.width != Self.side * picture.scale || picture.height != Self.side * picture.scale
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
    explanation: """
      The system draws the icon of a quick action as a template: only its shape counts, in the system’s colour, \
      regardless of the image set. Marked as a template, the set looks the same in Xcode, the app and the menu, and \
      its missing colours surprise no one.
      """,
    facts: ["QUICK-026"],
    before: #"{ "images" : [ … ], "info" : { … } }"#,
    after: #"{ "images" : [ … ], "info" : { … }, "properties" : { "template-rendering-intent" : "template" } }"#)

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
      return finding
    }
  }
}

/// One picture that may be drawn beside the text of a quick action.
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

  /// Those whose pixels are known: of vectors nothing is.
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

  /// A compiled catalog tells the size; of a source catalog the file does.
  private static func size(
    _ entry: AssetEntry, _ file: String, _ set: AssetSet, _ subject: LintSubject
  ) -> (width: Int, height: Int)? {
    if entry.rendition != nil { return entry.pixelSize.map { (Int($0.width), Int($0.height)) } }
    let header = entry.header ?? set.path.flatMap { subject.header(at: "\($0)/\(file)") }
    return header.map { ($0.width, $0.height) }
  }
}

extension JudgedAction.Outcome {
  /// The picture of the app that the item names.
  fileprivate var template: String? {
    guard case .templateImageName(let name) = item?.icon else { return nil }
    return name
  }
}
