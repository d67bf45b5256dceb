public import PropertyLists

/// Small property lists for ``Mutator``.
public enum PropertyListSeeds {
  /// Small limits, so that nothing takes long.
  public static let limits = PropertyListLimits(maximumDepth: 100, maximumNodes: 5000, maximumBytes: 100_000)

  private static let value: PropertyListValue = [
    "CFBundleIdentifier": "com.example.$(PRODUCT_NAME)", "ä": ["😀", 1, -1, .integer(.min), 2.5, true, []],
    "CFBundleIcons~ipad": ["CFBundleAlternateIcons": ["n": ["CFBundleIconFiles": ["n"]]]],
    "d": .data([1, 2, 3, 4]), "t": .date(PropertyListDate(secondsSinceReferenceDate: 1)), "u": .uid(3), "e": [:],
  ]

  /// A list in each format.
  public static let all: [[UInt8]] = [
    XMLPropertyListWriter.write(value), BinaryPropertyListWriter.write(value), OpenStepPropertyListWriter.write(value),
    OpenStepPropertyListWriter.writeStrings(value.dictionary ?? [:]),
    [0xFF, 0xFE] + utf16(xml("<dict><key>ä</key><string>&#x1F600;<![CDATA[x]]></string></dict>"), isBigEndian: false),
    Array("{ a = \"\\U00e4\\344\\n\"; b = (<0f>, {c;}); /* */ }".utf8),
  ]
}
