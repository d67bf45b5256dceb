import Events
import HomeScreenSimulator
import Rendering

/// The screen at the end of a fact's scenario, for its page.
struct FactPicture: Sendable {
  /// The name of its file next to the pages.
  let file: String
  /// The SVG file.
  let drawing: String
  /// The alternative text.
  let words: String
  /// The device and its version.
  let cell: String

  /// The screen after the last step with one, or nil if it does not show the fact.
  ///
  /// - Parameter cell: The device and its version.
  init?(of fact: Fact, in cell: String, _ steps: ScenarioSteps) {
    guard let number = steps.steps.last(where: { $0.screen != nil })?.screen, steps.screens.indices.contains(number)
    else { return nil }
    let screen = steps.screens[number]
    guard Self.shows(fact, screen.words) else { return nil }
    var pool = SVGPool()
    for part in steps.parts { _ = pool.add(part.markup) }
    file = "screen-\(fact.id.rawValue).svg"
    drawing = pool.standalone(
      SVGFrame(width: screen.width, height: screen.height, words: screen.words, body: screen.body))
    words = screen.words
    self.cell = cell
  }

  /// A newly launched app and a Home Screen after a launch always look the same. The apps of fact scenarios are our
  /// own: none has the name of a screen.
  private static func shows(_ fact: Fact, _ words: String) -> Bool {
    let signs = [
      "Menu of ", "Alert: ", "Folder ", " is open", "The icons jiggle", " windows", "It is covered by ", "placeholder",
      "scaled",
    ]
    return signs.contains { words.contains($0) } || fact.ledger == "alternate-icons" && words.contains("Home Screen: ")
  }
}
