public import PropertyLists

/// Why something in a file tree could not be listed or read.
public struct FileTreeError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What kept something from being listed, read or written.
  public enum Kind: String, Sendable, CaseIterable {
    case notFound
    case notADirectory
    case isADirectory
    /// The operating system refused; the message holds its words.
    case unreadable
    /// The same for writing.
    case unwritable
    /// A symbolic link that leads out of the tree.
    case outsideOfTree
    /// What is never written for a script, wherever it may write, and what is never read of version control.
    case forbidden
    /// Symbolic links that lead to each other.
    case linkLoop
    /// `..`, an absolute path, a zero byte.
    case badPath
    /// A pipe, socket or device.
    case notARegularFile
    case tooLarge
    case tooManyEntries
    /// An archive that contradicts itself, or whose bytes are not what it says.
    case damaged
    /// Two files of one name, or a file where another path needs a folder (trees made from data).
    case conflict
  }

  /// What went wrong, for programs; ``message`` says it for people.
  public var kind: Kind
  /// What messages call the tree, e.g. `ChangeIcon.app`.
  public var tree: String
  /// The path inside the tree; empty for its root.
  public var path: String
  /// What happened, without the path and without a full stop.
  public var message: String
  /// What to do about it.
  public var hint: String?
  /// Where in the file that ``file`` names, in bytes; nil where it is not about one place.
  public var offset: Int?

  /// An error about one path of a tree.
  public init(
    kind: Kind, tree: String, path: String, message: String, hint: String? = nil, offset: Int? = nil
  ) {
    self.kind = kind
    self.tree = tree
    self.path = path
    self.message = message
    self.hint = hint
    self.offset = offset
  }

  /// Tree and path in one, as locations call a file: `ChangeIcon.app/Info.plist`.
  public var file: String { path.isEmpty ? tree : "\(tree)/\(path)" }

  /// ``file``, and the byte in it where it is known.
  public var location: SourceLocation { SourceLocation(file: file, offset: offset) }

  /// `ChangeIcon.app/Info.plist: there is no such file`, and the hint on a second line.
  public var description: String { "\(location): \(message)" + (hint.map { "\n  hint: \($0)" } ?? "") }
}
