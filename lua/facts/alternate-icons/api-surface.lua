-- The facts of alternate-icons.md, “2. API surface”.

local support = require "homescreen.facts.support"

fact("ICON-009", { needs = { "app's code" } }, function(cell)
  local _, app = support.installed(cell, support.icons())
  local uses = {
    function(application) return application.alternateIconName end,
    function(application) return application.supportsAlternateIcons end,
    function(application) application:setAlternateIconName("night", function() end) end,
  }
  for _, use in ipairs(uses) do
    local works
    app:run(function() works = pcall(use, UIApplication.shared) end)
    assert.equal(cell.holds, works)
  end
end)

fact("ICON-179", { needs = { "app's code" } }, function(cell)
  local _, app = support.installed(cell, support.icons { UIDeviceFamily = { 1 } })
  app:run(function() assert.equal(not cell.holds, UIApplication.shared.supportsAlternateIcons) end)
end)

fact("ICON-016", { needs = { "app's code", "finger" } }, function(cell)
  local _, app = support.installed(cell, support.icons())
  local function name()
    local value
    app:run(function() value = UIApplication.shared.alternateIconName end)
    return value
  end
  assert.is_nil(name())
  assert.is_nil(support.choose(app, "night"))
  assert.equal("night", name())
  assert.is_nil(support.choose(app, nil))
  assert.is_nil(name())
end)
