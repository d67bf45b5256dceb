internal import AppPackages
import PropertyLists

/// Finds what to change so that a static quick action has its picture.
struct ActionAdvisor {
  let prepared: PreparedPackage
  /// The pictures of the bundle, looked through when the first one is not found.
  private(set) lazy var files = NearFiles(prepared.package.resources)

  init(_ prepared: PreparedPackage) { self.prepared = prepared }

  /// What to do about a fault, as a sentence.
  mutating func advice(for fault: ActionPictureFault) -> String {
    switch fault {
    case .fileMissing(let name): missingFile(name)
    case .typeUnknown(let name): unknownType(name)
    case .typeTooNew(let name):
      "On iOS 9.0 no icon is drawn: add a picture and name it in \(ShortcutItemKey.iconFile.name), which then "
        + "replaces “\(Spelling.beginning(of: name))” everywhere."
    case .symbolUnknown(let name): unknownSymbol(name)
    case .symbolTooNew:
      "Add \(ShortcutItemKey.iconFile.name) or \(ShortcutItemKey.iconType.name) too: older systems use that."
    }
  }

  private func unknownType(_ name: String) -> String {
    if let near = SystemIconType(near: name) {
      return name.lowercased().hasPrefix(SystemIconType.plistPrefix.lowercased())
        ? "Did you mean “\(near.plistName)”? Letter case counts." : "Write the full name, “\(near.plistName)”."
    }
    return "The names are \(SystemIconType.plistPrefix) and one of "
      + SystemIconType.allCases.map { String($0.plistName.dropFirst(SystemIconType.plistPrefix.count)) }
      .joined(separator: ", ") + "."
  }

  private func unknownSymbol(_ name: String) -> String {
    if prepared.assetSet(named: name, .other("symbolset")) != nil || prepared.assetSet(named: name, .image) != nil {
      return "“\(Spelling.beginning(of: name))” is a set of the app’s catalog: name it in "
        + "\(ShortcutItemKey.iconFile.name)."
    }
    if name.hasPrefix(SystemIconType.plistPrefix) {
      return "It is a UIKit icon: name it in \(ShortcutItemKey.iconType.name)."
    }
    let small = name.lowercased()
    if ShortcutIcon.canBeSymbol(small) { return "Symbols are written in small letters: “\(small)”." }
    return "Names of symbols consist of small letters, digits and dots, such as “square.and.pencil”."
  }

  private mutating func missingFile(_ name: String) -> String {
    let shown = Spelling.beginning(of: name)
    let parts = LooseImageName(name)
    let stem = parts.fileExtension.lowercased() == "png" ? parts.base : LooseImageName(name + ".png").base
    if !ExactText.isSame(stem, name), prepared.isThere(stem) {
      return "Write “\(stem)”: the name alone, without extension, scale or folder."
    }
    let sets = (prepared.package.build?.catalog ?? prepared.package.catalog)?.sets ?? []
    let pictures = sets.filter { $0.kind == .image || $0.kind == .other("symbolset") }.map(\.name)
    if let set = pictures.first(where: { $0 != name && $0.lowercased() == name.lowercased() }) {
      return "The catalog has “\(set)”: use the same letter case."
    }
    if let set = pictures.first(where: { $0.hasSuffix("/" + name) }) {
      return "The catalog has it in a group with a namespace: write “\(set)”."
    }
    if let (path, directory) = files.inFolders[stem] {
      return directory.contains(".bundle")
        ? "\(path) is inside another bundle: move it to the root."
        : "\(path) is in a folder: move it to the root, or into the asset catalog."
    }
    if let other = files.inOtherCase[stem.lowercased()] {
      return "\(other) exists: use the same letter case as “\(shown)”."
    }
    if let near = Spelling.nearest(to: name, in: pictures).first { return "Did you mean “\(near)”?" }
    return "Add an image set “\(shown)” to the asset catalog, of 35 × 35 points, drawn in one colour."
  }
}

extension SystemIconType {
  /// The icon type that a wrong name is nearly: as a full name, or short as Swift writes it. What all full names begin
  /// with is not compared, for it says nothing.
  public init?(near name: String) {
    let prefix = Self.plistPrefix
    let rest = name.lowercased().hasPrefix(prefix.lowercased()) ? String(name.dropFirst(prefix.count)) : name
    let all = Self.allCases
    guard let near = Spelling.nearest(to: rest, in: all.map(\.name)).first,
      let type = all.first(where: { $0.name == near })
    else { return nil }
    self = type
  }
}

extension PreparedPackage {
  /// Whether a static item that names the picture gets it on some device.
  fileprivate func isThere(_ name: String) -> Bool {
    [DeviceModel.iPhone, .iPad].contains {
      ActionPicture.find(name, isStatic: true, in: self, on: $0) != .missing
    }
  }
}
