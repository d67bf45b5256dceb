import Testing

@testable import SourceReading

/// Classes, methods, functions and constants of Objective-C, translated.
@Suite struct ObjectiveCDeclarationTests {
  private func facts(_ code: String) -> SourceFacts { ObjectiveCReader.facts(of: Array(code.utf8)) }

  @Test func classHasItsSuperclassAndProtocols() {
    let types = facts(
      """
      @class Foo; @protocol Bar;
      @interface A : UIResponder <UIApplicationDelegate, B>
      @end
      @interface G<__covariant T> : NSObject
      @end
      @interface A () <C>
      @end
      @implementation A (D)
      @end
      @protocol P <Q>
      - (void)m;
      @end
      """
    ).types
    #expect(types.map(\.name) == ["A", "G", "A", "A", "P"])
    #expect(types.map(\.inherits) == [["UIResponder", "UIApplicationDelegate", "B"], ["NSObject"], ["C"], [], ["Q"]])
    #expect(types.map(\.kind) == [.class, .class, .category, .category, .protocol])
    #expect(types.map(\.category) == [nil, nil, "", "D", nil])
    #expect(types.map(\.isInterface) == [true, true, true, false, true])
  }

  @Test func methodsHaveSelectorsAndParameters() throws {
    let code = """
      @implementation A
      - (BOOL)application:(UIApplication *)app didFinishLaunchingWithOptions:(NSDictionary<K, id> * _Nullable)options {
        return YES;
      }
      + (void)load {}
      - (instancetype)initWithType:(NSString *)type count:(NSUInteger)count { return self; }
      - (void)a:(void (^)(BOOL))done __attribute__((unused)) { done(YES); }
      - (void)b:(__unused id)x :(int)y { }
      @end
      """
    let functions = facts(code).types[0].functions
    #expect(
      functions.map(\.selector) == [
        "application:didFinishLaunchingWithOptions:", "load", "initWithType:count:", "a:", "b::",
      ])
    #expect(
      functions.map(\.written) == [
        "application(_:didFinishLaunchingWithOptions:)", "load()", "init(type:count:)", "a(_:)", "b(_::)",
      ])
    #expect(functions[0].parameters.map(\.name) == ["app", "options"])
    #expect(functions[0].parameters.map(\.type) == ["UIApplication", "NSDictionary<K, id>"])
    #expect(functions[3].parameters.map(\.type) == ["(BOOL) -> void"])
    #expect(functions.map(\.isStatic) == [false, true, false, false, false])
    #expect(functions.map(\.result) == ["BOOL", nil, "instancetype", nil, nil])
    let lines = facts(code).lines
    #expect(functions.map { lines.position(of: $0.offset).line } == [2, 5, 6, 7, 8])
    #expect(lines.position(of: functions[0].end).line == 4)
  }

  /// React Native declares methods with macros.
  @Test func macrosCanBeMethods() {
    let type = facts(
      """
      @implementation A
      RCT_EXPORT_MODULE();
      RCT_EXPORT_METHOD(set:(NSArray *) items done:(RCTResponseSenderBlock)done)
      { f(items); }
      RCT_REMAP_METHOD(change, name:(NSString *)name resolver:(RCTPromiseResolveBlock)resolve) { g(); }
      - (void)m {}
      @end
      """
    ).types[0]
    #expect(type.attributes == ["RCT_EXPORT_MODULE"])
    #expect(type.functions.map(\.selector) == ["set:done:", "name:resolver:", "m"])
    #expect(type.functions.map(\.attributes) == [["RCT_EXPORT_METHOD"], ["RCT_REMAP_METHOD"], []])
  }

  @Test func propertiesAndVariablesAreFound() {
    let types = facts(
      """
      @interface A ()
      @property (nonatomic, copy, nullable) void (^done)(BOOL);
      @property (class, readonly) A *shared;
      @property IBOutlet UIView *a, *b;
      @end
      @implementation A { NSString *_name; id<B> other; @public int x; }
      @end
      """
    ).types
    #expect(types[0].properties.map(\.name) == ["done", "shared", "a", "b"])
    #expect(types[0].properties.map(\.isStatic) == [false, true, false, false])
    #expect(types[0].properties.map(\.type) == ["(BOOL) -> void", "A", "UIView", "UIView"])
    #expect(types[1].properties.map(\.name) == ["name", "other", "x"])
  }

  @Test func constantsAreFound() {
    let globals = facts(
      """
      #define TYPE @"com.x." \\
        @"a"
      #define MAX(a, b) ((a) > (b))
      #define GUARD
      static NSString * const kA = @"a", *kB = @"b";
      NSString *const kC = @"c";
      static NSString *kD = @"d";
      static UIApplicationShortcutItem *pending;
      extern NSString * const kE;
      typedef NS_ENUM(NSInteger, F) { FA, FB = 1 };
      struct S { int a; };
      """
    ).globals
    #expect(globals.map(\.name) == ["TYPE", "kA", "kB", "kC", "kD", "pending"])
    #expect(globals.map { $0.value.map(Outline.text) } == ["\"com.x.a\"", "\"a\"", "\"b\"", "\"c\"", "\"d\"", nil])
    #expect(globals.map(\.isLet) == [true, true, true, true, true, false])
  }

  @Test func cFunctionsAreFound() {
    let facts = facts(
      """
      #import <UIKit/UIKit.h>
      FOUNDATION_EXPORT void declared(int a);
      NS_INLINE NSDictionary *f(UIApplicationShortcutItem *item, void (^done)(BOOL)) { return nil; }
      extern "C" { static int g(void) { return 1; } }
      namespace n { class C : public B { public: void h() const { i(); } C(int a) : b(a) { j(); } }; }
      int main(int argc, char * argv[]) {
        @autoreleasepool { return UIApplicationMain(argc, argv, nil, NSStringFromClass([AppDelegate class])); }
      }
      """)
    #expect(facts.functions.map(\.name) == ["f", "g", "h", "C", "main"])
    #expect(facts.functions[0].parameters.map(\.name) == ["item", "done"])
    #expect(facts.functions[0].parameters.map(\.type) == ["UIApplicationShortcutItem", "(BOOL) -> void"])
    #expect(facts.functions[1].parameters.isEmpty)
    #expect(
      facts.functions.last?.body.map(Outline.text)
        == "do { return UIApplicationMain(argc, argv, nil, NSStringFromClass(AppDelegate.self)) }")
  }

  @Test func conditionsAreNoted() {
    let types = facts(
      """
      #ifndef A_H
      #define A_H
      @implementation A
      #if DEBUG
      - (void)a {}
      #else
      - (void)b {}
      #endif
      #if X
      - (void)c:(int)x
      #else
      - (void)c:(long)x
      #endif
      { d(); }
      @end
      #endif
      """
    ).types
    #expect(types.map(\.condition) == [nil])
    #expect(types[0].functions.map(\.selector) == ["a", "b", "c:"])
    #expect(types[0].functions.map(\.condition) == ["DEBUG", "!DEBUG", nil])
  }
}
