public import AppPackages
public import AppSources
import PropertyLists

extension SourceRequest {
  /// What is to be read of an app; nil where there is nothing: it is built, made from data, or lies on no disk.
  ///
  /// - Parameter cache: a folder for what was read before; nil for none.
  public init?(of package: AppPackage, cache: String? = nil) {
    guard let root = package.files?.folder, let sources = package.sourceFiles(), !sources.files.isEmpty else {
      return nil
    }
    let dictionaries = DeviceClass.allCases.map { package.infoDictionary(for: $0) }
    self.init(
      root: root, files: sources.files.map { File($0.path, module: $0.module) },
      iconNames: Self.sorted(
        dictionaries.flatMap { $0["CFBundleIcons"]?.dictionary?["CFBundleAlternateIcons"]?.dictionary?.keys ?? [] }),
      actionTypes: Self.sorted(
        dictionaries.flatMap { $0["UIApplicationShortcutItems"]?.array ?? [] }
          .compactMap { $0.value.dictionary?["UIApplicationShortcutItemType"]?.string }),
      cache: cache)
  }

  private static func sorted(_ texts: [String]) -> [String] {
    Set(texts.map(ExactText.init)).map(\.text).sorted(by: ExactText.precedes)
  }
}
