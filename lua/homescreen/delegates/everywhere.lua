-- One set of delegates for every life cycle and version: app delegate, scenes, SwiftUI with an adaptor. Use it for a
-- first matrix:
--
--   for cell in matrix { os = { "12.4", "18.0" }, lifecycle = { "appDelegate", "scene", "swiftUI" } } do
--     local app = Device(cell):install("My.app", cell)
--     require "homescreen.delegates.everywhere" (app)
--
-- Pass the life cycle to install: an app delegate that returns configurations adopts scenes (LAUNCH-058).

return function(app, handle)
  require "homescreen.delegates.app_delegate" (app, handle)
  require "homescreen.delegates.swiftui_adaptor" (app, handle)
end
