/// One name in a folder of a file tree.
public struct FileTreeEntry: Sendable, Equatable {
  /// What a name stands for; symbolic links are followed.
  public enum Kind: String, Sendable {
    case file
    case directory
    /// Neither: a pipe, a device, a link that leads nowhere or out of the tree. Never read.
    case other
  }

  public var name: String
  public var kind: Kind
  /// Bytes of a file; 0 for everything else.
  public var size: Int
  /// For a symbolic link, the path inside the tree that it leads to.
  public var linkTarget: String?
  /// Why an entry of kind ``Kind/other`` cannot be read.
  public var problem: FileTreeError?

  public init(
    name: String, kind: Kind, size: Int = 0, linkTarget: String? = nil, problem: FileTreeError? = nil
  ) {
    self.name = name
    self.kind = kind
    self.size = size
    self.linkTarget = linkTarget
    self.problem = problem
  }
}
