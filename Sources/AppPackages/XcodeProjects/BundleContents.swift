import PropertyLists

/// What a target puts into its bundle, by what a build does with it.
struct BundleContents: Sendable {
  /// Copied as they are, or compiled into one file.
  var files: [BundleFile] = []
  /// `.xcassets` folders and `.icon` bundles, compiled into `Assets.car`, in the order of the target.
  var catalogs: [String] = []
  /// `InfoPlist.xcstrings`, with the languages inside.
  var stringCatalogs: [String] = []
  /// Named by the project and not there, with the place that names them.
  var missing: [(path: String, place: SourceLocation?)] = []
  var warnings: [PackageWarning] = []
}
