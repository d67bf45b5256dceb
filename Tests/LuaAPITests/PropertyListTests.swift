import LuaAPI
import LuaEngine
import TestSupport
import Testing

/// Property lists in scripts: loaded, edited and saved.
@Suite struct PropertyListTests {
  let folder = TemporaryFolder()
  let test: TestSession

  static let flat = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">
    <dict>
    \t<!-- Bundle display name -->
    \t<key>CFBundleDisplayName</key>
    \t<string>iconChange</string>
    \t<key>CFBundleIdentifier</key>
    \t<string>com.example.iconchange</string>
    \t<key>CFBundleIcons</key>
    \t<dict>
    \t\t<key>CFBundleAlternateIcons</key>
    \t\t<dict>
    \t\t\t<key>CFBundleIconFiles</key>
    \t\t\t<array>
    \t\t\t\t<string>newicon</string>
    \t\t\t</array>
    \t\t\t<key>UIPrerenderedIcon</key>
    \t\t\t<false/>
    \t\t</dict>
    \t</dict>
    \t<key>UIDeviceFamily</key>
    \t<array>
    \t\t<integer>1</integer>
    \t</array>
    </dict>
    </plist>

    """

  init() throws {
    test = try TestSession(at: .folder(folder.path))
    folder.write("Info.plist", Self.flat)
  }

  /// ICON-034.
  @Test func flatShapeIsFixedAndSaved() throws {
    try test.run(
      """
      local function change(package)
        local device = Device { os = "10.3" }
        local app = device:install(package)
        device:launch(app)
        local code = 0
        app:run(function()
          UIApplication.shared:setAlternateIconName("newicon", function(err) code = err and err.code or 0 end)
        end)
        if device.alert then device.alert:tap "OK" end
        return code
      end
      local function package() return AppPackage { plist = plist.load "Info.plist", files = {
        ["newicon@2x.png"] = { 120, 120 }, ["newicon@3x.png"] = { 180, 180 } } } end
      assert.equal(4, change(package()))

      local info = plist.load "Info.plist"
      local icons = info.CFBundleIcons
      icons.CFBundleAlternateIcons = { newicon = icons.CFBundleAlternateIcons }
      info:save()

