-- Cap-go/capacitor-plus#112: the scene manifest names a storyboard, and the scene delegate creates its own root. The
-- window has a root before scene(_:willConnectTo:options:) (LAUNCH-081), so there are two bridges, and data for the
-- first one is lost. The threads do not agree whether the view of the first one loads. In the model, it loads if the
-- scene delegate also creates a window (own-windows.lua), but not if it only creates a root, as here.
local museum = require "homescreen.museum"

museum.exhibit {
  report = "Cap-go/capacitor-plus#112", title = "a storyboard's bridge, and one that the scene delegate makes",
  fails_with = "the bridge that loads is another one",
  check = function(makes_another)
    local device = Device { os = "26.1" }
    local app = device:install(museum.item_package {}, { lifecycle = "scene" })
    local bridge = UIViewController.subclass "BridgeViewController" -- the storyboard's initial controller
    app.rootViewController = bridge
    local loaded = {}
    function bridge:viewDidLoad() loaded[#loaded + 1] = self.plugin or "none" end

    function app.sceneDelegate:scene_willConnectToSession_options()
      self.window.rootViewController.plugin = "icon changer" -- a plugin registers with the bridge that is there
      if makes_another then self.window.rootViewController = bridge() end
    end

    device:launch(app)
    assert.same({ "icon changer" }, loaded, "the bridge that loads is another one")
  end,
  reported = true, repaired = false,
}
