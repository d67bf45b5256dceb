internal import AppPackages
import PropertyLists

/// Where the pictures of one icon are, by its entry in the Info.plist.
struct IconArtwork {
  /// `CFBundleIconName`: a set of the asset catalog (ICON-098); it may be left out (ICON-093).
  var catalogName: String?
  /// `CFBundleIconFiles`: names of loose files in any order (ICON-118), without the empty ones that Xcode's template
  /// leaves (ICON-090).
  var files: [String] = []

  init(catalogName: String? = nil, files: [String] = []) {
    self.catalogName = catalogName.flatMap { $0.isEmpty ? nil : $0 }
    self.files = files.filter { !$0.isEmpty }
  }

  /// Reads an entry (ICON-096, ICON-097). Other keys mean nothing to the system (ICON-100, ICON-101), as
  /// does a `UINewsstandIcon` beside the alternates (ICON-104).
  init(entry: PropertyListDictionary) {
    self.init(
      catalogName: entry["CFBundleIconName"]?.string,
      files: entry["CFBundleIconFiles"]?.array?.compactMap(\.value.string) ?? [])
  }
}
