/// The closed list of mistakes that the simulator reports. The raw values are stable and may be written in scripts.
public enum SimulatorErrorCode: String, Sendable, CaseIterable {
  case unknownOSVersion = "unknown-os-version"
  case unknownModel = "unknown-model"
  case modelOutsideVersions = "model-outside-versions"
  case unknownCondition = "unknown-condition"
  case badConditionValue = "bad-condition-value"
  case badLocale = "bad-locale"
  case badLook = "bad-look"
  case badTime = "bad-time"
  case badSDK = "bad-sdk"
  case noBundleIdentifier = "no-bundle-identifier"
  case wrongDeviceFamily = "wrong-device-family"
  case lifeCycleUnavailable = "life-cycle-unavailable"
  case tooManyApps = "too-many-apps"
  case appNotInstalled = "app-not-installed"
  case appOffloaded = "app-offloaded"
  case offloadUnavailable = "offload-unavailable"
  case appOnOtherDevice = "app-on-other-device"
  case appNotRunning = "app-not-running"
  case appSuspended = "app-suspended"
  case appInFront = "app-in-front"
  case processEnded = "process-ended"
  case outsideTheApp = "outside-the-app"
  case apiUnavailable = "api-unavailable"
  case commandInsideApp = "command-inside-app"
  case notOnHomeScreen = "not-on-home-screen"
  case noSuchIcon = "no-such-icon"
  case ambiguousIcon = "ambiguous-icon"
  case menuCovers = "menu-covers"
  case menuClosed = "menu-closed"
  case noSuchRow = "no-such-row"
  case ambiguousRow = "ambiguous-row"
  case iconsJiggle = "icons-jiggle"
  case notModelled = "not-modelled"
  case deviceLocked = "device-locked"
  case situationUnavailable = "situation-unavailable"
  case backgroundModeMissing = "background-mode-missing"
  case urlSchemeMissing = "url-scheme-missing"
  case linkDomainMissing = "link-domain-missing"
  case notDownloaded = "not-downloaded"
  case singleScene = "single-scene"
  case badIconPlace = "bad-icon-place"
  case iconElsewhere = "icon-elsewhere"
  case iconInFolder = "icon-in-folder"
  case iconsDoNotJiggle = "icons-do-not-jiggle"
  case folderCovers = "folder-covers"
  case folderFull = "folder-full"
  case folderGone = "folder-gone"
  case badFolder = "bad-folder"
  case noSuchFolder = "no-such-folder"
  case sceneDisconnected = "scene-disconnected"
  case tooManyItems = "too-many-items"
  case tooManyPresented = "too-many-presented"
  case alertCovers = "alert-covers"
  case alertGone = "alert-gone"
  case alertNotVisible = "alert-not-visible"
  case noSuchButton = "no-such-button"
  case neverSettles = "never-settles"
  case mainQueueNeverIdle = "main-queue-never-idle"
  case mainQueueFull = "main-queue-full"
  case tooMuchWork = "too-much-work"
  case traceFull = "trace-full"

