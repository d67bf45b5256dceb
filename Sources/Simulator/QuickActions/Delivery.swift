/// One thing on its way to an app: a quick action, a URL, a link.
struct Delivery {
  /// Counts up on the device from 1.
  let number: Int
  let situation: LaunchSituation

  /// What messages call it.
  var label: String {
    switch situation {
    case .tap: ""
    case .quickAction(let item): item.type
    case .url(let url, _): url
    case .universalLink(let url): url
    }
  }

  var item: ShortcutItem? {
    if case .quickAction(let item) = situation { item } else { nil }
  }

  /// What its events carry.
  var fields: [TraceDetail.Field] {
    let key: String
    switch situation {
    case .tap, .quickAction: key = "type"
    case .url, .universalLink: key = "url"
    }
    return [TraceDetail.Field("delivery", .integer(number)), TraceDetail.Field(key, .string(label))]
  }
}
