import Platform

extension ImageHeader {
  /// Enough for the header of nearly every PNG up to its pixels.
  private static let shortPrefix = 4 * 1024
  /// Profiles, previews and metadata of JPEG, HEIC and PNG end within this.
  private static let longPrefix = 1024 * 1024

  /// Reads the header of a picture in a file tree: the file's first kilobytes, and more only where they do not do.
  ///
  /// - Parameter size: bytes of the whole file, as its folder's listing says.
  /// - Throws: ``ImageProblem``, of kind `unreadable` when the file itself cannot be read.
  static func read(_ path: String, in tree: any FileTree, size: Int) throws(ImageProblem) -> ImageHeader {
    let prefix = try readPrefix(path, tree, shortPrefix)
    do throws(ImageProblem) {
      let header = try ImageHeader.read(prefix, ofFileOf: size)
      guard prefix.count < size, PNGHeaderReader.needsMore(prefix, header) else { return header }
    } catch {
      guard error.kind == .truncated || error.kind == .badHeader, prefix.count < size else { throw error }
    }
    return try ImageHeader.read(try readPrefix(path, tree, longPrefix), ofFileOf: size)
  }

  /// The same for the beginning of a file of a known size.
  static func read(_ prefix: [UInt8], ofFileOf size: Int) throws(ImageProblem) -> ImageHeader {
    var header = try ImageHeader.read(prefix)
    header.isCutOff = header.format == .png && PNGHeaderReader.isCutOff(prefix, ofFileOf: size)
    return header
  }

  private static func readPrefix(_ path: String, _ tree: any FileTree, _ count: Int) throws(ImageProblem) -> [UInt8] {
    do throws(FileTreeError) {
      return try tree.readPrefix(path, count: count)
    } catch {
      throw ImageProblem(kind: .unreadable, message: error.message, hint: error.hint)
    }
  }
}
