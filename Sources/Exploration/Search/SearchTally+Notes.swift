extension SearchTally {
  /// What limits the result, in sentences for people.
  func notes(of subject: ExploredApp) -> [String] {
    var notes = complaints
    if let part = subject.unreadPart {
      notes.append(
        "\(part) was not read and may have its own methods, so “\(Invariant.reachesTheApp.name)” was not checked"
      )
    }
    notes += subject.sourceNotes
    if unrecognised > 0 {
      notes.append(
        "\(unrecognised) states contain what cannot be compared (a coroutine, an object of the system), so each of "
          + "them counts as new")
    }
    if givenUp > 0 {
      notes.append(
        "\(givenUp) stories were not played to their end, because a step used up the budget of its code")
    }
    if busy > 0 {
      notes.append(
        "\(busy) stories run more blocks and timers in one step than a search plays, though they do come to rest: "
          + "what follows them was not played")
    }
    if dropped > 0 {
      notes.append("\(dropped) states were not followed, because there was no room: raise --max-states")
    }
    if untold > 0 {
      notes.append(
        "\(untold) steps were not tried: a search can handle at most \(StepTable.room) different steps")
    }
    if unkept > 0 {
      notes.append("\(unkept) states were not kept, so some stories were played twice: raise --max-states")
    }
    if unstable > 0 {
      notes.append(
        "\(unstable) stories did something else when they were played again, and are not reported: the app's code "
          + "remembers what it did in other stories")
    }
    return notes
  }
}
