-- Stories about an app with scenes and quick actions. With ONLY_ACTIONS, quick actions are the only events.
local without = { "open the link" } -- The sample has no method for links.
if ONLY_ACTIONS then
  without = {
    "tap the icon", "Home", "open in the switcher", "answer", "wait", "press the icon", "tap the row", "open the link",
    "silent notification", "background fetch", "open a window", "jetsam", "quit in the switcher", "lock", "unlock",
    "change the language to", "update the app", "offload the app", "load the app again", "reboot",
  }
end
return require "homescreen.explore" {
  app = "ToolBox.app", install = { lifecycle = "scene" }, devices = { { os = "18.0" } }, without = without,
  code = function(app) require "homescreen.delegates.apple_sample" (app) end,
}
