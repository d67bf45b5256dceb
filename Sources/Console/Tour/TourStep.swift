/// A step of the tour: something to see, and what to type for it.
struct TourStep {
  /// Why one would type it.
  let text: String
  /// What is typed: Lua, or a word of the REPL.
  let line: String
  /// An expression that holds once it is done; nil where seeing it is all.
  var check: String?

  /// What the tour plays with; `_tour` keeps what was there.
  static let preparation =
    "_tour = { device, app } device = Device { os = \"18.0\" } app = device:install(homescreen.sample \"paint\") "
    + "device:launch(app) device:pressHome();"
  /// Changes the person's device and app for those of the tour, and back.
  static let exchange = "_tour[1], device, _tour[2], app = device, _tour[1], app, _tour[2];"

  /// All steps, in order; each stands on those before it.
  static let all = [
    TourStep(text: "This is an iPhone with one app, Paint. Its Home Screen:", line: ":home"),
    TourStep(
      text: "A long press on an icon opens its menu. Dim lines show what happens on the device.",
      line: "menu = device.springboard:icon(app):press()", check: "menu ~= nil and menu.isOpen"),
    TourStep(text: "The menu has the quick actions of the app, then the rows of iOS.", line: ":menu"),
    TourStep(
      text:
        "Tap a quick action: Paint comes to the front. It has no code for it yet; the answer shows what to write.",
      line: "menu:item(\"New Painting\"):tap()", check: "device.front == app"),
    TourStep(
      text: "UIKit's names refer to the app in front. Paint asks for its other icon:",
      line: "UIApplication.shared:setAlternateIconName(\"night\")", check: "device.alert ~= nil"),
    TourStep(text: "iOS shows an alert about it.", line: ":alert"),
    TourStep(text: "Tap OK.", line: "device.alert:tap \"OK\"", check: "app.iconName == \"night\""),
    TourStep(text: "What is drawn now, and why? Each line ends with the facts behind it.", line: ":icon Paint"),
    TourStep(
      text: "An icon that does not work: every check that iOS makes, and what to change.", line: "app:why \"nite\""),
    TourStep(
      text: "A value is shown with what is in it, and `_` is the last one. Here is the whole app:", line: "app",
      check: "_ == app"),
    TourStep(
      text: "Time is virtual, so you can go back: to 1.5 seconds, before the quick action.",
      line: "device:rewind(1.5)", check: "device.time <= 1.5 and device.front ~= app"),
    TourStep(
      text: "You can ask for every fact of iOS behind this, and for every name.", line: "help \"ICON-041\""),
    TourStep(
      text: "That was it. `:save FILE` saves a session as a scenario for `homescreen run`. More apps:",
      line: ":samples"),
  ]
}
