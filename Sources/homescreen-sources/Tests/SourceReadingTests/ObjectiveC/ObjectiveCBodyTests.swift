import Testing

@testable import SourceReading

/// Statements of Objective-C, translated.
@Suite struct ObjectiveCBodyTests {
  @Test(arguments: [
    ("[a setName:b handler:c];", "a.setName(b, handler: c)"),
    ("[[a b] c:[d e:f, g, nil]];", "a.b().c(d.e(f, g, nil))"),
    ("x = a.b->c[0](d);", "x = a.b.c[0](d)"),
    ("[a b:^{ c(); } d:^BOOL(id e, NSError *f) { return NO; }];", "a.b({  in c() }, d: { e, f in return false })"),
    ("void (^done)(BOOL) = ^(BOOL ok) { if (ok) return; };", "let done: (BOOL) -> void = { ok in if ok { return } }"),
    ("id a = @[@1, @(b), @YES, @{@\"c\": d}];", "let a: id = [1, b, true, [\"c\": d]]"),
    ("f(@\"a\" @\"\\n\\u00e9\\x41\" \"b\");", "f(\"a\né\u{41}b\")"),
    ("a = b ? c : d ?: e;", "a = (b ? c : (d ?? e))"),
    ("a += b * c + d << 1;", "a += (((b * c) + d) << 1)"),
    ("((Foo *)a).b = (int)c;", "(a as Foo).b = c"),
    ("[self performSelector:@selector(a:b:)];", "self.perform(#selector(a:b:))"),
    ("p(({ int a = 1; a; }));", "p(({ let a: int = 1; a }))"),
    ("[NSArray<Foo *> new];", "NSArray()"),
    ("[x ?: y a];", "(x ?? y).a()"),
    ("[a default:b class:c];", "a.default(b, class: c)"),
    ("auto f = [=, &b](int c) { d(c); };", "let f:  = { c in d(c) }"),
    ("d = @{ @\"a\": @ROW_HEIGHT };", "d = [\"a\": ROW_HEIGHT]"),
    ("t = Localized(@\"k\", comment: @\"c\");", "t = Localized(\"k\", comment: \"c\")"),
    ("p = A_B + dir + A_B C_D;", "p = ((A_B + dir) + (A_B + C_D))"),
    ("[a b:@\"x\" HOST_NAME c:D_E F_G:h];", "a.b((\"x\" + HOST_NAME), c: D_E, F_G: h)"),
    ("f(static_cast<const Foo *>(x)->y(), n);", "f(x.y(), n)"),
    ("std::vector<int> v; v.push_back(a::b(1));", "var v: std::vector<int>\nv.push_back(a.b(1))"),
  ])
  func expressionsAreRead(code: String, expected: String) {
    #expect(Outline.body(code) == expected)
  }

  /// Constructs of C and C++ that only have to end where the compiler ends them.
  @Test(arguments: [
    "enum class Level : unsigned { A, B, };", "__attribute__((__unused__)) BOOL ok;", "use((buffer){ .width = 1 });",
    "new (place) Foo(1); ::new (place) Foo(2);", "foo->~Foo();", "return !operator==(other);", "c = L'\\0';",
    "[operator length]; use(operator);", "void (API_CALL *hook)(int);", "[a b:class];",
  ])
  func constructIsReadCompletely(code: String) {
    let text = "@implementation A\n- (void)m {\n\(code)\nafter();\n}\n- (void)n {}\n@end"
    let facts = ObjectiveCReader.facts(of: Array(text.utf8))
    #expect(facts.troubles.isEmpty)
    #expect(facts.types[0].functions.map(\.name) == ["m", "n"])
    #expect(facts.types[0].functions[0].body.map(Outline.text)?.hasSuffix("after()") == true)
  }

  @Test(arguments: [
    ("if (a) b(); else if (c) { d(); } else e();", "if a { b() } else { if c { d() } else { e() } }"),
    ("if (a && b || c) {}", "if ((a && b) || c) {  }"),
    ("if (a && !b) {}", "if a, !b {  }"),
    ("if (@available(iOS 13.0, *)) { a(); }", "if available iOS 13.0, * { a() }"),
    ("while (a) b();", "loop   a { b() }"),
    ("do { a(); } while (b);", "loop once   b { a() }"),
    ("do { a(); } while (0);", "do { a() }"),
    ("for (int i = 0; i < 2; i++) a(i);", "var i: int = 0\nloop   (i < 2) { a(i); ++i }"),
    ("for (Foo *x in [a b]) { c(x); }", "loop x a.b()  { c(x) }"),
    ("switch (a) { case 1: case 2: b(); break; default: c(); }", "switch a { 1, 2: b(); end | default: c() }"),
    ("switch (a) { case X: { b(); } case Y: c(); }", "switch a { X: do { b() }; through | Y: c() | default:  }"),
    (
      "@try { a(); } @catch (NSException *e) { b(); } @finally { c(); }",
      "do { defer { c() }; do { a() } catch e { b() } }"
    ),
    ("@autoreleasepool { a(); } @synchronized (b) { c(); }", "do { a() }\ndo { c() }"),
    ("goto end; end: a();", "unknown\na()"),
    ("@throw e; throw f;", "throw e\nthrow f"),
    ("FOREACH(a, b) { c(); }", "FOREACH(a, b)\nloop    { c() }"),
    ("int a = 1, *b; return;", "let a: int = 1\nvar b: int\nreturn"),
  ])
  func statementsAreRead(code: String, expected: String) {
    #expect(Outline.body(code) == expected)
  }

