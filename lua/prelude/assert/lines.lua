-- The difference of two lists of lines: lines of both and lines of only one, by the longest common subsequence.

local concat, gmatch, max, min = table.concat, string.gmatch, math.max, math.min

local lines = {}

local cells = 250000 -- pairs of lines that are compared one by one
local around = 3     -- lines that both have, shown around a difference
local shown = 60     -- lines of a difference

--- The lines of a text.
function lines.of(text)
  local list = {}
  for line in gmatch(text .. "\n", "(.-)\n") do list[#list + 1] = line end
  return list
end

--- For each line in the order of both lists: its sign (" " for both, "-" for the first, "+" for the second) and itself.
local function steps(first, second)
  local start, n, m = 0, #first, #second
  while start < n and start < m and first[start + 1] == second[start + 1] do start = start + 1 end
  while n > start and m > start and first[n] == second[m] do n, m = n - 1, m - 1 end
  local signs, texts = {}, {}
  local function put(sign, line) signs[#signs + 1], texts[#texts + 1] = sign, line end
  for index = 1, start do put(" ", first[index]) end
  if (n - start) * (m - start) > cells then
    for index = start + 1, n do put("-", first[index]) end
    for index = start + 1, m do put("+", second[index]) end
  else
    local lengths = {}
    for i = n + 1, start + 1, -1 do
      lengths[i] = {}
      for j = m + 1, start + 1, -1 do
        if i > n or j > m then
          lengths[i][j] = 0
        elseif first[i] == second[j] then
          lengths[i][j] = lengths[i + 1][j + 1] + 1
        else
          lengths[i][j] = max(lengths[i + 1][j], lengths[i][j + 1])
        end
      end
    end
    local i, j = start + 1, start + 1
    while i <= n or j <= m do
      if i <= n and j <= m and first[i] == second[j] then
        put(" ", second[j])
        i, j = i + 1, j + 1
      elseif j > m or i <= n and lengths[i + 1][j] >= lengths[i][j + 1] then
        put("-", first[i])
        i = i + 1
      else
        put("+", second[j])
        j = j + 1
      end
    end
  end
  for index = n + 1, #first do put(" ", first[index]) end
  return signs, texts
end

--- All lines of both lists; those in only one list end with its remark: `only_first` or `only_second`.
function lines.all(first, second, only_first, only_second)
  local signs, texts = steps(first, second)
  local out = {}
  local ends = { [" "] = "", ["-"] = only_first, ["+"] = only_second }
  local starts = { [" "] = "    ", ["-"] = "  - ", ["+"] = "  + " }
  for index, sign in ipairs(signs) do out[index] = starts[sign] .. texts[index] .. ends[sign] end
  return concat(out, "\n")
end

--- The lines that differ, with some around them, up to a readable number.
function lines.difference(first, second)
  local signs, texts = steps(first, second)
  local near = {}
  for index, sign in ipairs(signs) do
    if sign ~= " " then
      for place = max(1, index - around), min(#signs, index + around) do near[place] = true end
    end
  end
  local out, left, last = {}, 0, 0
  for index, sign in ipairs(signs) do
    if near[index] then
      if #out >= shown then
        left = left + 1
      else
        if index > last + 1 then out[#out + 1] = "  …" end
        out[#out + 1] = "  " .. sign .. " " .. texts[index]
        last = index
      end
    end
  end
  if left > 0 then
    out[#out + 1] = "  … and " .. left .. " more lines"
  elseif last < #signs then
    out[#out + 1] = "  …"
  end
  return concat(out, "\n")
end

return lines
