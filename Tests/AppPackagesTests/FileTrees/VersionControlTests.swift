import AppPackages
import Platform
import TestSupport
import Testing

/// Version control folders, by all names that a disk accepts for them.
@Suite struct VersionControlTests {
  private let folder = TemporaryFolder()

  @Test(arguments: [
    ".git", ".GIT", ".Git.", ".git ", ".git . ", ".git:x", ".git::$INDEX_ALLOCATION", ".g\u{200C}it", "\u{FEFF}.git",
    ".\u{17F}vn", ".hg", ".jj", ".bzr", "CVS", "cvs", "_darcs", ".pijul", "git~1", "GIT~1", "HG~1", "SVN~4", "JJ~10",
    "GI7D29~1", "sv00ff~2", ".g\u{131}t",
  ])
  func versionControlNamesAreKnown(name: String) { #expect(VersionControl.owns(name[...])) }

  @Test(arguments: [
    "", ".", "..", "git", "github", ".github", ".gitignore", ".gitlab", "git~", "git~x", "xgit~1", "gi7d2~1", "x.git",
    "CVSApp", "c", "svn", ".g", "Kasten", "\u{17F}vn", ".g it",
  ])
  func otherNamesAreOrdinary(name: String) { #expect(!VersionControl.owns(name[...])) }

  @Test func treeHidesVersionControl() throws {
    folder.write(".git/config", "secret")
    folder.write("sub/.svn/x", "secret")
    folder.write("CVS/Info.plist", "an app of that name")
    folder.write(".github/x", "open")
    folder.link("link", to: ".git")
    folder.link("near", to: ".github")
    let tree = try FolderTree(folder.path)
    #expect(try tree.entries(in: "").map(\.name) == [".github", "CVS", "link", "near", "sub"])
    for path in [
      ".git/config", ".GIT/config", "link/config", "sub/.svn/x", ".git", "GIT~1/config", "sub/../.git/config",
    ] {
      #expect(throws: FileTreeError.self, "\(path)") { try tree.read(path) }
      #expect(tree.kind(of: path) == nil, "\(path)")
    }
    #expect(throws: FileTreeError.self) { try tree.entries(in: "link") }
    #expect(try tree.read("near/x") == Array("open".utf8) && tree.kind(of: "CVS/Info.plist") == .file)
    #expect(FileTreeWalk(tree).files.map(\.path) == [".github/x", "CVS/Info.plist", "near/x"])
  }

  /// The start of a checkout is visible, so that wider checkouts are found.
  @Test func onlyTheLocationOfVersionControlIsVisible() throws {
    folder.write(".git/config", "secret")
    let root = try #require(RealPath.of(folder.path))
    let machine = ConfinedMachine(over: RealMachine(), folders: [root])
    #expect(machine.exists("\(root)/.git") && !machine.exists("\(root)/.git/config"))
    for body in [
      { _ = try machine.read("\(root)/.git/config", .prefix(9)) }, { _ = try machine.open("\(root)/.git/config") },
      { _ = try machine.entries(in: "\(root)/.git", maximum: 9) },
    ] as [() throws -> Void] {
      #expect(throws: MachineRefusal.versionControl) { try body() }
    }
    CurrentMachine.$value.withValue(machine) { #expect(VersionControl.root(of: root) == root) }
    // Opening such a folder makes it readable.
    let opened = ConfinedMachine(over: RealMachine(), folders: ["\(root)/.git"])
    #expect(try opened.read("\(root)/.git/config", .prefix(9)).bytes == Array("secret".utf8))
  }
}
