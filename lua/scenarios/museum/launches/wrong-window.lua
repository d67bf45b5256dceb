-- Iterable/iterable-swift-sdk#917: a message of the app comes up in a window that nobody looks at, when the app has more
-- than one (LAUNCH-101). The first window is not the active one.
local museum = require "homescreen.museum"

local manifest = { UIApplicationSceneManifest = { UIApplicationSupportsMultipleScenes = true } }

local function present(repaired)
  local device = Device { model = "iPad", os = "17.5" }
  local app = device:install(museum.item_package({}, manifest))
  device:launch(app)
  app:newScene()
  app:run(function()
    local scene = UIApplication.shared.connectedScenes[1]
    if repaired then
      for _, other in ipairs(UIApplication.shared.connectedScenes) do
        if other.activationState == "foregroundActive" then scene = other end
      end
    end
    local message = UIAlertController { message = "Subscribe" }
    message:addAction(UIAlertAction { title = "Later" })
    scene.window.rootViewController:present(message, true)
  end)
  return device, app
end

describe("Iterable/iterable-swift-sdk#917", function()
  it("as reported: the window on the screen shows nothing", function()
    local device = present(false)
    assert.is_nil(device.alert)
  end)

  it("as reported: the message waits in the other window", function()
    local device, app = present(false)
    app.scenes[1]:activate()
    assert.equal("Subscribe", device.alert.message)
  end)

  it("repaired: the active scene shows it", function()
    local device = present(true)
    assert.equal("Subscribe", device.alert.message)
  end)
end)
