import Events
import HomeScreenSimulator
import Scenarios
import TestSupport
import Testing

@testable import SitePages

/// The pictures on fact pages.
@Suite struct FactScreenTests {
  private static func pictures(_ file: String) -> [FactID: FactPicture] {
    FactScreens.pictures(of: ScenarioFinder.facts.filter { $0.name.contains(file) })
  }

  @Test func visibleFactsHaveAScreen() throws {
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

  @Test func unchangedScreensAreNotShown() throws {
    let fact = try #require(FactLedger.fact("QUICK-001"))
    func picture(_ words: String) -> FactPicture? {
      var steps = ScenarioSteps()
      steps.screens = [ScenarioSteps.Screen(width: 1, height: 1, words: words, body: "", parts: [])]
      var step = ScenarioSteps.Step(device: 0, milliseconds: 0, kind: "menu", name: "opened")
      step.screen = 0
      steps.steps = [step]
      return FactPicture(of: fact, in: "iPhone", steps)
    }
    #expect(picture("iPhone, iOS 17.5. Paint is in front.") == nil)
    #expect(picture("iPhone, iOS 17.5. Home Screen: Paint.") == nil)
    for words in ["Home Screen: Paint (scaled)", "Home Screen: Paint. Menu of Paint: Search", "Alert: a. Buttons: OK"] {
      #expect(picture("iPhone, iOS 17.5. \(words).") != nil)
    }
  }

  @Test func textsOfPicturesAreNotMarkup() {
    #expect(DocumentationPage.picture("a.svg", "[x](y) *b* <i>") == #"![\[x\](y) \*b\* \<i\>](a.svg)"#)
  }
}
