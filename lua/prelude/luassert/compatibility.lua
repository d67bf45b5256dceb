-- luassert.compatibility: an old name of one function.

local host = ...

return { unpack = host.load("luassert/util").unpack }
