public import PropertyLists

/// Something about an input that a person should know, but that does not keep it from being used.
public struct PackageWarning: Sendable, Equatable, CustomStringConvertible {
  /// What a warning is about. The raw value is a name that stays: `duplicate-key`.
  public enum Code: String, Sendable, CaseIterable {
    /// A key stands twice in one dictionary; the later value counts.
    case duplicateKey = "duplicate-key"
    /// A value uses a build setting that nobody has given.
    case unknownSetting = "unknown-setting"
    /// A `$(…)` that cannot be worked out: unknown operator, settings that name each other in a circle.
    case badMacro = "bad-macro"
    /// A `$(…)` in a built app, where it stays as it is.
    case unexpandedMacro = "unexpanded-macro"
    /// A key whose value has a type that the system does not take there.
    case wrongType = "wrong-type"
    /// No `CFBundleIdentifier`.
    case noBundleIdentifier = "no-bundle-identifier"
    /// A file or folder that cannot be read, or a link that leads nowhere, out of the package or in a circle.
    case unreadable
    /// More files than are looked at.
    case limit
    /// An Xcode project whose objects do not fit together.
    case badProject = "bad-project"
    /// A path of a project that leads out of the folder that may be read.
    case outsideOfProject = "outside-of-project"
    /// More than the named folder was read, for the project's own paths lead there.
    case widerFolder = "wider-folder"
    /// One of several apps was taken that nobody had chosen.
    case severalApps = "several-apps"
    /// A property list that a project beside it builds into an app, opened without that project.
    case partOfProject = "part-of-project"
    /// A target that is built for the Mac, too.
    case macCatalyst = "mac-catalyst"
    /// A file whose name is spelled otherwise on the disk: a Mac finds it, Linux does not.
    case letterCase = "letter-case"
    /// A script of the build may write what is missing here.
    case scriptPhase = "script-phase"
    /// An xcconfig file that is named and not there.
    case missingXcconfig = "missing-xcconfig"
    /// A line of an xcconfig file that says nothing usable, or files that include each other in a circle.
    case badXcconfig = "bad-xcconfig"
    /// Settings of an Info.plist that a build does not do what they seem to say with.
    case infoPlistSetting = "info-plist-setting"
    /// A build setting that looks as if it declared quick actions.
    case shortcutInBuildSettings = "shortcut-in-build-settings"
    /// What the C preprocessor has to say of an Info.plist, or what it does to its text.
    case preprocessor
    /// A picture that is damaged or lies about itself.
    case badImage = "bad-image"
    /// An `InfoPlist.strings` that cannot be read.
    case badStrings = "bad-strings"
    /// Two files that would have the same name in the bundle.
    case nameClash = "name-clash"
    /// JSON that strict readers refuse, such as a trailing comma.
    case lenientJSON = "lenient-json"
    /// A `Contents.json` or `icon.json` that cannot be read, or says something of the wrong shape.
    case badCatalog = "bad-catalog"
    /// A value of a catalog that nobody knows, or that the build does not take there: an idiom, a platform, a slot.
    case unknownCatalogValue = "unknown-catalog-value"
    /// A file in a set that no slot names.
    case unassignedChild = "unassigned-child"
    /// A picture that a catalog or an Icon Composer icon names, and that is not there.
    case missingPicture = "catalog-file-missing"
    /// A picture of another size than its slot wants.
    case wrongIconSize = "wrong-icon-size"
    /// Slots of an icon set without which the App Store or a device is not served.
    case emptyIconSlot = "appiconset-slot-empty"
    /// A slot that no system reads any more.
    case obsoleteIconSlot = "appiconset-slot-obsolete"
    /// A picture of an icon set that is no PNG.
    case iconFileFormat = "appiconset-file-format"
    /// Pictures for single sizes beside a dark or tinted one for all sizes.
    case mixedIconSizes = "appiconset-mixed-sizes"
    /// An icon set that is named, and holds nothing usable.
    case emptyIconSet = "icon-set-empty"
    /// The primary icon's set, which is not there.
    case primaryIconSetMissing = "primary-icon-set-missing"
    /// An alternate's set, which is not there.
    case alternateNameUnknown = "alternate-name-unknown"
    /// An alternate's set, which is there in other letters.
    case alternateNameCase = "alternate-name-case"
    /// Icon sets that no build setting names.
    case iconSetNotCompiled = "appiconset-not-compiled"
    /// Icon sets that are compiled for no other reason than that all are.
    case iconSetOnlyByIncludeAll = "appiconset-only-by-include-all"
    /// An icon set and a `.icon` of one name.
    case iconAndSetOfOneName = "icon-and-appiconset-same-name"
    /// A `.icon` that the project does not give the type that the catalog compiler takes.
    case iconFileType = "icon-file-type"
    /// A `.icon` with keys that the catalog compiler of Xcode 26 ends on.
    case iconNeedsNewerXcode = "icon-needs-newer-xcode"
    /// A `.icon` as primary icon, where older systems get no icon set.
    case iconComposerFallback = "icon-composer-fallback"
    /// The icon set that the settings of an extension name, which its catalogs lack.
    case extensionIconSetMissing = "extension-icon-set-missing"
    /// A Watch app inside of the app, which is not looked at.
    case watchApp = "watch-app"
    /// A target that has no settings of its own, so that nothing is built.
    case emptyConfiguration = "empty-configuration"
    /// A picture in a `.icon` that no layer uses.
    case iconPictureUnused = "icon-json-asset-unused"
    /// Alternates that are written by hand, and generated too.
    case alternatesTwice = "alternates-by-plist-and-by-catalog"
    /// Two sets of one name.
    case duplicateSet = "duplicate-set"
    /// An `Assets.car` that cannot be read.
    case badCompiledCatalog = "bad-compiled-catalog"
    /// A file of a target that is not there.
    case resourceFileAbsent = "resource-file-absent"
    /// A comma, semicolon or quotation mark that belongs to a name in a list of build settings.
    case alternateNamePunctuation = "alternate-name-punctuation"
    /// Build settings about icons that do not mean what they seem to.
    case iconSetting = "icon-setting"
    /// The project of a .NET app was read for its icons.
    case dotNetApp = "dotnet-app"
    /// A generated entry of the Info.plist that does not fit what is written there by hand.
    case plistMerge = "plist-merge"
  }

