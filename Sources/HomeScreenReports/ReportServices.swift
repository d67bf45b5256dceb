package import AppPackages
package import Events
package import HomeScreenSimulator
import Lint
import Platform
import Rendering

/// The services that the program provides to its Lua sessions.
package struct ReportServices: SessionServices {
  /// Creates the services.
  package init() {}

  /// The lint rules.
  package var rules: [RuleDescription] { Rules.descriptions }

  /// Returns the lint findings of a package.
  package func findings(in package: AppPackage, codes: Set<RuleCode>?, others: [CustomRule]) -> [Finding] {
    let rules = Rules.all + others
    return Linter(rules.filter { codes?.contains($0.code) ?? true }).findings(in: [package])
  }

  /// The codes of all errors and rules.
  package var codes: [String] { Knowledge.codes }

  /// Returns the explanation of a name or a pasted text.
  package func explanation(of name: String) -> String? { Knowledge.explain(name) }

  /// Returns the message for an unknown name.
  package func unknown(_ name: String, near: [String]) -> String { Knowledge.unknown(name, near: near) }

  /// Returns the definition of a word in the glossary; nil if it has none.
  package func definition(of word: String) -> String? { Knowledge.definition(of: word) }

  /// Returns rows for facts and articles that mention all words of a phrase.
  package func mentions(of phrase: String) -> [String] { Knowledge.mentions(of: phrase) }

  /// Returns the lines that `homescreen why` prints about an icon.
  package func lines(of explanation: IconExplanation) -> [String] { IconReport.lines(explanation) }

  /// The names of the formats for results.
  package var formats: [String] { RunFormats.names }

  /// Returns an object that draws screens and icons as SVG.
  package func drawing(pixelsPerPoint: Int) -> any SessionDrawing { Drawing(pixelsPerPoint) }

  private struct Drawing: SessionDrawing {
    private var drawing: ScreenDrawing

    init(_ pixelsPerPoint: Int) { drawing = ScreenDrawing(pixelsPerPoint: pixelsPerPoint) }

    mutating func add(_ package: AppPackage, as identifier: String) { drawing.add(package, as: identifier) }

    mutating func screen(_ picture: ScreenPicture) -> ScenarioSteps.Screen {
      let frame = drawing.frame(of: picture)
      return ScenarioSteps.Screen(
        width: frame.width, height: frame.height, words: frame.words, body: frame.body,
        parts: drawing.pool.names(in: frame.body))
    }

    var parts: [ScenarioSteps.Part] {
      drawing.pool.names.map { ScenarioSteps.Part(name: $0, markup: drawing.pool[$0] ?? "") }
    }

    mutating func file(of picture: ScreenPicture) -> String {
      let frame = drawing.frame(of: picture)
      return drawing.pool.standalone(frame)
    }

    mutating func file(of picture: IconPicture, ofPackage package: String, os: OSVersion) -> String {
      let frame = drawing.frame(of: picture, ofPackage: package, os: os)
      return drawing.pool.standalone(frame)
    }
  }
}
