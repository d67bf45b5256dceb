-- eventually: calls a function again and again until it succeeds, on the clock of the current device.

local host = ...
local ceil, pack, pcall, tostring, type, unpack = math.ceil, table.pack, pcall, tostring, type, table.unpack

local eventually = {}
local interval = 0.1 -- seconds between two calls
local usual = 5      -- seconds if the script names none

--- Calls `body` until it raises no error and returns nothing or a true value, and returns its results.
function eventually.wait(body, seconds)
  if not host.callable(body) then
    host.fail_as("argument", "eventually: expected a function, got a " .. host.typename(body),
      "eventually(function() assert.is_nil(device.alert) end)")
  end
  if seconds == nil then seconds = usual end
  if type(seconds) ~= "number" or not (seconds >= 0 and seconds <= 86400) then
    host.fail_as("argument", "eventually: expected 0 to 86400 seconds, got " .. tostring(seconds),
      "eventually(function() … end, 10)")
  end
  local results
  for attempt = 0, ceil(seconds / interval) do
    if attempt > 0 then host.advance(interval) end
    results = pack(pcall(body))
    if results[1] and (results.n == 1 or results[2]) then return unpack(results, 2, results.n) end
  end
  local last = results[1] and "the function returned " .. tostring(results[2]) or tostring(results[2])
  host.fail("this did not hold within " .. seconds .. " s of virtual time: " .. last)
end

return eventually
