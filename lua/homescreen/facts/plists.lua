-- What the scenarios of the facts about the Info.plist share: how icons are declared, and what an app reads of it.

local plists = {}

--- The icons of a package: `primary` and `alternates` as they are written, for each of the keys.
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

--- What an app reads of its Info.plist.
function plists.read(app, key) return app:run(function() return Bundle.main:object(key) end) end

return plists
