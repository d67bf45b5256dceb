/// Something about an input that a person should know, but that does not keep it from being used.
public struct PackageWarning: Sendable, Equatable, CustomStringConvertible {
  public enum Code: String, Sendable, CaseIterable {
    /// A key stands twice in one dictionary; the later value counts.
    case duplicateKey = "duplicate-key"
    /// A value uses a build setting that nobody has given.
    case unknownSetting = "unknown-setting"
    /// A `$(…)` that cannot be worked out: unknown operator, settings that name each other in a circle.
    case badMacro = "bad-macro"
    /// A `$(…)` in a built app, where it stays as it is.
    case unexpandedMacro = "unexpanded-macro"
    /// A key whose value has a type that the system does not take there.
    case wrongType = "wrong-type"
    /// No `CFBundleIdentifier`.
    case noBundleIdentifier = "no-bundle-identifier"
    /// A file or folder that cannot be read, or a link that leads nowhere, out of the package or in a circle.
    case unreadable
    /// More files than are looked at.
    case limit
    /// A picture that is damaged or lies about itself.
    case badImage = "bad-image"
    /// An `InfoPlist.strings` that cannot be read.
    case badStrings = "bad-strings"
    /// Two files that would have the same name in the bundle.
    case nameClash = "name-clash"
  }

  public var code: Code
  /// What is wrong, without place and without a full stop.
  public var message: String
  public var location: SourceLocation?
  /// What to do about it.
  public var hint: String?

  public init(_ code: Code, _ message: String, location: SourceLocation? = nil, hint: String? = nil) {
    self.code = code
    self.message = message
    self.location = location
    self.hint = hint
  }

  /// `ChangeIcon/Info.plist:12:3: message`, and the hint on a second line.
  public var description: String {
    (location.map { "\($0): " } ?? "") + message + (hint.map { "\n  hint: \($0)" } ?? "")
  }
}
