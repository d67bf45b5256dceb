/// The ways in which a property list is written down.
public enum PropertyListFormat: String, Sendable, CaseIterable {
  /// `<plist><dict>…`, UTF-8 or UTF-16.
  case xml
  /// `bplist00`, what a built app holds.
  case binary
  /// `{ key = value; }`, what Xcode projects are written in.
  case openStep
  /// `"key" = "value";` without braces, as in `InfoPlist.strings`.
  case strings
}
