-- Runs measurements of other projects on simulators and devices; lua/measured has the data, one file for each source.
--
--   local measured = require "homescreen.measured"
--
--   measured {
--     source = "owner/repo, folder of the tests", commit = "…", os = { "26.2" }, watches = { "sceneDidBecomeActive" },
--     { "what was done", steps = { "launch", "home", { url = "paint://page" } }, callbacks = { … } },
--   }
--
-- Each field of the source applies to all of its sequences, unless a sequence has its own. `os` has the versions that
-- ran it; with `stated = false` the source does not state them, so they are not evidence. The setup: `os`, `model`,
-- `sdk`, `lifecycle`, `plist`, and `answers` if the app delegate names the scene delegate. A step is “launch”, “home”
-- or “terminate”, the options of `device:launch`, or a function of device and app. The measured values: `callbacks`
-- among those that the source watches; `counts` by callback; `carriers`, the callbacks that carried the URL or the
-- quick action; `state` of the app; `rows` of its menu, including the system's. A function `check` can check more.

local support = require "homescreen.facts.support"

local words = {
  launch = function(device, app) device:launch(app) end,
  home = function(device) device:pressHome() end,
  terminate = function(_, app) app:terminate() end,
}

--- Returns a step as a function of device and app.
local function act(step)
  if type(step) == "function" then return step end
  if step.action then
    return function(_, app) support.menu(app):item(step.action):tap() end
  end
  if step.url or step.universalLink then return function(device, app) device:launch(app, step) end end
  error("a measured sequence has an unknown step", 0)
end

local function same(what, measured, here)
  local function text(value) return type(value) == "table" and table.concat(value, " → ") or tostring(value) end
  if text(measured) == text(here) then return end
  error(("%s: measured is %s, the model has %s"):format(what, text(measured), text(here)), 0)
end

--- Returns the callbacks of a trace that are among these.
local function watched(trace, names)
  local list = {}
  for _, name in ipairs(trace.callbacks) do
    if support.has(names, name) then list[#list + 1] = name end
  end
  return list
end

--- Compares the model with the measured values.
local function compare(sequence, trace, device, app)
  if sequence.callbacks then
    same("callbacks", sequence.callbacks, watched(trace, sequence.watches or sequence.callbacks))
  end
  for _, name in ipairs(support.names(sequence.counts)) do
    same(name, sequence.counts[name], #watched(trace, { name }))
  end
  if sequence.carriers then
    local carriers = {}
    for _, delivery in ipairs(trace.deliveries) do
      for _, carrier in ipairs(delivery.carriers) do
        if support.has(sequence.watches or sequence.carriers, carrier.callback) then
          carriers[#carriers + 1] = carrier.callback
        end
      end
    end
    same("carriers", sequence.carriers, carriers)
  end
  if sequence.state then same("state", sequence.state, app.state) end
  if sequence.rows then
    local menu = support.menu(app)
    local titles = {}
    for _, row in ipairs(menu and menu.rows or {}) do
      if support.has(sequence.rows, row.title) then titles[#titles + 1] = row.title end
    end
    same("rows", sequence.rows, titles)
  end
  if sequence.check then sequence.check(same, device, app, trace) end
end

local function run(sequence, os)
  local device = Device { os = os, model = sequence.model or "iPhone" }
  local package = sequence.package or support.items({ { "search", "Search" } }, sequence.plist)
  local app = device:install(package, { lifecycle = sequence.lifecycle, sdk = sequence.sdk })
  if sequence.answers then support.name_scene_delegate(app) end
  if sequence.code then sequence.code(app) end
  local trace = device:record(function()
    for _, step in ipairs(sequence.steps) do (words[step] or act(step))(device, app) end
  end)
  compare(sequence, trace, device, app)
end

return function(source)
  describe(source.source, function()
    for _, own in ipairs(source) do
      local sequence = {}
      for key, value in pairs(source) do
        if type(key) == "string" then sequence[key] = value end
      end
      for key, value in pairs(own) do sequence[key] = value end
      describe(own[1], function()
        for _, os in ipairs(sequence.os) do
          local name = "iOS " .. os .. (sequence.stated == false and " (the source does not state it)" or "")
          it(name, function() run(sequence, os) end)
        end
      end)
    end
  end)
end
