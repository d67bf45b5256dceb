-- Task and await: functions that stop until a completion handler runs.
--
-- A task is a coroutine. await(object) returns a stand-in for the object: its methods get our completion handler as the
-- argument, and the coroutine waits until the handler has run. The code that runs the handler then continues the task,
-- as the app's code, so only the device's clock and its order of events decide when.

local host = ...
local create, isyieldable, resume, running, status, yield =
  coroutine.create, coroutine.isyieldable, coroutine.resume, coroutine.running, coroutine.status, coroutine.yield
local error, pack, setmetatable, type, unpack = error, table.pack, setmetatable, type, table.unpack

local task = {}
local finishers = setmetatable({}, { __mode = "k" }) -- coroutine → the function that ends its task
local awaiting = setmetatable({}, { __mode = "k" })  -- stand-in → object

--- Continues a task.
local function step(thread, ...)
  local fine, err = resume(thread, ...)
  if fine and status(thread) ~= "dead" then return end
  local finish = finishers[thread]
  if fine then return finish() end
  if host.is_nserror(err) then return finish(err) end
  finish()
  error(err, 0)
end

--- Starts a task; `finish` gets the NSError that ended it, or nothing.
function task.start(body, finish)
  local thread = create(type(body) == "function" and body or function(...) return body(...) end)
  finishers[thread] = finish
  step(thread)
end

--- The coroutine of the running task.
local function current()
  local thread = running()
  if not finishers[thread] then
    host.fail_as("outside-task", "await only works inside a Task: it stops the function until the result arrives, and"
      .. " only a task can continue later", "Write Task(function() await(object):method(…) end).")
  end
  return thread
end

--- A method of `object` that waits.
local function waiting(object, name)
  local position = host.completion_position(object, name)
  if not position then
    host.fail_as("argument", "await: " .. host.typename(object) .. " has no method '" .. name
      .. "' with a completion handler", "Call it without await.")
  end
  return function(_, ...)
    local thread = current()
    if not isyieldable() then
      host.fail_as("outside-task", "await cannot wait in a method that the system is calling right now",
        "Start another Task there.")
    end
    local results, is_waiting
    local function completion(...)
      if results then return end
      results = pack(...)
      if is_waiting then return step(thread) end
    end
    local arguments = pack(...)
    if arguments.n >= position then
      host.fail_as("argument", "await supplies the completion handler of " .. name .. " itself",
        "Leave out that argument.")
    end
    arguments[position] = completion
    object[name](object, unpack(arguments, 1, position))
    if not results then
      is_waiting = true
      yield()
    end
    if results[1] ~= nil then error(results[1], 0) end
  end
end

local meta = {
  __index = function(stand_in, name) return waiting(awaiting[stand_in], name) end,
}

--- The stand-in for an object.
function task.await(object)
  current()
  if type(object) ~= "userdata" then
    host.fail_as("argument", "await: expected a UIKit object, got a " .. host.typename(object),
      "await(UIApplication.shared):setAlternateIconName(…)")
  end
  local stand_in = setmetatable({}, meta)
  awaiting[stand_in] = object
  return stand_in
end

return task
