/// The looks that a person chooses.
extension Device {
  /// How the screen looks, as the person has set it: ``setAppearance(_:)`` changes it.
  public var appearance: ScreenAppearance { look.appearance }

  /// The colour of tinted icons, as the person has set it: ``setTint(_:)`` changes it.
  public var tint: IconTint { look.tint }

  /// What the person has chosen.
  struct Look {
    var appearance = ScreenAppearance.light
    var tint = IconTint.usual
  }

  /// Changes the look of the screen, and from iOS 18 on of its icons (ICON-147).
  ///
  /// - Throws: ``SimulatorError`` `bad-look` when this version does not have it (ICON-251, ICON-252).
  public func setAppearance(_ appearance: ScreenAppearance) throws {
    if let first = appearance.first, os < first {
      throw SimulatorError(
        .badLook, "iOS \(os) has no appearance “\(appearance.rawValue)”", hint: "It begins with iOS \(first).",
        fact: appearance.fact)
    }
    try perform("appearance") { look.appearance = appearance }
  }

  /// Changes the colour of tinted icons (ICON-253).
  ///
  /// - Throws: ``SimulatorError`` `bad-look` before iOS 18, which has no tinted icons.
  public func setTint(_ tint: IconTint) throws {
    if let first = IconAppearance.tinted.first, os < first {
      throw SimulatorError(
        .badLook, "iOS \(os) has no tinted icons", hint: "They begin with iOS \(first).",
        fact: "ICON-253")
    }
    try perform("tint") { look.tint = tint }
  }
}
