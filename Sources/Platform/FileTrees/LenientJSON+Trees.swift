public import PropertyLists

extension LenientJSON {
  /// Reads a file of a tree.
  ///
  /// - Throws: ``JSONError``; a file that cannot be read is one of kind ``JSONError/Kind/empty`` without content.
  public static func read(
    _ path: String, in tree: any FileTree, limits: JSONLimits = .default
  ) throws(JSONError) -> LenientJSON {
    let file = FileTreePath.join(tree.name, path)
    let bytes: [UInt8]
    do throws(FileTreeError) {
      bytes = try tree.read(path)
    } catch {
      throw JSONError(
        location: SourceLocation(file: file), kind: error.kind == .tooLarge ? .tooLarge : .empty,
        message: error.message, hint: error.hint)
    }
    return try parse(bytes, file: file, limits: limits)
  }
}
