internal import AppPackages
import PropertyLists

/// Why a name is not declared, in words: for the trace and for the explanation of a package.
extension IconDeclarations {
  /// How many declared names a reason lists.
  private static let listedNames = 5

  /// Why a name is not declared. The description is one sentence without a full stop, its facts in brackets.
  struct UndeclaredReason: CustomStringConvertible {
    let text: String
    /// The fact that decides.
    let fact: FactID
    /// Another fact that led there.
    var earlierFact: FactID?
    /// What else is to be seen.
    var hint = ""

    var description: String { "\(text) (\(earlierFact.map { "\($0), " } ?? "")\(fact))\(hint)" }
  }

  /// For a name that is not declared.
  func undeclaredReason(of name: String) -> UndeclaredReason {
    switch dictionary {
    case .absent: return UndeclaredReason(text: "the Info.plist has no CFBundleIcons", fact: "ICON-038")
    case .malformed(let type):
      return UndeclaredReason(text: "\(key) is \(type), not a dictionary", fact: "ICON-038", earlierFact: "ICON-085")
    case .present(let icons):
      let place = "CFBundleAlternateIcons of \(key)"
      switch alternates {
      case .absent:
        return UndeclaredReason(
          text: "\(key) has no CFBundleAlternateIcons", fact: "ICON-037", hint: nearKey(in: icons))
      case .malformed(let type):
        return UndeclaredReason(text: "\(place) is \(type), not a dictionary", fact: "ICON-037")
      case .dictionary(let entries) where isFlat(entries):
        return UndeclaredReason(text: "\(place) lacks the level of names", fact: "ICON-034")
      case .dictionary, .names:
        return UndeclaredReason(text: "\(place) declares \(listOfNames)\(nearName(of: name))", fact: "ICON-039")
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
