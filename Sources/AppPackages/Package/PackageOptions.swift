public import Platform
public import PropertyLists

/// How an input is read.
public struct PackageOptions: Sendable {
  /// Build settings: for a project the ones of its command line, which beat all others; for an Info.plist the values of
  /// `$(NAME)`.
  public var settings: StringTable
  /// For a project: the target to build; its only app for iPhone and iPad when nil.
  public var target: String?
  /// For a project: the configuration to build; `Release` when nil, as an archive has it.
  public var configuration: String?
  /// For a project: the version of Xcode that builds it.
  public var xcodeVersion: XcodeVersion
  /// For an Info.plist on its own: the folder of resources, below its own folder; that folder itself when nil.
  public var resourceFolder: String?
  /// For an Info.plist on its own: take subfolders as Xcode groups, whose files end up in the bundle's root (ICON-113),
  /// instead of folder references, which stay folders (ICON-114). Only the project knows which they are.
  public var flattensGroups: Bool
  /// Whether the first bytes of pictures are read.
  public var readsImageHeaders: Bool
  /// What each property list of the input may cost.
  public var propertyListLimits: PropertyListLimits
  /// How large the input may be: files, their sizes, folders inside folders.
  public var fileTreeLimits: FileTreeLimits

  /// Options that differ from the usual ones in what is given.
  public init(
    settings: StringTable = [:], target: String? = nil, configuration: String? = nil,
    xcodeVersion: XcodeVersion = .latest, resourceFolder: String? = nil, flattensGroups: Bool = false,
    readsImageHeaders: Bool = true, propertyListLimits: PropertyListLimits = .default,
    fileTreeLimits: FileTreeLimits = .default
  ) {
    self.settings = settings
    self.target = target
    self.configuration = configuration
    self.xcodeVersion = xcodeVersion
    self.resourceFolder = resourceFolder
    self.flattensGroups = flattensGroups
    self.readsImageHeaders = readsImageHeaders
    self.propertyListLimits = propertyListLimits
    self.fileTreeLimits = fileTreeLimits
  }
}
