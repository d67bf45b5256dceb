-- COUNT scenarios: a quick action starts an app with scenes, which has three delegate methods in Lua.
describe("quick action", function()
  for number = 1, COUNT do
    it("arrives, number " .. number, function()
      local device = Device { model = "iPhone", os = "18.0" }
      local app = device:install "ToolBox.app"
      local got
      function app.sceneDelegate:scene_willConnectToSession_options(scene, session, options)
        self.item = options.shortcutItem
      end
      function app.sceneDelegate:sceneDidBecomeActive() got = self.item end
      function app.sceneDelegate:windowScene_performActionForShortcutItem_completionHandler(scene, item, completion)
        completion(true)
      end
      device.springboard:icon(app):press():item("工具箱"):tap()
      assert.equal("ToolBox", got.type)
    end)
  end
end)
