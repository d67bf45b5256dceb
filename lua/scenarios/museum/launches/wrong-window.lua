-- Apps with several windows that use the wrong one. Iterable/iterable-swift-sdk#917: a message of the app appears in a
-- window that is not on the screen (LAUNCH-101); the first window is not the active one.
-- mozilla-mobile/firefox-ios#20460: a question appears in all windows.
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

-- Each window hears of a copied link when any of them becomes active. Side by side they show the question at once
-- (LAUNCH-147, LAUNCH-148).
local function copied_link(repaired)
  local device = Device { model = "iPad", os = "17.5" }
  local app = device:install(museum.item_package({}, manifest))
  local copied, opened = nil, {}
  local function ask(scene, link)
    local question = UIAlertController { title = "Open the copied link?" }
    question:addAction(UIAlertAction { title = "Open", handler = function() opened[#opened + 1] = link end })
    scene.window.rootViewController:present(question, false)
  end
  function app.sceneDelegate:sceneDidBecomeActive(scene)
    local link = copied
    copied = nil
    if not link then return end
    for _, other in ipairs(repaired and { scene } or UIApplication.shared.connectedScenes) do ask(other, link) end
  end
  device:launch(app)
  app:newScene { beside = true }
  device:pressHome()
  copied = "https://example.com" -- in another app
  device:launch(app)
  while device.alert do device.alert:tap "Open" end
  return opened
end

describe("mozilla-mobile/firefox-ios#20460", function()
  it("as reported: each window opens the link", function()
    assert.same({ "https://example.com", "https://example.com" }, copied_link(false))
  end)

  it("repaired: the one that became active asks", function() assert.same({ "https://example.com" }, copied_link(true)) end)
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
