import AppSources
import Testing

/// Listings as articles print them, and their fixed versions.
@Suite struct ListingTests {
  // MARK: A picker that reads the declared icons

  /// A page without line breaks and backquotes.
  private static let flat = """
    struct Icon: Identifiable { var id: String { image } let rank: Int let name: String? let image: String }
    extension View { func if(_ isOn: Bool, change: (Self) -> T) -> some View { if isOn { change(self) } else { self } } }
    """
  private static let lines = """
    struct Icon: Identifiable {
      var id: String { image }
      let rank: Int
      let name: String?
      let image: String
    }
    """
  private static let picker = """
    final class IconStore: ObservableObject {
      let icons: [Icon]
      @Published private(set) var current: Icon?
      init() {
        let shown = UIApplication.shared.alternateIconName
        icons = { Self.declared() }()
        current = icons.first { $0.name == shown }
      }
    }
    extension IconStore {
      @MainActor func choose(_ icon: Icon) async throws {
        do {
          try await UIApplication.shared.setAlternateIconName(icon.name)
          current = icon
        } catch { throw error }
      }
    }
    struct Chooser: View {
      @StateObject var store = IconStore()
      var body: some View {
        ForEach(store.icons) { icon in
          Button { Task { try await store.choose(icon) } } label: { Text(icon.image) }
        }
      }
    }
    """

  @Test func pickerOfDeclaredIconsIsRead() {
    let printed = Project.document("\(Self.flat)\n\(Self.picker)", iconNames: ["Dusk"])
    let fixed = Project.document("\(Self.lines)\n\(Self.picker)", iconNames: ["Dusk"])
    #expect(printed.unread.map(\.reason) == [.unparsed])
    #expect(fixed.unread.isEmpty)
    for document in [printed, fixed] {
      let change = document.iconChanges.first
      #expect(document.iconChanges.count == 1)
      #expect(change?.names == [.computed("icon.name")])
      #expect(change?.error == .used)
      #expect(change?.thread == .main)
      #expect(change?.storesEarly == nil)
      #expect(change?.versionTest == nil)
      #expect(document.iconReads.map(\.texts) == [[.computed("$0.name")]])
      #expect(document.iconReads.map(\.isComplete) == [false])
    }
    let silent = Self.picker.replacing("try await UIApplication", with: "try? await UIApplication")
    #expect(Project.document(silent).iconChanges.map(\.error) == [.ignored])
  }

  // MARK: A call without its function

  @Test func callOutsideAFunctionIsRead() {
    let printed = """
      UIApplication.shared.setAlternateIconName(iconName) { (error) in
        if let error = error { print("the icon stays as it is: \\(error)") }
      }
      """
    let loose = Project.document(printed).iconChanges
    #expect(loose.map(\.names) == [[.computed("iconName")]])
    #expect(loose.map(\.error) == [.used])
    let fixed = Project.document(
      "final class Icons {\nfunc change(to iconName: String?) {\n\(printed)\n}\nfunc dusk() { change(to: \"Dusk\") }\nfunc usual() { change(to: nil) }\n}",
      iconNames: ["Dusk"])
    #expect(fixed.iconChanges.map(\.names) == [[.literal("Dusk"), .null]])
    #expect(fixed.iconChanges.map(\.function) == ["change(to:)"])
    #expect(fixed.literals.map(\.nearness) == [.same])
  }

  // MARK: A call inside a version check

  @Test func callInsideConditionsIsRead() {
    let printed = """
      class Controller: UIViewController {
        @IBAction func weekend(_ sender: Any) {
          if #available(iOS 10.3, *) {
            guard UIApplication.shared.supportsAlternateIcons else { return }
            UIApplication.shared.setAlternateIconName("Weekend") { (error) in
              if error != nil { print(error ?? "failed") } else { print("changed") }
            }
          }
        }
        fileprivate func silence() {
          let old = class_getInstanceMethod(Controller.self, #selector(present(_:animated:completion:)))
          let new = class_getInstanceMethod(Controller.self, #selector(quiet_present(_:animated:completion:)))
          method_exchangeImplementations(old!, new!)
        }
        @objc fileprivate func quiet_present(_ other: UIViewController, animated: Bool, completion: (() -> Void)? = nil) {
          if other.isKind(of: UIAlertController.self) {
            let alert = other as? UIAlertController
            if alert?.title == nil && alert?.message == nil {
              return
            } else {
              quiet_present(other, animated: animated, completion: completion)
            }
          }
          quiet_present(other, animated: animated, completion: completion)
        }
      }
      """
    let document = Project.document(printed, iconNames: ["Sunday", "weekend"])
    let change = document.iconChanges.first
    #expect(document.iconChanges.map(\.names) == [[.literal("Weekend")]])
    #expect(change?.error == .used)
    #expect(change?.asksForSupport == true)
    #expect(change?.versionTest == nil)
    #expect(change?.isPrivate == false)
    #expect(document.overrides.isEmpty)
    #expect(document.literals.map(\.nearness) == [.letterCase])
    let fixed = Project.document(printed, iconNames: ["Sunday", "Weekend"])
    #expect(fixed.literals.map(\.nearness) == [.same])
    let hasty = printed.replacing("guard UIApplication.shared.supportsAlternateIcons else { return }", with: "")
    #expect(Project.document(hasty).iconChanges.first?.asksForSupport == false)
  }

