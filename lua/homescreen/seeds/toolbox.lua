-- Shared by the scenarios about the tutorial "toolbox". `path` is the tutorial's app, relative to the caller.

return function(path)
  local toolbox = {}

  --- The app with other static items, each a table with Apple's key endings: { Type = …, Title = …, … }.
  function toolbox.packageWith(...)
    local package = AppPackage(path)
    local items = {}
    for place, fields in ipairs { ... } do
      items[place] = {}
      for ending, value in pairs(fields) do items[place]["UIApplicationShortcutItem" .. ending] = value end
    end
    if #items == 0 then
      package.plist.UIApplicationShortcutItems = nil
    else
      package.plist.UIApplicationShortcutItems = items
    end
    return package
  end

  function toolbox.install(options)
    local device = Device {
      model = options.model or "iPhone", os = options.os or "17.5", locale = options.locale,
      conditions = { activation = options.activation },
    }
    local app = device:install(options.package or path, {
      lifecycle = options.lifecycle or "appDelegate", published = options.published, distribution = options.distribution,
    })
    return device, app
  end

  --- The menu of the app's icon.
  function toolbox.open(device, app)
    if device.front then device:pressHome() end
    return device.springboard:icon(app):press()
  end

  --- The app's own rows: "title|subtitle|icon", or just the titles.
  function toolbox.appRows(menu, whole)
    local rows = {}
    for _, row in ipairs(menu.rows) do
      if not row.system then
        rows[#rows + 1] = whole and ("%s|%s|%s"):format(row.title, row.subtitle, row.icon) or row.title
      end
    end
    return rows
  end

  --- The listing's item, created each time.
  function toolbox.item()
    return UIApplicationShortcutItem {
      type = "ToolBox", localizedTitle = "工具箱", localizedSubtitle = "工具",
      icon = UIApplicationShortcutIcon { systemImageName = "folder" },
      userInfo = { key1 = "特定参数1", key2 = "特定参数1" },
    }
  end

  --- The tutorial shows the tapped item in an alert.
  function toolbox.show(window, item)
    -- In Objective-C the description of nil is nil.
    local alert = UIAlertController { message = item and item:description(), preferredStyle = "alert" }
    alert:addAction(UIAlertAction { title = "Cancel", style = "cancel" })
    window.rootViewController:present(alert, true)
  end

  --- Taps the tutorial's item, and returns the trace.
  function toolbox.tapItem(device, app)
    return device:record(function() toolbox.open(device, app):item("工具箱"):tap() end)
  end

  --- The description of the item.
  toolbox.description = "<UIApplicationShortcutItem: 0x%x+; type: ToolBox, title: 工具箱>" -- QUICK-105

  return toolbox
end
