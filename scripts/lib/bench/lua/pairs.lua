-- TURNS loops over a table of 1 000 numbers with integer keys, or with string keys if PREFIX is set. lua5.4 also runs it.
local list = {}
for number = 1, 1000 do list[PREFIX and PREFIX .. number or number] = number end
local sum = 0
for _ = 1, TURNS do
  for _, value in pairs(list) do sum = sum + value end
end
assert(sum == TURNS * 1000 * 1001 // 2)
