import AppSources
import Testing

/// The analysis of Objective-C apps.
@Suite struct ObjectiveCAnalysisTests {
  private static let performAction = "application_performActionForShortcutItem_completionHandler"
  private static let head =
    "- (void)application:(UIApplication *)app performActionForShortcutItem:(UIApplicationShortcutItem *)item completionHandler:(void (^)(BOOL))done"

  private func document(_ members: String, header: String = "", others: [String: String] = [:]) -> SourceDocument {
    Project(
      [
        "AppDelegate.h": "@interface AppDelegate : UIResponder <UIApplicationDelegate>\n\(header)\n@end",
        "AppDelegate.m": "#import \"AppDelegate.h\"\n@implementation AppDelegate\n\(members)\n@end",
        "main.m":
          "int main(int c, char **v) { return UIApplicationMain(c, v, nil, NSStringFromClass([AppDelegate class])); }",
      ].merging(others) { _, other in other }
    ).document()
  }

  @Test(arguments: [
    "contexts API_AVAILABLE(ios(13.0))", "contexts NS_AVAILABLE_IOS(13_0)", "contexts", "__unused contexts",
    "NS_VALID_UNTIL_END_OF_SCOPE contexts", "contexts __attribute__((unused))",
  ])
  func parameterNameMayPrecedeAnAttribute(parameter: String) {
    let scene = Project([
      "SceneDelegate.h": "@interface SceneDelegate : UIResponder <UIWindowSceneDelegate>\n@end",
      "SceneDelegate.m": """
      @implementation SceneDelegate
      - (void)scene:(UIScene *)scene openURLContexts:(NSSet<UIOpenURLContext *> *)\(parameter) {
        for (UIOpenURLContext *context in contexts) { [[Router shared] open:context.URL]; }
      }
      @end
      """,
    ])
    #expect(scene.document().actions("scene_openURLContexts") == ["pass url whenGiven"], "\(parameter)")
  }

  @Test func entryIsTheCallInMain() {
    let document = document("")
    #expect(document.entry?.kind == .mainFile)
    #expect(document.entry?.appDelegate == "AppDelegate")
    #expect(document.unread.isEmpty)
    #expect(document.fileCount == 3)
  }

  @Test(arguments: [
    ("done(YES);", CompletionUse.Paths.all),
    ("[self open:item];", .none),
    ("if ([item.type isEqualToString:@\"a\"]) { done(YES); }", .some),
    ("if (a) { done(YES); return; } done(NO);", .all),
    ("if (a) { done(YES); } done(NO);", .twice),
    ("switch (a) { case 1: done(YES); break; default: done(NO); }", .all),
    ("switch (a) { case 1: done(YES); default: done(NO); }", .twice),
    ("switch (a) { case 1: done(YES); }", .some),
    ("dispatch_async(dispatch_get_main_queue(), ^{ done(YES); });", .all),
    ("if (done) { done(YES); }", .all),
    ("[[Router shared] route:item done:done];", .passedOn),
    ("@try { f(); } @finally { done(YES); }", .all),
    ("STRANGE(item) weird done;", .passedOn),
  ])
  func completionHandlerIsFollowed(body: String, paths: CompletionUse.Paths) {
    let document = document(
      "\(Self.head) { \(body) }\n- (void)open:(UIApplicationShortcutItem *)item { f(item.type); }")
    #expect(document.method(Self.performAction)?.completion?.paths == paths)
  }

  @Test func storedItemIsHandled() {
    let document = document(
      """
      - (BOOL)application:(UIApplication *)app didFinishLaunchingWithOptions:(NSDictionary *)options {
        UIApplicationShortcutItem *item = options[UIApplicationLaunchOptionsShortcutItemKey];
        if (item) { self.saved = item; return NO; }
        return YES;
      }
      - (void)applicationDidBecomeActive:(UIApplication *)app {
        if ([self saved]) { [self open:[self saved]]; self.saved = nil; }
      }
      - (void)open:(UIApplicationShortcutItem *)item {
        if ([item.type isEqualToString:kType]) { [self search]; }
      }
      - (void)search { f(); }
      """,
      header: "@property (nonatomic, strong) UIApplicationShortcutItem *saved;",
      others: ["Types.h": "#define kType @\"com.x.find\""])
    let launch = document.method("application_didFinishLaunchingWithOptions")
    #expect(launch?.returned?.kind == .noWhenGiven)
    #expect(launch?.steps.contains { $0.action == .keep && $0.store == "AppDelegate.saved" } == true)
    let active = document.method("applicationDidBecomeActive")
    #expect(active?.steps.map(\.action).contains(.handleKept) == true)
    let texts = active?.steps.compactMap(\.comparison).flatMap(\.texts).map(\.text)
    #expect(texts == [.literal("com.x.find")])
    #expect(document.stores.map(\.identifier) == ["AppDelegate.saved"])
    #expect(document.stores.first?.clears.map(\.line) == [9])
    #expect(document.stores.first?.reads.map(\.methods) == [["applicationDidBecomeActive"]])
  }

