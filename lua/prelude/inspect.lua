-- inspect(value, options): any value as text that a person can read, for the REPL and for failure messages.
--
-- options: width = 80 columns, depth = 6 levels of tables, items = 100 entries of one table, length = 4000 characters
-- in all (roughly: open tables are still closed). Never raises, always ends. Entries are read raw; the only code of a
-- script that runs is `__tostring`, in a protected call. Userdata is shown with tostring, and a view of a property list
-- with its contents.
--
-- For a person at a prompt, `outlines = true`: functions are shown with their origin, an object of the API and the
-- objects of a list with their main properties next to their text, and a second result says whether something was left
-- out.

local host = ...
local text = host.load("text")
local find, rep, sub = string.find, string.rep, string.sub
local concat = table.concat
local columns, cut, isname, number, quote = text.columns, text.cut, text.isname, text.number, text.quote
local getmetatable, next, pairs, pcall, rawget, tostring, type =
  getmetatable, next, pairs, pcall, rawget, tostring, type
local mathtype = math.type

local indent = "  "
local named_limit = 500      -- characters of one __tostring
local string_share = 1000    -- bytes of one string inside a table

--- The text of an object with `__tostring`; if that fails, the text says so, and no error is raised.
local function named(value, limit)
  local fine, name = pcall(tostring, value)
  limit = limit or named_limit
  if fine and type(name) == "string" then
    if #name > limit then return cut(name, limit) .. "…", true end
    return name
  end
  local reason = type(name) == "string" and name
  if type(name) == "userdata" then
    local is_named, said = pcall(tostring, name)
    reason = is_named and type(said) == "string" and said
  end
  reason = reason and cut(reason, 120) or "a " .. type(name) .. " was raised"
  return "<" .. type(value) .. ", its __tostring fails: " .. reason .. ">"
end

--- Whether a table has its own `__tostring`. With a protected metatable, only the result shows this.
local function names_itself(value)
  local meta = getmetatable(value)
  if meta == nil then return false end
  if type(meta) == "table" and rawget(meta, "__metatable") == nil then return rawget(meta, "__tostring") ~= nil end
  local fine, name = pcall(tostring, value)
  return not (fine and find(name, "^table: "))
end

--- A value without parts. The second result says whether it was cut.
local function leaf(value, limit, job)
  local kind = type(value)
  if kind == "string" then return quote(value, limit), limit and #value > limit end
  if kind == "number" then return number(value) end
  if kind == "nil" or kind == "boolean" then return tostring(value) end
  if kind == "function" and job and job.outlines then
    local fine, origin = pcall(host.origin, value)
    if fine then return "function " .. origin end
  end
  return named(value, job and job.whole)
end

local function entries(value)
  if getmetatable(value) == nil then return pairs(value) end
  return next, value
end

local build

