import Platform
public import PropertyLists

/// An issue with an input that users should know about, although the input can be used.
public struct PackageWarning: Sendable, Equatable, CustomStringConvertible {
  /// The kind of warning. Raw values are stable names: `duplicate-key`.
  public enum Code: String, Sendable, CaseIterable {
    /// A dictionary contains a key twice; the later value applies.
    case duplicateKey = "duplicate-key"
    /// A value uses an undefined build setting.
    case unknownSetting = "unknown-setting"
    /// A `$(…)` cannot be expanded: unknown operator, circular settings.
    case badMacro = "bad-macro"
    /// A built app contains a `$(…)`, which stays as it is.
    case unexpandedMacro = "unexpanded-macro"
    /// A key has a value of a type that the system does not accept.
    case wrongType = "wrong-type"
    /// `CFBundleIdentifier` is missing.
    case noBundleIdentifier = "no-bundle-identifier"
    /// A file or folder cannot be read, or a link is broken or circular, or leads out of the package.
    case unreadable
    /// There are more files than the limit.
    case limit
    /// The objects of an Xcode project are inconsistent.
    case badProject = "bad-project"
    /// A path of a project leads out of the readable folder.
    case outsideOfProject = "outside-of-project"
    /// More than the named folder was read, because paths of the project lead out of it.
    case widerFolder = "wider-folder"
    /// One of several apps was chosen by default.
    case severalApps = "several-apps"
    /// A property list was opened without the project next to it, which builds it into an app.
    case partOfProject = "part-of-project"
    /// A target is also built for the Mac.
    case macCatalyst = "mac-catalyst"
    /// A file name is spelled differently on the disk: a Mac finds it, Linux does not.
    case letterCase = "letter-case"
    /// A build script may write a missing file.
    case scriptPhase = "script-phase"
    /// A referenced xcconfig file is missing.
    case missingXcconfig = "missing-xcconfig"
    /// A line of an xcconfig file is malformed, or files include each other in a circle.
    case badXcconfig = "bad-xcconfig"
    /// Settings for the Info.plist do not have the effect that they seem to have.
    case infoPlistSetting = "info-plist-setting"
    /// A build setting looks like a declaration of quick actions.
    case shortcutInBuildSettings = "shortcut-in-build-settings"
    /// The C preprocessor reports a problem with an Info.plist, or changes its text.
    case preprocessor
    /// A picture is damaged or contradictory.
    case badImage = "bad-image"
    /// An `InfoPlist.strings` cannot be read.
    case badStrings = "bad-strings"
    /// Two files would have the same name in the bundle.
    case nameClash = "name-clash"
    /// JSON has a mistake that strict parsers reject, such as a trailing comma.
    case lenientJSON = "lenient-json"
    /// A `Contents.json` or `icon.json` cannot be read, or has the wrong structure.
    case badCatalog = "bad-catalog"
    /// A catalog contains an unknown or misplaced value: an idiom, a platform, a slot.
    case unknownCatalogValue = "unknown-catalog-value"
    /// A file in a set is not in a slot.
    case unassignedChild = "unassigned-child"
    /// A picture of a catalog or an Icon Composer icon is missing.
    case missingPicture = "catalog-file-missing"
    /// A picture does not have the size that its slot requires.
    case wrongIconSize = "wrong-icon-size"
    /// An icon set has empty slots that the App Store or a device requires.
    case emptyIconSlot = "appiconset-slot-empty"
    /// A slot is not used by any current system.
    case obsoleteIconSlot = "appiconset-slot-obsolete"
    /// A picture of an icon set is not a PNG.
    case iconFileFormat = "appiconset-file-format"
    /// Pictures for single sizes are combined with a dark or tinted one for all sizes.
    case mixedIconSizes = "appiconset-mixed-sizes"
    /// A named icon set contains nothing usable.
    case emptyIconSet = "icon-set-empty"
    /// The primary icon's set is missing.
    case primaryIconSetMissing = "primary-icon-set-missing"
    /// An alternate's set is missing.
    case alternateNameUnknown = "alternate-name-unknown"
    /// An alternate's set exists with different letter case.
    case alternateNameCase = "alternate-name-case"
    /// Icon sets are not named by any build setting.
    case iconSetNotCompiled = "appiconset-not-compiled"
    /// Icon sets are compiled only because all sets are included.
    case iconSetOnlyByIncludeAll = "appiconset-only-by-include-all"
    /// An icon set and a `.icon` share a name.
    case iconAndSetOfOneName = "icon-and-appiconset-same-name"
    /// The project gives a `.icon` a type that the catalog compiler does not accept.
    case iconFileType = "icon-file-type"
    /// A `.icon` has keys on which the catalog compiler of Xcode 26 fails.
    case iconNeedsNewerXcode = "icon-needs-newer-xcode"
    /// A `.icon` is the primary icon, so older systems do not get an icon set.
    case iconComposerFallback = "icon-composer-fallback"
    /// The build settings of an extension name an icon set that its catalogs do not contain.
    case extensionIconSetMissing = "extension-icon-set-missing"
    /// The app contains a Watch app, which is not read.
    case watchApp = "watch-app"
    /// A target has no settings, so nothing is built.
    case emptyConfiguration = "empty-configuration"
    /// A picture in a `.icon` is not used by any layer.
    case iconPictureUnused = "icon-json-asset-unused"
    /// Alternates are both written by hand and generated.
    case alternatesTwice = "alternates-by-plist-and-by-catalog"
    /// Two sets share a name.
    case duplicateSet = "duplicate-set"
    /// An `Assets.car` cannot be read.
    case badCompiledCatalog = "bad-compiled-catalog"
    /// A file of a target is missing.
    case resourceFileAbsent = "resource-file-absent"
    /// A name in a list of build settings contains a comma, semicolon or quotation mark.
    case alternateNamePunctuation = "alternate-name-punctuation"
    /// A build setting for icons has no effect, or an unexpected one.
    case iconSetting = "icon-setting"
    /// The project of a .NET app was read for its icons.
    case dotNetApp = "dotnet-app"
    /// A generated Info.plist entry conflicts with the handwritten one.
    case plistMerge = "plist-merge"
  }

