-- The facts of alternate-icons.md, “4. Errors”.

local support = require "homescreen.facts.support"

fact("ICON-041", { needs = { "app's code", "finger" } }, function(cell)
  local device, app = support.installed(cell, support.icons())
  local problem
  device:pressHome()
  app:run(function()
    assert.Not.equal("active", UIApplication.shared.applicationState)
    UIApplication.shared:setAlternateIconName("night", function(err) problem = err end)
  end)
  device:advance(0.1)
  assert.equal("NSCocoaErrorDomain", problem.domain)
  assert.equal(3072, problem.code)
  assert.equal("The operation was cancelled.", problem.localizedDescription)
  assert.is_nil(problem.userInfo.NSUnderlyingError)
  assert.is_nil(app.iconName)
end)
