import AppPackages
import HomeScreenSimulator
import PropertyLists

// The simulator's words that scripts read and write as strings: editors offer them.

extension AlertAction.Style: APIChoice {}
extension AlertController.Style: APIChoice {}
extension AppCrash.Code: APIChoice {}
extension AppDisplay: APIChoice {}
extension AppState: APIChoice {}
extension ApplicationState: APIChoice {}
extension AssetEntry.Appearance: APIChoice {}
extension AssetSet.RenderingIntent: APIChoice {}
extension BackgroundCompletion.Outcome: APIChoice {}
extension Distribution: APIChoice {}
extension IconAppearance: APIChoice {}
extension IconSurface: APIChoice {}
extension LifeCycle: APIChoice {}
extension MenuSide: APIChoice {}
extension PropertyListFormat: APIChoice {}
extension SceneState: APIChoice {}
extension ScreenAppearance: APIChoice {}
extension SpringboardMode: APIChoice {}
extension TerminationCause: APIChoice {}
extension TraceEventKind: APIChoice {}
