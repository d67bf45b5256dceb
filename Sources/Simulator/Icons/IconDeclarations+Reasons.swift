internal import AppPackages
import PropertyLists

/// Why a name is not declared, in words: for the trace and for the explanation of a package.
extension IconDeclarations {
  /// How many declared names a reason lists.
  private static let listedNames = 5

  /// One sentence without a full stop; for a name that is not declared.
  func undeclaredReason(of name: String) -> String {
    switch dictionary {
    case .absent: return "the Info.plist has no CFBundleIcons (ICON-038)"
    case .malformed(let type): return "\(key) is \(type), not a dictionary (ICON-085, ICON-038)"
    case .present(let icons):
      switch alternates {
      case .absent: return "\(key) has no CFBundleAlternateIcons (ICON-037)\(nearKey(in: icons))"
      case .malformed(let type): return "CFBundleAlternateIcons of \(key) is \(type), not a dictionary (ICON-037)"
      case .dictionary(let entries) where isFlat(entries):
        return "CFBundleAlternateIcons of \(key) lacks the level of names (ICON-034)"
      case .dictionary, .names:
        return "CFBundleAlternateIcons of \(key) declares \(listOfNames)\(nearName(of: name)) (ICON-039)"
      }
    }
  }

  /// Declared names that are nearly the wanted one, the nearest first.
  func names(near name: String, atMost limit: Int = 3) -> [String] {
    // Equal but for the Unicode form: nothing that a spelling could show.
    Work.count(names.count)
    let folded = names.filter { Spelling.isSame($0, name) && !ExactText.isSame($0, name) }
    return Array((folded + Spelling.nearest(to: name, in: names, atMost: limit)).prefix(limit))
  }

  /// The shape without the level of names (ICON-034, ICON-035): the keys of an entry where names belong.
  func isFlat(_ entries: PropertyListDictionary) -> Bool {
    entries["CFBundleIconFiles"]?.array != nil || entries["CFBundleIconName"]?.string != nil
  }

  private var listOfNames: String {
    guard !names.isEmpty else { return "nothing" }
    let listed = names.prefix(IconDeclarations.listedNames).map { "“\(Spelling.shortened($0))”" }
    let rest = names.count - listed.count
    return listed.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
  }

  private func nearName(of name: String) -> String {
    guard let near = names(near: name, atMost: 1).first else { return "" }
    return near == name ? ", the same text in another Unicode form" : ", and “\(near)” is near"
  }

  private func nearKey(in icons: PropertyListDictionary) -> String {
    let keys = icons.keys.filter { $0 != "CFBundlePrimaryIcon" }
    guard let near = Spelling.nearest(to: "CFBundleAlternateIcons", in: keys).first else { return "" }
    return ", but a key “\(near)”"
  }
}

extension Spelling {
  /// A name of the outside world, cut where it is too long for a message.
  static func shortened(_ text: String) -> String {
    let beginning = beginning(of: text)
    return beginning.endIndex == text.endIndex ? text : beginning + "…"
  }
}
