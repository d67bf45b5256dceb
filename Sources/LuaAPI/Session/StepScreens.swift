internal import AppPackages
import HomeScreenReports
internal import HomeScreenSimulator
internal import Rendering

/// Draws the screens that steps show, each once, however often it was seen.
struct StepScreens {
  private let pictures: [ScreenPicture]
  private var drawing = ScreenDrawing(pixelsPerPoint: 1)
  private var drawn: [Int: Int] = [:]
  private var numbers: [SVGFrame: Int] = [:]
  private(set) var screens: [ScenarioSteps.Screen] = []
  /// How many parts the screens may still name, all together.
  private var room = 50_000

  init(_ pictures: [ScreenPicture], _ packages: [String: AppPackage]) {
    self.pictures = pictures
    for identifier in packages.keys.sorted() {
      if let package = packages[identifier] { drawing.add(package, as: identifier) }
    }
  }

  /// The number of a picture's drawing among the ``screens``; nil where there is no room for it.
  mutating func number(of picture: Int) -> Int? {
    if let number = drawn[picture] { return number }
    let frame = drawing.frame(of: pictures[picture])
    let number = numbers[frame] ?? screens.count
    if number == screens.count {
      let parts = drawing.pool.names(in: frame.body)
      guard parts.count <= room else { return nil }
      room -= parts.count
      numbers[frame] = number
      screens.append(
        ScenarioSteps.Screen(
          width: frame.width, height: frame.height, words: frame.words, body: frame.body, parts: parts))
    }
    drawn[picture] = number
    return number
  }

  /// What the drawings share.
  var parts: [ScenarioSteps.Part] {
    drawing.pool.names.map { ScenarioSteps.Part(name: $0, markup: drawing.pool[$0] ?? "") }
  }
}
