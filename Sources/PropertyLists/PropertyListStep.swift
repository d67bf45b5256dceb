/// One step inwards in a property list.
public enum PropertyListStep: Sendable, Hashable {
  case key(String)
  /// Counted from 0.
  case index(Int)

  /// How messages name a place, positions counted from 1 as scripts do: `plist.CFBundleIcons[2]`.
  ///
  /// Long ways are shortened in the middle, and control characters of keys are written as `\u{0}`.
  public static func place(of steps: some BidirectionalCollection<PropertyListStep>, root: String = "plist") -> String {
    let shown = 12
    Work.count(min(steps.count, 2 * shown) * 6)
    guard steps.count > 2 * shown else { return steps.reduce(into: root) { $0 += $1.text } }
    return steps.prefix(shown).reduce(into: root) { $0 += $1.text } + "…"
      + steps.suffix(shown).reduce(into: "") { $0 += $1.text }
  }

  private var text: String {
    switch self {
    case .index(let index): return "[\(index + 1)]"
    case .key(let key):
      var text = "."
      for scalar in key.unicodeScalars.prefix(80) {
        let isControl = scalar.value < 0x20 || scalar.value == 0x7F
        text += isControl ? "\\u{\(String(scalar.value, radix: 16, uppercase: true))}" : String(scalar)
      }
      let isCut = key.unicodeScalars.index(key.startIndex, offsetBy: 81, limitedBy: key.endIndex) != nil
      return isCut ? text + "…" : text
    }
  }
}