  /// The severity for the app.
  public enum Severity: String, Sendable, CaseIterable {
    /// Useful to know.
    case note
    /// Something is not as intended.
    case warning
    /// Something does not work on some device, or a name has no meaning.
    case error
  }

  /// The kind of warning, for programs; ``message`` is for people.
  public var code: Code
  /// The severity for the app; usually a warning.
  public var severity: Severity
  /// Whether Xcode stops the build; reading continues without the affected item. For a warning, it is not certain that
  /// Xcode stops.
  public var endsBuild: Bool
  /// The description of the problem, without its location and without a full stop.
  public var message: String
  /// The file or path, with line and column if known; nil if no location is known.
  public var location: SourceLocation?
  /// The advice for fixing the problem.
  public var hint: String?
  /// Whether the warning rarely matters, so that `lint` reports it only with `--pedantic`.
  public var isPedantic = false
  /// The text for this warning in a list of similar ones.
  var clause: String?
  /// The icon that a setting names but no catalog contains.
  public internal(set) var missingIcon: String?
  /// Whether the warning is about a picture that this copy lacks, such as one that Git LFS has not fetched.
  var isNotInCopy = false
  /// Whether the definitions of some macros in the Info.plist are unknown.
  public internal(set) var leavesMacrosOpen = false
  /// Whether the warning is about a small picture of an icon.
  var isAboutSmallIcon = false
  /// The missing file that the remark is about, as a path in the tree.
  var missingFile: String?
  /// The other places with the same cause.
  public internal(set) var otherLocations: [SourceLocation] = []

  /// Creates a warning, or a note or an error with another severity.
  public init(
    _ code: Code, _ message: String, severity: Severity = .warning, endsBuild: Bool = false,
    location: SourceLocation? = nil, hint: String? = nil
  ) {
    (self.code, self.severity, self.endsBuild, self.message) = (code, severity, endsBuild, message)
    (self.location, self.hint) = (location, hint)
  }

  /// `ChangeIcon/Info.plist:12:3: message`, with the hint on a second line.
  public var description: String {
    (location.map { "\($0): " } ?? "") + message + (hint.map { "\n  hint: \($0)" } ?? "")
  }
}

