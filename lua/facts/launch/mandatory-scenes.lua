-- The facts of launch.md, “4. Scenes become mandatory”.

local support = require "homescreen.facts.support"
local order = support.order

local package = support.package()

--- A package with a scene manifest.
local function with_manifest(manifest) return support.package { UIApplicationSceneManifest = manifest } end

--- The callbacks of the first launch; `write` writes the app's code.
local function launched(cell, installed, write)
  local device = Device(cell)
  local app = device:install(installed)
  if write then write(app) end
  return device:record(function() device:launch(app) end), app
end

--- The number of times that the console of the launched app has a line.
local function count(cell, line)
  local _, app = support.installed(cell, package)
  local times = 0
  for _, each in ipairs(app.console) do
    if each == line then times = times + 1 end
  end
  return times
end

--- A manifest with one configuration for windows.
local function configured(configuration)
  configuration.UISceneConfigurationName = "Default Configuration"
  return { UISceneConfigurations = { UIWindowSceneSessionRoleApplication = { configuration } } }
end

--- An app without scenes, built with this SDK: the trace of its launch, the app.
local function built_with(sdk, cell, plist)
  local device = Device(cell)
  local app = device:install(support.package(plist), { sdk = sdk })
  return device:record(function() device:launch(app) end), app
end

fact("LAUNCH-058", { needs = { "app's code" } }, function(cell)
  local adopted = cell.holds and order.S1 or order.A1
  local manifest = with_manifest {
    UISceneConfigurations = {
      UIWindowSceneSessionRoleApplication = { { UISceneConfigurationName = "Default Configuration" } },
    },
  }
  local function answers(app) support.name_scene_delegate(app) end
  assert.callbacks(adopted, (launched(cell, manifest)))
  assert.callbacks(adopted, (launched(cell, package, answers)))
  assert.callbacks(adopted, (launched(cell, manifest, answers)))
  assert.callbacks(order.A1, (launched(cell, package)))
  -- With the 27 SDK the method alone is enough, on both sides of 27.
  local device = Device(cell)
  local app = device:install(package, { sdk = "27.0" })
  answers(app)
  assert.callbacks(adopted, device:record(function() device:launch(app) end))
  assert.equal("runningForeground", app.state)
end)

fact("LAUNCH-059", { needs = { "app's code" } }, function(cell)
  local line = "CLIENT OF UIKIT REQUIRES UPDATE: This process does not adopt UIScene lifecycle. "
    .. "This will become an assert in a future version."
  assert.equal(cell.holds and 1 or 0, count(cell, line))
  local device, app = support.installed(cell, package, false)
  assert.equal(cell.holds, support.cites(device:record(function() device:launch(app) end), "LAUNCH-059"))
end)

fact("LAUNCH-060", { needs = { "app's code" } }, function(cell)
  local line = "UIScene lifecycle will soon be required. Failure to adopt will result in an assert in the future."
  assert.equal(cell.holds and 1 or 0, count(cell, line))
  local device, app = support.installed(cell, package, false)
  assert.equal(cell.holds, support.cites(device:record(function() device:launch(app) end), "LAUNCH-060"))
end)

fact("LAUNCH-061", { needs = { "app's code" } }, function(cell)
  local _, app = built_with(cell.sdk, cell)
  assert.equal(cell.holds and "notRunning" or "runningForeground", app.state)
  if cell.holds then
    local text = "Application failed to launch: UIScene life cycle is required for apps built with this SDK. "
      .. "See \"Transitioning to the UIKit scene-based life cycle\""
    assert.equal(1, (app.crash.reason:find(text, 1, true)))
    assert.logged(text, app)
  else
    assert.is_nil(app.crash)
  end
end)

fact("LAUNCH-062", { needs = { "app's code" } }, function(cell)
  for sdk, launches in pairs { ["13.0"] = true, ["18.5"] = true, ["26.4"] = true, ["27.0"] = false } do
    local _, app = built_with(sdk, cell)
    assert.equal((launches or not cell.holds) and "runningForeground" or "notRunning", app.state)
  end
end)

fact("LAUNCH-063", { needs = { "app's code" } }, function(cell)
  for _, platform in ipairs { "iphoneos", "maccatalyst", "xros" } do
    local _, app = built_with(platform .. cell.sdk, cell)
    assert.equal(cell.holds and "notRunning" or "runningForeground", app.state)
  end
end)

