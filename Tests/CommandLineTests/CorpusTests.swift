import TestSupport
import Testing

/// The `Info.plist` of a real project with its pictures, unedited.
@Suite(
  .enabled(if: Corpus.path != nil, "no shared/corpus beside the repository; HOMESCREEN_CORPUS names another place"))
struct CorpusTests {
  /// ICON-106: without a `~ipad` variant the keys apply to iPad. ICON-111: a variant with only a primary icon, as a
  /// catalog build adds it, removes the alternates.
  @Test func changesTheIconOfAnUneditedProject() throws {
    let corpus = try #require(Corpus.path)
    let result = try ScriptRun().run(
      """
      local path = "\(corpus)/ScottZg+iOSChangeAppIcon/ChangeIcon/Info.plist"

      local function choose(device, package, name)
        local app = device:install(package)
        device:launch(app)
        local outcome = {}
        app:run(function()
          UIApplication.shared:setAlternateIconName(name, function(err) outcome.called, outcome.error = true, err end)
        end)
        return app, outcome
      end

      for _, model in ipairs { "iPhone", "iPad" } do
        it("changes on an " .. model, function()
          local device = Device { model = model, os = "17.5" }
          local app, outcome = choose(device, path, "newicon")
          assert.equal("You have changed the icon for “iconChange”.", device.alert.label)
          device.alert:tap "OK"
          assert.is_true(outcome.called)
          assert.is_nil(outcome.error)
          assert.equal("newicon", app.iconName)
          local file = device.springboard:icon(app):picture().file
          assert.equal(model == "iPhone" and "newicon@3x.png" or "newicon@2x.png", file)
        end)
      end

      it("fails on an iPad with the key of a catalog build", function()
        local package = AppPackage(path)
        package.plist["CFBundleIcons~ipad"] = { CFBundlePrimaryIcon = { CFBundleIconName = "AppIcon" } }
        local device = Device { model = "iPad", os = "17.5" }
        local app, outcome = choose(device, package, "newicon")
        assert.is_nil(device.alert)
        assert.is_true(outcome.called)
        assert.equal("NSCocoaErrorDomain", outcome.error.domain)
        assert.equal(4, outcome.error.code)
        assert.equal(-105, outcome.error.userInfo.NSUnderlyingError.code)
        assert.is_nil(app.iconName)
        local phone = Device { model = "iPhone", os = "17.5" }
        assert.is_nil(select(2, choose(phone, package, "newicon")).error)
      end)
      """, budget: 100_000_000, options: ["--read", "/"])
    #expect(result.exitCode == 0, "\(result)")
    #expect(result.stdout.contains("3 passed  trace "), "\(result)")
  }
}
