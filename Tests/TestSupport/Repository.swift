/// The files of this repository.
public enum Repository {
  /// The folder of the repository, according to the compiler.
  public static let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
    .joined(separator: "/")

  /// The text of a file.
  /// - Throws: ``MissingFile``.
  public static func text(_ path: String) throws -> String {
    guard let text = Files.text("\(root)/\(path)") else { throw MissingFile(path: path) }
    return text
  }

  /// The Swift files below a folder, by path within it.
  public static func swiftFiles(under folder: String) throws -> [(path: String, text: String)] {
    try files(under: folder, endings: [".swift"])
  }

  /// The files below a folder with these extensions, by path within it.
  public static func files(under folder: String, endings: [String]) throws -> [(path: String, text: String)] {
    try Files.paths(below: "\(root)/\(folder)").filter { path in endings.contains { path.hasSuffix($0) } }
      .map { ($0, try text("\(folder)/\($0)")) }
  }

  /// The folders of `Sources` that are nested packages.
  public static let packages = Files.names(in: "\(root)/Sources").filter { name in
    Files.bytes("\(root)/Sources/\(name)/Package.swift") != nil
  }

  /// A required file is missing.
  public struct MissingFile: Error {
    /// The path in the repository.
    public let path: String
  }
}