  /// What the code means and what to do about it, in plain words; `homescreen explain CODE` prints it.
  public var explanation: String {
    switch self {
    case .unknownOSVersion:
      "The text is not an iOS version, or one that the simulator does not know. Write it as Apple does: \"10.3\", \"26.1\"."
    case .unknownModel:
      "No device has this name. The generic models iPhone, iPad and iPad Pro exist in every iOS version."
    case .modelOutsideVersions:
      "This model never ran this iOS version. Use a version in its range, or a generic model."
    case .unknownCondition:
      "No condition of a device has this name. The message lists the names that exist."
    case .badConditionValue:
      "The condition needs another kind of value, or one in a smaller range."
    case .badLocale:
      "A locale is a language tag of letters, digits and hyphens, such as \"en\", \"de-CH\" or \"zh-Hans\"."
    case .badTime:
      "A time must be a number of seconds from 0 to 1 000 000 000; it can't be negative, infinite or NaN."
    case .badSDK:
      "The SDK of a build is written as its version, \"27.0\", or as Xcode names it: \"iphoneos27.0\", \"xros2.0\"."
    case .noBundleIdentifier:
      "An app without CFBundleIdentifier can't be installed: the system identifies an app by it."
    case .wrongDeviceFamily:
      "The app is built for iPad only (UIDeviceFamily), so it cannot be installed on an iPhone."
    case .lifeCycleUnavailable:
      "This iOS version does not have the life cycle: scenes begin with iOS 13, SwiftUI's App with iOS 14."
    case .tooManyApps:
      "The device is full. The limit protects the machine from a script that never stops installing."
    case .appNotInstalled:
      "The app was uninstalled, so a script can no longer use it. Install it again and use the new app."
    case .appOffloaded:
      "The app was offloaded: its icon and documents are there, but there is nothing to run. Install it again."
    case .offloadUnavailable:
      "Apps can be offloaded from iOS 11. Delete and install the app instead, or use a newer version."
    case .appOnOtherDevice:
      "The app belongs to another device. Each device has its own apps, even if they come from one package."
    case .appNotRunning:
      "The app has no process, so none of its code can run. Launch it first."
    case .appSuspended:
      "The app is suspended in the background: it is in memory, but none of its code runs until it comes back."
    case .appInFront:
      "The app is in front, and only an app in the background can be suspended. Press Home first."
    case .processEnded:
      "The object belongs to a process that has ended. A new launch starts a new process with new objects."
    case .outsideTheApp:
      "UIKit's objects work only while the app's own code runs: inside app.run, a callback, or a block of its queue."
    case .apiUnavailable:
      "This iOS version does not have the API: on a device the app would crash here. Guard the call by availability."
    case .commandInsideApp:
      "The app's code cannot move the tester's finger: commands of the device work only outside of the app's code."
    case .badLook:
      "This iOS version does not have the look, or the text is not a colour. The message says what is valid."
    case .notOnHomeScreen:
      "The Home Screen is not visible, because an app is in front. Press Home first."
    case .noSuchIcon:
      "No icon on the Home Screen has this label. The message lists the labels that exist."
    case .ambiguousIcon:
      "Two icons have this label, so it does not identify one. Find the icon by its app."
    case .menuCovers:
      "The menu of an icon is open and covers the target. Tap one of its rows, or press Home to close it."
    case .menuClosed:
      "The menu has been closed since: a row was tapped, Home was pressed, or the app went away. Press the icon again."
    case .noSuchRow:
      "The menu has no row of this title, type or identifier. The message lists the rows; at most four are the app's own."
    case .ambiguousRow:
      "Two rows of the menu match this text. Use one of the menu's rows by its position instead."
    case .iconsJiggle:
      "The Home Screen is being edited: a tap on an icon launches nothing. Press Home first."
    case .notModelled:
      "The simulator does not model what iOS does here. Nothing has happened."
    case .deviceLocked:
      "The screen is locked, so icons, menus and apps cannot be touched. Unlock it first: device.locked = false."
    case .situationUnavailable:
      "This iOS version can't launch an app for this reason. The message names the first one that can."
    case .backgroundModeMissing:
      "iOS runs an app in the background only for what its Info.plist lists under UIBackgroundModes."
    case .urlSchemeMissing:
      "iOS opens an app with a URL only if its Info.plist declares the URL's scheme under CFBundleURLTypes."
    case .linkDomainMissing:
      "A universal link opens an app only if its entitlements have the link's domain; otherwise the browser opens it."
    case .notDownloaded:
      "The app is still being downloaded: it can't be launched before the download ends."
    case .singleScene:
      "The app has only one window: several need iPadOS 13, scenes, and UIApplicationSupportsMultipleScenes; side by side, "
        + "before iPadOS 26, also an app without UIRequiresFullScreen."
    case .badIconPlace:
      "The Home Screen has no such place for an icon, or it is taken. Rows and columns count from 1."
    case .iconElsewhere:
      "The app's icon is not on the Home Screen, or not in the App Library (iOS 14 and later)."
    case .iconInFolder:
      "The icon is in a folder of the Home Screen, so it can be touched only while the folder is open. Tap the folder."
    case .iconsDoNotJiggle:
      "Icons have the badge that removes them only while the Home Screen is being edited. Press an icon for longer."
    case .folderCovers:
      "A folder is open and covers the target. Press Home to close it."
    case .folderFull:
      "A folder takes at most fifteen pages of apps. Use another one."
    case .folderGone:
      "The folder no longer exists: it was removed, or its last icon left it."
    case .badFolder:
      "This cannot be done to a folder. Folders are made of icons of the Home Screen, and have a name."
    case .noSuchFolder:
      "No folder on the Home Screen has this name. The message lists the names that exist."
    case .sceneDisconnected:
      "The scene was disconnected, or its process has ended. A new scene comes with the next launch or action."
    case .tooManyItems:
      "The app's code made more of these than the simulator keeps."
    case .tooManyPresented:
      "View controllers are stacked deeper than in any app: look for code that never stops presenting."
    case .alertCovers:
      "An alert covers the target. Answer the alert first."
    case .alertGone:
      "The alert was answered, or its app has ended. Ask the device for its alert again."
    case .alertNotVisible:
      "The alert belongs to an app that is not in front, so it cannot be touched. Bring the app to the front first."
    case .noSuchButton:
      "The alert has no button of this title. The message lists the buttons."
    case .neverSettles:
      "Something repeats forever, so the device never comes to rest. Advance the time by a number of seconds instead."
    case .mainQueueNeverIdle:
      "Blocks on the main queue never stop queueing more blocks at one moment of time. A real app would hang, too."
    case .mainQueueFull:
      "The app has queued more blocks than the simulator keeps at once."
    case .tooMuchWork:
      "One command had more blocks and timers to run than the simulator allows. Advance in smaller steps."
    case .traceFull:
      "The device has recorded as many events as it keeps. Use a fresh device for each scenario."
    }
  }
}
