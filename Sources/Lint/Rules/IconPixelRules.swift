import AppPackages
import Events
import HomeScreenSimulator
import PropertyLists

/// Rules about the pixels of loose pictures.
enum IconPixelRules {
  static let all: [any Rule] = rules.map { $0 as any Rule }

  private static let rules = [
    IconAlpha(
      0..<250,
      RuleDescription(
        "icon-transparent", .warning, "The loose picture of an icon has transparent pixels",
        explanation: """
          Icons are opaque squares; iOS rounds their corners itself. It draws black or white behind transparent \
          pixels, so a picture with rounded corners gets a dark rim and looks different from place to place.
          """,
        facts: ["ICON-121"], before: "Night@3x.png with corners of alpha 0", after: "Night@3x.png filled to its corners"
      )),
    IconAlpha(
      250..<255,
      RuleDescription(
        "icon-alpha-not-255", .note, "The loose picture of an icon is not quite opaque",
        explanation: """
          Some pixels have an alpha of 250 to 254, which is invisible: drawing programs leave it at edges. Icons are \
          opaque; exporting without an alpha channel makes the files smaller too.
          """,
        facts: ["ICON-121"])),
  ]
}

/// Pictures whose least opaque pixel has an alpha within a range.
private struct IconAlpha: Rule {
  let description: RuleDescription
  private let alphas: Range<UInt8>

  init(_ alphas: Range<UInt8>, _ description: RuleDescription) {
    self.alphas = alphas
    self.description = description
  }

  var readsPixels: Bool { true }

  /// The pictures that it looks into, by their paths in the tree.
  func pictures(_ subject: LintSubject) -> [String] {
    subject.iconKeys.flatMap { icons in
      subject.looseEntries(of: icons).flatMap { pictures(of: $0, in: icons, subject).map(\.source) }
    }
  }

  /// Only those that can be transparent at all.
  private func pictures(
    of entry: WrittenIcons.Entry, in icons: WrittenIcons, _ subject: LintSubject
  ) -> [(path: String, source: String)] {
    entry.pictures(on: icons.devices).compactMap { picture in
      guard picture.header?.hasAlphaChannel == true, let source = subject.package.resources[picture.path]?.source else {
        return nil
      }
      return (picture.path, source)
    }
  }

  func check(_ subject: LintSubject) -> [Finding] {
    subject.iconKeys.flatMap { icons in
      subject.looseEntries(of: icons).compactMap { entry -> Finding? in
        let paths = pictures(of: entry, in: icons, subject).filter {
          subject.pixels(at: $0.source).map { alphas.contains($0.smallestAlpha) } ?? false
        }.map(\.path)
        guard !paths.isEmpty else { return nil }
        let files = paths.count == 1 ? "1 file" : "\(paths.count) files"
        let what = alphas.lowerBound == 0 ? "transparent pixels" : "pixels of alpha \(alphas.lowerBound) to 254"
        return finding(
          "\(icons.title(of: entry)): \(files) with \(what): \(paths.listed(atMost: 3))", at: entry.location,
          help: "fill the picture up to its corners, and export it without an alpha channel", devices: icons.devices,
          names: icons.names(of: entry, paths))
      }
    }
  }
}
