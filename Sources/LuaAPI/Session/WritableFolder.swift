public import AppPackages

/// A folder that the person who runs a script has opened for writing.
public struct WritableFolder: Sendable {
  /// As it was given.
  public var path: String { output.name }
  let output: OutputFolder

  /// - Parameter path: absolute, or relative to the working directory; the folder must be there.
  /// - Throws: ``FileTreeError`` when there is no such folder.
  public init(_ path: String) throws(FileTreeError) {
    output = try OutputFolder(path)
  }
}
