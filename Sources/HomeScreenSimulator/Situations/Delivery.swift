/// One thing on its way to an app: a quick action, a URL, a link, a notification. It never changes; as an object it is
/// not copied, with all that it carries, at each of its stations.
final class Delivery {
  /// Counts up on the device from 1.
  let number: Int
  let situation: LaunchSituation
  /// What it carries, and how it comes to the app.
  let row: LaunchSituation.Row

  init(number: Int, situation: LaunchSituation, os: OSVersion) {
    self.number = number
    self.situation = situation
    row = situation.row(on: os)
  }

  /// What messages call it.
  var label: String { row.label }

  var item: ShortcutItem? {
    if case .quickAction(let item) = situation { item } else { nil }
  }

  /// What its events carry.
  var fields: [TraceDetail.Field] {
    [TraceDetail.Field(.delivery, .integer(number)), TraceDetail.Field(row.key, .string(row.label))]
  }

  /// The methods that carry it in an app without scenes, and of the app delegate in any app.
  var callbacksWithoutScenes: [AppCallback] { row.callbacks }

  /// Those in an app whose scene is connected already.
  var callbacksOfConnectedScene: [AppCallback] { row.callbacksOfScene }

  /// Those that come after a new scene is connected.
  var callbacksAfterConnecting: [AppCallback] { row.callbacksAfterConnecting }

  /// The method that has to handle it when it connects a scene.
  var methodOfNewScene: AppCallback { callbacksAfterConnecting.last ?? .sceneWillConnect }

  /// A launch method that returns false keeps it away.
  var dependsOnLaunchMethods: Bool { row.dependsOnLaunchMethods }

  /// The fact of a cold start without scenes.
  var factWithoutScenes: FactID { row.facts.withoutScenes }

  /// The fact of a scene that it connects.
  var factOfNewScene: FactID { row.facts.newScene }
}
