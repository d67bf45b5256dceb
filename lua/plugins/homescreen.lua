-- The settings of this folder: every script below it has the plugin.
return { plugins = { "timeline.lua" } }
