import AppSources
import SourceReading
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Unreadable files are reported, and the rest is read.
@Suite struct TroubleTests {
  private static let good = "class SceneDelegate: UIResponder, UIWindowSceneDelegate {\n\(warmHead) { done(true) }\n}"

  private static func reasons(_ project: Project) -> [UnreadSource.Reason] {
    project.add("Good.swift", good)
    let document = project.document()
    #expect(document.handlers.map(\.name) == ["SceneDelegate"])
    return document.unread.map(\.reason)
  }

  @Test func missingFilesAreReported() {
    let project = Project()
    project.ask("Missing.swift")
    #expect(Self.reasons(project) == [.unreadable])
  }

  @Test func linksOutOfTheProjectAreNotFollowed() {
    let project = Project()
    symlink("/etc/passwd", "\(project.path)/Out.swift")
    project.ask("Out.swift")
    project.ask("../../etc/passwd")
    #expect(Self.reasons(project) == [.outside, .outside])
  }

  @Test func versionControlFilesAreNotRead() {
    let project = Project()
    mkdir("\(project.path)/_darcs", 0o700)
    project.add("_darcs/Config.swift", Self.good)
    symlink("_darcs/Config.swift", "\(project.path)/Link.swift")
    project.ask("Link.swift")
    #expect(Self.reasons(project) == [.outside, .outside])
  }

  @Test func foldersAndPipesAreNotFiles() {
    let project = Project()
    mkdir("\(project.path)/Folder.swift", 0o700)
    mkfifo("\(project.path)/Pipe.swift", 0o600)
    project.ask("Folder.swift")
    project.ask("Pipe.swift")
    #expect(Self.reasons(project) == [.unreadable, .unreadable])
  }

  @Test(arguments: ["(", "[", "{", "{ (", "if a {"])
  func deepBracketsAreReported(bracket: String) {
    let project = Project()
    project.add("Deep.swift", "let a = " + String(repeating: bracket, count: 100_000))
    #expect(Self.reasons(project) == [.tooDeep])
  }

  /// Brackets and quotation marks in raw texts do not nest.
  @Test func rawTextsNestNothing() {
    let project = Project()
    let raw = String(repeating: "let a = #\"[\\\"(\"#\nlet b = ##\"\"\"\n{ \"#\n\"\"\"##\n", count: 1_000)
    project.add("Raw.swift", raw)
    #expect(Self.reasons(project).isEmpty)
  }

  /// Chains without brackets nest just as deeply.
  @Test(arguments: [
    "let a = b" + String(repeating: ".c()", count: 20_000), "let a = " + String(repeating: "!", count: 20_000) + "b",
    "func f() { if a {} " + String(repeating: "else if a {} ", count: 20_000) + "}",
    "let a = " + String(repeating: "b + ", count: 20_000) + "b",
    "let a = " + String(repeating: "b ? c : ", count: 20_000) + "d",
  ])
  func longChainsAreRead(text: String) {
    let project = Project()
    project.add("Long.swift", text)
    #expect(Set(Self.reasons(project)).isSubset(of: [.tooDeep, .unparsed]))
  }

  /// UTF-16 and UTF-32 with byte order marks, and Latin-1.
  @Test(arguments: ["Little16", "Big16", "Little32", "Big32", "Latin"])
  func otherEncodingsAreRead(encoding: String) {
    let text = "// ä ö\nclass Other: UIResponder, UIWindowSceneDelegate {\n/* ü */ \(warmHead) { done(true) }\n}"
    func wide(_ units: [UInt32], _ size: Int, _ isLittle: Bool) -> [UInt8] {
      units.flatMap { unit in
        let bytes = (0..<size).map { UInt8(truncatingIfNeeded: unit >> (8 * $0)) }
        return isLittle ? bytes : bytes.reversed()
      }
    }
    let isLittle = encoding.hasPrefix("Little")
    let bytes: [UInt8] =
      if encoding == "Latin" {
        text.unicodeScalars.map { UInt8($0.value) }
      } else if encoding.hasSuffix("16") {
        wide([0xFEFF] + text.utf16.map { UInt32($0) }, 2, isLittle)
      } else {
        wide([0xFEFF] + text.unicodeScalars.map(\.value), 4, isLittle)
      }
    let project = Project()
    project.add("Other.swift", bytes)
    let document = project.document()
    #expect(document.unread.isEmpty)
    let method = document.method(warm)
    #expect(method?.place == SourcePlace(file: "Other.swift", line: 3, column: 9))
    #expect(method?.completion?.paths == .all)
  }

  @Test func binaryFilesAreReported() {
    let project = Project()
    project.add("Picture.swift", [0x89, 0x50, 0x00, 0xFF, 0x0A, 0x00])
    project.add("Half.swift", [0xFF, 0xFE, 0x61])
    #expect(Self.reasons(project).contains(.notUTF8))
  }

  @Test func syntaxErrorsAreReportedAndTheRestIsRead() {
    let project = Project([
      "Broken.swift": "struct A { func b( }\n\n)))\nclass Broken: UIResponder, UIWindowSceneDelegate {}"
    ])
    project.add("Good.swift", Self.good)
    let document = project.document()
    #expect(document.unread.map(\.reason) == [.unparsed])
    #expect(document.handlers.contains { $0.name == "SceneDelegate" })
  }

  @Test func hugeFilesAreReported() {
    let project = Project()
    project.add("Huge.swift", [UInt8](repeating: UInt8(ascii: " "), count: 10 << 20))
    #expect(Self.reasons(project) == [.tooLarge])
  }

  @Test func emptyAndUnusualFilesAreRead() {
    let project = Project()
    project.add("Empty.swift", "")
    project.add("Mark.swift", [0xEF, 0xBB, 0xBF] + Array("let a = 1".utf8))
    project.add("Lines.swift", "let a = 1\r\nlet b = 2\r")
    project.add("Zero.swift", [0])
    #expect(Set(Self.reasons(project)).isSubset(of: [.unparsed]))
  }

  @Test func missingFolderHasNoDocument() {
    #expect(SourceReader.document(for: SourceRequest(root: "/nowhere/at/all", files: [])) == nil)
  }

  @Test func columnsCountUnicodeCharacters() {
    let document = Project.document("/* äö */ class SceneDelegate: UIWindowSceneDelegate { /* 😀 */ \(warmHead) {} }")
    #expect(document.method(warm)?.place.column == 63)
  }
}
