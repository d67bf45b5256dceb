-- An example of rules for lint: what one team has agreed on, beside the rules that homescreen has itself.
--
--   homescreen lint --plugin lua/plugins/team_rules.lua MyProject
--
-- A rule looks at one app as a build makes it: package.plist is its Info.plist, package:files() what is in its bundle. It
-- returns what it finds, or hands each finding to report; a finding says what is wrong, where, and perhaps how to mend it.

--- Quick actions of all our apps are told apart in one log, so their types begin with the app's identifier.
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

--- Blanks around a name are never meant, and the Home Screen shows them.
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
      fix = "unsafe", -- the code that gets the type has to change, too
    },
    ["name-blanks"] = {
      check = checkName,
      summary = "A name of the app has spaces around it",
      facts = { "ICON-167" },
      fix = "safe",
    },
  },
}
