-- The settings of this folder: every script below it has the plugins.
return { plugins = { "timeline.lua", "team_rules.lua", "actions.lua", "callbacks.lua" } }
