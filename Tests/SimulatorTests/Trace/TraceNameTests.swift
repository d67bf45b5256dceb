import Simulator
import Testing

/// The words of the trace are what scripts, plugins and reports read: none may change unseen.
@Suite("Names of events and of their details")
struct TraceNameTests {
  @Test("each has its kind and its word")
  func words() {
    let expected: [(TraceEventName, TraceEventKind, String)] = [
      (.callback(.sceneDidBecomeActive), .callback, "sceneDidBecomeActive"), (.log, .log, "line"),
      (.alert(.shown), .alert, "shown"), (.menu(.notOpened), .menu, "notOpened"), (.icon(.stored), .icon, "stored"),
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

  @Test("no two of a kind share a word")
  func unique() {
    var words: [String] = TraceEventName.PresentationEvent.allCases.map(\.rawValue)
    words += ViewMethod.allCases.map(\.rawValue) + RootViewMethod.allCases.map(\.rawValue)
    #expect(Set(words).count == words.count)
    #expect(TraceDetail.Key.allCases.allSatisfy { !$0.rawValue.contains("=") && !$0.rawValue.contains(" ") })
  }

  @Test("a field is found by its key, and an absent one is no missing one")
  func fields() {
    let detail: TraceDetail = [.init(.name, .absent), .init(.code, .integer(4)), .init(.on, .boolean(false))]
    #expect(detail[.name] == .absent && detail[.code] == .integer(4) && detail[.cause] == nil)
    #expect(detail.description == "name=nil code=4 on=false")
    #expect(TraceDetail.text("name=x")[.name] == nil && TraceDetail.none[.name] == nil)
  }
}