  // MARK: Quick actions in Objective-C

  private static let present = """
      NSDictionary *details = item.userInfo;
      UIAlertController *alert = [UIAlertController alertControllerWithTitle:nil message:[item description] preferredStyle:UIAlertControllerStyleAlert];
      [alert addAction:[UIAlertAction actionWithTitle:@"Close" style:UIAlertActionStyleCancel handler:nil]];
      [[self.window rootViewController] presentViewController:alert animated:YES completion:nil];
    """

  private static func app(_ members: String) -> SourceDocument {
    Project([
      "AppDelegate.m":
        "@interface AppDelegate : UIResponder <UIApplicationDelegate>\n@end\n@implementation AppDelegate\n\(members)\n@end"
    ]).document()
  }

  private static func scene(_ members: String) -> SourceDocument {
    Project([
      "SceneDelegate.m":
        "@interface SceneDelegate : UIResponder <UIWindowSceneDelegate>\n@property (nonatomic, strong, nullable) UIApplicationShortcutItem *kept;\n@end\n@implementation SceneDelegate\n\(members)\n@end"
    ]).document()
  }

  /// Items that are made from those of the menu are not new.
  @Test(arguments: [
    ("var items = application.shortcutItems ?? []\nitems.append(new)\napplication.shortcutItems = items", "add a"),
    (
      "let items = application.shortcutItems ?? []\napplication.shortcutItems = items.filter { $0.type != \"a\" }",
      "remove"
    ),
    (
      "var items = application.shortcutItems ?? []\nitems = items.filter { $0.type != \"a\" }\napplication.shortcutItems = items",
      "remove"
    ),
    ("application.shortcutItems = [new]", "set a"), ("application.shortcutItems = load().filter { $0.isNew }", "set ?"),
    ("application.shortcutItems = (application.shortcutItems ?? []) + load()", "set ?"),
  ])
  func itemsOfTheMenuAreNotNew(body: String, told: String) {
    let document = Project.document(
      """
      class AppDelegate: UIResponder, UIApplicationDelegate {
        func applicationDidBecomeActive(_ application: UIApplication) {
          let new = UIApplicationShortcutItem(type: "a", localizedTitle: "A")
          \(body)
        }
      }
      """)
    let found = document.dynamicItems.map { change in
      ([change.change.rawValue] + change.items.compactMap(\.type.literal) + (change.isComplete ? [] : ["?"]))
        .joined(separator: " ")
    }
    #expect(found == [told], "\(body)")
  }

  @Test func itemsSetInCodeAreRead() {
    let document = Self.app(
      """
      - (BOOL)application:(UIApplication *)application didFinishLaunchingWithOptions:(NSDictionary *)launchOptions {
        UIApplicationShortcutIcon *icon = [UIApplicationShortcutIcon iconWithSystemImageName:@"folder"];
        UIApplicationShortcutItem *item = [[UIApplicationShortcutItem alloc] initWithType:@"Tools" localizedTitle:@"Tools" localizedSubtitle:@"All" icon:icon userInfo:@{@"a":@"b"}];
        application.shortcutItems = @[item];
        return YES;
      }
      - (void)applicationWillEnterForeground:(UIApplication *)application {
        UIApplicationShortcutItem *item = [[application shortcutItems] firstObject];
        UIMutableApplicationShortcutItem *other = [item mutableCopy];
        other.type = @"Tools2";
        application.shortcutItems = @[other];
      }
      - (IBAction)clear:(id)sender {
        UIApplication *application = [UIApplication sharedApplication];
        application.shortcutItems = nil;
      }
      """)
    #expect(document.dynamicItems.map(\.change) == [.set, .set, .clear])
    #expect(document.dynamicItems.first?.items.map(\.type) == [.literal("Tools")])
    #expect(document.dynamicItems.first?.isComplete == true)
    #expect(document.dynamicItems[1].isComplete == false)
    #expect(document.dynamicItems[1].methods == ["applicationWillEnterForeground"])
  }

