internal import LuaAPI
internal import LuaEngine
internal import Platform

/// `:tour`: shows around by doing things. A person types each line, or presses Enter and has it typed; from a pipe all of
/// it runs by itself.
extension REPL {
  /// - Parameter step: where to begin; nil: where it was left, or at the first step.
  func showAround(from step: String?) -> ExitCode? {
    guard session.preparation != nil else {
      return refuse("the tour needs its own session: homescreen repl, then \(REPLWord.tour.usage)")
    }
    let steps = TourStep.all
    if let step {
      guard let number = Int(step), steps.indices.contains(number - 1) else {
        return refuse("the tour has the steps 1 to \(steps.count)")
      }
      tourPosition = number - 1
      // What the steps before it have led to.
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
    errors("the tour is over, device and app are yours again; help() shows what you can do")
    return quietly([TourStep.exchange])
  }

  private enum Progress {
    case done, left
    case ended(ExitCode)
  }

  /// A device of its own, on which these steps have been made.
  private func begin(with steps: ArraySlice<TourStep>) -> ExitCode? {
    quietly([TourStep.preparation] + steps.filter { $0.check != nil }.map { $0.line + ";" })
  }

  /// Runs lines of which nothing is told.
  private func quietly(_ texts: [String]) -> ExitCode? {
    let told = tellsEvents
    (tellsEvents, tellsAnswers) = (false, false)
    defer { (tellsEvents, tellsAnswers) = (told, true) }
    for text in texts {
      if let exit = runAndShow(tourChunk(text)) { return exit }
    }
    return nil
  }

  /// Lets the person make a step.
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
      guard case .line(let typed) = line else { return .left }
      let isEnter = typed.utf8.allSatisfy { $0 == UInt8(ascii: " ") }
      if let (word, _) = Self.word(in: typed), word == .quit { return .left }
      if let (word, _) = Self.word(in: typed), word == .tour { continue }
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

  private func isDone(_ step: TourStep) -> Bool {
    guard let check = step.check else { return true }
    guard let value = try? session.look(at: check, names: LineForm.names(in: check)) else { return false }
    return session.show(value).text == "true"
  }

  private func tourChunk(_ text: String) -> SourceChunk {
    SourceChunk(text: text, firstLine: nextLine, isComplete: true)
  }
}
