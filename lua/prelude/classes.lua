-- Classes of an app's code: app delegates, scene delegates, view controllers.
--
-- A class is a table of methods. A key that the system calls (a slot) is accepted. A key that is only similar to a slot
-- is refused when it is assigned, because a misspelt method would never be called. Every other key belongs to the
-- class. An object is a table whose __index is its class.

local host = ...
local getmetatable, next, rawset, setmetatable, type = getmetatable, next, rawset, setmetatable, type

local classes = {}
local weak = { __mode = "k" }
local kind_of = setmetatable({}, weak)    -- class → kind
local name_of = setmetatable({}, weak)    -- class → name, of controllers
local objects_of = setmetatable({}, weak) -- class → metatable of its objects

--- A kind of class: its slots, and the function that creates the metatable of a class. Each class has its own
--- metatable, so that a change to it does not affect other classes, such as those of plugins.
local function kind(name)
  local slots, accepted = host.slots(name), {}

  --- Refuses a method that was written with a dot: its first parameter is named like the argument after self.
  local function check_first_parameter(key, method)
    -- A controller may call itself a view.
    local first = (name == "delegate" or name == "sceneDelegate") and host.first_parameter(method)
    if not first or #first < 3 or key:sub(1, #first) ~= first then return end
    host.fail_as("argument", key .. ": the first parameter is '" .. first .. "', but the system passes the object itself"
      .. " first", "Define the method with a colon (function object:" .. key .. "(" .. first
      .. ", …)), or put self before '" .. first .. "'.")
  end

  local function check(key, value)
    if value == nil or type(key) ~= "string" or accepted[key] then return end
    local is_function = host.callable(value)
    if slots[key] and is_function then return check_first_parameter(key, value) end
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

--- Turns a script's table into a class and checks its keys. If the table already has a metatable, it keeps it, so that
--- it can inherit; later assignments to it are not checked.
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

--- The kind of a class: `delegate`, `controller` …; nil if the table is not a class.
function classes.kind(class) return kind_of[class] end

function classes.name(class) return name_of[class] end

return classes
