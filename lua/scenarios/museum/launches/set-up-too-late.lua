-- Setup after the launch has finished, and launches with fewer or more events than the app's code expects.
local museum = require "homescreen.museum"

local answer = "userNotificationCenter_didReceiveNotificationResponse_withCompletionHandler"

-- The notification centre's delegate is set once the launch method has returned: the answer that started the app is lost
-- (LAUNCH-204).
museum.exhibit {
  report = "deltachat/deltachat-ios#2672", title = "a tap on a notification that starts the app opens no chat",
  fails_with = "opened nothing",
  check = function(set_up)
    local device = Device { os = "18.4" }
    local app = device:install(museum.item_package {}, { lifecycle = "appDelegate" })
    local opened = "nothing"
    local centre = {
      [answer] = function(_, _, response, done)
        opened = response.notification.request.content.title
        done()
      end,
    }
    set_up(app, function() UNUserNotificationCenter.current().delegate = centre end)
    device:launch(app, { notification = "chat" })
    assert.equal("chat", opened, "opened " .. opened)
  end,
  reported = function(app, set)
    function app.delegate:application_didFinishLaunchingWithOptions()
      UNUserNotificationCenter.current().delegate = nil
      DispatchQueue.main:async(set)
    end
  end,
  repaired = function(app, set) app.delegate.application_didFinishLaunchingWithOptions = set end,
}

-- After the move to scenes a plugin registers its task when a scene connects (LAUNCH-172).
museum.exhibit {
  report = "transistorsoft/flutter_background_fetch#414", title = "the app ends at launch once it has scenes",
  fails_with = "must be registered before application finishes launching",
  check = function(register_in)
    local device = Device { os = "18.3" }
    local task = "com.transistorsoft.fetch"
    local package = museum.item_package({}, { BGTaskSchedulerPermittedIdentifiers = { task } })
    local app = device:install(package, { lifecycle = "scene" })
    register_in(app, function() assert.is_true(BGTaskScheduler.shared:register(task)) end)
    device:launch(app)
    assert.equal("runningForeground", app.state)
  end,
  reported = function(app, register) app.sceneDelegate.scene_willConnectToSession_options = register end,
  repaired = function(app, register) app.delegate.application_didFinishLaunchingWithOptions = register end,
}

-- With scenes the launch options never name a change of location, so monitoring is not started again (LAUNCH-202).
museum.exhibit {
  report = "nextcloud/ios#4305", title = "photos are uploaded after one change of location, and then no more",
  fails_with = "not monitored",
  check = function(is_wanted)
    local device = Device { os = "26.0" }
    local app = device:install(museum.item_package {}, { lifecycle = "scene" })
    local monitored = false
    function app.delegate:application_didFinishLaunchingWithOptions(_, options)
      monitored = is_wanted(options)
      return true
    end
    device:launch(app)
    app:terminate "user"
    monitored = false
    device:launch(app, { location = true })
    assert.equal("runningBackground", app.state)
    assert.is_true(monitored, "not monitored")
  end,
  reported = function(options) return options ~= nil and options.location == true end,
  repaired = function() return true end,
}

-- Several URLs are opened at once, and the app takes the first (LAUNCH-200).
museum.exhibit {
  report = "amiantos/gamebookengine#64", title = "only the first of several URLs is opened",
  fails_with = "opened 1",
  check = function(open)
    local device = Device { os = "26.0" }
    local app = device:install(
      museum.item_package({}, { CFBundleURLTypes = { { CFBundleURLSchemes = { "exhibit" } } } }), { lifecycle = "scene" })
    local opened = {}
    function app.sceneDelegate:scene_willConnectToSession_options(_, _, options) open(options.urlContexts, opened) end
    device:launch(app, { urls = { "exhibit://one", "exhibit://two" } })
    assert.equal(2, #opened, "opened " .. #opened)
  end,
  reported = function(contexts, opened) opened[1] = contexts[1].url end,
  repaired = function(contexts, opened)
    for _, context in ipairs(contexts) do opened[#opened + 1] = context.url end
  end,
}

-- The URL of a Live Activity that starts the app is in the connection options, and the plugin waits for a warm one
-- (LAUNCH-201).
museum.exhibit {
  report = "istornz/flutter_live_activities#179", title = "a Live Activity opens the app, and not the workout",
  fails_with = "opened nothing",
  check = function(write)
    local device = Device { os = "26.0" }
    local app = device:install(museum.item_package {}, { lifecycle = "scene" })
    local opened = "nothing"
    write(app, function(contexts) if contexts[1] then opened = contexts[1].url end end)
    device:launch(app, { liveActivity = "exhibit://workout/7" })
    assert.equal("exhibit://workout/7", opened, "opened " .. opened)
  end,
  reported = function(app, open)
    function app.sceneDelegate:scene_openURLContexts(_, contexts) open(contexts) end
  end,
  repaired = function(app, open)
    function app.sceneDelegate:scene_openURLContexts(_, contexts) open(contexts) end
    function app.sceneDelegate:scene_willConnectToSession_options(_, _, options) open(options.urlContexts) end
  end,
}
