-- The link arrives before its receiver exists: a bridge to a web view, a view that subscribes. A message without a
-- listener is lost; a stored link can wait (LAUNCH-043, LAUNCH-081).
local museum = require "homescreen.museum"

local url = { url = "exhibit://event/7", link = "exhibit://event/7" }
local universal = { universalLink = "https://example.com/b/7", link = "https://example.com/b/7" }

-- The bridge is ready half a second after its controller has appeared.
local function bridge(app, ready)
  app.rootViewController = UIViewController.subclass "BridgeController"
  function app.rootViewController:viewDidAppear() DispatchQueue.main:asyncAfter(0.5, ready) end
end

-- Keeps links until `ready` is called, then hands each one over once.
local function mailbox(open)
  local waiting, listens = {}, false
  local function flush()
    for _, link in ipairs(waiting) do open(link) end
    waiting = {}
  end
  local function send(link)
    waiting[#waiting + 1] = link
    if listens then flush() end
  end
  return send, function()
    listens = true
    flush()
  end, function() waiting, listens = {}, false end
end

-- Both apps read the link in the right place; `kept` distinguishes them.
local function bridged(kept)
  return function(app, open)
    local send, ready, forget = mailbox(open)
    local listens = false
    function app.main()
      listens = false
      forget()
    end
    bridge(app, function()
      listens = true
      ready()
    end)
    local function arrived(link)
      if kept then
        send(link)
      elseif listens then
        open(link)
      end
    end
    function app.sceneDelegate:scene_willConnectToSession_options(_, _, options)
      for _, context in ipairs(options.urlContexts) do arrived(context.url) end
      for _, activity in ipairs(options.userActivities) do arrived(activity.webpageURL) end
    end
    function app.sceneDelegate:scene_openURLContexts(_, contexts) arrived(contexts[1].url) end
    function app.sceneDelegate:scene_continueUserActivity(_, activity) arrived(activity.webpageURL) end
  end
end

museum.exhibit {
  report = "ionic-team/capacitor-plugins#2484", title = "the URL is sent to a bridge that does not exist yet",
  fails_with = "scene_willConnectToSession_options (LAUNCH-032)",
  check = museum.opens_links({ os = "16.0" }, { lifecycle = "scene" }, { url, universal }),
  explored = museum.explored_links({ os = "16.0" }, { lifecycle = "scene" }, { url, universal }),
  reported = bridged(false), repaired = bridged(true),
}

museum.exhibit {
  report = "boardsesh/boardsesh#1152", title = "a link of the web starts the app before its bridge is ready",
  fails_with = "scene_willConnectToSession_options (LAUNCH-032)",
  check = museum.opens_links({ os = "26.1" }, { lifecycle = "scene" }, { universal }),
  explored = museum.explored_links({ os = "26.1" }, { lifecycle = "scene" }, { universal }),
  reported = bridged(false), repaired = bridged(true),
}

-- A container keeps the URL for the app that it starts, and opens it half a second later: a guess about time, as
-- LAUNCH-041 is, that fails where starting takes longer.
museum.exhibit {
  report = "LiveContainer/LiveContainer#1339", title = "the URL follows half a second after the start",
  fails_with = "a slow start",
  check = function(isGuess)
    for _, start in ipairs { { "a fast start", 0.2 }, { "a slow start", 0.8 } } do
      local name, seconds = table.unpack(start)
      local device = Device { os = "18.5", conditions = { activation = seconds } }
      local app = device:install(museum.item_package {}, { lifecycle = "scene" })
      local opened, listens = {}, false
      local function open(link)
        if listens then opened[#opened + 1] = link end
      end
      app.rootViewController = UIViewController.subclass "Guest"
      function app.rootViewController:viewDidAppear()
        listens = true
        if not isGuess then open(url.link) end
      end
      function app.main()
        if isGuess then DispatchQueue.main:asyncAfter(0.5, function() open(url.link) end) end
      end
      device:launch(app)
      device:advance(2)
      assert.same({ url.link }, opened, name)
    end
  end,
  reported = true, repaired = false,
}

-- A notification: the centre's delegate gets it before the app is active (LAUNCH-090), but the view subscribes when it
-- appears.
museum.exhibit {
  report = "ewanc26/inkwell#94", title = "the answered notification is posted before any view subscribes",
  fails_with = "userNotificationCenter_didReceiveNotificationResponse_withCompletionHandler (LAUNCH-090)",
  check = museum.opens_links({ os = "26.1" }, { lifecycle = "swiftUI" }, {
    { notification = { title = "New post", userInfo = { document = "at://document/3" } }, link = "at://document/3" },
  }),
  explored = museum.explored_links({ os = "26.1" }, { lifecycle = "swiftUI" }, {
    { notification = { title = "New post", userInfo = { document = "at://document/3" } } },
  }),
  reported = function(app, open)
    local subscriber
    function app.main() subscriber = nil end
    -- The reader's list comes after the session is restored.
    function app.view:onAppear() DispatchQueue.main:asyncAfter(0.3, function() subscriber = open end) end
    function app.delegate:userNotificationCenter_didReceiveNotificationResponse_withCompletionHandler(_, response, done)
      if subscriber then subscriber(response.notification.request.content.userInfo.document) end
      done()
    end
  end,
  repaired = function(app, open)
    local send, ready, forget = mailbox(open)
    app.main = forget
    function app.view:onAppear() DispatchQueue.main:asyncAfter(0.3, ready) end
    function app.delegate:userNotificationCenter_didReceiveNotificationResponse_withCompletionHandler(_, response, done)
      send(response.notification.request.content.userInfo.document)
      done()
    end
  end,
}
