package import AppPackages
package import HomeScreenSimulator

/// The services that a Lua session uses from modules that it does not import: lint, knowledge about iOS, and drawing.
///
/// `HomeScreenReports` implements them for the program. A session without services raises an error if a script needs
/// one, and explains only API names.
package protocol SessionServices: Sendable {
  // MARK: Lint

  /// The rules of lint.
  var rules: [RuleDescription] { get }
  /// Checks a package.
  /// - Parameters:
  ///   - codes: the codes of the rules to apply; nil for all.
  ///   - others: rules of plugins, which run after those of lint.
  func findings(in package: AppPackage, codes: Set<RuleCode>?, others: [CustomRule]) -> [Finding]

  // MARK: Knowledge

  /// The codes of all errors and rules.
  var codes: [String] { get }
  /// Returns the explanation of a name or of pasted text; nil if it is unknown.
  func explanation(of name: String) -> String?
  /// Returns the message for an unknown name.
  /// - Parameter near: similar names of the API.
  func unknown(_ name: String, near: [String]) -> String
  /// Returns the definition of a word in the glossary; nil if it has none.
  func definition(of word: String) -> String?
  /// Returns rows for facts and articles that mention all words of a phrase.
  func mentions(of phrase: String) -> [String]
  /// Returns the lines that `homescreen why` prints for an icon.
  func lines(of explanation: IconExplanation) -> [String]

  // MARK: Output

  /// The formats of run results. Plugins cannot use these names.
  var formats: [String] { get }
  /// Creates a drawing of screens and icons as SVG.
  /// - Parameter pixelsPerPoint: the scale of the icons.
  func drawing(pixelsPerPoint: Int) -> any SessionDrawing
}

/// Draws screens and icons as SVG. Drawings share parts in one pool.
package protocol SessionDrawing {
  /// Adds the package with the pixels of an app. Without it, the app's icons are placeholders.
  mutating func add(_ package: AppPackage, as identifier: String)
  /// Draws a screen. Its body refers to parts of the pool.
  mutating func screen(_ picture: ScreenPicture) -> ScenarioSteps.Screen
  /// All parts that were drawn.
  var parts: [ScenarioSteps.Part] { get }
  /// Returns the SVG file of a screen.
  mutating func file(of picture: ScreenPicture) -> String
  /// Returns the SVG file of an icon.
  /// - Parameter package: the identifier that the package was added with.
  mutating func file(of picture: IconPicture, ofPackage package: String, os: OSVersion) -> String
}
