import AppSources
import HomeScreenSimulator
import Testing

/// The source reader and the simulator use the same method names.
@Suite struct DelegateSlotTests {
  @Test func tablesNameTheSameMethods() {
    #expect(Set(DelegateSlot.allCases.map(\.rawValue)) == Set(AppCallback.allCases.map(\.rawValue)))
  }

  @Test(arguments: DelegateSlot.allCases) func rowsAgree(slot: DelegateSlot) throws {
    let callback = try #require(AppCallback(rawValue: slot.rawValue))
    #expect(slot.isOfScene == (callback.receiver == .sceneDelegate))
    #expect(slot.contents == callback.arguments.map(Self.content))
  }

  private static func content(of argument: AppCallback.Argument) -> DelegateSlot.Content {
    switch argument {
    case .launchOptions: .launchOptions
    case .connectionOptions: .connectionOptions
    case .shortcutItem: .event(.shortcutItem)
    case .url: .event(.url)
    case .urlContexts: .events(.url)
    case .userActivity: .event(.userActivity)
    case .userInfo, .notificationResponse: .event(.notification)
    case .actionCompletion, .fetchCompletion, .completion: .completion
    case .application, .session, .discardedSessions, .openURLOptions, .activityType, .restorationHandler,
      .notificationCenter, .coder, .scene, .windowScene, .intent:
      .plain
    }
  }

  @Test func callbacksHaveTheNamesOfTheReader() {
    #expect(AppCallback.sceneContinueUserActivity.swiftName == "scene(_:continue:)")
    #expect(AppCallback.performFetch.selector == "application:performFetchWithCompletionHandler:")
  }

  @Test func asyncFormsHaveNoCompletionHandler() {
    #expect(DelegateSlot.windowScenePerformAction.asyncName == "windowScene(_:performActionFor:)")
    #expect(DelegateSlot.performFetch.asyncName == nil)
    #expect(DelegateSlot.sceneWillConnect.asyncName == nil)
  }
}
