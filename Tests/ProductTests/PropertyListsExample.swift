import PropertyLists
import Testing

@Test func editKeepsTheRestOfTheFile() throws {
  let text = """
    <plist version="1.0">
    <dict>
      <!-- Shown under the icon. -->
      <key>CFBundleDisplayName</key>
      <string>Tools</string>
    </dict>
    </plist>

    """
  var list = try PropertyList.parse(Array(text.utf8), file: "Info.plist")
  var info = try #require(list.root.dictionary)
  #expect(info.keyLocation(for: "CFBundleDisplayName")?.description == "Info.plist:4:3")

  info["CFBundleDisplayName"] = "Tool Box"
  list.root = .dictionary(info)
  let saved = String(decoding: try list.serialised(), as: UTF8.self)
  #expect(saved == text.replacing("Tools", with: "Tool Box"))
}
