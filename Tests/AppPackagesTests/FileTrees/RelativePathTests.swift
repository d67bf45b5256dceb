import AppPackages
import Platform
import Testing

/// The path of a file relative to a folder.
@Suite struct RelativePathTests {
  @Test(arguments: [
    ("app.lua", "", "app.lua"), ("a/app.lua", "a", "app.lua"), ("a/app.lua", "b", "../a/app.lua"),
    ("app.lua", "a/b/", "../../app.lua"), ("./a/../app.lua", ".", "app.lua"), ("../app.lua", "", "/app.lua"),
    ("/project/app.lua", "tests", "../app.lua"), ("/other/app.lua", "", "/other/app.lua"),
    ("app.lua", "/other", "/project/app.lua"), ("a", "a", "."), ("../../../../x", "", "/x"),
    ("e\u{301}/app.lua", "é", "../e\u{301}/app.lua"),
  ])
  func pathsAreRelativeToTheFolder(path: String, folder: String, relative: String) {
    #expect(FileTreePath.relative(path, from: folder, workingFolder: "/project") == relative)
  }

  @Test func rootIsAFolder() {
    #expect(FileTreePath.relative("a/app.lua", from: "", workingFolder: "/") == "a/app.lua")
    #expect(FileTreePath.relative("/a/app.lua", from: "/", workingFolder: "/project") == "a/app.lua")
  }
}
