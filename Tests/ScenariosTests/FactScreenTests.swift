import HomeScreenReports
import HomeScreenSimulator
import Scenarios
import TestSupport
import Testing

/// The pictures on the pages of facts.
@Suite struct FactScreenTests {
  private static func pictures(_ file: String) -> [FactID: FactPicture] {
    FactScreens.pictures(of: ScenarioFinder.facts.filter { $0.name.contains(file) })
  }

  @Test func aFactThatIsToBeSeenHasItsScreen() throws {
    let pictures = Self.pictures("alternate-icons/alert-by-system")
    let picture = try #require(pictures[FactID("ICON-075")])
    #expect(picture.file == "screen-ICON-075.svg" && picture.cell.hasPrefix("iPhone, iOS "))
    #expect(picture.words.contains("Alert: ") || picture.words.contains("Home Screen: "), "\(picture.words)")
    for picture in pictures.values {
      #expect(XMLChecker("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + picture.drawing).fault == nil)
      #expect(!picture.cell.contains("outside"))
    }
    let pages = FactPages.all({ _ in nil }, picture: { pictures[$0] }, exhibits: { _ in [] })
    let page = try #require(pages.first { $0.name == "ICON-075" }).text
    #expect(page.contains("## On the screen\n\nAt the end of its scenario, iPhone, iOS"), "\(page)")
    #expect(page.contains("](screen-ICON-075.svg)"))
    #expect(pages.first { $0.name == "ICON-001" }?.text.contains("## On the screen") == false)
  }

  /// An app may be called as the words of a screen are.
  @Test func whatIsSeenIsNotReadOutOfWords() throws {
    let fact = try #require(FactLedger.fact("QUICK-001"))
    func picture(_ words: String, _ sights: [ScreenSight]) -> FactPicture? {
      var steps = ScenarioSteps()
      var screen = ScenarioSteps.Screen(width: 1, height: 1, words: words, body: "", parts: [])
      screen.sights = sights
      steps.screens = [screen]
      var step = ScenarioSteps.Step(device: 0, milliseconds: 0, kind: "menu", name: "opened")
      step.screen = 0
      steps.steps = [step]
      return FactPicture(of: fact, in: "iPhone", steps)
    }
    #expect(picture("Menu of Alert: 2 windows (placeholder) is in front.", []) == nil)
    #expect(picture("Menu of Alert: 2 windows (placeholder) is in front.", [.home]) == nil)
    for sight in ScreenSight.allCases where sight != .home { #expect(picture("x", [sight]) != nil) }
  }

  @Test func stepsTellWhatIsToBeSeen() throws {
    var options = Run.options
    options.steps = .all
    let run = try Run(
      """
      it("presses", function()
        local device = Device { os = "17.5" }
        local app = device:install(AppPackage { plist = {
          CFBundleIdentifier = "a.b", CFBundleName = "Alert: 2 windows" } })
        device:launch(app)
        device:pressHome()
        device.springboard:icon(app):press()
      end)
      """, options: options)
    let steps = try #require(run.results.first?.steps)
    #expect(run.results.first?.problem == nil)
    let sights = steps.steps.compactMap { $0.screen.map { steps.screens[$0].sights } }
    #expect(sights.contains([]), "the app in front")
    #expect(sights.contains([.home, .placeholder]))
    #expect(sights.last == [.home, .menu, .placeholder])
  }

  @Test func wordsOfPicturesAreNoMarkup() {
    #expect(DocumentationPage.picture("a.svg", "[x](y) *b* <i>") == #"![\[x\](y) \*b\* \<i\>](a.svg)"#)
  }
}
