import AppPackages
import PropertyLists
import Testing

@Test func iPadHasItsOwnName() throws {
  let plist = """
    { CFBundleIdentifier = "com.example.tools"; CFBundleName = Tools; "CFBundleDisplayName~ipad" = "Tools for iPad"; }
    """
  let tree = try MemoryTree(name: "Tools.app", files: [("Info.plist", Array(plist.utf8))])
  let package = try AppPackage(tree: tree)

  #expect(package.bundleIdentifier == "com.example.tools")
  #expect(package.displayName(for: .iPhone, languages: ["en"]) == "Tools")
  #expect(package.displayName(for: .iPad, languages: ["en"]) == "Tools for iPad")
  #expect(package.infoDictionary(for: .iPad)["CFBundleDisplayName"] == "Tools for iPad")
}
