-- The facts of alternate-icons.md, “5. The alert”.

local support = require "homescreen.facts.support"

fact("ICON-074", { needs = { "app's code", "finger" } }, function(cell)
  local device, app = support.installed(cell, support.icons())
  --- Asks for an icon: whether an alert came.
  local function ask(name)
    local called, problem = false, nil
    app:run(function()
      UIApplication.shared:setAlternateIconName(name, function(err) called, problem = true, err end)
    end)
    local alert = device.alert
    if alert then alert:tap "OK" end
    assert.is_true(called)
    assert.is_nil(problem)
    return alert ~= nil
  end
  assert.equal(not cell.holds, ask(nil))
  assert.is_true(ask("night"))
  assert.equal(not cell.holds, ask("night"))
  assert.equal("night", app.iconName)
end)