  /// How bad it is for the app.
  public enum Severity: String, Sendable, CaseIterable {
    /// Worth knowing.
    case note
    /// Something is not as intended.
    case warning
    /// Something will not work on some device, or a name stands for nothing.
    case error
  }

  /// What the warning is about, for programs; ``message`` says it for people.
  public var code: Code
  /// How bad it is for the app; most often a warning.
  public var severity: Severity
  /// Whether Xcode ends the build with it; reading goes on without the thing in question. Of a warning this is reported,
  /// and not sure.
  public var endsBuild: Bool
  /// What is wrong, without place and without a full stop.
  public var message: String
  /// The file or path, with line and column where known; nil when no place is known.
  public var location: SourceLocation?
  /// What to do about it.
  public var hint: String?
  /// Whether it rarely matters, so that `lint` reports it only with `--pedantic`.
  public var isPedantic = false
  /// The places of the same cause that are not told of one by one.
  public internal(set) var otherLocations: [SourceLocation] = []

  /// A warning, or with another severity a note or an error.
  public init(
    _ code: Code, _ message: String, severity: Severity = .warning, endsBuild: Bool = false,
    location: SourceLocation? = nil, hint: String? = nil
  ) {
    self.code = code
    self.severity = severity
    self.endsBuild = endsBuild
    self.message = message
    self.location = location
    self.hint = hint
  }

  /// `ChangeIcon/Info.plist:12:3: message`, and the hint on a second line.
  public var description: String {
    (location.map { "\($0): " } ?? "") + message + (hint.map { "\n  hint: \($0)" } ?? "")
  }
}
