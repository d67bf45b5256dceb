package import AppPackages
package import HomeScreenSimulator

/// What a session of Lua asks of modules that it does not import: lint, what is known about iOS, and drawings.
///
/// `HomeScreenReports` has the services of the program. A session without services raises an error where a script needs
/// one, and explains only the names of the API.
package protocol SessionServices: Sendable {
  // MARK: Lint

  /// The rules of lint.
  var rules: [RuleDescription] { get }
  /// What is wrong with a package.
  /// - Parameters:
  ///   - codes: of the rules that are applied; nil for all.
  ///   - others: rules of plugins, which are applied after those of lint.
  func findings(in package: AppPackage, codes: Set<RuleCode>?, others: [CustomRule]) -> [Finding]

  // MARK: Knowledge

  /// The codes of all errors and rules.
  var codes: [String] { get }
  /// The text for a name, or for what a person pastes; nil if nothing is known of it.
  func explanation(of name: String) -> String?
  /// What to say if nothing has that name.
  /// - Parameter near: names of the API that are near to it.
  func unknown(_ name: String, near: [String]) -> String
  /// The lines that `homescreen why` prints of an icon.
  func lines(of explanation: IconExplanation) -> [String]

  // MARK: Output

  /// The formats of a run's results, whose names plugins cannot use.
  var formats: [String] { get }
  /// Something that draws screens and icons as SVG.
  /// - Parameter pixelsPerPoint: of the pixels of icons.
  func drawing(pixelsPerPoint: Int) -> any SessionDrawing
}

/// Draws screens and icons as SVG. What drawings have in common is in one pool of parts.
package protocol SessionDrawing {
  /// Says where the pixels of an app are; without them its icons are stand-ins.
  mutating func add(_ package: AppPackage, as identifier: String)
  /// Draws a screen; its body names parts of the pool.
  mutating func screen(_ picture: ScreenPicture) -> ScenarioSteps.Screen
  /// All parts that were drawn.
  var parts: [ScenarioSteps.Part] { get }
  /// The file of a screen.
  mutating func file(of picture: ScreenPicture) -> String
  /// The file of an icon.
  /// - Parameter package: what the app was added as.
  mutating func file(of picture: IconPicture, ofPackage package: String, os: OSVersion) -> String
}
