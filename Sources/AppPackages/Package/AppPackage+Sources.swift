import PropertyLists

extension AppPackage {
  /// A file as it was when the package was read, where the package still knows: its Info.plist and the files of its build
  /// settings. Whoever edits one sees whether it is still the same.
  package func bytesAsRead(of file: String) -> [UInt8]? {
    if ExactText.isSame(file, infoPlistFile), let source = infoPlistText { return source.fileBytes }
    return build?.settings.bytesAsRead(of: file)
  }

  /// Whether the Info.plist was put together by the C preprocessor, so that no place of it can be written back.
  package var hasComposedInfoPlist: Bool { infoPlistText?.isComposed ?? false }

  private var infoPlistText: SourceText? { (build?.writtenInfoPlist ?? infoPlist).source }
}