--- Adds one entry to a node and charges its characters to the job.
local function add(node, key, value, depth, job)
  local label = ""
  if key ~= nil then
    if type(key) == "string" and isname(key) then
      label = key .. " = "
    else
      label = "[" .. (leaf(key, 200)) .. "] = "
    end
  end
  job.left = job.left - #label - 2 - 2 * depth
  local content = build(value, depth, job)
  local flat = type(content) == "string" and content or content.flat
  node[#node + 1] = { label, content }
  if not node.flat then return end
  if not flat or find(flat, "\n", 1, true) or #node.flat + #flat > 4 * job.width then
    node.flat = nil
  else
    node.flat = node.flat .. (node.flat == "" and "" or ", ") .. label .. flat
  end
end

--- The keys to show (nil for those of the sequence), their values, and the number of all.
local function gather(value, items)
  local keys, values, shown, total = {}, {}, 0, 0
  local length = 0
  while length < items and rawget(value, length + 1) ~= nil do
    length = length + 1
    values[length] = rawget(value, length)
  end
  shown = length
  for key, item in entries(value) do
    total = total + 1
    if shown < items and not (mathtype(key) == "integer" and key >= 1 and key <= length) then
      shown = shown + 1
      keys[shown], values[shown] = key, item
    end
  end
  return keys, values, shown, total
end

--- Puts a node's entries into braces, after its lead, if one line is enough.
local function close(node)
  if not node.flat then return end
  if node.more then node.flat = node.flat .. (node.flat == "" and "" or ", ") .. node.more end
  node.flat = (node.lead or "") .. "{ " .. node.flat .. " }"
end

--- An object of the API with its main properties; nil if its text says everything.
local function outline(value, depth, job)
  local fine, lead, parts, earlier = pcall(host.outline, value)
  if not fine or not lead then return nil end
  if #parts == 0 and earlier == 0 then return lead end
  job.left = job.left - #lead
  local node = { flat = "", lead = lead .. " " }
  if earlier > 0 then
    node[1] = { "", "… " .. earlier .. " earlier" }
    node.flat = nil
    job.cut = true
  end
  for index = 1, #parts, 2 do add(node, parts[index] or nil, parts[index + 1], depth + 1, job) end
  close(node)
  return node
end

--- A string, or for a table a node: its entries as { label, content }, and `flat` if one line may be enough.
function build(value, depth, job)
  if type(value) == "userdata" then
    if job.outlines and (depth == 0 or depth == 1 and job.list) then
      local shown = outline(value, depth, job)
      if shown then return shown end
    end
    local fine, content, label = pcall(host.content, value)
    if fine and label then
      local inner = build(content, depth, job)
      if type(inner) == "string" then return label .. " " .. inner end
      inner.lead = label .. " "
      if inner.flat then inner.flat = inner.lead .. inner.flat end
      return inner
    end
  end
  if type(value) ~= "table" or names_itself(value) then
    local limit = job.left < string_share and job.left or string_share
    -- A single requested value may use the whole length.
    job.whole = depth == 0 and job.outlines and job.left or nil
    local written, is_cut = leaf(value, depth == 0 and job.left or limit > 40 and limit or 40, job)
    job.left = job.left - #written
    job.cut = job.cut or is_cut
    return written
  end
  job.left = job.left - 4
  if job.open[value] then return "<cycle>" end
  if next(value) == nil then return "{}" end
  if depth >= job.depth or job.left <= 0 then
    job.cut = true
    return "{…}"
  end

  if depth == 0 then job.list = true end
  local node = { flat = "" }
  local keys, values, shown, total = gather(value, job.items)
  job.open[value] = true
  for index = 1, shown do
    if job.left <= 0 then break end
    add(node, keys[index], values[index], depth + 1, job)
  end
  job.open[value] = nil
  if total > #node then
    node.more = "… and " .. total - #node .. " more"
    job.cut = true
  end
  close(node)
  return node
end

--- Writes a node from `column` on, on one line if it fits.
local function write(content, level, column, job, out)
  if type(content) == "string" then
    out[#out + 1] = content
    return
  end
  if content.flat and column + columns(content.flat) <= job.width then
    out[#out + 1] = content.flat
    return
  end
  local margin = rep(indent, level + 1)
  local filled = job.width          -- columns used on the line for short items without a name
  out[#out + 1] = (content.lead or "") .. "{"
  for index = 1, #content do
    local label, inner = content[index][1], content[index][2]
    local short = label == "" and type(inner) == "string" and columns(inner) + 2
    if short and filled + short <= job.width then
      filled = filled + short
      out[#out + 1] = " "
    else
      out[#out + 1] = "\n" .. margin .. label
      filled = short and #margin + short or job.width
    end
    write(inner, level + 1, #margin + columns(label) + 1, job, out)
    out[#out + 1] = ","
  end
  out[#out + 1] = "\n"
  if content.more then out[#out + 1] = margin .. content.more .. "\n" end
  out[#out + 1] = rep(indent, level) .. "}"
end

--- The value of a number option, within its bounds.
local function setting(options, name, default, most)
  local value = type(options) == "table" and rawget(options, name)
  if type(value) ~= "number" or value ~= value then return default end
  return value < 0 and 0 or value > most and most or value // 1 | 0
end

local function render(value, options)
  local job = {
    width = setting(options, "width", 80, 1000),
    depth = setting(options, "depth", 6, 100),
    items = setting(options, "items", 100, 100000),
    left = setting(options, "length", 4000, 10000000),
    outlines = type(options) == "table" and rawget(options, "outlines") == true,
    open = {},
  }
  local out = {}
  write(build(value, 0, job), 0, 0, job, out)
  return concat(out), job.outlines and (job.cut or false) or nil
end

return function(value, options)
  local fine, result, is_cut = pcall(render, value, options)
  if fine and is_cut ~= nil then return result, is_cut end
  if fine then return result end
  return "<" .. type(value) .. " that cannot be shown: " .. sub(tostring(result), 1, 200) .. ">"
end
