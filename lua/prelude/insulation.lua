-- The state that `insulate` saves and restores: the globals, their metatable, and the loaded modules.

local next, rawget, rawset = next, rawget, rawset

local insulation = {}

local function copy(source)
  local result = {}
  for key, value in next, source do result[key] = value end
  return result
end

--- @param globals table `_G`
--- @param loaded table `package.loaded`
--- @param getmetatable function ignores `__metatable`, and so does that of `restore`
function insulation.save(globals, loaded, getmetatable)
  return { globals = copy(globals), metatable = getmetatable(globals), loaded = copy(loaded) }
end

local function put_back(target, saved)
  -- Only existing fields are set while the table is traversed.
  for key in next, target do rawset(target, key, saved[key]) end
  for key, value in next, saved do
    if rawget(target, key) == nil then rawset(target, key, value) end
  end
end

function insulation.restore(state, globals, loaded, getmetatable, setmetatable)
  if getmetatable(globals) ~= state.metatable then setmetatable(globals, state.metatable) end
  put_back(globals, state.globals)
  put_back(loaded, state.loaded)
end

return insulation
