-- SwiftUI without an adaptor: a view, and nothing that a quick action could reach (LAUNCH-026, LAUNCH-087). The app
-- opens, but the action is lost. URLs arrive; `open(url)` gets them.
--
--   require "homescreen.delegates.swiftui_plain" (app)

return function(app, open)
  function app.view:onOpenURL(url)
    if open then open(url) end
  end
end