  @Test func launchThatHandlesAndReturnsTrueIsReported() {
    func document(_ end: String) -> SourceDocument {
      Self.app(
        """
        - (BOOL)application:(UIApplication *)application didFinishLaunchingWithOptions:(NSDictionary *)launchOptions {
          NSLog(@"launched with %@", launchOptions);
          UIApplicationShortcutItem *item = launchOptions[UIApplicationLaunchOptionsShortcutItemKey];
          if (item) {
        \(Self.present)
        \(end)
          }
          return YES;
        }
        - (void)application:(UIApplication *)application performActionForShortcutItem:(UIApplicationShortcutItem *)item completionHandler:(void (^)(BOOL))completionHandler {
        \(Self.present)
          completionHandler(YES);
        }
        """)
    }
    let launch = "application_didFinishLaunchingWithOptions"
    let action = "application_performActionForShortcutItem_completionHandler"
    let printed = document("")
    let fixed = document("return NO;")
    #expect(printed.method(launch)?.returned?.kind == .yes)
    #expect(fixed.method(launch)?.returned?.kind == .noWhenGiven)
    for document in [printed, fixed] {
      #expect(document.actions(launch) == ["present none whenGiven", "pass shortcutItem whenGiven"])
      #expect(document.method(action)?.completion?.paths == .all)
      #expect(document.actions(action) == ["present none always", "handle shortcutItem always"])
    }
  }

  private static let connect =
    "- (void)scene:(UIScene *)scene willConnectToSession:(UISceneSession *)session options:(UISceneConnectionOptions *)options"

  /// The window is not visible yet, so the alert is not either.
  @Test func alertBeforeTheWindowIsVisibleIsReported() {
    let printed = Self.scene(
      "\(Self.connect) {\nUIApplicationShortcutItem *item = options.shortcutItem;\nif (item) {\n\(Self.present)\n}\n}")
    #expect(printed.actions(cold) == ["present none whenGiven", "pass shortcutItem whenGiven"])
    #expect(printed.method(cold)?.steps.contains(where: \.isLater) == false)
  }

  /// The check is inverted, so only launches without an item show an alert.
  @Test func invertedCheckOfAnItemIsReported() {
    func document(_ test: String) -> SourceDocument {
      Self.scene(
        """
        \(Self.connect) {
          UIApplicationShortcutItem *item = options.shortcutItem;
          if (\(test)) {
            dispatch_after(dispatch_time(DISPATCH_TIME_NOW, (int64_t)(0.25 * NSEC_PER_SEC)), dispatch_get_main_queue(), ^{
        \(Self.present)
            });
          }
        }
        """)
    }
    #expect(document("!item").actions(cold) == ["pass shortcutItem whenNotGiven"])
    #expect(document("item").actions(cold) == ["pass shortcutItem whenGiven"])
    #expect(document("item").method(cold)?.steps.filter { $0.action == .pass }.allSatisfy(\.isLater) == true)
  }

  @Test func itemStoredForLaterIsReported() {
    func document(_ end: String) -> SourceDocument {
      Self.scene(
        """
        \(Self.connect) {
          self.kept = options.shortcutItem;
        }
        - (void)sceneDidBecomeActive:(UIScene *)scene {
          if (self.kept) {
            UIApplicationShortcutItem *item = self.kept;
        \(Self.present)
          }
          \(end)
        }
        - (void)windowScene:(UIWindowScene *)windowScene performActionForShortcutItem:(UIApplicationShortcutItem *)item completionHandler:(void (^)(BOOL))completionHandler {
        \(Self.present)
          completionHandler(YES);
        }
        """)
    }
    let printed = document("self.kept = nil;")
    #expect(printed.actions(cold) == ["keep shortcutItem whenGiven"])
    #expect(printed.stores.map(\.identifier) == ["SceneDelegate.kept"])
    #expect(printed.stores.first?.clears.count == 1)
    #expect(printed.stores.first?.reads.map(\.methods) == [["sceneDidBecomeActive"]])
    #expect(printed.method(warm)?.completion?.paths == .all)
    #expect(document("").stores.first?.clears == [])
  }
}
