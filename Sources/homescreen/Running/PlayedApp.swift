import AppPackages
import HomeScreenReports
import LuaAPI
import PropertyLists

/// The app that `homescreen` without arguments plays with: the one of the folder, as `init` would take it.
struct PlayedApp {
  /// Where it lies; nil where the settings name it, and where a sample has to do.
  let path: String?
  /// Why a sample has to do although there is something.
  let note: StyledText?

  /// - Parameter folder: the one in which the person stands.
  init(inFolder folder: String) {
    guard ProjectFinder(trust: PluginOptions.usual).settings(for: .folder(folder))?.app == nil else {
      (path, note) = (nil, nil)
      return
    }
    do {
      path = try StartingFolder.app(at: StartingPlace(folder)).1
      note = nil
    } catch let error as AppPackageError {
      path = nil
      // Nothing there is no reason to speak of it.
      note = error.kind == .noInfoPlist && error.hint?.hasPrefix("name one") != true ? nil : Self.note(error)
    } catch {
      (path, note) = (nil, Self.note(error))
    }
  }

  private static func note(_ error: any Error) -> StyledText {
    "the app of this folder cannot be opened: \(error)"
  }
}
