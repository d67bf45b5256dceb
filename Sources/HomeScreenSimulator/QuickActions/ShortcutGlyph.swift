/// What the menu draws beside the text of a quick action. Pictures are templates: only their shape counts, in the
/// system's colour (QUICK-026).
public struct ShortcutGlyph: Sendable, Equatable {
  /// Where it comes from. The raw values are the names that scripts use.
  public enum Source: String, Sendable, CaseIterable {
    /// Nothing is drawn.
    case none
    /// One of UIKit's icons.
    case system
    /// An SF Symbol; whether it exists is not checked.
    case symbol
    /// A set of the asset catalog.
    case asset
    /// A file in the bundle's root.
    case file
    /// A contact's photo.
    case photo
    /// A contact's initials.
    case monogram
    /// A dot, where an older system cannot load the picture (QUICK-024).
    case dot
    /// A neutral picture, where the system cannot load the picture (QUICK-025).
    case placeholder
  }

  /// What kind of picture it is, or that there is none.
  public let source: Source
  /// The name of the type, symbol, set or file, or the initials.
  public let name: String?
  /// The reasons, with their facts.
  public let why: [String]
}
