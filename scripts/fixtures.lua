-- Writes the bundles that the built-in scenarios install: pictures (PNG) and Info.plist.
-- Usage: lua5.4 scripts/fixtures.lua    (scripts/generate calls it)
--
-- The pictures are drawn here, so that nothing in them belongs to anybody else: a rounded square with a letter-like
-- mark, four colours, two bits a pixel, stored without compression.

local function crc_table()
  local crcs = {}
  for n = 0, 255 do
    local c = n
    for _ = 1, 8 do c = c & 1 == 1 and 0xEDB88320 ~ (c >> 1) or c >> 1 end
    crcs[n] = c
  end
  return crcs
end
local crcs = crc_table()

local function crc32(bytes)
  local c = 0xFFFFFFFF
  for i = 1, #bytes do c = crcs[(c ~ bytes:byte(i)) & 0xFF] ~ (c >> 8) end
  return c ~ 0xFFFFFFFF
end

local function adler32(bytes)
  local a, b = 1, 0
  for i = 1, #bytes do
    a = (a + bytes:byte(i)) % 65521
    b = (b + a) % 65521
  end
  return b << 16 | a
end

local function chunk(kind, data)
  return string.pack(">I4", #data) .. kind .. data .. string.pack(">I4", crc32(kind .. data))
end

-- A zlib stream of stored blocks.
local function store(data)
  local parts, position = { "\x78\x01" }, 1
  while position <= #data do
    local block = data:sub(position, position + 65534)
    position = position + #block
    parts[#parts + 1] = string.pack("<BI2I2", position > #data and 1 or 0, #block, ~#block & 0xFFFF) .. block
  end
  parts[#parts + 1] = string.pack(">I4", adler32(data))
  return table.concat(parts)
end

-- A square PNG of `size` pixels; `mark(x, y)` with x and y from 0 to 1 gives a colour from 0 to 3.
local function png(size, palette, mark)
  local rows = {}
  for y = 0, size - 1 do
    local row, byte = { "\0" }, 0
    for x = 0, size - 1 do
      byte = byte << 2 | mark((x + 0.5) / size, (y + 0.5) / size)
      if x % 4 == 3 or x == size - 1 then
        if x % 4 ~= 3 then byte = byte << 2 * (3 - x % 4) end
        row[#row + 1] = string.char(byte)
        byte = 0
      end
    end
    rows[#rows + 1] = table.concat(row)
  end
  return "\x89PNG\r\n\x1a\n"
    .. chunk("IHDR", string.pack(">I4I4BBBBB", size, size, 2, 3, 0, 0, 0))
    .. chunk("PLTE", palette)
    .. chunk("IDAT", store(table.concat(rows)))
    .. chunk("IEND", "")
end

local function colours(...)
  local parts = {}
  for _, colour in ipairs { ... } do parts[#parts + 1] = string.pack(">I3", colour) end
  return table.concat(parts)
end

local function disc(x, y, cx, cy, radius) return (x - cx) ^ 2 + (y - cy) ^ 2 < radius ^ 2 end

local marks = {
  sun = function(x, y) return disc(x, y, 0.5, 0.5, 0.24) and 1 or disc(x, y, 0.5, 0.5, 0.32) and 2 or 0 end,
  moon = function(x, y)
    return disc(x, y, 0.5, 0.5, 0.28) and not disc(x, y, 0.62, 0.42, 0.24) and 1 or y > 0.8 and 2 or 0
  end,
  leaf = function(x, y) return disc(x, y, 0.35, 0.5, 0.3) and disc(x, y, 0.65, 0.5, 0.3) and 1 or y > 0.75 and 3 or 0 end,
}

local day = colours(0x2F80ED, 0xFFD54F, 0x90CAF9, 0x1B5E20)
local night = colours(0x1A1B41, 0xF5F3D7, 0x2E2F6E, 0x000000)
local meadow = colours(0xE8F5E9, 0x2E7D32, 0xA5D6A7, 0x66BB6A)

local function write(path, bytes)
  local file = assert(io.open(path, "wb"))
  file:write(bytes)
  file:close()
end

local function pictures(folder, name, palette, mark, scales)
  for _, scale in ipairs(scales) do
    write(("%s/%s@%dx.png"):format(folder, name, scale), png(60 * scale, palette, mark))
  end
end

marks.toolbox = function(x, y)
  local box = x > 0.22 and x < 0.78 and y > 0.42 and y < 0.76
  local handle = disc(x, y, 0.5, 0.42, 0.2) and not disc(x, y, 0.5, 0.42, 0.13) and y < 0.42
  return box and (y > 0.54 and y < 0.58 and 2 or 1) or handle and 3 or 0
end

local steel = colours(0xECEFF1, 0x455A64, 0xB0BEC5, 0x263238)
local red = colours(0xFFEBEE, 0xC62828, 0xEF9A9A, 0x5D1010)
local blue = colours(0xE3F2FD, 0x1565C0, 0x90CAF9, 0x0D2F5D)

local function plist(content)
  return [[
<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
]] .. content .. "</plist>\n"
end

local root = "lua/scenarios/seeds/fixtures/ChangeIcon.app"
os.execute("mkdir -p " .. root)
pictures(root, "AppIcon60x60", day, marks.sun, { 2, 3 })
pictures(root, "newicon", night, marks.moon, { 2, 3 })
pictures(root, "leaf", meadow, marks.leaf, { 2 })
write(root .. "/Info.plist", plist [[
<dict>
	<key>CFBundleIdentifier</key>
	<string>com.example.iconchange</string>
	<key>CFBundleName</key>
	<string>ChangeIcon</string>
	<key>CFBundleDisplayName</key>
	<string>iconChange</string>
	<key>CFBundlePackageType</key>
	<string>APPL</string>
	<key>CFBundleExecutable</key>
	<string>ChangeIcon</string>
	<key>CFBundleShortVersionString</key>
	<string>1.0</string>
	<key>CFBundleVersion</key>
	<string>1</string>
	<key>UIDeviceFamily</key>
	<array>
		<integer>1</integer>
		<integer>2</integer>
	</array>
	<key>CFBundleIcons</key>
	<dict>
		<key>CFBundlePrimaryIcon</key>
		<dict>
			<key>CFBundleIconFiles</key>
			<array>
				<string>AppIcon60x60</string>
			</array>
			<key>UIPrerenderedIcon</key>
			<false/>
		</dict>
		<key>CFBundleAlternateIcons</key>
		<dict>
			<key>newicon</key>
			<dict>
				<key>CFBundleIconFiles</key>
				<array>
					<string>newicon</string>
				</array>
				<key>UIPrerenderedIcon</key>
				<false/>
			</dict>
			<key>leaf</key>
			<dict>
				<key>CFBundleIconFiles</key>
				<array>
					<string>leaf</string>
				</array>
			</dict>
			<key>ghost</key>
			<dict>
				<key>CFBundleIconFiles</key>
				<array>
					<string>ghost</string>
				</array>
			</dict>
		</dict>
	</dict>
</dict>
]])

-- An app with a quick action, scenes, and two alternate icons. Its only language is Chinese, so every device shows that.
root = "lua/scenarios/seeds/fixtures/ToolBox.app"
os.execute("mkdir -p " .. root .. "/zh-Hans.lproj")
pictures(root, "AppIcon60x60", steel, marks.toolbox, { 2, 3 })
pictures(root, "red", red, marks.toolbox, { 2, 3 })
pictures(root, "blue", blue, marks.toolbox, { 2, 3 })
write(root .. "/zh-Hans.lproj/InfoPlist.strings", [[
/* The label under the icon. */
"CFBundleDisplayName" = "百宝箱";
/* The title of the quick action. */
"ToolBoxTitle" = "工具箱";
]])
write(root .. "/Info.plist", plist [[
<dict>
	<key>CFBundleIdentifier</key>
	<string>com.example.toolbox</string>
	<key>CFBundleName</key>
	<string>ToolBox</string>
	<key>CFBundlePackageType</key>
	<string>APPL</string>
	<key>CFBundleExecutable</key>
	<string>ToolBox</string>
	<key>CFBundleDevelopmentRegion</key>
	<string>zh-Hans</string>
	<key>CFBundleShortVersionString</key>
	<string>1.0</string>
	<key>CFBundleVersion</key>
	<string>1</string>
	<key>UIDeviceFamily</key>
	<array>
		<integer>1</integer>
		<integer>2</integer>
	</array>
	<key>UIApplicationSceneManifest</key>
	<dict>
		<key>UIApplicationSupportsMultipleScenes</key>
		<false/>
		<key>UISceneConfigurations</key>
		<dict>
			<key>UIWindowSceneSessionRoleApplication</key>
			<array>
				<dict>
					<key>UISceneConfigurationName</key>
					<string>Default Configuration</string>
					<key>UISceneDelegateClassName</key>
					<string>$(PRODUCT_MODULE_NAME).SceneDelegate</string>
				</dict>
			</array>
		</dict>
	</dict>
	<key>UIApplicationShortcutItems</key>
	<array>
		<dict>
			<key>UIApplicationShortcutItemType</key>
			<string>ToolBox</string>
			<key>UIApplicationShortcutItemTitle</key>
			<string>ToolBoxTitle</string>
			<key>UIApplicationShortcutItemIconType</key>
			<string>UIApplicationShortcutIconTypeFavorite</string>
		</dict>
	</array>
	<key>CFBundleIcons</key>
	<dict>
		<key>CFBundlePrimaryIcon</key>
		<dict>
			<key>CFBundleIconFiles</key>
			<array>
				<string>AppIcon60x60</string>
			</array>
		</dict>
		<key>CFBundleAlternateIcons</key>
		<dict>
			<key>red</key>
			<dict>
				<key>CFBundleIconFiles</key>
				<array>
					<string>red</string>
				</array>
			</dict>
			<key>blue</key>
			<dict>
				<key>CFBundleIconFiles</key>
				<array>
					<string>blue</string>
				</array>
			</dict>
		</dict>
	</dict>
</dict>
]])
