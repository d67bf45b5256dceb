-- What the ready delegates share: the app's one place where a quick action is acted upon.

local shared = {}

--- The handler of an app: `handle(item)` is the scenario's own work. It returns false for a type that it does not know;
--- everything else counts as handled, and is declared (app:didHandle).
function shared.handler(app, handle)
  if handle ~= nil and type(handle) ~= "function" then
    error("a ready delegate takes the app and, if you like, a function(item)", 3)
  end
  return function(item)
    if handle and handle(item) == false then return false end
    app:didHandle(item)
    return true
  end
end

return shared
