-- Changing the icon without the system's alert: a tutorial that exchanges `present` through the Objective-C runtime.
--
-- Up to iOS 26.0 the alert is a UIAlertController that the app itself presents, with neither title nor message. The
-- tutorial filters those out. This scenario shows that the method worked, when it stopped working, and which side
-- effects of the filter the tutorial omits. For pictures, see change-icon-quietly-pictures.lua.
--
-- The project: fixtures/QuietIcon.xcodeproj.

local quiet_icon = require "homescreen.seeds.quiet_icon"
local build, start, onceQueue = quiet_icon.build, quiet_icon.start, quiet_icon.onceQueue

local function refusals(app)
  local count = 0
  for _, line in ipairs(app.console) do
    if line:find("which is already presenting", 1, true) then count = count + 1 end
  end
  return count
end

describe("the three parts of the API", function()
  it("are a question, the current name, and the change", function()
    local screen = start {}
    screen.app:run(function()
      assert.is_true(UIApplication.shared.supportsAlternateIcons) -- ICON-012
      assert.is_nil(UIApplication.shared.alternateIconName) -- ICON-016
    end)
    local outcome = screen.choose "小房子"
    assert.is_nil(outcome.called) -- the handler waits for the tap on the alert's button (ICON-066)
    screen.device.alert:tap "OK"
    assert.is_true(outcome.called)
    assert.logged("更换成功", screen.app)
    screen.app:run(function() assert.equal("小房子", UIApplication.shared.alternateIconName) end)
  end)

  it("keep the icon if the answer to the question is negative", function()
    local package = build() -- ICON-176, ICON-012: an app for iPhone only, on an iPad
    package.plist.UIDeviceFamily = { 1 }
    local screen = start { model = "iPad", os = "17.5", package = package }
    screen.app:run(function() assert.is_false(UIApplication.shared.supportsAlternateIcons) end)
    assert.is_nil(screen.choose("小猫").called)
    assert.is_nil(screen.device.alert)
    assert.same({}, screen.app.console)
  end)

  it("report what went wrong, and then change nothing", function()
    local screen = start {}
    screen.choose "小房子"
    screen.device.alert:tap "OK"
    screen.choose "没有"
    assert.equal("小房子", screen.app.iconName) -- ICON-018
    assert.logged("Error Domain=NSCocoaErrorDomain Code=4 \"The file doesn’t exist.\"", screen.app) -- ICON-040
  end)
end)

describe("the alert that the app itself presents, up to iOS 26.0", function()
  it("is a UIAlertController with neither title nor message, through present", function()
    local screen = start {} -- ICON-064
    local seen = {}
    screen.app:run(function()
      local original = UIViewController.present
      UIViewController.present = function(presenter, controller, animated, completion)
        seen[1] = controller:isKind(UIAlertController) and controller.title == nil and controller.message == nil
        original(presenter, controller, animated, completion)
      end
    end)
    screen.choose "小猫"
    assert.same({ true }, seen)
    assert.equal("You have changed the icon for “换图标”.", screen.device.alert.label) -- ICON-060, ICON-061
  end)

  it("is swallowed by the exchanged method, and the icon still changes", function()
    for _, os in ipairs { "10.3", "13.0", "17.5", "26.0" } do
      local screen = start { os = os, quiet = "once" } -- ICON-067
      screen.choose "小猫"
      assert.is_nil(screen.device.alert, os)
      assert.equal("小猫", screen.app.iconName)
      assert.equal("小猫@3x.png", screen.picture().file)
      assert.logged("title: nil", screen.app)
      assert.logged("message: nil", screen.app)
    end
  end)

  it("takes the completion handler with it: it never runs", function()
    local screen = start { quiet = "once" } -- ICON-068
    local outcome = screen.choose "小猫"
    screen.device:settle()
    assert.is_nil(outcome.called)
    for _, line in ipairs(screen.app.console) do assert.not_equal("更换成功", line) end
  end)

  it("leaves the handler of a failure alone: that has no alert", function()
    local outcome = start({ quiet = "once" }).choose "没有"
    assert.equal(4, outcome.error.code)
  end)
end)

