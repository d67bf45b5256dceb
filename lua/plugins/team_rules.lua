-- An example of lint rules: the conventions of one team, in addition to homescreen's own rules.
--
--   homescreen lint --plugin lua/plugins/team_rules.lua MyProject
--
-- A rule checks one app as a build makes it: package.plist is its Info.plist, package:files() lists the bundle's files.
-- It returns its findings, or passes each one to report; a finding has a message, a place, and perhaps a fix.

--- One log has the quick actions of all our apps, so their types begin with the app's identifier.
local function checkTypes(package, report)
  local identifier = package.plist.CFBundleIdentifier
  local items = package.plist.UIApplicationShortcutItems
  if type(identifier) ~= "string" or not items then return end
  for position, item in pairs(items) do
    local kind = item.UIApplicationShortcutItemType
    if type(kind) == "string" and kind:sub(1, #identifier + 1) ~= identifier .. "." then
      report {
        message = "the quick action “" .. kind .. "” does not begin with " .. identifier,
        place = { items:where(position, "UIApplicationShortcutItemType") },
        help = "call it " .. identifier .. "." .. kind,
        fix = {
          summary = "Put the identifier before the type",
          { set = { "UIApplicationShortcutItems", position, "UIApplicationShortcutItemType" },
            value = identifier .. "." .. kind },
        },
      }
    end
  end
end

--- Spaces around a name are never intended, and the Home Screen shows them.
local function checkName(package)
  local found = {}
  for _, key in ipairs { "CFBundleDisplayName", "CFBundleName" } do
    local name = package.plist[key]
    local trimmed = type(name) == "string" and name:match("^%s*(.-)%s*$")
    if trimmed and trimmed ~= name then
      table.insert(found, {
        message = key .. " has spaces around “" .. trimmed .. "”",
        place = { package.plist:where(key) },
        fix = { { set = { key }, value = trimmed } },
      })
    end
  end
  return found
end

return homescreen.plugin {
  name = "team-rules",
  version = "1.0",
  api = 1,
  rules = {
    ["action-type-prefix"] = {
      check = checkTypes,
      severity = "warning",
      summary = "The type of a quick action lacks the app's identifier",
      explanation = "Our apps write the types of their quick actions into one log. A type that begins with the app's "
        .. "identifier says which app it belongs to. The app's code must compare with the same text.",
      facts = { "QUICK-003" },
      before = "<key>UIApplicationShortcutItemType</key> <string>compose</string>",
      after = "<key>UIApplicationShortcutItemType</key> <string>com.example.paint.compose</string>",
      fix = "unsafe", -- the code that gets the type must change, too
    },
    ["name-blanks"] = {
      check = checkName,
      summary = "A name of the app has spaces around it",
      facts = { "ICON-167" },
      fix = "safe",
    },
  },
}
