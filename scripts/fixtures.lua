-- Writes the sample apps that the built-in scenarios install: pictures (PNG) and Info.plist files.
-- Usage: lua5.4 scripts/fixtures.lua    (scripts/generate calls it)

package.path = "scripts/?.lua;" .. package.path

local Bundle = require "fixtures.bundle"
local apps = {
  "change_icon", "flat_shape", "colourful", "alternate_app_icons", "toolbox", "quiet_icon", "icon_stack", "icon_layers",
  "flavours", "paint",
}
for _, app in ipairs(apps) do
  require("fixtures.apps." .. app)(Bundle)
end
