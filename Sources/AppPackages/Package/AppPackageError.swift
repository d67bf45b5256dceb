public import Platform
public import PropertyLists

/// Why an input is no package that can be installed: what, where, and what to do.
public struct AppPackageError: LocatedError {
  /// What keeps an input from being a package.
  public enum Kind: String, Sendable, CaseIterable {
    /// Nothing at that path.
    case missing
    /// It is there, but the system does not let it be read.
    case unreadable
    /// A folder without an Info.plist.
    case noInfoPlist
    /// A target without an Info.plist and without any setting of its own.
    case emptyConfiguration
    /// Something that is known, but not read: an app for macOS, a project that has to be generated first.
    case unsupportedInput
    /// An Xcode project that cannot be read.
    case badProject
    /// An archive that contradicts itself, or whose bytes are not what it says.
    case badArchive
    /// An archive or folder with several apps, none of which is named.
    case severalApps
    /// The project has no target of that name, or no app at all.
    case noTarget
    /// What the package cannot do without lies out of the folder that may be read.
    case outsideOfProject
    /// What the package cannot do without is made by the build itself, and is not there before.
    case madeByBuild
    /// The target has no configuration of that name.
    case noConfiguration
    /// The Info.plist cannot be parsed.
    case badPropertyList
    /// The Info.plist is an array or a string.
    case notADictionary
    /// A key without which nothing works has a value of the wrong type.
    case wrongType
    /// A path of a package made from data that cannot be inside a bundle.
    case badPath
  }

  /// What went wrong, for programs; ``message`` says it for people.
  public var kind: Kind
  /// The file or path, with line and column where known.
  public var location: SourceLocation
  /// What happened, without place and without a full stop.
  public var message: String
  /// What to do about it.
  public var hint: String?

  /// An error about one place of the input.
  public init(kind: Kind, location: SourceLocation, message: String, hint: String? = nil) {
    self.kind = kind
    self.location = location
    self.message = message
    self.hint = hint
  }

  /// True for what a command line calls "input missing or unreadable" (exit code 66); false for an input that is there
  /// and readable but says something unusable.
  public var isInputMissingOrUnreadable: Bool {
    switch kind {
    case .missing, .unreadable, .noInfoPlist, .emptyConfiguration, .unsupportedInput, .outsideOfProject, .madeByBuild:
      true
    case .badPropertyList, .notADictionary, .wrongType, .badPath, .badProject, .badArchive, .severalApps, .noTarget,
      .noConfiguration:
      false
    }
  }

  init(_ error: PropertyListError) {
    self.init(kind: .badPropertyList, location: error.location, message: error.message, hint: error.hint)
  }

  /// A file or folder that could not be read.
  public init(_ error: FileTreeError) {
    let kind: Kind =
      switch error.kind {
      case .notFound: .missing
      case .badPath, .conflict: .badPath
      case .damaged: .badArchive
      case .notADirectory, .isADirectory, .unreadable, .unwritable, .outsideOfTree, .forbidden, .linkLoop,
        .notARegularFile,
        .tooLarge, .tooManyEntries:
        .unreadable
      }
    self.init(kind: kind, location: error.location, message: error.message, hint: error.hint)
  }
}
