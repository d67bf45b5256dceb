/// What the Home Screen shows for an icon whose files do not exist (ICON-123).
public enum MissingArtwork: String, Sendable, CaseIterable {
  /// As the iOS version does: ``unchanged`` up to 10, ``placeholder`` from 11 on.
  case byVersion
  /// A generic placeholder.
  case placeholder
  /// The picture that was shown before.
  case unchanged
}