extension PackageWarning {
  /// Returns a remark about a picture that cannot be used.
  ///
  /// - Parameter title: the beginning of the message.
  static func badImage(
    _ problem: ImageProblem, _ file: String, title: String = "", at location: SourceLocation?
  ) -> PackageWarning {
    let isPointer = problem == .pointer
    var warning = PackageWarning(
      .badImage, isPointer ? "“\(file)” is not in this copy: \(problem.message)" : title + problem.message,
      severity: isPointer ? .note : .warning, location: location, hint: problem.hint)
    warning.isNotInCopy = isPointer
    return warning
  }

  /// Returns a note about the Watch app in an app (STORE-043).
  static func watchApp(_ name: String, in file: String) -> PackageWarning {
    PackageWarning(
      .watchApp, "the Watch app “\(name)” in the app is not checked", severity: .note,
      location: SourceLocation(file: file), hint: "check its icon: the App Store rejects a Watch app without one")
  }
}

extension PackageWarning.Code {
  /// A detailed explanation with advice, in full sentences.
  public var explanation: String {
    switch self {
    case .duplicateKey:
      "A dictionary has the same key twice. iOS silently uses the later value; remove one of the two keys."
    case .unknownSetting:
      "A value uses a build setting that is not defined. A build replaces $(NAME) with an empty string. Set its value "
        + "with --setting NAME=VALUE, or fix the name."
    case .badMacro:
      "A $(…) cannot be expanded. Its operator is unknown, or settings define each other in a cycle."
    case .unexpandedMacro:
      "A built app still contains $(…). Devices show it unchanged: the Info.plist was copied, not built."
    case .wrongType:
      "A key has a value of the wrong type. The system treats the key as absent, or ignores the value."
    case .noBundleIdentifier:
      "The app has no bundle identifier. Devices do not accept an app without CFBundleIdentifier. A placeholder is "
        + "used here so that everything else can be checked. Add CFBundleIdentifier."
    case .unreadable: "A file or folder cannot be read. Its contents are missing here."
    case .limit:
      "The input is too large. The rest is left out, so that damaged input cannot exhaust the machine."
    case .badProject:
      "The objects of the project file are inconsistent. A merge often causes this. Open the project in Xcode and save it."
    case .outsideOfProject:
      "The project names files outside of the folder that may be read. Open a folder that contains the project and the "
        + "files; within one checkout, such files are read automatically."
    case .widerFolder:
      "Paths of the project are outside of the named folder, but in the same checkout, so their files were read."
    case .severalApps:
      "There are several apps, and none was selected, so one was chosen by its name or position. Select a target with "
        + "--target, or name the path of a project."
    case .partOfProject:
      "An Info.plist was opened instead of the project that builds it into an app; a tool may first need to generate "
        + "this project. Only the project has the catalogs, build settings and languages: open the project."
    case .macCatalyst:
      "The target is also built for the Mac: it sets SUPPORTS_MACCATALYST. The Mac is not simulated: all results "
        + "are for iPhone and iPad. According to one public report, the icon cannot change on the Mac (ICON-015); what "
        + "happens to quick actions there is unknown (QUICK-100)."
    case .letterCase:
      "A name differs from its file’s name in letter case. A Mac's default file system treats them as equal; Linux and "
        + "case-sensitive volumes do not find the file, and a build there fails. Rename one of the two."
    case .scriptPhase:
      "A script of the build may change what is shown. Scripts are never run here: build the app and open the .app."
    case .missingXcconfig:
      "An xcconfig file is missing. Its settings are unknown. Tools such as CocoaPods and Flutter write such files; "
        + "you can set values with --setting NAME=VALUE."
    case .badXcconfig:
      "An xcconfig file has a line that cannot be used. The line is invalid, or files include each other in a cycle."
    case .infoPlistSetting:
      "A build setting or a value in the Info.plist has no effect, or an unexpected one. The finding says "
        + "what Xcode does instead. Change or remove the setting or the value."
    case .shortcutInBuildSettings:
      "A build setting declares quick actions, and Xcode ignores it. Xcode generates keys of the Info.plist from settings "
        + "INFOPLIST_KEY_…, but only from a fixed list without UIApplicationShortcutItems: the app does not have that quick "
        + "action. Write the array into a file and name it in INFOPLIST_FILE; the build merges both."
    case .preprocessor:
      "The C preprocessor changes the Info.plist, or reports an error in it. With INFOPLIST_PREPROCESS, // starts a "
        + "comment, and names of macros are replaced."
    case .badImage:
      "A picture is damaged or has the wrong format. Its format differs from its extension, or it is not a picture."
    case .badStrings: "A translation file cannot be read. In its language, texts of the Info.plist are shown unchanged."
    case .nameClash:
      "Two files of the target have the same name in the app. The build fails, or uses only one of them."
    case .lenientJSON: "A JSON file has a trailing comma or a comment. It is read here, but strict parsers reject it."
    case .badCatalog: "A Contents.json or icon.json cannot be read. It is damaged, or has an unexpected structure."
    case .badCompiledCatalog:
      "The Assets.car of a built app is damaged or is not a catalog. Its icons and pictures are unknown, so each one "
        + "that the Info.plist names is assumed to exist."
    case .unknownCatalogValue: "A catalog has a value that the build does not support there. The slot is not compiled."
    case .unassignedChild: "A file is in a set, but no slot names it: it is not in the app."
    case .resourceFileAbsent:
      "The project copies a missing file into the app, so Xcode stops the build with “Build input file cannot be "
        + "found”. Icons and quick actions that name the file have no picture here. Add the file, or remove it from the "
        + "target’s Copy Bundle Resources; a copy of a project without its large files is incomplete."
    case .alternateNamePunctuation:
      "ASSETCATALOG_COMPILER_ALTERNATE_APPICON_NAMES is a list of names separated by spaces. A comma, semicolon or "
        + "quotation mark becomes part of a name, so no app icon set has that name, and the alternate is not in the app."
    case .missingPicture:
      "A catalog names a missing picture, and the build leaves its slot empty. If many are missing, this "
        + "is probably an incomplete copy of the project."
    case .wrongIconSize: "A picture does not have the size of its slot. The build leaves the slot empty."
    case .emptyIconSlot:
      "An icon set that the build compiles has no picture for a size that a device of the app or the App Store needs. The "
        + "system scales another picture. The App Store sends an email or, if the 1024 × 1024 picture is missing, "
        + "rejects the upload."
    case .obsoleteIconSlot: "A slot is for systems that the app does not run on. The build leaves it out."
    case .iconFileFormat:
      "A picture of an icon set is not in PNG format. The App Store accepts only PNG icons."
    case .mixedIconSizes:
      "An icon set has one picture for all sizes, with its dark and tinted forms, or one for each size. Here both are mixed."
    case .emptyIconSet:
      "A build setting names an icon set that has no picture for iPhone or iPad. The icon is not in the app."
    case .primaryIconSetMissing:
      "ASSETCATALOG_COMPILER_APPICON_NAME names an icon set that no catalog of the target contains. Xcode stops the build."
    case .alternateNameUnknown:
      "ASSETCATALOG_COMPILER_ALTERNATE_APPICON_NAMES names an icon set that no catalog of the target contains. The build "
        + "succeeds, but the app has no such alternate."
    case .alternateNameCase:
      "ASSETCATALOG_COMPILER_ALTERNATE_APPICON_NAMES names an icon set in the wrong letter case, which matters: "
        + "Xcode stops the build. If all icon sets are included, the app builds, and the icon has the set's own name."
    case .iconSetNotCompiled:
      "An icon set is neither the primary icon nor among the alternates, so the build leaves it out. That is correct for "
        + "the icon of another configuration; an app that offers the icon gets an error."
    case .iconSetOnlyByIncludeAll:
      "The settings list alternates and also include all icon sets. Then the list has no effect, and sets that are not "
        + "listed are alternates too."
    case .iconAndSetOfOneName:
      "An Icon Composer icon and an app icon set have the same name. Xcode 26 uses the .icon and ignores the set, so "
        + "systems before iOS 26 show a flat picture of the .icon. A flag of the catalog compiler keeps the set, but only "
        + "with Xcode 26.0."
    case .iconFileType:
      "The project's reference to an Icon Composer icon does not pass it to the catalog compiler. Only a reference of the "
        + "type folder.iconcomposer.icon or a synchronised folder does; with any other type, the icon is copied as a folder. "
        + "If the type is missing, Xcode infers it, but Xcode Cloud may not."
    case .iconNeedsNewerXcode:
      "An Icon Composer icon has keys of Icon Composer 27 that make the catalog compiler of Xcode 26 fail. It prints "
        + "“Exception while running actool”."
    case .iconComposerFallback:
      "The primary icon is an Icon Composer icon, and the app runs on systems before iOS 26. They show a flat picture "
        + "that the build makes from it, not an app icon set of another name."
    case .extensionIconSetMissing:
      "An extension inherits ASSETCATALOG_COMPILER_APPICON_NAME, but its catalogs have no such icon set. Xcode stops "
        + "the build of the extension, and so of the app."
    case .watchApp:
      "The app contains a Watch app, which is not checked here. The App Store rejects a Watch app without an icon."
    case .emptyConfiguration:
      "A target has no Info.plist, and no files or, in a configuration, no settings. It makes no app, so it is left out."
    case .iconPictureUnused:
      "A picture is in the Assets of an Icon Composer icon, but no layer of its icon.json uses it: it is a leftover."
    case .alternatesTwice:
      "The Info.plist lists alternates by hand, and the build adds alternates from the asset catalog. Both are merged. "
        + "Public reports say that in an app built with Xcode 26, an alternate declared in both ways does not change the "
        + "icon, although the alert says that it does."
    case .duplicateSet: "Two sets in the target's catalogs have the same name. Only one is used."
    case .iconSetting: "The finding says what Xcode does with the build setting. Change or remove the setting."
    case .dotNetApp:
      "The app is built by .NET, as MAUI apps are, or by its predecessor Xamarin.iOS. AppIcon or MauiIcon in the .csproj, or XSAppIconAssets in the "
        + "Info.plist, names the primary icon; AlternateAppIcon names alternates, and IncludeAllAppIcons makes every "
        + "set an alternate. The build includes every catalog below the project's folder; files below Resources are copied "
        + "to the root of the app."
    case .plistMerge: "A generated value and the one in the Info.plist have different types, so Xcode stops the build."
    }
  }
}

