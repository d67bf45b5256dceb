-- Helpers for facts about errors: conditions, and errors that several facts use.

local support = require "homescreen.facts.support"

local errors = {}

--- A device of the cell with its own conditions, and the app in front: device, app.
function errors.circumstances(cell, conditions, package)
  local device = Device(cell)
  for name, value in pairs(conditions) do device.conditions[name] = value end
  local app = device:install(package or support.icons())
  device:launch(app)
  return device, app
end

--- Asserts the domain, the code and the text of an error.
function errors.assert_error(expected, err)
  assert.truthy(err)
  assert.same(expected, { domain = err.domain, code = err.code, text = err.localizedDescription })
end

--- The error if the app is not active, and the error if it cannot change its icon.
errors.cancelled = { domain = "NSCocoaErrorDomain", code = 3072, text = "The operation was cancelled." }
errors.unsupported = {
  domain = "NSCocoaErrorDomain", code = 3328,
  text = "The requested operation couldn’t be completed because the feature is not supported.",
}

--- Shows something modal and closes it.
function errors.modal(app)
  app:run(function()
    local root = UIApplication.shared.keyWindow.rootViewController
    root:present(UIViewController(), false)
    root:dismiss(false)
  end)
end

return errors
