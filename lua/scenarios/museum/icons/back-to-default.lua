-- skb1129/react-native-change-icon#46, kyubuns/AppIconChangerUnity#5: there is no way back to the first icon.
local museum = require "homescreen.museum"

-- What the app passes for “default”.
local function reset(device, app, repaired, word)
  museum.change(device, app, "night")
  if repaired then return museum.change(device, app, nil) end
  return museum.change(device, app, word)
end

for _, word in ipairs { "", "Default", "AppIcon" } do
  describe("skb1129/react-native-change-icon#46 with “" .. word .. "”", function() -- ICON-029, ICON-030
    it("as reported: the word is a name, and nothing is called so", function()
      local device, app = museum.open(museum.icon_package())
      assert.equal(4, reset(device, app, false, word))
      assert.equal("night", app.iconName)
      assert.matches("Pass nil for the primary icon", table.concat(app:why(word), "\n"))
    end)

    it("repaired: nil", function()
      local device, app = museum.open(museum.icon_package())
      assert.equal("changed", reset(device, app, true, word))
      assert.is_nil(app.iconName)
      assert.equal("first@3x.png", museum.picture(device, app).file)
    end)
  end)
end
