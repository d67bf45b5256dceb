-- COUNT scenarios, each with a new device, an installed app, one icon change and one assertion.
describe("changing the icon", function()
  for number = 1, COUNT do
    it("answers the app, number " .. number, function()
      local device = Device { model = "iPhone", os = "17.5" }
      local app = device:install "ChangeIcon.app"
      device:launch(app)
      app:run(function() UIApplication.shared:setAlternateIconName("newicon") end)
      assert.equal("newicon", app.iconName)
    end)
  end
end)
