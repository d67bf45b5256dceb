/// A target of a project.
public struct XcodeTarget: Sendable {
  /// `name` in the project file, or else `productName`; empty for a target that has neither.
  public let name: String
  /// `com.apple.product-type.application`; empty for targets that make no product.
  public let productType: String
  let object: XcodeObject

  init(_ object: XcodeObject) {
    self.object = object
    name = object.string("name") ?? object.string("productName") ?? ""
    productType = object.string("productType") ?? ""
  }

  /// An app, for whatever system.
  public var isApplication: Bool { productType == "com.apple.product-type.application" }

  /// An extension or an App Clip: it is built with its app, and compiles catalogs of its own.
  var isInsideOfApp: Bool {
    productType.hasPrefix("com.apple.product-type.app-extension")
      || productType == "com.apple.product-type.extensionkit-extension"
      || productType == "com.apple.product-type.application.on-demand-install-capable"
  }

  /// A Watch app of the kind that is inside of an app for iPhone.
  var isWatchApp: Bool { productType.hasPrefix("com.apple.product-type.application.watchapp") }

  /// An app, or something that stands on the Home Screen as one: an App Clip, an app made of stickers.
  var isOnHomeScreen: Bool {
    productType == "com.apple.product-type.application"
      || productType == "com.apple.product-type.application.on-demand-install-capable"
      || productType == "com.apple.product-type.application.messages"
  }
}
