import AppPackages
import Platform

/// A file before and after a fix.
public struct FileChange: Sendable {
  /// As the package names it.
  public let file: String
  /// Inside of the tree that the package was read from.
  public let path: String
  /// What is on the disk now.
  public let before: [UInt8]
  /// What will be there.
  public let after: [UInt8]
  /// The folder of the disk below which it is written, and its path there; nil for a file that is elsewhere.
  let output: (folder: OutputFolder, path: String)?

  /// The same file, with what an earlier change has made of it.
  func following(_ earlier: FileChange) -> FileChange {
    FileChange(file: file, path: path, before: earlier.before, after: after, output: output)
  }

  /// - Throws: when the file is no longer what the change was made from.
  func check() throws(FixError) {
    let output = try place()
    let now: [UInt8]
    do throws(FileTreeError) {
      now = try FolderTree(output.folder.name).read(output.path)
    } catch {
      throw FixError(file: file, message: error.message, hint: error.hint)
    }
    guard now == before else {
      throw FixError(
        file: file, message: "the file changed meanwhile, so it was not changed", hint: "lint it again")
    }
  }

  func put(_ bytes: [UInt8]) throws(FixError) {
    let output = try place()
    do throws(FileTreeError) {
      try output.folder.write(bytes, to: output.path, isPrecious: true)
    } catch {
      throw FixError(file: file, message: error.message, hint: error.hint)
    }
  }

  private func place() throws(FixError) -> (folder: OutputFolder, path: String) {
    guard let output else {
      throw FixError(file: file, message: "this is not a file on the disk", hint: "unpack it, and lint the folder")
    }
    return output
  }
}

/// Why a fix was not written.
public struct FixError: Error, Sendable, Equatable, CustomStringConvertible {
  /// As the package names it.
  public var file: String
  /// What happened, without place and without a full stop.
  public var message: String
  /// What to do about it.
  public var hint: String?

  /// `App/Info.plist: message`, and the hint on a second line.
  public var description: String { "\(file): \(message)" + (hint.map { "\n  hint: \($0)" } ?? "") }
}
