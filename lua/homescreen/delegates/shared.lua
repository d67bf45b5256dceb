-- Shared by the ready-made delegates: the one place where the app handles a quick action.

local shared = {}

--- The handler of an app: it calls the scenario's function `handle(item)`, which returns false for an unknown type. Any
--- other result counts as handled, and is declared with app:didHandle.
function shared.handler(app, handle)
  if handle ~= nil and type(handle) ~= "function" then
    error("a ready-made delegate takes the app and, optionally, a function(item)", 3)
  end
  return function(item)
    if handle and handle(item) == false then return false end
    app:didHandle(item)
    return true
  end
end

return shared
