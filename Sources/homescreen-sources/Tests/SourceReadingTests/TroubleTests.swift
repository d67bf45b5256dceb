import AppSources
import SourceReading
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Files that cannot be read are named, and the rest is read.
@Suite struct TroubleTests {
  private static let good = "class SceneDelegate: UIResponder, UIWindowSceneDelegate {\n\(warmHead) { done(true) }\n}"

  private static func reasons(_ project: Project) -> [UnreadSource.Reason] {
    project.add("Good.swift", good)
    let document = project.document()
    #expect(document.handlers.map(\.name) == ["SceneDelegate"])
    return document.unread.map(\.reason)
  }

  @Test func aMissingFileIsNamed() {
    let project = Project()
    project.ask("Missing.swift")
    #expect(Self.reasons(project) == [.unreadable])
  }

  @Test func aLinkOutOfTheProjectIsNotFollowed() {
    let project = Project()
    symlink("/etc/passwd", "\(project.path)/Out.swift")
    project.ask("Out.swift")
    project.ask("../../etc/passwd")
    #expect(Self.reasons(project) == [.outside, .outside])
  }

  @Test func foldersAndPipesAreNoFiles() {
    let project = Project()
    mkdir("\(project.path)/Folder.swift", 0o700)
    mkfifo("\(project.path)/Pipe.swift", 0o600)
    project.ask("Folder.swift")
    project.ask("Pipe.swift")
    #expect(Self.reasons(project) == [.unreadable, .unreadable])
  }

  @Test(arguments: ["(", "[", "{", "{ (", "if a {"])
  func deepBracketsAreNamed(bracket: String) {
    let project = Project()
    project.add("Deep.swift", "let a = " + String(repeating: bracket, count: 100_000))
    #expect(Self.reasons(project) == [.tooDeep])
  }

  /// These are no brackets, and lead as deep.
  @Test(arguments: [
    "let a = b" + String(repeating: ".c()", count: 20_000), "let a = " + String(repeating: "!", count: 20_000) + "b",
    "func f() { if a {} " + String(repeating: "else if a {} ", count: 20_000) + "}",
    "let a = " + String(repeating: "b + ", count: 20_000) + "b",
    "let a = " + String(repeating: "b ? c : ", count: 20_000) + "d",
  ])
  func longChainsDoNoHarm(text: String) {
    let project = Project()
    project.add("Long.swift", text)
    #expect(Set(Self.reasons(project)).isSubset(of: [.tooDeep, .unparsed]))
  }

  @Test func otherEncodingsAreNamed() {
    let project = Project()
    project.add("Latin.swift", Array("let a = \"".utf8) + [0xE4] + Array("\"".utf8))
    project.add("Wide.swift", [0xFF, 0xFE, 0x61, 0x00])
    #expect(Self.reasons(project) == [.notUTF8, .notUTF8])
  }

  @Test func whatDoesNotParseIsNamedAndTheRestIsRead() {
    let project = Project([
      "Broken.swift": "struct A { func b( }\n\n)))\nclass Broken: UIResponder, UIWindowSceneDelegate {}"
    ])
    project.add("Good.swift", Self.good)
    let document = project.document()
    #expect(document.unread.map(\.reason) == [.unparsed])
    #expect(document.handlers.contains { $0.name == "SceneDelegate" })
  }

  @Test func aHugeFileIsNamed() {
    let project = Project()
    project.add("Huge.swift", [UInt8](repeating: UInt8(ascii: " "), count: 10 << 20))
    #expect(Self.reasons(project) == [.tooLarge])
  }

  @Test func emptyFilesAndStrangeOnesAreRead() {
    let project = Project()
    project.add("Empty.swift", "")
    project.add("Mark.swift", [0xEF, 0xBB, 0xBF] + Array("let a = 1".utf8))
    project.add("Lines.swift", "let a = 1\r\nlet b = 2\r")
    project.add("Zero.swift", [0])
    #expect(Set(Self.reasons(project)).isSubset(of: [.unparsed]))
  }

  @Test func aMissingFolderHasNoDocument() {
    #expect(SourceReader.document(for: SourceRequest(root: "/nowhere/at/all", files: [])) == nil)
  }

  @Test func columnsCountCharactersOfUnicode() {
    let document = Project.document("/* äö */ class SceneDelegate: UIWindowSceneDelegate { /* 😀 */ \(warmHead) {} }")
    #expect(document.method(warm)?.place.column == 63)
  }
}