  /// `isFileURL` compares the scheme, as in Swift.
  @Test func filesAreTold() {
    let document = document(
      """
      - (BOOL)application:(UIApplication *)app openURL:(NSURL *)url options:(NSDictionary *)options {
        if (url && [url isFileURL]) { [self load]; } else { NSLog(@"%@", url); }
        return NO;
      }
      - (void)load { f(); }
      """)
    let steps = document.method("application_openURL_options")?.steps.filter { $0.action == .handle } ?? []
    #expect(steps.flatMap { $0.comparison?.texts ?? [] }.map(\.text) == [.literal("file")])
    #expect(steps.allSatisfy { $0.comparison?.isComplete == true })
  }

  private static let launch = """
    - (BOOL)application:(UIApplication *)app didFinishLaunchingWithOptions:(NSDictionary *)options {
      UIApplicationShortcutItem *item = [options objectForKey:UIApplicationLaunchOptionsShortcutItemKey];
    """

  /// A method that only says whether it got an action decides what the launch method returns.
  @Test(arguments: [
    ("return ![self take:item];", "if (item == nil) { return taken; }\ntaken = YES;", ReturnedValue.Kind.noWhenGiven),
    ("bool took = [self take:item];\nreturn !took;", "if (!item) { return NO; }\ntaken = YES;", .noWhenGiven),
    ("return ![self take:item];", "if (isOpen) { return taken; }\ntaken = YES;", .computed),
    ("return ![self take:item];", "if ([item.type isEqualToString:@\"a\"]) { taken = YES; }", .computed),
    ("return [self take:item];", "if (item == nil) { return taken; }\ntaken = YES;", .computed),
  ])
  func valueOfTheOwnMethodIsReturned(end: String, body: String, kind: ReturnedValue.Kind) {
    let document = document(
      """
      \(Self.launch) \(end)
      }
      - (BOOL)take:(UIApplicationShortcutItem *)item {
        BOOL taken = NO;
        \(body)
        [self show:item.type];
        return taken;
      }
      """)
    #expect(document.method("application_didFinishLaunchingWithOptions")?.returned?.kind == kind, "\(end) \(body)")
  }

  /// UIKit shows an alert, whatever shows it; other code that was not read may do anything.
  @Test(arguments: [
    ("app.keyWindow.rootViewController presentViewController:alert animated:YES completion:nil", "handle"),
    (
      "alert addAction:[UIAlertAction actionWithTitle:item.type style:0 handler:nil]];\n"
        + "[self presentViewController:alert animated:YES completion:nil", "handle"
    ),
    ("Router.shared show:alert animated:YES", "pass"),
  ])
  func shownControllerIsHandled(call: String, action: String) {
    let document = document(
      """
      \(Self.head) {
        UIAlertController *alert = [UIAlertController alertControllerWithTitle:item.localizedTitle message:@"" preferredStyle:1];
        [\(call)];
      }
      """)
    let actions = document.actions(Self.performAction).filter { $0.contains("shortcutItem") }
    #expect(actions == ["\(action) shortcutItem always"])
  }

  /// The branch that only logs has the line of its own comparison.
  @Test func branchThatOnlyLogsIsKnown() throws {
    let document = document(
      """
      \(Self.head) {
        if ([item.type isEqualToString:@"a"]) { [self.tabs show]; }
        if ([item.type isEqualToString:@"b"]) { NSLog(@"b"); }
      }
      """)
    let step = try #require(document.method(Self.performAction)?.steps.first { $0.action == .handle })
    #expect(step.comparison?.texts.map(\.text) == [.literal("a")])
    #expect(step.comparison?.idle.map(\.text) == [.literal("b")])
    #expect(step.comparison?.idle.map(\.place.line) == [(step.comparison?.texts.first?.place.line ?? 0) + 1])
  }

  /// A method that sets actions sets none if nothing calls it; a selector may.
  @Test(arguments: [
    ("", "addActions", 0), ("[self addActions];", "addActions", 1), ("", "viewDidLoad", 1),
    ("[self run:@selector(addActions)];", "addActions", 1), ("[self run:@\"addActions\"];", "addActions", 1),
  ])
  func actionsOfUnusedMethodsAreNotSet(call: String, name: String, count: Int) {
    let document = document(
      """
      - (void)applicationDidBecomeActive:(UIApplication *)app { \(call) }
      - (void)\(name) { [UIApplication sharedApplication].shortcutItems = @[[self make]]; }
      """)
    #expect(document.dynamicItems.count == count, "\(call)")
  }

  @Test func iconsAreFollowed() throws {
    let document = document(
      """
      static NSString * const kDark = @"Dark";
      - (void)change {
        NSString *name = nil;
        if (a) { name = kDark; }
        [[UIApplication sharedApplication] setAlternateIconName:name completionHandler:nil];
      }
      """)
    let change = try #require(document.iconChanges.first)
    #expect(change.names == [.null, .literal("Dark")])
    #expect(change.error == .noHandler)
    #expect(change.place.line == 7)
  }

  @Test func nearMissesAreFound() {
    let members = Self.head.replacing("performActionForShortcutItem", with: "performActionForShortcutItems") + " {}"
    let written = "application:performActionForShortcutItems:completionHandler:"
    let near = document(members).handlers.flatMap(\.nearMisses)
    #expect(near.map(\.written) == [written])
    #expect(near.map(\.meant) == [Self.performAction])
    let own = "@protocol Own\n\(Self.head.replacing("ShortcutItem:", with: "ShortcutItems:"));\n@end"
    #expect(document(members, others: ["Own.h": own]).handlers.flatMap(\.nearMisses).isEmpty)
  }
}
