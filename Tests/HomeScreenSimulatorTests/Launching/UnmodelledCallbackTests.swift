import HomeScreenSimulator
import Testing

/// Methods of UIKit that are not modelled.
@Suite struct UnmodelledCallbackTests {
  @Test func unmodelledCallbacksAreNotModelled() {
    for callback in UnmodelledCallback.all {
      #expect(AppCallback(rawValue: callback.slot) == nil, "\(callback)")
      #expect(!AppCallback.allCases.contains { $0.selector == callback.selector }, "\(callback)")
    }
    #expect(Set(UnmodelledCallback.all.map(\.slot)).count == UnmodelledCallback.all.count)
  }

  @Test func unmodelledSlotsAreWrittenLikeModelledOnes() {
    let names = Dictionary(uniqueKeysWithValues: UnmodelledCallback.all.map { ($0.selector, $0.slot) })
    #expect(names["viewWillLayoutSubviews"] == "viewWillLayoutSubviews")
    #expect(names["applicationDidReceiveMemoryWarning:"] == "applicationDidReceiveMemoryWarning")
    #expect(names["application:handlerForIntent:"] == "application_handlerForIntent")
  }
}
