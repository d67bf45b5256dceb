/// Code of the app that replaces `present(_:animated:completion:)` on the class (ICON-067).
///
/// Set it as ``Application/presentationInterceptor``; it is forgotten with the process. Taking it away restores UIKit's
/// own, as a second exchange of the two implementations does (ICON-175). It gets what controllers of every class present
/// (ICON-174), and what it takes for the icon's alert may be another alert without title and message (ICON-069). While it
/// runs, `present` means
/// UIKit's own implementation.
public protocol PresentationInterceptor: AnyObject {
  /// Called in place of UIKit's implementation, which is ``Presentation/callOriginal()``. Doing nothing swallows the
  /// presentation: its handlers never run (ICON-068).
  func present(_ presentation: Presentation) throws
}
