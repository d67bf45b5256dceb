public import PropertyLists

/// A quick action that the Info.plist declares, as a person would see it.
public struct InspectedAction: Sendable {
  public let item: ShortcutItem
  /// The title as it is written: the key of its translations (QUICK-028).
  public let writtenTitle: String
  /// The languages whose `InfoPlist.strings` translate the title.
  public let languages: [String]
  /// Whether the picture that the item names is there; nil for an icon of the system, and without an icon.
  public let hasPicture: Bool?
  public let location: SourceLocation?
}
