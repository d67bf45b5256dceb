import HomeScreenSimulator

/// How a screen of a version looks, in colours and measures of our own: near enough to be recognised.
struct ScreenLook: Hashable, Sendable {
  /// The ages of the system's design.
  enum Generation: Hashable, Sendable {
    /// Flat, and white where something is asked: iOS 9 to 12.
    case flat
    /// Cards with round corners, light and dark: iOS 13 to 18.
    case cards
    /// Glass: from iOS 26 on.
    case glass
  }

  let generation: Generation
  let appearance: ScreenAppearance
  /// The look of icons.
  let icons: ScreenAppearance
  /// The one colour of tinted icons.
  let tint: IconTint

  init(os: OSVersion, appearance: ScreenAppearance, tint: IconTint = .usual) {
    self.appearance = appearance
    self.tint = tint
    icons = appearance.ofIcons(in: os)
    generation = os.major >= 26 ? .glass : os.major >= 13 ? .cards : .flat
  }

  var isDark: Bool { appearance.isDark }

  // MARK: The Home Screen

  /// The colours of the wallpaper, from the top to the bottom.
  var wallpaper: [String] {
    switch (generation, isDark) {
    case (.flat, _): ["#2b5876", "#3f7d8c", "#7fb3a6"]
    case (.cards, false): ["#5b6ee1", "#a667c9", "#ef9a7a"]
    case (.cards, true): ["#0f1330", "#2a1c4a", "#4b2a3f"]
    case (.glass, false): ["#3a8dde", "#6fb7e9", "#cfe3ee"]
    case (.glass, true): ["#06121f", "#0d2b45", "#1d4a5e"]
    }
  }

  /// Of the Dock's panel.
  var dock: (fill: String, opacity: Double) {
    switch generation {
    case .flat, .cards: isDark ? ("#1c1c1e", 0.55) : ("#ffffff", 0.3)
    case .glass: ("#ffffff", isDark ? 0.14 : 0.32)
    }
  }

  /// The share of an icon's side that its corners take, each.
  var cornerShare: Double { generation == .glass ? 0.26 : 0.2237 }

  // MARK: What lies over it

  /// The colour of text.
  var text: String { isDark ? "#ffffff" : "#000000" }
  /// Of text that matters less.
  var secondaryText: String { isDark ? "#a1a1aa" : "#5c5c63" }
  /// Of what can be tapped.
  var accent: String {
    switch generation {
    case .flat: "#0f6fe0"
    case .cards, .glass: isDark ? "#4aa3ff" : "#0a66d6"
    }
  }
  /// Of what cannot be taken back.
  var destructive: String { isDark ? "#ff6961" : "#c8231a" }
  /// Of lines between rows.
  var line: String { isDark ? "#4a4a4e" : "#cfcfd4" }

  /// Of a menu or alert.
  var panel: (fill: String, opacity: Double) {
    switch generation {
    case .flat: ("#f7f7f8", 0.98)
    case .cards: isDark ? ("#29292c", 0.97) : ("#f4f4f6", 0.97)
    case .glass: isDark ? ("#24282d", 0.92) : ("#fbfcfd", 0.9)
    }
  }

  var menuRadius: Double {
    switch generation {
    case .flat, .cards: 13
    case .glass: 30
    }
  }

  var alertRadius: Double {
    switch generation {
    case .flat, .cards: 14
    case .glass: 34
    }
  }

  /// How dark what lies behind is made.
  var veil: Double { isDark ? 0.55 : 0.42 }

  // MARK: Apps

  /// Of an app's empty screen.
  var background: String { isDark ? "#000000" : "#ffffff" }
  /// Of its bars.
  var bar: String { isDark ? "#1c1c1e" : "#f6f6f8" }
}
