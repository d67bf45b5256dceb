import Platform
import PropertyLists

/// The references to Icon Composer icons: the catalog compiler only gets references of the right type (ICON-260).
struct IconReferences: Sendable {
  /// A wrong reference.
  private struct Reference: Sendable {
    enum Fault: Sendable, Hashable {
      /// The wrong type in the project: `wrapper.icon`.
      case type(String)
      case noType
      /// The primary icon has a type with which icons of other projects are compiled: an app without it is refused.
      case primaryOfXcodeGen
      /// The files of the icon are separate resources.
      case takenApart
    }

    let name: String
    let fault: Fault
    let place: SourceLocation?
  }

  private static let rightType = "folder.iconcomposer.icon"
  /// The type that XcodeGen writes.
  private static let typeOfXcodeGen = "wrapper.icon"
  private static let ending = "icon"
  private var references: [Reference] = []

  /// Checks a reference in a target's resources.
  ///
  /// - Parameter primary: the name that the primary icon would have.
  /// - Returns: whether it is an icon that the catalog compiler does not get.
  mutating func note(_ reference: XcodeObject, at path: String, primary: String) -> Bool {
    let name = FileTreePath.lastComponent(path)
    guard FileTreePath.lowercasedExtension(of: name) == Self.ending else {
      let parts = FileTreePath.parts(of: path).dropLast().map(String.init)
      if let icon = parts.last(where: { FileTreePath.lowercasedExtension(of: $0) == Self.ending }),
        !references.contains(where: { $0.name == icon })
      {
        references.append(Reference(name: icon, fault: .takenApart, place: reference.location))
      }
      return false
    }
    guard let type = reference.string("explicitFileType") ?? reference.string("lastKnownFileType") else {
      references.append(Reference(name: name, fault: .noType, place: reference.location))
      return false
    }
    guard type != Self.rightType else { return false }
    let isCompiled = type == Self.typeOfXcodeGen && name == primary
    references.append(
      Reference(name: name, fault: isCompiled ? .primaryOfXcodeGen : .type(type), place: reference.location))
    return !isCompiled
  }

  /// Explains the wrong references and the warnings that they cause: one cause is reported once.
  func explain(_ warnings: inout [PackageWarning]) {
    let hint = "add the .icon as one file whose lastKnownFileType is \(Self.rightType), as Xcode 26 does"
    var order: [Reference.Fault] = []
    for reference in references where !order.contains(reference.fault) { order.append(reference.fault) }
    for fault in order {
      var icons = references.filter { $0.fault == fault }
      let missing = warnings.indices.filter { index in
        icons.contains { $0.name == (warnings[index].missingIcon.map { "\($0).\(Self.ending)" }) }
      }
      var severity = PackageWarning.Severity.warning
      let consequence: String
      switch fault {
      case .type(let type):
        consequence =
          "in the project as “\(type)”, a type that the catalog compiler does not get"
          + (type == Self.typeOfXcodeGen
            ? " in one report, but does in others: the icon counts as missing" : ": the app has no such icon")
        for index in missing.reversed() { warnings.remove(at: index) }
      case .noType:
        consequence = "no file type in the project: Xcode infers it, but Xcode Cloud may not"
        severity = .note
      case .primaryOfXcodeGen:
        consequence =
          "in the project as “\(Self.typeOfXcodeGen)”: Xcode compiles it in most reports, and copies it in one"
        severity = .note
      case .takenApart:
        consequence =
          "added in pieces: icon.json and its pictures are separate resources, so the catalog compiler does not get "
          + "the icon"
        for index in missing {
          guard let name = warnings[index].missingIcon else { continue }
          warnings[index].hint = "“\(name).\(Self.ending)” is \(consequence); \(hint)"
          icons.removeAll { $0.name == "\(name).\(Self.ending)" }
        }
      }
      guard let first = icons.first else { continue }
      let names = Names.list(icons.map { "“\($0.name)”" })
      let verb = fault == .noType ? icons.count == 1 ? "has" : "have" : icons.count == 1 ? "is" : "are"
      var warning = PackageWarning(
        .iconFileType, "\(names) \(verb) \(consequence)", severity: severity, location: first.place, hint: hint)
      warning.otherLocations = icons.dropFirst().compactMap(\.place)
      warnings.append(warning)
    }
  }
}
