/// The start of every program: the pool of values and helper functions. Plain Lua, so that a saved program runs alone.
enum Preamble {
  static let text = #"""
    local getmetatable, pcall, rawget, select, setmetatable, type, min, pack =
      getmetatable, pcall, rawget, select, setmetatable, type, math.min, table.pack
    local pool, capacity = {}, 12

    local function kind(value)
      local name = type(value)
      if name ~= "userdata" then return name end
      local class = getmetatable(value)
      return type(class) == "string" and class or name
    end

    local function put(value)
      if value == nil then return end
      local name = kind(value)
      local list = rawget(pool, name)
      if not list then
        list = { count = 0 }
        pool[name] = list
      end
      list[list.count % capacity + 1] = value
      list.count = list.count + 1
    end

    --- Keeps values, and what lists hold; the oldest of a kind make room.
    local function keep(...)
      for index = 1, min(select("#", ...), 8) do
        local value = select(index, ...)
        put(value)
        if type(value) == "table" then
          for place = 1, 3 do put(rawget(value, place)) end
        end
      end
      return ...
    end

    --- A value that was kept.
    local function any(name, index)
      local list = rawget(pool, name)
      if list then return list[index % min(list.count, capacity) + 1] end
    end

    local function try(body, ...) return keep(pcall(body, ...)) end

    --- Runs a function as code of an app.
    local function inside(body)
      local app = any("app", pool.app and pool.app.count or 0)
      return try(function() return app:run(body) end)
    end

    local function closing(body) return setmetatable({}, { __close = body }) end

    """#
}
