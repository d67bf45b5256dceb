/// A file of the project on its way into the bundle.
struct BundleFile: Sendable {
  /// Inside of the file tree.
  let source: String
  /// Inside of the bundle.
  let path: String
  let size: Int
}
