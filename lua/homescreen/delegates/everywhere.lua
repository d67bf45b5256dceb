-- One set of delegates for every life cycle and version: app delegate, scenes, SwiftUI with an adaptor. What a first matrix
-- needs:
--
--   for cell in matrix { os = { "12.4", "18.0" }, lifecycle = { "appDelegate", "scene", "swiftUI" } } do
--     local app = Device(cell):install("My.app", cell)
--     require "homescreen.delegates.everywhere" (app)
--
-- Give install the life cycle: an app delegate that answers for configurations adopts scenes (LAUNCH-058).

return function(app, handle)
  require "homescreen.delegates.app_delegate" (app, handle)
  require "homescreen.delegates.swiftui_adaptor" (app, handle)
end
