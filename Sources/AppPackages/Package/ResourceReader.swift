import Platform
import PropertyLists

/// Makes resources out of files, with the headers of those that look like pictures.
struct ResourceReader {
  let tree: any FileTree
  let readsImageHeaders: Bool
  /// Remembers headers for other targets that take the same picture.
  private let headers: PathCache<Result<ImageHeader, ImageProblem>>?
  private(set) var warnings: [PackageWarning] = []

  /// Bundles inside the bundle: their pictures are not this app's.
  private static let nestedBundleExtensions: [String] = ["appex", "framework", "app", "xctest"]

  init(
    tree: any FileTree, readsImageHeaders: Bool, headers: PathCache<Result<ImageHeader, ImageProblem>>? = nil
  ) {
    self.tree = tree
    self.headers = headers
    self.readsImageHeaders = readsImageHeaders
  }

  /// - Parameters:
  ///   - path: inside of the bundle.
  ///   - file: where it lies in the tree.
  mutating func resource(at path: String, from file: String, size: Int) -> Resource {
    var resource = Resource(path: path, size: size)
    resource.source = file
    guard readsImageHeaders, Self.looksLikePicture(path), !Self.isInNestedBundle(path) else { return resource }
    let isNamedAsPicture = LooseImageName.hasImageExtension(path)
    do throws(ImageProblem) {
      resource.image = try header(of: file, size)
      resource.problem = resource.image?.problem(ofFile: path)
    } catch {
      // A file without extension need not be a picture.
      if isNamedAsPicture { resource.problem = error }
    }
    if let problem = resource.problem {
      warnings.append(
        PackageWarning(
          .badImage,
          problem == .pointer ? "“\(path)” is not in this copy: \(problem.message)" : problem.message,
          severity: problem == .pointer ? .note : .warning,
          location: SourceLocation(file: FileTreePath.join(tree.name, file)), hint: problem.hint))
    }
    return resource
  }

  private func header(of file: String, _ size: Int) throws(ImageProblem) -> ImageHeader {
    func read() -> Result<ImageHeader, ImageProblem> {
      Result { () throws(ImageProblem) in try ImageHeader.read(file, in: tree, size: size) }
    }
    return try (headers?.value(at: file, read: read) ?? read()).get()
  }

  private static func looksLikePicture(_ path: String) -> Bool {
    LooseImageName.hasImageExtension(path)
      || !path.utf8.contains(UInt8(ascii: "/")) && FileTreePath.lowercasedExtension(of: path).isEmpty
  }

  private static func isInNestedBundle(_ path: String) -> Bool {
    FileTreePath.parts(of: FileTreePath.directory(of: path)).contains { part in
      nestedBundleExtensions.contains { part.hasSuffix("." + $0) }
    }
  }

  /// Two files that would have one name in the bundle.
  static func clash(_ path: String, _ first: String, _ second: String, in tree: String) -> PackageWarning {
    PackageWarning(
      .nameClash, "\(first) and \(second) would both become \(path) in the bundle",
      location: SourceLocation(file: FileTreePath.join(tree, second)),
      hint: "Xcode refuses this with “Multiple commands produce”; the later one is used here")
  }
}
