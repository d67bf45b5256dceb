extension PackageWarning.Code {
  /// What the remark is about and what to do, for a person who has read one line of it: full sentences.
  public var explanation: String {
    switch self {
    case .duplicateKey:
      "A key stands twice in one dictionary. The later value counts, silently; remove one of the two."
    case .unknownSetting:
      "A value holds $(NAME), and nobody defines NAME. A build puts nothing in its place. Give its value with "
        + "--setting NAME=VALUE, or mend the name."
    case .badMacro:
      "A $(…) cannot be worked out: its operator is unknown, or settings are defined by each other in a circle."
    case .unexpandedMacro:
      "A built app still holds $(…), which a device shows as it is. The Info.plist was copied, not built."
    case .wrongType:
      "The system wants another type of value for this key, and takes the key as absent or ignores the value."
    case .noBundleIdentifier:
      "No device takes an app without CFBundleIdentifier. A name stands in here, so that everything else can be tried."
    case .unreadable: "A file or folder cannot be read, so what it holds is missing here."
    case .limit:
      "There is more than is looked at, so that damaged input cannot use up the machine. The rest is left out."
    case .badProject:
      "Objects of the project file do not fit together, often after a merge. Open it in Xcode and save it."
    case .outsideOfProject:
      "The project names files outside of the folder that may be read. Open a folder that holds both; inside of one "
        + "checkout they are read by themselves."
    case .widerFolder:
      "Paths of the project lead out of the named folder, and stay in the same checkout: what they name was read there."
    case .severalApps:
      "There is more than one app, and nobody said which. One was taken by its name or place; --target chooses a target, "
        + "a longer path a project."
    case .partOfProject:
      "A property list was opened on its own, and a project beside it builds it into an app. Catalogs, build settings "
        + "and languages are known to the project alone: open that."
    case .letterCase:
      "A project or catalog spells a name otherwise than the disk. The usual disk of a Mac takes both for one; Linux and "
        + "case-sensitive volumes find nothing, and a build there fails. Rename one of the two."
    case .scriptPhase:
      "A script of the build may change what is shown here. Scripts are never run: build the app and open the .app."
    case .missingXcconfig:
      "A file of build settings is named and not there. What only it says is unknown. Tools such as CocoaPods and "
        + "Flutter write theirs; settings can be given with --setting NAME=VALUE."
    case .badXcconfig: "A line of an xcconfig file says nothing usable, or files include each other in a circle."
    case .infoPlistSetting: "A build setting, or a value of the Info.plist, does not do what it seems to say."
    case .shortcutInBuildSettings:
      "Xcode generates keys of the Info.plist from settings INFOPLIST_KEY_…, of which there is a fixed list. "
        + "UIApplicationShortcutItems is not on it: the setting is ignored without a word, and the app has no such quick "
        + "action. Write the array into a file and name it in INFOPLIST_FILE; the build merges both."
    case .preprocessor:
      "The Info.plist goes through the C preprocessor (INFOPLIST_PREPROCESS), which has something to say of it, or does "
        + "something to its text: // begins a comment there, names of macros are replaced."
    case .badImage: "A picture is damaged, is of another format than its name says, or is not a picture at all."
    case .badStrings: "A file of translations cannot be read, so its language shows the texts of the Info.plist."
    case .nameClash:
      "Two files of the target would have one name in the bundle; a build refuses that, or one of them wins."
    case .lenientJSON: "The JSON is read, though strict readers refuse it: a trailing comma, a comment."
    case .badCatalog: "A Contents.json or icon.json cannot be read, or says something of the wrong shape."
    case .unknownCatalogValue: "A catalog holds a value that the build does not know there; the slot is not compiled."
    case .unassignedChild: "A file lies in a set, and no slot names it: it does not get into the app."
    case .missingFile: "A file is named and not there. For a resource of a target Xcode ends the build."
    case .wrongIconSize: "A picture has not the size that its slot wants; the build leaves the slot empty."
    case .missingIconSlot: "A slot is empty that the App Store or a device wants."
    case .missingIconSet:
      "A build setting names an icon set that no catalog of the target holds, or that is empty. The icon is not in the app."
    case .duplicateSet: "Two sets of the target's catalogs have one name; one of them counts."
    case .iconSetting: "A build setting about icons does not mean what it seems to."
    case .plistMerge: "What the build generates does not fit what is written in the Info.plist by hand."
    }
  }
}
