import AppPackages
import HomeScreenSimulator
import PropertyLists

/// Rules about the entries of icons in an Info.plist.
enum IconEntryRules {
  static let all: [any Rule] = [IconFileListedTwice()]
}

/// `icon-file-listed-twice`
struct IconFileListedTwice: Rule {
  let description = RuleDescription(
    "icon-file-listed-twice", .note, "A picture is listed twice in one CFBundleIconFiles",
    explanation: """
      CFBundleIconFiles names one picture twice. The system takes it once; the second line is only a sign that the list \
      was put together by hand, and perhaps lacks the name that was meant.
      """,
    facts: ["ICON-112"],
    before: """
      <key>CFBundleIconFiles</key>
      <array><string>Night60x60</string><string>Night60x60</string></array>
      """,
    after: """
      <key>CFBundleIconFiles</key>
      <array><string>Night60x60</string></array>
      """, fix: .safe)

  func check(_ subject: LintSubject) -> [Finding] {
    subject.iconKeys.flatMap { icons in
      (icons.alternates + [icons.primary].compactMap(\.self)).flatMap { entry in
        var seen: Set<ExactText> = []
        return entry.files.filter { !seen.insert(ExactText($0.name)).inserted }.map { file in
          finding(
            "\(icons.title(of: entry)) lists “\(file.name)” twice", at: file.location, devices: icons.devices,
            fix: Fix.removeRepeats(at: icons.filesPath(of: entry), in: subject))
        }
      }
    }
  }
}
