-- TURNS loops over a table of 1 000 numbers, by number or by a string made of PREFIX. lua5.4 runs it too.
local list = {}
for number = 1, 1000 do list[PREFIX and PREFIX .. number or number] = number end
local sum = 0
for _ = 1, TURNS do
  for _, value in pairs(list) do sum = sum + value end
end
assert(sum == TURNS * 1000 * 1001 // 2)
