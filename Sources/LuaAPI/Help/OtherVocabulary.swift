import HomeScreenSimulator
import PropertyLists

/// Words of XCUITest, Appium and everyday speech that scripts try first, and what homescreen has for each.
enum OtherVocabulary {
  /// What to write instead of a word; nil for any other word.
  static func cure(_ word: String) -> String? {
    byWord[Spelling.beginning(of: word).lowercased().filter { $0 != "_" }]
  }

  private static let byWord: [String: String] = {
    let rows = table.split(separator: "\n").map { $0.split(separator: ": ", maxSplits: 1) }
    let pairs = rows.flatMap { row in row[0].split(separator: " ").map { (String($0), String(row[1])) } }
    return Dictionary(uniqueKeysWithValues: pairs)
  }()

  /// Words in small letters and without `_`, then what they lead to.
  private static let table = """
    shortcutitem shortcut quickaction tapquickaction: A quick action is tapped in the icon's menu: \
    device.springboard:icon(app):press():item("TITLE"):tap().
    push pushnotification sendpush notify tapnotification: A tap on a notification: \
    device:launch(app, { notification = "TITLE" }).
    silentpush silentnotification remotenotification backgroundpush: A silent notification: \
    device:launch(app, { notification = { silent = true } }).
    kill killapp swipeaway swipeup forcequit quit closeapp terminateapp: \
    app:terminate() ends the app as the App Switcher does, app:terminate("jetsam") as the system does.
    home gohome homebutton presshomebutton swipehome: device:pressHome() shows the Home Screen.
    background backgroundapp runappinbackground sendtobackground minimize: \
    device:pressHome() sends the app to the background; app:suspend() suspends it there.
    activateapp foreground bringtofront: app:activate() brings an app to the front.
    launch launchapp startapp start: device:launch(app) launches an app.
    relaunch relaunchapp restartapp: First app:terminate(), then device:launch(app).
    longpress touchandhold longtap forcetouch forcepress hold pressandhold contextmenu: \
    A press opens the icon's menu: device.springboard:icon(app):press().
    tapicon tapapp touch click tap: A tap on an icon: device.springboard:icon(app):tap(); on a row of a menu: \
    menu:item("TITLE"):tap(); on a button: device.alert:tap "TITLE".
    open openurl openlink deeplink opendeeplink: A link: device:launch(app, { url = "SCHEME://PATH" }), or with \
    universalLink instead of url.
    tapok accept acceptalert dismiss dismissalert tapbutton allow: A button of the alert: device.alert:tap "OK"; \
    device.alert.buttons lists them.
    exists has hasitem waitforexistence ishittable isdisplayed: What is missing is nil, such as \
        device.alert; of a menu ask pcall(menu.item, menu, "TITLE").
    wait sleep delay waituntil waitfor: device:advance(seconds) lets time pass, device:settle() until nothing waits.
    lock unlock lockdevice unlockdevice: device.locked = true locks the screen, false unlocks it.
    restart shutdown: device:reboot() starts the device again.
    deleteapp removeapp: device:uninstall(app) removes an app.
    screenshot takescreenshot: assert.matches_snapshot(device.screen) stores what the screen shows.
    language setlanguage: device.locale = "de" changes the language.
    darkmode interfacestyle setappearance: device.appearance = "dark" changes the appearance.
    """
}
