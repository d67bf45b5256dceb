internal import AppPackages
import PropertyLists

/// Which picture a quick action gets.
extension Device {
  func glyph(of item: ShortcutItem, in record: AppRecord) -> ShortcutGlyph {
    item.glyph(in: record.prepared, on: model, os: os)
  }
}

extension ShortcutItem {
  /// What a device of this model draws beside the text, in this version.
  func glyph(in package: PreparedPackage, on model: DeviceModel, os: OSVersion) -> ShortcutGlyph {
    var why = iconChoice.map { [$0.why] } ?? []
    switch icon {
    case nil:
      if iconChoice == nil { why.append("The item was made without an icon (QUICK-032).") }
      return ShortcutGlyph(source: .none, name: nil, why: why)
    case .type(.task) where os >= .v26:
      return ShortcutGlyph(source: .placeholder, name: "?", why: why + ["One report says: drawn as “?” (QUICK-152)."])
    case .type(let type):
      return ShortcutGlyph(source: .system, name: type.name, why: why + ["UIKit's own icon (QUICK-046)."])
    case .systemImageName(let name):
      return ShortcutGlyph(source: .symbol, name: name, why: why + ["An SF Symbol (QUICK-008, QUICK-042)."])
    case .contact(let name, let hasPhoto):
      return ShortcutGlyph(
        source: hasPhoto ? .photo : .monogram, name: hasPhoto ? name : Self.monogram(of: name),
        why: why + ["The contact has \(hasPhoto ? "a" : "no") photo (QUICK-045)."])
    case .templateImageName(let name):
      return Self.picture(name, isStatic: iconChoice != nil, in: package, on: model, os: os, why)
    }
  }

  /// What cannot be found is a dot, a placeholder (QUICK-024, QUICK-025), or nothing for an item that the app made
  /// (QUICK-044).
  private static func picture(
    _ name: String, isStatic: Bool, in package: PreparedPackage, on model: DeviceModel, os: OSVersion,
    _ reasons: [String]
  ) -> ShortcutGlyph {
    let lookup = isStatic ? "QUICK-023" : "QUICK-043"
    let template = "Drawn as a template, in the system's colour (QUICK-026)."
    switch ActionPicture.find(name, isStatic: isStatic, in: package, on: model) {
    case .set:
      return ShortcutGlyph(
        source: .asset, name: name, why: reasons + ["A set of the asset catalog (\(lookup)).", template])
    case .file(let file):
      return ShortcutGlyph(
        source: .file, name: file, why: reasons + ["A file in the bundle's root (\(lookup)).", template])
    case .compiledSet:
      return ShortcutGlyph(
        source: .asset, name: name,
        why: reasons + [
          "No such file; assumed to be in Assets.car, which cannot be read (\(lookup), ICON-181).", template,
        ])
    case .missing: break
    }
    let missing =
      "Neither the asset catalog nor the bundle's root has “\(Spelling.beginning(of: name))” (\(lookup))."
    guard isStatic else {
      return ShortcutGlyph(source: .none, name: nil, why: reasons + [missing, "So there is no icon (QUICK-044)."])
    }
    return os < .siriShortcuts
      ? ShortcutGlyph(source: .dot, name: nil, why: reasons + [missing, "So a dot is drawn (QUICK-024)."])
      : ShortcutGlyph(
        source: .placeholder, name: nil, why: reasons + [missing, "So a placeholder is drawn (QUICK-025)."])
  }

  /// The first letters of the first and the last word of a name.
  private static func monogram(of name: String) -> String {
    let words = name.split(separator: " ")
    let ends = words.count > 1 ? [words[0], words[words.count - 1]] : Array(words.prefix(1))
    return ends.compactMap(\.first).map { $0.uppercased() }.joined()
  }
}
