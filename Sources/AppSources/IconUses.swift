/// A call that changes the icon.
public struct IconChange: Codable, Sendable, Equatable {
  /// What becomes of the error.
  public enum ErrorUse: String, Codable, Sendable, CaseIterable {
    /// There is no completion handler, or it is nil.
    case noHandler
    /// The handler does not look at the error: `{ _ in }`, an empty block, `catch {}`, `try?`.
    case ignored
    /// It is logged, shown, returned, thrown on, or decides something.
    case used
    /// The handler is given by the caller, and was not found.
    case passedOn
  }

  /// The selector: `setAlternateIconName:completionHandler:`, or one of UIKit's private ones.
  public var selector: String
  /// Whether it is private API.
  public var isPrivate: Bool
  /// The names that can come here, as far as they were followed.
  public var names: [TextValue]
  /// What becomes of the error.
  public var error: ErrorUse
  /// Where success is told, to a caller or to JavaScript, before or whatever the result is; nil where nowhere.
  public var reportsEarly: SourcePlace?
  /// Where the app stores or shows the new icon as chosen before or whatever the result is, without taking it back;
  /// nil where nowhere.
  public var storesEarly: SourcePlace?
  /// On which thread.
  public var thread: SourceThread
  /// The method of the system in which it is called at once, during a launch; nil for none.
  public var launchMethod: String?
  /// Whether `supportsAlternateIcons` is asked before, in the function or its callers.
  public var asksForSupport: Bool
  /// A comparison of the system's version as a text before it: `contains("10.3")`; nil for none.
  public var versionTest: SourcePlace?
  /// The function that calls.
  public var function: String
  /// Where.
  public var place: SourcePlace

  /// A call that changes the icon.
  public init(
    _ selector: String, isPrivate: Bool, names: [TextValue], error: ErrorUse, function: String, at place: SourcePlace
  ) {
    self.selector = selector
    self.isPrivate = isPrivate
    self.names = names
    self.error = error
    thread = .unknown
    asksForSupport = false
    self.function = function
    self.place = place
  }
}

/// A place where the code asks for `alternateIconName` and takes it for one of some texts: it is compared with them, an
/// enumeration is made from it, or one of an enumeration's raw values stands for it where it is nil.
public struct IconRead: Codable, Sendable, Equatable {
  /// The texts: literals that it is compared with, or all raw values of the enumeration.
  public var texts: [TextValue]
  /// The text that stands for the primary icon, `?? "Default"`; nil where there is none.
  public var primary: TextValue?
  /// Whether these are all.
  public var isComplete: Bool
  /// The function that asks.
  public var function: String
  /// Where.
  public var place: SourcePlace

  /// A place where the code asks which icon is shown.
  public init(
    _ texts: [TextValue], primary: TextValue? = nil, isComplete: Bool, function: String, at place: SourcePlace
  ) {
    self.texts = texts
    self.primary = primary
    self.isComplete = isComplete
    self.function = function
    self.place = place
  }
}
