-- Classes of an app's code: app delegates, scene delegates, view controllers.
--
-- A class is a table of methods. A key that the system calls (a slot) is taken as it is; a key that only looks like one
-- is refused when it is assigned, because a misspelt method would silently never be called. Every other key is the
-- class's own. An object is a table whose __index is its class.

local host = ...
local getmetatable, next, rawset, setmetatable, type = getmetatable, next, rawset, setmetatable, type

local classes = {}
local weak = { __mode = "k" }
local kind_of = setmetatable({}, weak)    -- class → kind
local name_of = setmetatable({}, weak)    -- class → name, of controllers
local objects_of = setmetatable({}, weak) -- class → metatable of its objects

--- A kind of class: its slots, and what makes the metatable of a class. Each class has one of its own: who changes it
--- changes no other class, a plugin's for example.
local function kind(name)
  local slots, accepted = host.slots(name), {}

  local function check(key, value)
    if value == nil or type(key) ~= "string" or accepted[key] then return end
    local is_function = host.callable(value)
    if slots[key] and is_function then return end
    host.check_slot(name, key, is_function)
    -- A name that is fine for a function is fine for every value.
    if is_function then accepted[key] = true end
  end

  local function assign(class, key, value)
    check(key, value)
    rawset(class, key, value)
  end
  local construct = name == "controller" and host.new_controller or nil
  return { check = check, meta = function() return { __newindex = assign, __call = construct } end }
end

local kinds = setmetatable({}, {
  __index = function(made, name)
    local value = kind(name)
    rawset(made, name, value)
    return value
  end,
})

--- A new class.
function classes.make(name, class_name)
  local class = setmetatable({}, kinds[name].meta())
  kind_of[class], name_of[class] = name, class_name
  return class
end

--- A table of a script's as a class; its keys are checked. A table with a metatable of its own keeps it, so that it may
--- inherit; what is assigned to it later is not seen.
function classes.adopt(name, class)
  if kind_of[class] == name then return class end
  local check = kinds[name].check
  for key, value in next, class do check(key, value) end
  if getmetatable(class) == nil then setmetatable(class, kinds[name].meta()) end
  kind_of[class] = name
  return class
end

--- A new object of a class.
function classes.instance(class)
  local meta = objects_of[class]
  if not meta then
    meta = { __index = class }
    objects_of[class] = meta
  end
  return setmetatable({}, meta)
end

--- What a table is the class of: `delegate`, `controller` …; nil when it is no class.
function classes.kind(class) return kind_of[class] end

function classes.name(class) return name_of[class] end

return classes
