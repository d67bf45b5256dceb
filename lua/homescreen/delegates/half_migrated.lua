-- Both delegates implement it, as after a careful move to scenes: the app delegate serves systems before iOS 13, the
-- scene delegate all others. In each life cycle one of them is called, never both (LAUNCH-014, LAUNCH-021).
--
--   require "homescreen.delegates.half_migrated" (app)

return function(app, handle)
  require "homescreen.delegates.app_delegate" (app, handle)
  require "homescreen.delegates.apple_sample" (app, handle)
end
