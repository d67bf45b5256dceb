/// What is wrong with a picture.
public struct ImageProblem: Error, Sendable, Equatable, CustomStringConvertible {
  /// In what way a picture cannot be used, or not as what its name says.
  public enum Kind: String, Sendable, CaseIterable {
    case empty
    /// No format that is known here.
    case notAnImage
    /// The data ends before the size is known.
    case truncated
    /// A field that cannot be: a size of zero, a colour type that does not exist.
    case badHeader
    /// The checksum of the header, or of what the pixels need, does not fit its content.
    case badChecksum
    /// The name's extension belongs to another format.
    case wrongExtension
    /// The file could not be read at all.
    case unreadable
    /// Pixels that cannot be decoded: damaged, or not what the header says.
    case badData
    /// More pixels than are decoded.
    case tooLarge
    /// A format whose pixels are not read.
    case unsupported
  }

  /// What is wrong, for programs; ``message`` says it for people.
  public var kind: Kind
  /// What happened, without the file's name and without a full stop.
  public var message: String
  /// What to do about it.
  public var hint: String?

  /// A problem of one picture, which the message does not name.
  public init(kind: Kind, message: String, hint: String? = nil) {
    self.kind = kind
    self.message = message
    self.hint = hint
  }

  /// Whether the picture is elsewhere, and this copy of the project lacks it.
  public var isNotInCopy: Bool { self == .pointer }

  /// What Git LFS leaves in place of a file that it has not fetched.
  static let pointer = ImageProblem(
    kind: .notAnImage, message: "this is a Git LFS pointer, not the picture itself",
    hint: "fetch the real content with `git lfs pull`")

  /// The message, and the hint on a second line.
  public var description: String { hint.map { "\(message)\n  hint: \($0)" } ?? message }
}
