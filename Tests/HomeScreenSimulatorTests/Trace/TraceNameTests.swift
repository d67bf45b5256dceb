import HomeScreenSimulator
import Testing

/// Scripts, plugins and reports use the names in the trace, so changes must be noticed.
@Suite struct TraceNameTests {
  @Test func namesHaveAKindAndAWord() {
    let expected: [(TraceEventName, TraceEventKind, String)] = [
      (.callback(.sceneDidBecomeActive), .callback, "sceneDidBecomeActive"), (.log, .log, "line"),
      (.alert(.shown), .alert, "shown"), (.menu(.notOpened), .menu, "notOpened"),
      (.menu(.itemLeftOut), .menu, "itemLeftOut"), (.icon(.stored), .icon, "stored"),
      (.delivery(.completedAgain), .delivery, "completedAgain"), (.presentation(.refused), .presentation, "refused"),
      (.view(.viewDidLoad), .presentation, "viewDidLoad"), (.rootView(.onOpenURL), .presentation, "onOpenURL"),
      (.process(.sceneDisconnect), .process, "sceneDisconnect"), (.quirk(.staleIcon), .quirk, "staleIcon"),
    ]
    for (name, kind, word) in expected {
      #expect(name.kind == kind && name.word == word)
    }
    // Every kind has an event.
    #expect(Set(expected.map(\.1)) == Set(TraceEventKind.allCases))
  }

  @Test func wordsAreUniqueWithinAKind() {
    var words: [String] = TraceEventName.PresentationEvent.allCases.map(\.rawValue)
    words += ViewMethod.allCases.map(\.rawValue) + RootViewMethod.allCases.map(\.rawValue)
    #expect(Set(words).count == words.count)
    #expect(TraceDetail.Key.allCases.allSatisfy { !$0.rawValue.contains("=") && !$0.rawValue.contains(" ") })
  }

  @Test func fieldsAreFoundByKeyAndAbsentOnesAreNil() {
    let detail: TraceDetail = [.init(.name, .absent), .init(.code, .integer(4)), .init(.on, .boolean(false))]
    #expect(detail[.name] == .absent && detail[.code] == .integer(4) && detail[.cause] == nil)
    #expect(detail.description == "name=nil code=4 on=false")
    #expect(TraceDetail.text("name=x")[.name] == nil && TraceDetail.none[.name] == nil)
  }

  @Test func listedWordsSurviveARoundTripAndOthersAreRefused() {
    let detail: TraceDetail = [.init(.cause, ProcessEnd.jetsam), .init(.method, .performAction), .init(.unused, nil)]
    #expect(detail.description == "cause=jetsam method=\(AppCallback.performAction.slot) unused=nil")
    #expect(detail[.cause] as ProcessEnd? == .jetsam && detail[.method] == AppCallback.performAction)
    #expect(detail[.unused] as AppCallback? == nil && detail[.unused] == TraceDetail.Value.absent)
    // A list without the word, an unlisted value, and a missing field.
    #expect(detail[.cause] as MenuEnd? == nil)
    let others: TraceDetail = [.init(.cause, .integer(1)), .init(.method, .string("performAction"))]
    #expect(others[.cause] as ProcessEnd? == nil && others[.method] as AppCallback? == nil)
    #expect(others[.outcome] as BackgroundCompletion.Outcome? == nil)
  }

  @Test func detailWordsAreKnownToScripts() {
    func words<Word: TraceWord & CaseIterable>(_: Word.Type) -> String {
      Word.allCases.map(\.rawValue).joined(separator: " ")
    }
    #expect(words(ProcessEnd.self) == "user jetsam crash reboot languageChange update offload uninstall")
    #expect(words(MenuEnd.self) == "home launch lock reboot languageChange update offload uninstall folderRemoved")
    #expect(words(MenuObstacle.self) == "tooShort simulator no3DTouch editing noRows")
    #expect(words(DeliveryObstacle.self) == "quitByUser urlSchemeMissing linkDomainMissing linkDomainNotConfirmed")
    #expect(words(DisplayOutcome.self) == "connected disconnected mirrored otherRole")
    #expect(words(AlertOwner.Kind.self) == "app system")
    #expect(words(AppCrash.Code.self) == "0x8badf00d EXC_BREAKPOINT SIGKILL")
    #expect(words(BackgroundCompletion.Outcome.self) == "newData noData failed")
  }
}
