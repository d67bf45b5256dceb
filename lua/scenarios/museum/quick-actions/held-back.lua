-- ryanbr/noop#1294: the screen of a cold quick action covers a screen that must come first (onboarding, terms), or is
-- refused because of it. Presenting on a controller that already presents is refused (LAUNCH-040; ICON-184 has the
-- text), and a stored action that is never cleared would come again (LAUNCH-036).
local museum = require "homescreen.museum"

local function alert(title)
  local controller = UIAlertController { title = title }
  controller:addAction(UIAlertAction { title = "Accept" })
  return controller
end

-- The terms are up as soon as the app is active, until they are accepted.
local function app_with_terms(write)
  local device = Device { os = "26.1" }
  local app = device:install(museum.item_package { { "breathe", "Breathe" } }, { lifecycle = "scene" })
  local delegate = app.sceneDelegate
  function delegate:scene_willConnectToSession_options(_, _, options) self.kept = options.shortcutItem end
  function delegate:windowScene_performActionForShortcutItem_completionHandler(_, item, completion)
    self.kept = item
    write.open(self, app)
    completion(true)
  end
  function delegate:sceneDidBecomeActive()
    if not self.accepted and not self.terms then
      self.terms = alert "Terms"
      self.window.rootViewController:present(self.terms, false)
    end
    write.open(self, app)
  end
  app.rootViewController = UIViewController.subclass "Root"
  return device, app
end

-- Shows the action's screen and forgets the action.
local function present(delegate, app)
  if not delegate.kept then return end
  delegate.window.rootViewController:present(alert(delegate.kept.localizedTitle), false)
  app:didHandle(delegate.kept)
  delegate.kept = nil
end

museum.exhibit {
  report = "ryanbr/noop#1294", title = "the action does not wait for the terms",
  fails_with = "which is already presenting",
  explored = function()
    return {
      app = museum.item_package { { "breathe", "Breathe" } }, install = { lifecycle = "scene" },
      devices = { { os = "26.1" } },
      repaired = true,
      -- Accepting the terms is the app's own business here: the button's handler says so.
      code = function(waits, app)
        waits = waits == true
        local delegate = app.sceneDelegate
        local open
        local function show(self, title, accepted)
          local controller = UIAlertController { title = title }
          controller:addAction(UIAlertAction { title = "Accept", handler = function()
            if accepted then self.accepted = true end
            open(self)
          end })
          self.window.rootViewController:present(controller, false)
        end
        function open(self)
          local isFree = self.accepted and self.active and not self.window.rootViewController.presentedViewController
          if #self.kept == 0 or waits and not isFree then return end
          local item = table.remove(self.kept, 1)
          show(self, item.localizedTitle)
          app:didHandle(item)
        end
        function delegate:scene_willConnectToSession_options(_, _, options) self.kept = { options.shortcutItem } end
        function delegate:windowScene_performActionForShortcutItem_completionHandler(_, item, completion)
          table.insert(self.kept, item)
          open(self)
          completion(true)
        end
        function delegate:sceneDidBecomeActive()
          self.active = true
          if not self.accepted and not self.terms then
            self.terms = true
            show(self, "Terms", true)
          end
          open(self)
        end
        function delegate:sceneWillResignActive() self.active = false end
      end,
    }
  end,
  check = function(write)
    local device, app = app_with_terms(write)
    museum.tap(app, "breathe")
    device:advance(1)
    assert.equal("Terms", device.alert.title)
    device.alert:tap "Accept"
    app:run(function()
      local delegate = UIApplication.shared.connectedScenes[1].delegate
      delegate.accepted = true
      write.open(delegate, app)
    end)
    local console = table.concat(app.console, "\n")
    assert.equal("Breathe", device.alert and device.alert.title or "none", "after the terms there is nothing: " .. console)
    device.alert:tap "Accept"
    device:pressHome()
    app:activate()
    assert.is_nil(device.alert) -- it does not come again
    device:pressHome()
    assert.handled_once(museum.tap(app, "breathe"))
  end,
  reported = { open = present },
  repaired = {
    open = function(delegate, app)
      if delegate.accepted then present(delegate, app) end
    end,
  },
}
