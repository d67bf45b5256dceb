-- The facts of alternate-icons.md, “6. Info.plist”.

local support = require "homescreen.facts.support"

fact("ICON-106", { needs = { "app's code" } }, function(cell)
  local own, other = "ipad", "iphone"
  if cell.model == "iPhone" then own, other = other, own end
  local forms = { "", "-iphoneos", "~" .. own, "-iphoneos~" .. own }
  for count = 1, #forms do
    local plist = { ["Greeting~" .. other] = "other" }
    for place = 1, count do plist["Greeting" .. forms[place]] = place end
    local _, app = support.installed(cell, support.package(plist))
    app:run(function() assert.equal(count, Bundle.main:object "Greeting") end)
  end
end)