/// Merges warnings with the same cause.
enum RemarkMerging {
  /// - Parameter warnings: the warnings in the order in which they occurred, which is kept.
  static func merged(_ warnings: [PackageWarning], hasPictures: Bool) -> [PackageWarning] {
    var result: [PackageWarning] = []
    var places: [Key: Int] = [:]
    var counts: [Key: Int] = [:]
    for warning in withoutMissingPictures(LetterCase.merged(warnings), hasPictures: hasPictures) {
      guard hasOneCause(warning) else {
        result.append(warning)
        continue
      }
      let key = Key(code: warning.code, message: isPointer(warning) ? ImageProblem.pointer.message : warning.message)
      counts[key, default: 0] += 1
      if let place = places[key] {
        if let location = warning.location { result[place].otherLocations.append(location) }
        continue
      }
      places[key] = result.count
      result.append(warning)
    }
    for (key, place) in places {
      guard let count = counts[key], count > 1 else { continue }
      result[place].message += " (the same in \(count - 1) more \(count == 2 ? "place" : "places"))"
    }
    return result
  }

  /// The minimum number of missing pictures from which this copy of the project is assumed to be incomplete.
  private static let manyPictures = 5

  /// - Parameter hasPictures: whether this copy has pictures of icons, so that missing small ones are faults of the app.
  private static func withoutMissingPictures(_ warnings: [PackageWarning], hasPictures: Bool) -> [PackageWarning] {
    func isMerged(_ warning: PackageWarning) -> Bool {
      warning.code == .missingPicture && !(hasPictures && warning.isAboutSmallIcon)
    }
    let missing = warnings.filter(isMerged)
    guard missing.count >= manyPictures, let first = warnings.firstIndex(where: isMerged) else { return warnings }
    var result = warnings
    var note = missing[0]
    note.severity = .note
    note.message = "\(missing.count) pictures that catalogs name are missing: is this copy of the project complete?"
    note.hint = "the first: \(missing[0].message)"
    note.otherLocations = missing.dropFirst().compactMap(\.location)
    result[first] = note
    var isFirst = true
    result.removeAll { warning in
      guard isMerged(warning) else { return false }
      defer { isFirst = false }
      return !isFirst
    }
    return result
  }

  private struct Key: Hashable {
    let code: PackageWarning.Code
    let message: String
  }

  /// Returns whether warnings with the same message have one cause: notes, and pictures that Git LFS has not fetched.
  /// Any other warning needs a separate fix at each location.
  private static func hasOneCause(_ warning: PackageWarning) -> Bool {
    warning.severity == .note || isPointer(warning)
  }

  private static func isPointer(_ warning: PackageWarning) -> Bool { warning.isNotInCopy }
}
