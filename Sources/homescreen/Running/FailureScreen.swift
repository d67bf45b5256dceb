import Console
import HomeScreenReports
import Scenarios
import Streams

/// What was on the screen of a scenario's device when it failed, for a person: as pictures where the terminal has them.
enum FailureScreen {
  static func show(_ failed: FailedScenario) {
    let lines = ScreenPictures.screen(of: failed.session, on: .error)
    StandardStream.error.write("“\(line: failed.name)” has failed; the screen was:\n")
    for line in lines { StandardStream.error.write("\(line)\n") }
  }
}
