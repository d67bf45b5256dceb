internal import AppPackages
import Events
internal import HomeScreenSimulator

/// Draws the screens that steps show, each once, however often it was seen.
struct StepScreens {
  private let pictures: [ScreenPicture]
  private var drawing: any SessionDrawing
  private var drawn: [Int: Int] = [:]
  private var numbers: [ScenarioSteps.Screen: Int] = [:]
  private(set) var screens: [ScenarioSteps.Screen] = []
  /// How many parts the screens may still name, all together.
  private var room = 50_000

  init(_ pictures: [ScreenPicture], _ packages: [String: AppPackage], _ services: any SessionServices) {
    self.pictures = pictures
    drawing = services.drawing(pixelsPerPoint: 1)
    for identifier in packages.keys.sorted() {
      if let package = packages[identifier] { drawing.add(package, as: identifier) }
    }
  }

  /// The number of a picture's drawing among the ``screens``; nil where there is no room for it.
  mutating func number(of picture: Int) -> Int? {
    if let number = drawn[picture] { return number }
    let screen = drawing.screen(pictures[picture])
    let number = numbers[screen] ?? screens.count
    if number == screens.count {
      guard screen.parts.count <= room else { return nil }
      room -= screen.parts.count
      numbers[screen] = number
      screens.append(screen)
    }
    drawn[picture] = number
    return number
  }

  /// What the drawings share.
  var parts: [ScenarioSteps.Part] { drawing.parts }
}
