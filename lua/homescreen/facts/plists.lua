-- Helpers for facts about the Info.plist: declarations of icons, and the values that an app reads.

local plists = {}

--- The icons of a package: `primary` and `alternates`, unchanged, for each of the keys.
function plists.icons(primary, alternates, ...)
  local plist = {}
  for _, key in ipairs { "CFBundleIcons", ... } do
    plist[key] = { CFBundlePrimaryIcon = primary, CFBundleAlternateIcons = alternates }
  end
  return plist
end

--- An entry with one name.
function plists.loose(name, extra)
  local entry = { CFBundleIconFiles = { name } }
  for key, value in pairs(extra or {}) do entry[key] = value end
  return entry
end

--- The value that an app reads from its Info.plist.
function plists.read(app, key) return app:run(function() return Bundle.main:object(key) end) end

return plists
