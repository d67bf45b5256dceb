import PropertyLists
import Testing

/// Saving old-style lists and `.strings` files.
@Suite struct OpenStepSavingTests {
  static let project = """
    // !$*UTF8*$!
    {
    \tarchiveVersion = 1;
    \tclasses = {
    \t};
    \tobjects = {
    \t\tA1 /* Foo.m in Sources */ = {isa = PBXBuildFile; fileRef = B1 /* Foo.m */; };
    \t\tC1 /* Sources */ = {
    \t\t\tisa = PBXSourcesBuildPhase;
    \t\t\tfiles = (
    \t\t\t\tA1 /* Foo.m in Sources */,
    \t\t\t\tA2 /* Bar.m in Sources */,
    \t\t\t);
    \t\t};
    \t};
    \tname = "App Icon"; // shown
    }

    """

  private func difference(_ change: (inout PropertyListDictionary) -> Void) throws -> [String] {
    XMLSavingTests.difference(Self.project, try XMLSavingTests.edited(Self.project, change))
  }

  @Test func unchangedListKeepsItsBytes() throws {
    #expect(try XMLSavingTests.edited(Self.project) { _ in } == Self.project)
  }

  @Test func valuesChangeInPlace() throws {
    #expect(
      try difference { $0["name"] = "New" } == ["+\tname = \"New\"; // shown", "-\tname = \"App Icon\"; // shown"])
    #expect(
      try difference { $0["archiveVersion"] = "a b" } == ["+\tarchiveVersion = \"a b\";", "-\tarchiveVersion = 1;"])
    #expect(try difference { $0["added"] = "x" } == ["+\tadded = x;"])
    #expect(
      try difference { $0["classes"] = ["a": ["b"]] } == ["+\t\t\tb,", "+\t\t);", "+\t\ta = ("])
  }

  @Test func arraysKeepTheirCommas() throws {
    func files(_ files: PropertyListValue) throws -> [String] {
      try difference { dictionary in
        dictionary.update("objects") { objects in
          var inner = objects.dictionary ?? [:]
          inner["C1"] = ["isa": "PBXSourcesBuildPhase", "files": files]
          objects = .dictionary(inner)
        }
      }
    }
    #expect(try files(["A1"]) == ["-\t\t\t\tA2 /* Bar.m in Sources */,"])
    #expect(try files(["A1", "A2", "A3"]) == ["+\t\t\t\tA3,"])
    #expect(try files(["A0", "A1", "A2"]) == ["+\t\t\t\tA0,"])
    #expect(
      try files(["A1", "A9"]) == ["+\t\t\t\tA9 /* Bar.m in Sources */,", "-\t\t\t\tA2 /* Bar.m in Sources */,"])
  }

  @Test(arguments: [
    ("(a, b)", ["a", "b", "c"], "(a, b, c)"), ("(a, b)", ["a"], "(a)"), ("(a, b)", ["b"], "( b)"),
    ("(a, b)", [], "()"), ("(a, b,)", ["a", "b", "c"], "(a, b, c,)"), ("()", ["a"], "(\n\ta,\n)"),
    ("(a)", ["x", "a"], "( x,a)"), ("(a /* one */)", ["a", "b"], "(a /* one */, b)"),
    ("(a // one\n)", ["a", "b"], "(a, // one\n\tb\n)"), ("(\n  a\n)", ["a", "b"], "(\n  a,\n  b\n)"),
  ])
  func shortArraysStayOnOneLine(_ old: String, _ elements: [String], _ new: String) throws {
    var list = try parse(old)
    list.root = .array(of: elements.map { .string($0) })
    let text = String(decoding: try list.serialised(), as: UTF8.self)
    #expect(try parse(text).root == list.root)
    #expect(text == new)
  }

  @Test func stringsFilesAreSaved() throws {
    let text = "/* Name */\n\"CFBundleName\" = \"Paint\";\n\n/* Short */\nshort;\n"
    func edited(_ change: (inout PropertyListDictionary) -> Void) throws -> String {
      try XMLSavingTests.edited(text, change)
    }
    #expect(try edited { $0["CFBundleName"] = "画\"板\n" } == text.replacing("Paint", with: "画\\\"板\\n"))
    #expect(try edited { $0["short"] = "long" } == text.replacing("short;", with: "short = long;"))
    #expect(try edited { $0["new"] = "x" } == text + "\"new\" = \"x\";\n")
    #expect(try edited { $0["CFBundleName"] = nil } == "/* Name */\n\n/* Short */\nshort;\n")
    #expect(try edited { $0 = [:] } == "/* Name */\n\n/* Short */\n")
    #expect(try XMLSavingTests.edited("a = b;") { $0 = [:] } == "/* No strings. */\n")
    #expect(try XMLSavingTests.edited("/* none */") { $0["a"] = "b" } == "/* none */\n\"a\" = \"b\";\n")
    #expect(try XMLSavingTests.edited("a = b;") { $0["c"] = "d" } == "a = b;\n\"c\" = \"d\";")
  }

  @Test func escapesSurviveARoundTrip() throws {
    var list = try parse("{a = b;}")
    let all = String(String.UnicodeScalarView((0..<0x180).compactMap { Unicode.Scalar($0) })) + "漢😀\u{2028}"
    list.root = [all: .string(all)]
    #expect(try PropertyList.parse(list.serialised(), file: "x").root == list.root)
  }
}
