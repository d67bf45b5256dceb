internal import LuaAPI
internal import LuaEngine
internal import Platform

/// `:tour`: a guided tour. A person types each line, or presses Enter to have it typed; from a pipe all of it runs
/// automatically.
extension REPL {
  /// - Parameter step: the step to begin with; nil for the current or the first one.
  func showAround(from step: String?) -> ExitCode? {
    guard session.preparation != nil else {
      return refuse("the tour needs its own session: start homescreen repl, then type \(REPLWord.tour.usage)")
    }
    let steps = TourStep.all
    if let step {
      guard let number = Int(step), steps.indices.contains(number - 1) else {
        return refuse("the tour has the steps 1 to \(steps.count)")
      }
      tourPosition = number - 1
      // Recreates the state after the earlier steps.
      if let exit = begin(with: steps[..<tourPosition]) { return exit }
    } else if tourPosition == 0 {
      if let exit = begin(with: []) { return exit }
    } else if let exit = quietly([TourStep.exchange]) {
      return exit
    }
    while steps.indices.contains(tourPosition) {
      let step = steps[tourPosition]
      output("\(StyledText("\(tourPosition + 1)/\(steps.count)", .bold)) \(step.text)")
      output("    \(StyledText(step.line, .cyan))")
      switch read(step) {
      case .left:
        errors("\(REPLWord.tour.usage) continues here; device and app are yours again")
        return quietly([TourStep.exchange])
      case .ended(let exit): return exit
      case .done: tourPosition += 1
      }
    }
    tourPosition = 0
    errors("the tour is over: device and app are yours again; help() shows what you can do")
    return quietly([TourStep.exchange])
  }

  private enum Progress {
    case done, left
    case ended(ExitCode)
  }

  /// Makes a new device, and runs these steps on it.
  private func begin(with steps: ArraySlice<TourStep>) -> ExitCode? {
    quietly([TourStep.preparation] + steps.filter { $0.check != nil }.map { $0.line + ";" })
  }

  /// Runs lines without output.
  private func quietly(_ texts: [String]) -> ExitCode? {
    let told = tellsEvents
    (tellsEvents, tellsAnswers) = (false, false)
    defer { (tellsEvents, tellsAnswers) = (told, true) }
    for text in texts { if let exit = runAndShow(tourChunk(text)) { return exit } }
    return nil
  }

  /// Lets the person perform a step.
  private func read(_ step: TourStep) -> Progress {
    guard source.isInteractive else {
      if let exit = evaluate(tourChunk(step.line)) { return .ended(exit) }
      return isDone(step) ? .done : .ended(.failure)
    }
    while true {
      let line: LineInput
      do {
        line = try source.readLine(prompt: "tour> ")
      } catch {
        errors("\(error)")
        return .left
      }
      guard case .line(let first) = line else { return .left }
      guard let typed = completed(first) else { continue }
      let isEnter = typed.utf8.allSatisfy { $0 == UInt8(ascii: " ") }
      if let (word, _) = Self.word(in: typed), word == .quit { return .left }
      if let (word, _) = Self.word(in: typed), word == .tour {
        errors("the tour is running: \(REPLWord.quit.usage) leaves it, then \(typed) goes to a step")
        continue
      }
      if !isEnter { source.remember(typed) }
      if let exit = evaluate(tourChunk(isEnter ? step.line : typed)) { return .ended(exit) }
      if isDone(step), isEnter || step.check != nil || typed == step.line { return .done }
      if isEnter {
        errors("this did not work here; :tour \(tourPosition + 1) restarts this step")
        return .left
      }
      errors("not yet: type the line above, or press Enter; :quit leaves the tour")
    }
  }

  /// Reads the further lines of an incomplete text, as outside of the tour; nil if the person drops it.
  private func completed(_ first: String) -> String? {
    var text = first
    while !Self.isComplete(text, session) {
      let indentation = LuaOpening.indentation(after: text)
      source.begin(with: indentation)
      guard case .line(let line)? = try? source.readLine(prompt: Self.continuationPrompt(text)) else { return nil }
      if !refusesInBlock(line) { text += "\n" + LuaOpening.outdented(line, by: indentation) }
    }
    return text
  }

  private func isDone(_ step: TourStep) -> Bool {
    guard let check = step.check else { return true }
    guard let value = try? session.look(at: check, names: LineForm.names(in: check)) else { return false }
    return session.show(value).text == "true"
  }

  private func tourChunk(_ text: String) -> SourceChunk {
    SourceChunk(text: text, firstLine: nextLine, isComplete: true)
  }
}

/// A step of the tour: an explanation, and a line to type.
struct TourStep {
  /// The explanation.
  let text: String
  /// The line: Lua, or a word of the REPL.
  let line: String
  /// An expression that is true after the step; nil if there is nothing to check.
  var check: String?

  /// The device and app of the tour; `_tour` keeps the old ones.
  static let preparation =
    "_tour = { device, app } device = Device { os = \"18.0\" } app = device:install(homescreen.sample \"paint\") "
    + "device:launch(app) device:pressHome();"
  /// Exchanges the person's device and app for those of the tour, and back.
  static let exchange = "_tour[1], device, _tour[2], app = device, _tour[1], app, _tour[2];"

  /// All steps, in order; each depends on those before it.
  static let all = [
    TourStep(text: "This is an iPhone with one app, Paint. Its Home Screen:", line: ":home"),
    TourStep(
      text: "A long press on an icon opens its menu. Dim lines show what happens on the device.",
      line: "menu = device.springboard:icon(app):press()", check: "menu ~= nil and menu.isOpen"),
    TourStep(text: "The menu shows the app's quick actions, then the rows that iOS adds.", line: ":menu"),
    TourStep(
      text:
        "Tap a quick action: Paint comes to the front. Paint has no code for the action yet; the answer shows what to write.",
      line: "menu:item(\"New Painting\"):tap()", check: "device.front == app"),
    TourStep(
      text: "UIKit's names refer to the app in front. Paint asks for its other icon:",
      line: "UIApplication.shared:setAlternateIconName(\"night\")", check: "device.alert ~= nil"),
    TourStep(text: "iOS shows an alert about it.", line: ":alert"),
    TourStep(text: "Tap OK.", line: "device.alert:tap \"OK\"", check: "app.iconName == \"night\""),
    TourStep(text: "What is drawn now, and why? Each line ends with the IDs of its facts.", line: ":icon Paint"),
    TourStep(
      text: "An icon that does not work: every check that iOS makes, and what to change.", line: "app:why \"nite\""),
    TourStep(
      text: "A value is shown with its contents, and `_` is the last result. Here is the whole app:", line: "app",
      check: "_ == app"),
    TourStep(
      text: "Time is virtual, so you can go back: to 1.5 seconds, before the quick action.",
      line: "device:rewind(1.5)", check: "device.time <= 1.5 and device.front ~= app"),
    TourStep(text: "`help` explains each fact of iOS, and each name.", line: "help \"ICON-041\""),
    TourStep(
      text: "That is the end of the tour. `:save FILE` saves a session as a scenario for `homescreen run`. More apps:",
      line: ":samples"),
  ]
}
