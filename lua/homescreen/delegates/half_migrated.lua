-- Both delegates implement the method, as after a careful move to scenes: the app delegate for systems before iOS 13,
-- the scene delegate for all others. In each life cycle, only one of them is called (LAUNCH-014, LAUNCH-021).
--
--   require "homescreen.delegates.half_migrated" (app)

return function(app, handle)
  require "homescreen.delegates.app_delegate" (app, handle)
  require "homescreen.delegates.apple_sample" (app, handle)
end
