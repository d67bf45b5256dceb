/// How an input is read.
public struct PackageOptions: Sendable {
  /// Build settings for `$(NAME)` in the Info.plist's values.
  public var settings: StringTable
  /// For an Info.plist on its own: the folder of resources, below its own folder; that folder itself when nil.
  public var resourceFolder: String?
  /// For an Info.plist on its own: take subfolders as Xcode groups, whose files end up in the bundle's root (ICON-113),
  /// instead of folder references, which stay folders (ICON-114). Only the project knows which they are.
  public var flattensGroups: Bool
  /// Whether the first bytes of pictures are read.
  public var readsImageHeaders: Bool
  public var propertyListLimits: PropertyListLimits
  public var fileTreeLimits: FileTreeLimits

  public init(
    settings: StringTable = [:], resourceFolder: String? = nil, flattensGroups: Bool = false,
    readsImageHeaders: Bool = true, propertyListLimits: PropertyListLimits = .default,
    fileTreeLimits: FileTreeLimits = .default
  ) {
    self.settings = settings
    self.resourceFolder = resourceFolder
    self.flattensGroups = flattensGroups
    self.readsImageHeaders = readsImageHeaders
    self.propertyListLimits = propertyListLimits
    self.fileTreeLimits = fileTreeLimits
  }
}