describe("the alert of the system, from iOS 26.1 on", function()
  it("does not come through present, so nothing is swallowed", function()
    local screen = start { os = "26.1", quiet = "once" } -- ICON-075, ICON-079
    local outcome = screen.choose "小猫"
    assert.equal("system", screen.device.alert.owner)
    assert.is_nil(outcome.called)
    screen.device.alert:tap "OK"
    assert.is_true(outcome.called)
  end)
end)

describe("what else the filter does", function()
  it("swallows every alert without title and message, such as a plain action sheet", function()
    local screen = start { quiet = "once" } -- ICON-069
    screen.present { preferredStyle = "actionSheet" }
    assert.is_nil(screen.device.alert)
    local plain = start {}
    plain.present { preferredStyle = "actionSheet" }
    assert.is_not_nil(plain.device.alert)
  end)

  it("presents every other alert twice; the second time is refused on the console", function()
    local screen = start { quiet = "once" } -- ICON-070
    screen.present { title = "提示", message = "修改成功" }
    assert.equal("提示", screen.device.alert.title)
    assert.logged('title: Optional("提示")', screen.app) -- the filter prints the alerts that it allows
    assert.logged('message: Optional("修改成功")', screen.app)
    assert.equal(1, refusals(screen.app))
    screen.device.alert:tap "好"
    assert.is_nil(screen.device.alert) -- it was shown once
    local plain = start {}
    plain.present { title = "提示", message = "修改成功" }
    assert.equal(0, refusals(plain.app))
  end)

  it("presents controllers that are not alerts once", function()
    local screen = start { quiet = "once" }
    local Detail = UIViewController.subclass "DetailViewController"
    screen.app:run(function()
      local root = UIApplication.shared.keyWindow.rootViewController
      root:present(Detail(), true)
      assert.is_not_nil(root.presentedViewController)
    end)
    assert.equal(0, refusals(screen.app))
  end)
end)

describe("an exchange through a class that only inherits the method", function()
  local Other = UIViewController.subclass "OtherViewController"

  it("swallows the alert, whichever controller presents it", function()
    local screen = start { quiet = "once", root = Other } -- ICON-174
    screen.choose "小猫"
    assert.is_nil(screen.device.alert)
    assert.equal("小猫", screen.app.iconName)
  end)

  it("ends the app when a controller of another class presents something else", function()
    local screen = start { quiet = "once", root = Other }
    local crash = assert.crashes(screen.app, function() screen.present { title = "提示" } end)
    assert.matches("NSInvalidArgumentException", crash.reason)
    assert.matches(
      "%-%[OtherViewController noAlert_present:animated:completion:%]: unrecognized selector sent to instance 0x%x+",
      crash.reason) -- ICON-174
  end)

  it("ends with the process", function()
    local screen = start { quiet = "always" }
    screen.app:terminate()
    screen.device:launch(screen.app)
    screen.choose "小猫"
    assert.is_not_nil(screen.device.alert)
  end)
end)

describe("once", function()
  it("is the author's: the system's DispatchQueue has none, and dispatch_once is gone from Swift", function()
    assert.error_matches(function() return DispatchQueue.once end, "DispatchQueue has no member 'once'") -- ICON-175
    assert.error_matches(function() dispatch_once() end, "global 'dispatch_once'")
    local times, once = 0, onceQueue()
    for _ = 1, 3 do once("UIAlertController", function() times = times + 1 end) end
    once("another token", function() times = times + 10 end)
    assert.equal(11, times)
  end)

  it("keeps a second visit of the screen from exchanging back", function()
    local screen = start { quiet = "once" }
    screen.load()
    screen.choose "小猫"
    assert.is_nil(screen.device.alert)
  end)

  it("is needed: a second exchange restores the originals, and the alert is back", function()
    local screen = start { quiet = "always" } -- ICON-175
    screen.load()
    local outcome = screen.choose "小猫"
    screen.device.alert:tap "OK"
    assert.is_true(outcome.called)
    screen.load() -- a third call exchanges them again
    screen.choose "小房子"
    assert.is_nil(screen.device.alert)
    assert.equal("小房子", screen.app.iconName)
  end)
end)
