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

museum.explore("Iterable/iterable-swift-sdk#917", false, true, function()
  return {
    app = museum.item_package({}, manifest), devices = { { model = "iPad", os = "17.5" } },
    code = function(repaired, app, story) story.repaired = repaired end,
    actions = {
      ["a message comes"] = {
        when = function(app, _, device) return device.front == app and device.alert == nil end,
        run = function(app, story)
          app:run(function()
            local scene = UIApplication.shared.connectedScenes[1]
            for _, other in ipairs(UIApplication.shared.connectedScenes) do
              if story.repaired and other.activationState == "foregroundActive" then scene = other end
            end
            if scene.window.rootViewController.presentedViewController then return end
            local message = UIAlertController { message = "Subscribe" }
            message:addAction(UIAlertAction { title = "Later" })
            scene.window.rootViewController:present(message, true)
          end)
          story.came = app.device.time
        end,
      },
    },
    invariants = {
      ["the person sees the message"] = {
        fact = "LAUNCH-101",
        run = function(app, story, device)
          return story.came ~= device.time or device.front ~= app or device.alert ~= nil,
            "the window on the screen shows nothing"
        end,
      },
    },
  }
end)