fact("LAUNCH-064", { needs = { "app's code" } }, function(cell)
  for _, sdk in ipairs { "13.0", "26.4", "27.0" } do
    for _, several in ipairs { "absent", false } do
      local manifest = configured { UISceneDelegateClassName = "SceneDelegate" }
      if several == false then manifest.UIApplicationSupportsMultipleScenes = false end
      local _, app = built_with(sdk, cell, { UIApplicationSceneManifest = manifest })
      assert.equal("runningForeground", app.state)
      assert.equal(cell.holds and 1 or 0, #app.scenes)
      assert.error_matches(function() app:newScene() end, "has only one window")
    end
  end
end)

fact("LAUNCH-065", { needs = { "app's code" } }, function(cell)
  local trace, app = built_with(cell.sdk, cell)
  local identifier
  for _, event in ipairs(trace) do
    if event.kind == "process" and event.name == "start" then identifier = event.detail:match "process=(%d+)" end
  end
  assert.is_string(identifier)
  assert.equal(cell.holds and "EXC_BREAKPOINT" or nil, app.crash and app.crash.code)
end)

fact("LAUNCH-066", { needs = { "app's code" } }, function(cell)
  local trace = built_with(cell.sdk, cell)
  assert.callbacks(cell.holds and {} or order.A1, trace)
end)

fact("LAUNCH-083", { needs = { "app's code" } }, function(cell)
  local trace, app = built_with("27.0", cell)
  assert.callbacks(cell.holds and order.A1 or {}, trace)
  assert.equal(not cell.holds, app.crash ~= nil)
end)

fact("LAUNCH-076", { needs = { "app's code" } }, function(cell)
  for _, manifest in ipairs {
    {}, { UIApplicationSupportsMultipleScenes = true },
    { UIApplicationSupportsMultipleScenes = true, UISceneConfigurations = {} },
  } do
    assert.callbacks(cell.holds and order.S1 or order.A1, (launched(cell, with_manifest(manifest))))
  end
end)

fact("LAUNCH-158", { needs = { "app's code" }, versions = { "14.0" } }, function(cell)
  local manifests = {
    [{}] = false, [{ UISceneConfigurations = {} }] = false, [configured {}] = false,
    [{ UISceneConfigurations = { CPTemplateApplicationSceneSessionRoleApplication = { {} } } }] = false,
    [configured { UISceneDelegateClassName = "SceneDelegate" }] = true,
  }
  for manifest, names in pairs(manifests) do
    local _, app = built_with(cell.sdk, cell, { UIApplicationSceneManifest = manifest })
    assert.equal((names or not cell.holds) and "runningForeground" or "notRunning", app.state)
    local device = Device(cell)
    local answering = device:install(support.package { UIApplicationSceneManifest = manifest }, { sdk = cell.sdk })
    support.name_scene_delegate(answering)
    device:launch(answering)
    assert.equal("runningForeground", answering.state)
  end
  local device = Device(cell)
  local swiftui = { sdk = cell.sdk, lifecycle = "swiftUI" }
  local exists, app = pcall(device.install, device, support.package { UIApplicationSceneManifest = {} }, swiftui)
  assert.equal(cell.at_least "14.0", exists)
  if not exists then return end
  device:launch(app)
  assert.equal("runningForeground", app.state)
end)

fact("LAUNCH-159", { needs = { "app's code", "finger" } }, function(cell)
  local car = { CPTemplateApplicationSceneSessionRoleApplication = { { UISceneDelegateClassName = "Car" } } }
  local manifests = {
    [{ UISceneConfigurations = car }] = false, [configured {}] = false,
    [configured { UISceneDelegateClassName = "SceneDelegate" }] = true,
    [{}] = true, [{ UISceneConfigurations = {} }] = true, -- without any configuration
  }
  for manifest, names in pairs(manifests) do
    for _, answers in ipairs { false, true } do
      local device = Device(cell)
      local app = device:install(support.items({ { "search", "Search" } }, { UIApplicationSceneManifest = manifest }))
      if answers then support.name_scene_delegate(app) end
      local connected = false
      function app.sceneDelegate:scene_willConnectToSession_options() connected = true end
      local trace = support.action(cell, app, "Search")
      if trace then
        assert.equal(cell.holds and (names or answers), connected)
        app:run(function() assert.equal(1, #UIApplication.shared.windows) end)
      end
    end
  end
end)

fact("LAUNCH-080", { needs = { "app's code" }, versions = { "14.0" } }, function(cell)
  local trace, app = launched(cell, with_manifest { UIApplicationSupportsMultipleScenes = true })
  assert.callbacks(cell.holds and order.A1 or order.S1, trace)
  assert.equal(cell.holds and 0 or 1, #app.scenes)
  local function installs(lifecycle)
    return (pcall(function() Device(cell):install(package, { lifecycle = lifecycle }) end))
  end
  assert.is_true(installs "appDelegate")
  assert.equal(not cell.holds, installs "scene")
  assert.equal(cell.at_least "14.0", installs "swiftUI")
end)

fact("LAUNCH-172", { needs = { "app's code" }, lifecycles = true, versions = { "26.0" } }, function(cell)
  local listed = support.package {
    BGTaskSchedulerPermittedIdentifiers = { "com.example.paint.refresh", "com.example.paint.late" },
  }
  local device, app = support.installed(cell, listed, false)
  local permitted, others
  function app.delegate:application_didFinishLaunchingWithOptions()
    permitted = BGTaskScheduler.shared:register("com.example.paint.refresh", function() end)
    others = BGTaskScheduler.shared:register "com.example.paint.other"
  end
  if not cell.holds then
    assert.error_matches(function() device:launch(app) end, "does not exist")
    return
  end
  device:launch(app)
  assert.same({ true, false }, { permitted, others })
  local is_refused = not cell.at_least "26.0" -- an identifier that is not listed is never late
  app:run(function() assert.is_false(BGTaskScheduler.shared:register "com.example.paint.other") end)
  if not is_refused then
    app:run(function() assert.is_true(BGTaskScheduler.shared:register "com.example.paint.late") end)
  end
  local crash = assert.crashes(app, function()
    app:run(function() BGTaskScheduler.shared:register "com.example.paint.refresh" end)
  end)
  assert.matches("NSInternalInconsistencyException", crash.reason, nil, true)
  assert.matches(
    is_refused and "All launch handlers must be registered before application finishes launching"
      or "Launch handler for task with identifier com.example.paint.refresh has already been registered",
    crash.reason, nil, true)
end)