      assert.equal(0, change(package()))
      """)
    let saved = try #require(folder.read("Info.plist"))
    let (old, new) = (Self.flat.split(separator: "\n"), saved.split(separator: "\n"))
    let start = try #require(old.firstIndex { $0.hasSuffix("<key>CFBundleIconFiles</key>") })
    let end = try #require(old.firstIndex { $0.hasSuffix("<false/>") })
    #expect(new[..<start] == old[..<start])
    #expect(new.suffix(old.count - end - 1) == old[(end + 1)...])
    #expect(new.count == old.count + 3)
    #expect(
      Array(new[start...(start + 2)]) == [
        "\t\t\t<key>newicon</key>", "\t\t\t<dict>", "\t\t\t\t<key>CFBundleIconFiles</key>",
      ])
    #expect(folder.names == ["Info.plist"])
  }

  @Test func viewsAreLive() throws {
    try test.run(
      """
      local info = plist.load "Info.plist"
      assert.equal("xml", info.format)
      assert.equal(4, #info)
      local keys = {}
      for key in pairs(info) do keys[#keys + 1] = key end
      assert.same({ "CFBundleDisplayName", "CFBundleIdentifier", "CFBundleIcons", "UIDeviceFamily" }, keys)
      info.UIDeviceFamily[2] = 2
      assert.equal(2, #info.UIDeviceFamily)
      local file, line, column = info:where("UIDeviceFamily", 1)
      assert.is_true(file:match "Info.plist$" ~= nil)
      assert.equal(24, line)
      assert.equal(3, column)
      assert.is_nil(info:where("UIDeviceFamily", 2))
      -- What is around an edit keeps its place.
      assert.equal(23, select(2, info:where("UIDeviceFamily")))
      assert.equal(5, info.format and #{ info:get("CFBundleIcons", "no", "way"), 1, 2, 3, 4 })
      info.empty, info.list = {}, plist.array {}
      info.nested = { list = plist.array { "a" } }
      info:save "out.plist"
      local again = plist.load "out.plist"
      assert.equal("plist.empty: dictionary {}", tostring(again.empty))
      assert.equal("plist.list: array {}", tostring(again.list))
      assert.equal("a", again.nested.list[1])
      """)
  }

  @Test func dataAndDatesAreExact() throws {
    try test.run(
      """
      local list = plist.parse "{}"
      local bytes = {}
      for byte = 0, 255 do bytes[#bytes + 1] = string.char(byte) end
      local all = table.concat(bytes)
      list.data, list.date, list.ascii = { data = all }, { date = "2017-03-27T09:15:00Z" }, { data = "plain" }
      for _, format in ipairs { "xml", "binary" } do
        list:save("out.plist", { format = format })
        local again = plist.load "out.plist"
        assert.equal(format, again.format)
        assert.is_true(again.data.data == all)
        assert.equal("plain", again.ascii.data)
        assert.equal("2017-03-27T09:15:00Z", again.date.date)
        again.copy = again.data
        again:save()
        assert.is_true(plist.load "out.plist".copy.data == all)
      end
      """)
    #expect(
      test.error("plist.parse('{}').text = '\\xff'")?.message.contains("plist.text: this string is not valid UTF-8")
        == true)
  }

  @Test func archiveUIDSurvivesARoundTrip() throws {
    try test.run(
      """
      local list = plist.parse "{}"
      list.root = { ["CF$UID"] = 7 }
      list:save("out.plist", { format = "binary" })
      assert.equal(7, plist.load "out.plist".root["CF$UID"])
      """)
    #expect(test.error("plist.load 'out.plist':save('out.plist', { format = 'xml' })")?.code == "plist-write")
  }

  /// ICON-102, ICON-169.
  @Test func bothNamesOfAKeyFindIt() throws {
    try test.run(
      """
      local info = plist.load "Info.plist"
      local value, key = info:find "Bundle display name"
      assert.equal("iconChange", value)
      assert.equal("CFBundleDisplayName", key)
      local icons, key = info:find "Icon files (iOS 5)"
      assert.equal("CFBundleIcons", key)
      assert.equal(info.CFBundleIcons, icons)
      assert.equal(icons, (info:find "CFBundleIcons"))
      local alternates = icons:find "CFBundleAlternateIcons"
      assert.equal("newicon", alternates:find "Icon files"[1])
      assert.is_nil((info:find "Icon name"))
      assert.is_nil((info.UIDeviceFamily:find "Icon name"))
      """)
  }

  /// ICON-168.
  @Test(arguments: [
    "CFBundleDisplayName", "Bundle display name",
  ]) func addingAKeyUnderItsOtherNameIsAnError(_ name: String) throws {
    let error = try #require(test.error("plist.load 'Info.plist':add('\(name)', 'New')"))
    #expect(
      error.message
        == "The key you entered is already present in the dictionary.do you want to replace the existing key/value pair?"
    )
    #expect(error.code == "key-present")
    #expect(error.failure?.fact == "ICON-168")
    #expect(error.failure?.hint?.contains("CFBundleDisplayName") == true)
    try test.run(
      """
      local info = plist.load "Info.plist"
      info:add("\(name)", "New", { replace = true })
      assert.equal("New", info.CFBundleDisplayName)
      assert.equal(4, #info)
      info:add("Bundle version", "7")
      assert.equal("7", info.CFBundleVersion)
      info:add("Something else", 1)
      assert.equal(1, info["Something else"])
      """)
    #expect(test.error("plist.parse '{}':add('a', 1, { replcae = true })")?.code == "unknown-field")
  }

  /// ICON-103.
  @Test func newKeyHasTheXcodeTemplate() throws {
    try test.run(
      """
      local info = plist.parse "{}"
      info:add "Icon files (iOS 5)"
      for _, name in ipairs { "CFBundlePrimaryIcon", "UINewsstandIcon" } do
        assert.equal(1, #info.CFBundleIcons[name].CFBundleIconFiles)
        assert.equal("", info.CFBundleIcons[name].CFBundleIconFiles[1])
      end
      info.CFBundleIcons:add "CFBundleAlternateIcons"
      local keys = {}
      for key in pairs(info.CFBundleIcons.CFBundleAlternateIcons) do keys[#keys + 1] = key end
      assert.same({ "CFBundleIconFiles", "UINewsstandBindingEdge", "UINewsstandBindingType" }, keys)
      info:add "unknown"
      assert.equal("plist.unknown: dictionary {}", tostring(info.unknown))
      """)
  }

  @Test func textIsParsed() throws {
    try test.run(
      """
      assert.equal("strings", plist.parse('a = "b";').format)
      assert.equal("openStep", plist.parse('{ a = "b"; }').format)
      assert.equal(2, #plist.parse "(a, b)")
      """)
    let error = try #require(test.error("plist.parse '<plist><dict><key>a</key></dict></plist>'"))
    #expect(error.code == "plist-parse")
    #expect(error.message.contains("text:1:26"))
    #expect(test.error("plist.parse 'just text'")?.code == "plist-parse")
    #expect(test.error("plist.parse '\"text\"'")?.message.contains("the property list is only a string") == true)
    #expect(test.error("plist.parse(7)")?.message.contains("text: expected a string, got 7") == true)
    #expect(test.error("plist.parse(('('):rep(10000) .. (')'):rep(10000))")?.message.contains("512 levels") == true)
    #expect(test.error("plist.load 'missing.plist'")?.message.contains("missing.plist: there is no such file") == true)
    #expect(test.error("plist.load 'missing.plist'")?.code == "unreadable")
    #expect(test.error("plist.array 'x'")?.code == "argument")
    #expect(test.error("plist.array { a = 1 }")?.code == "argument")
  }

  @Test func formatBelongsToTheRoot() throws {
    try test.run(
      """
      local list = plist.parse "{ inner = { format = x; }; }"
      assert.equal("x", list.inner.format)
      list.inner.format = "y"
      assert.equal("y", list.inner.format)
      list:add("format", "key")
      assert.equal("key", list:get "format")
      assert.equal("openStep", list.format)
      """)
    #expect(test.error("plist.parse '{}'.format = 'xml'")?.code == "read-only")
  }
}
