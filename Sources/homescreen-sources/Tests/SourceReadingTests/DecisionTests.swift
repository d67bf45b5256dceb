import AppSources
import Testing

/// Code that does something under a condition on the event, or that does nothing with it.
@Suite struct DecisionTests {
  /// Getting the object that a class shares, to log with it, does nothing with the event.
  @Test(arguments: [
    ("[[Store sharedStore] note:item];", true), ("[[Store sharedStore] open:item];", nil),
    ("[[Store makeStore] note:item];", nil),
  ])
  func sharedObjectThatOnlyLogsDoesNothing(body: String, isIdle: Bool?) {
    let text = """
      @implementation Store
      + (instancetype)sharedStore { static id one = nil; dispatch_once(&p, ^{ one = [[self alloc] init]; }); return one; }
      + (instancetype)makeStore { [Counter add]; return [[self alloc] init]; }
      - (void)note:(UIApplicationShortcutItem *)item { NSLog(@"%@", item); }
      - (void)open:(UIApplicationShortcutItem *)item { [self.router go]; }
      @end
      @interface AppDelegate : UIResponder <UIApplicationDelegate>
      @end
      @implementation AppDelegate
      - (void)application:(UIApplication *)app performActionForShortcutItem:(UIApplicationShortcutItem *)item \
      completionHandler:(void (^)(BOOL))completionHandler { \(body) }
      @end
      """
    let method = Project(["AppDelegate.m": text]).document()
      .method("application_performActionForShortcutItem_completionHandler")
    #expect(method?.isIdle == isIdle && method?.steps.isEmpty == isIdle ?? false, "\(body): \(method?.steps ?? [])")
  }
}
