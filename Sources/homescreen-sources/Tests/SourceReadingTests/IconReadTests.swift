import AppSources
import Testing

/// The names that code compares the current icon's name with.
@Suite struct IconReadTests {
  private static let choice =
    "enum Choice: String, CaseIterable { case day = \"Day\", night = \"Night\"\nvar file: String? { switch self { case .day: return nil\ncase .night: return \"NightIcon\" } } }"

  /// The enumeration is on lines 1 to 3, and the body starts on line 6.
  private static func reads(_ body: String, enumeration: String = choice) -> [IconRead] {
    Project.document(
      "\(enumeration)\nclass Controller: UIViewController {\nfunc show(_ other: String) {\n\(body)\n}\n}"
    ).iconReads
  }

  @Test(arguments: [
    "row.value = UIApplication.shared.alternateIconName ?? Choice.day.rawValue",
    "let choice = Choice(rawValue: UIApplication.shared.alternateIconName ?? \"Day\")",
    "let name = UIApplication.shared.alternateIconName ?? \"Day\"\nshow(Choice(rawValue: name))",
    "let choice = Choice.allCases.first { $0.rawValue == UIApplication.shared.alternateIconName ?? \"Day\" }",
    "let name = UIApplication.shared.alternateIconName ?? \"Day\"\nfor choice in Choice.allCases { if name == choice.rawValue { mark(choice) } }",
  ])
  func nameOfThePrimaryIconIsFound(body: String) {
    let read = Self.reads(body).first
    #expect(read?.texts == [.literal("Day"), .literal("Night")], "\(body)")
    #expect(read?.primary == .literal("Day"), "\(body)")
    #expect(read?.isComplete == true, "\(body)")
    #expect(read?.place.line == 6)
    #expect(read?.function == "show(_:)")
  }

  @Test(
    arguments: [
      (
        "if let name = UIApplication.shared.alternateIconName, let a = Choice(rawValue: name) { f(a) }",
        ["Day", "Night"]
      ),
      ("let a = UIApplication.shared.alternateIconName.flatMap { Choice(rawValue: $0) }", ["Day", "Night"]),
      ("let a = UIApplication.shared.alternateIconName.flatMap(Choice.init)", ["Day", "Night"]),
      ("let a = UIApplication.shared.alternateIconName == \"A\"", ["A"]),
      (
        "let name = UIApplication.shared.alternateIconName\nif name == \"A\" { f() } else if \"B\" == name { g() }",
        ["A", "B"]
      ),
      (
        "switch UIApplication.shared.alternateIconName {\ncase \"A\", \"B\": f()\ncase nil: g()\ndefault: break\n}",
        ["A", "B"]
      ),
      ("let a = Choice.allCases.first { $0.file == UIApplication.shared.alternateIconName }", ["NightIcon"]),
    ] as [(String, [String])])
  func comparedNamesAreFound(body: String, texts: [String]) {
    let reads = Self.reads(body)
    #expect(reads.map(\.texts) == [texts.map { .literal($0) }], "\(body)")
    #expect(reads.allSatisfy { $0.isComplete && $0.primary == nil }, "\(body)")
  }

  @Test(arguments: [
    "let a = UIApplication.shared.alternateIconName == other",
    "let a = Elsewhere(rawValue: UIApplication.shared.alternateIconName!)",
    "let a: Choice? = UIApplication.shared.alternateIconName.flatMap { .init(rawValue: $0) }",
    "let a = list.first { $0.name == UIApplication.shared.alternateIconName }",
  ])
  func unknownNamesAreMarkedIncomplete(body: String) {
    #expect(Self.reads(body).map(\.isComplete) == [false], "\(body)")
    #expect(Self.reads(body).allSatisfy { $0.texts.allSatisfy { $0.literal == nil } }, "\(body)")
  }

  @Test(arguments: [
    "guard var name = UIApplication.shared.alternateIconName else { return }",
    "guard let old = UIApplication.shared.alternateIconName else { return }\nvar name = old",
  ])
  func changedNamesAreNotCompared(declaration: String) {
    let body = "\(declaration)\nname = name.lowercased()\nif let a = Choice(rawValue: name) { f(a) }"
    #expect(Self.reads(body).isEmpty)
  }

  @Test func customInitializersMakeReadsIncomplete() {
    let own = "enum Choice: String { case day, night\ninit?(rawValue: String) { self = .day }\n}"
    let reads = Self.reads("show(Choice(rawValue: UIApplication.shared.alternateIconName!))", enumeration: own)
    #expect(reads.map(\.isComplete) == [false])
  }

  @Test(arguments: [
    "Analytics.set(UIApplication.shared.alternateIconName)", "let a = UIApplication.shared.alternateIconName ?? other",
    "if UIApplication.shared.alternateIconName == nil { f() }", "let a = client.alternateIconName() == \"A\"",
    "let a = Choice(rawValue: other)", "// UIApplication.shared.alternateIconName == \"A\"",
    "let a = UIApplication.shared.alternateIconName.map { _ in list.first { $0 == \"A\" } }",
    "var name = UIApplication.shared.alternateIconName\nname = other\nlet a = name == \"A\"",
  ])
  func otherUsesAreNotReads(body: String) {
    #expect(Self.reads(body).isEmpty, "\(body)")
  }

  @Test func propertiesAndModifiersAreReadOnce() {
    let document = Project.document(
      """
      \(Self.choice)
      struct Picker: View {
        @State var chosen = UIApplication.shared.alternateIconName ?? Choice.day.rawValue
        var body: some View {
          List().onAppear { chosen = Choice(rawValue: UIApplication.shared.alternateIconName ?? "")?.rawValue ?? "" }
        }
      }
      """)
    #expect(document.iconReads.map(\.function) == ["chosen", "body"])
    #expect(document.iconReads.map(\.primary) == [.literal("Day"), .literal("")])
  }

  @Test func objectiveCIsReadToo() {
    let project = Project([
      "Icons.m": """
      @implementation Icons
      - (void)show {
        NSString *name = [[UIApplication sharedApplication] alternateIconName];
        if ([name isEqualToString:@"Night"]) { [self mark:1]; }
        if ([@"Day" isEqualToString:name]) { [self mark:2]; }
      }
      - (BOOL)isOther:(NSString *)other { return [UIApplication.sharedApplication.alternateIconName isEqual:other]; }
      @end
      """
    ])
    let reads = project.document().iconReads
    #expect(reads.map(\.texts) == [[.literal("Night"), .literal("Day")], [.computed("other")]])
    #expect(reads.map(\.isComplete) == [true, false])
    #expect(reads.map(\.place.line) == [3, 7])
  }
}
