import Console
import Platform
import Scenarios

/// What was on the screen of a scenario's device when it failed, for a person: as pictures where the terminal has them.
enum FailureScreen {
  static func show(_ failed: FailedScenario) {
    let title: StyledText = "“\(line: failed.name)” has failed; the screen was:\n"
    // At once: other processes may show theirs.
    StandardStream.error.write(ScreenPictures.screen(of: failed.session, on: .error).reduce(title) { $0 + $1 + "\n" })
  }
}