  /// A test of an object compares with nil; a test of a number does not.
  @Test func pointerTestComparesWithNil() {
    let code = "Foo *a = f(); BOOL b = g(); if (a) {} if (!a) {} if (b) {} if ((a = h())) {}"
    #expect(
      Outline.body(code) == """
        var a: Foo = f()
        let b: BOOL = g()
        if (a != nil) {  }
        if (a == nil) {  }
        if b {  }
        if (a = h() != nil) {  }
        """)
  }

  @Test(arguments: [
    ("[[UIApplication sharedApplication] setShortcutItems:a];", "UIApplication.shared.shortcutItems = a"),
    ("UIApplication.sharedApplication.shortcutItems = nil;", "UIApplication.shared.shortcutItems = nil"),
    ("a = launchOptions[UIApplicationLaunchOptionsShortcutItemKey];", "a = launchOptions[.shortcutItem]"),
    ("a = [o objectForKey:UIApplicationLaunchOptionsURLKey];", "a = o[.url]"),
    ("dispatch_async(dispatch_get_main_queue(), ^{ a(); });", "DispatchQueue.main.async({  in a() })"),
    ("dispatch_after(t, dispatch_get_main_queue(), ^{});", "DispatchQueue.main.asyncAfter(deadline: t, {  in  })"),
    ("[[A alloc] initWithType:@\"t\" localizedTitle:@\"l\"];", "A(type: \"t\", localizedTitle: \"l\")"),
    ("[[A alloc] init]; [A new];", "A()\nA()"),
    ("b = [item.type isEqualToString:@\"x\"];", "b = (item.type == \"x\")"),
    ("c.delegateClass = [Scene class];", "c.delegateClass = Scene.self"),
    (
      "s = [NSString stringWithFormat:@\"%@.a\", [[NSBundle mainBundle] bundleIdentifier]];",
      "s = \"\\(Bundle.main.bundleIdentifier).a\""
    ),
    (
      "[[NSUserDefaults standardUserDefaults] setObject:a forKey:@\"k\"];",
      "UserDefaults.standard.set(a, forKey: \"k\")"
    ),
    ("[self presentViewController:a animated:YES completion:nil];", "self.present(a, animated: true, completion: nil)"),
    ("n = UIApplicationDidBecomeActiveNotification;", "n = UIApplication.didBecomeActiveNotification"),
    ("a = [NSNull null]; b = [c copy];", "a = nil\nb = c"),
  ])
  func systemNamesAreSpelledAsInSwift(code: String, expected: String) {
    #expect(Outline.body(code) == expected)
  }

  @Test func instanceVariablesMapToTheirProperties() {
    #expect(Outline.body("_saved = a; self->_saved = b; _f(c);") == "self.saved = a\nself.saved = b\nself.f(c)")
    #expect(Outline.body("int _a = 1; _a = 2;") == "var _a: int = 1\n_a = 2")
    let synthesized = "@implementation B\n@synthesize window = win_;\n- (void)m { win_ = nil; }\n@end"
    let facts = ObjectiveCReader.facts(of: Array(synthesized.utf8))
    #expect(facts.types[0].functions[0].body.map(Outline.text) == "self.window = nil")
  }

  @Test func weakSelfIsSelf() {
    let code =
      "__weak typeof(self) weakSelf = self; f(^{ __strong __typeof(weakSelf) me = weakSelf; [me a]; weakSelf.b = c; });"
    #expect(Outline.body(code) == "f({  in self.a(); self.b = c })")
  }

  @Test func settersInTheFileAreCalled() {
    let setter =
      "@implementation B\n- (void)setA:(id)a { _a = a; }\n- (void)m { self.a = x; [self setA:y]; [self setB:z]; }\n@end"
    let functions = ObjectiveCReader.facts(of: Array(setter.utf8)).types[0].functions
    #expect(functions.map { $0.body.map(Outline.text) } == ["self.a = a", "self.setA(x)\nself.setA(y)\nself.b = z"])
  }

  // MARK: #if

  @Test func bothBranchesAreRead() {
    #expect(
      Outline.body("#if A\na();\n#elif B\nb();\n#else\nc();\n#endif\nd();") == """
        #if A { a() } #if !A && B { b() } #if !A && !B { c() } complete
        d()
        """)
    #expect(Outline.body("#ifndef A\na();\n#endif") == "#if !A { a() }")
    #expect(Outline.body("#ifdef A\n#else\na();\n#endif") == "#if !A { a() } #if  {  } complete")
  }

  @Test func disabledCodeIsNotRead() {
    #expect(Outline.body("#if 0\nisn't code(\n#else\na();\n#endif") == "a()")
    #expect(Outline.body("#if 1\na();\n#else\nb();\n#endif") == "a()")
  }

  /// Two branches that open the same brace are alternatives: the code after them runs in both cases.
  @Test func branchesThatShareABraceAreReadOnce() {
    #expect(Outline.body("#if A\nif (a) {\n#else\nif (b) {\n#endif\nc(); }\nd();") == "if a { c() }\nd()")
    #expect(Outline.body("#if A\nif (a) {\n#endif\nc();\n#if A\n}\n#endif\nd();") == "if a { c() }\nd()")
  }
}
