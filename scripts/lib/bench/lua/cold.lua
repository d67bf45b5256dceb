-- COUNT scenarios, each of which launches an app with scenes and three delegate methods by a quick action.
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
