import AppPackages
import PropertyLists
import TestSupport
import Testing

/// Opening an `.xcworkspace`.
@Suite struct WorkspaceTests {
  private let folder = TemporaryFolder()

  private func write(_ name: String, _ path: String, _ settings: PropertyListDictionary = [:]) {
    var project = ProjectMaker()
    project.name = name
    for entry in settings.entries { project.targetSettings[entry.key] = entry.node.value }
    folder.write("\(path)/\(name).xcodeproj/project.pbxproj", project.projectFile)
    folder.write("\(path)/App/Info.plist", xml("<dict/>"))
  }

  private func workspace(_ content: String, _ path: String = "Repo/Paint.xcworkspace") {
    folder.write(
      "\(path)/contents.xcworkspacedata",
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- by hand -->\n<Workspace\n   version = \"1.0\">\n\(content)\n</Workspace>\n"
    )
  }

  private func package(_ path: String = "Repo/Paint.xcworkspace") throws -> AppPackage {
    try AppPackage(contentsOf: "\(folder.path)/\(path)")
  }

  private func failure(_ path: String = "Repo/Paint.xcworkspace") -> AppPackageError? {
    do throws(AppPackageError) {
      _ = try AppPackage(contentsOf: "\(folder.path)/\(path)")
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: [
    #"<FileRef location="group:app/Paint.xcodeproj"></FileRef>"#,
    #"<FileRef location="container:app/Paint.xcodeproj"/>"#,
    #"<Group location="container:app" name="Apps"><FileRef location='group:Paint.xcodeproj'/></Group>"#,
    #"<Group location="group:app"><Group location="container:" name="x &amp; y"><FileRef location="group:app/Paint.xcodeproj"/></Group></Group>"#,
    #"<Group location="group:app/deep"><FileRef location="group:../Paint.xcodeproj"/></Group>"#,
  ])
  func projectIsFoundByItsLocation(_ content: String) throws {
    write("Paint", "Repo/app")
    workspace(content)
    for path in [
      "Repo/Paint.xcworkspace", "Repo/Paint.xcworkspace/", "Repo/Paint.xcworkspace/contents.xcworkspacedata",
    ] {
      #expect(try package(path).infoPlistFile == "Repo/app/App/Info.plist", "\(path)")
    }
  }

  @Test func appIsChosenAmongTheProjectsOfAWorkspace() throws {
    write("Tool", "Repo/tool", ["SDKROOT": "macosx"])
    write("Extra", "Repo/extra")
    write("Paint", "Repo/app")
    workspace(
      """
      <FileRef location="group:tool/Tool.xcodeproj"/><FileRef location="group:extra/Extra.xcodeproj"/>
      <FileRef location="group:app/Paint.xcodeproj"/><FileRef location="group:README.md"/>
      """)
    let package = try package()
    #expect(package.name == "Paint")
    #expect(
      package.warnings.first?.message == "2 projects here have apps for iPhone or iPad; using app/Paint.xcodeproj")
  }

  @Test func workspaceInsideAProjectMeansTheProject() throws {
    write("Paint", "Repo")
    workspace(#"<FileRef location="self:"/>"#, "Repo/Paint.xcodeproj/project.xcworkspace")
    #expect(try package("Repo/Paint.xcodeproj/project.xcworkspace").infoPlistFile == "Repo/App/Info.plist")
  }

  @Test func projectsNextToTheWorkspaceFolderAreReadInOneCheckout() throws {
    write("Paint", "Repo/app")
    workspace(#"<FileRef location="group:../app/Paint.xcodeproj"/>"#, "Repo/all/Paint.xcworkspace")
    #expect(
      failure("Repo/all/Paint.xcworkspace")?.message
        == "projects of the workspace are outside of all and are not read: ../app/Paint.xcodeproj")
    folder.makeFolder("Repo/.git")
    let package = try package("Repo/all/Paint.xcworkspace")
    #expect(package.infoPlistFile == "Repo/app/App/Info.plist")
    #expect(
      package.warnings.first?.message
        == "paths of the project are outside of all: the files in Repo were read, too")
    // A folder with only the workspace means the workspace.
    #expect(try self.package("Repo/all").infoPlistFile == "Repo/app/App/Info.plist")
  }

  @Test func ungeneratedProjectsAreReported() {
    workspace(#"<FileRef location="group:App.xcodeproj"/><FileRef location="group:Pods/Pods.xcodeproj"/>"#)
    folder.write("Repo/project.yml", "name: App")
    let error = failure()
    #expect(error?.message == "projects of the workspace are missing: App.xcodeproj and Pods/Pods.xcodeproj")
    #expect(error?.hint == "run `xcodegen generate`, then open the .xcodeproj that it writes")
    workspace("")
    #expect(failure()?.message == "the workspace names no project")
    write("Tool", "Repo/tool", ["SDKROOT": "macosx"])
    workspace(#"<FileRef location="group:tool/Tool.xcodeproj"/>"#)
    #expect(
      failure()?.message
        == "no project of the workspace has an app for iPhone or iPad: tool/Tool.xcodeproj: “Tool” (macOS)")
    workspace(#"<FileRef location="group:tool/Tool.xcodeproj"/><FileRef location="group:Pods/Pods.xcodeproj"/>"#)
    #expect(failure()?.kind == .noTarget)
  }

  @Test(arguments: [
    (#"<FileRef location="group:A.xcodeproj>"#, 5, "the value of location is never closed"),
    ("<Group><FileRef", 6, "<FileRef> contains something that is not an attribute"),
    ("</Group>", 5, "</Group> closes nothing"),
    ("<Group location=group:a></Group>", 5, "the value of location has no quotes"),
    ("< a>", 5, "“<” is not followed by the name of an element"),
    ("<Group>", 6, "</Workspace> closes nothing"), ("<!-- never ends", 5, "this comment is never closed"),
    ("<FileRef location/>", 5, "<FileRef> contains something that is not an attribute"),
  ])
  func damageIsReportedWithItsLocation(_ content: String, _ line: Int, _ message: String) {
    workspace(content)
    let error = failure()
    #expect(error?.kind == .badProject)
    #expect(error?.message == message)
    #expect(error?.location.file == "Repo/Paint.xcworkspace/contents.xcworkspacedata")
    #expect(error?.location.line == line)
  }

  @Test func hostileWorkspacesAreReadInBoundedTime() {
    workspace(String(repeating: "<Group location=\"group:a\">", count: 30_000))
    #expect(failure()?.message == "elements are nested more than 64 levels deep")
    workspace((0..<20_000).map { "<FileRef location=\"group:p\($0).xcodeproj\"/>" }.joined())
    #expect(failure()?.message.hasPrefix("projects of the workspace are missing: p0.xcodeproj, ") == true)
    workspace(String(repeating: " ", count: 2 * 1024 * 1024))
    #expect(failure()?.message == "the file has more than 1048576 bytes")
    // A workspace that refers to itself, and paths to anywhere.
    workspace(
      """
      <FileRef location="group:Paint.xcworkspace"/><FileRef location="self:Paint.xcworkspace"/>
      <FileRef location="absolute:/etc/x.xcodeproj"/><FileRef location="developer:x.xcodeproj"/>
      <FileRef location="group:../../../../x.xcodeproj"/><FileRef location="x.xcodeproj"/><FileRef/>
      """)
    #expect(failure()?.kind == .outsideOfProject)
  }
}
