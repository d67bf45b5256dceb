internal import AppPackages
import PropertyLists

/// A whole device as one value.
extension Device {
  /// The complete state that determines the device's future; see ``DeviceState``.
  public var state: DeviceState {
    var state = DeviceState()
    write(to: &state)
    return state
  }

  /// A hash of the state, cheaper than the state: devices with different hashes differ. It also includes the order in
  /// which waiting work was scheduled.
  public var stateHash: UInt64 {
    var state = DeviceState.hashing
    write(to: &state)
    state.write("order", scheduler.order.map(String.init).joined(separator: " "))
    return state.writtenHash ?? 0
  }

  private func write(to state: inout DeviceState) {
    state.write("model", model.name)
    state.write("os", os)
    state.write("locale", locale)
    state.write("appearance", appearance == .light ? nil : appearance.rawValue)
    state.write("tint", tint == .usual ? nil : tint)
    for condition in DeviceConditions.all {
      let path = "conditions.\(condition.name)"
      switch conditions[condition] {
      case .boolean(let flag): state.write(path, isSet: flag)
      case .number(let number): state.write(path, number)
      case .string(let text): state.write(path, text)
      }
    }
    screen.write(to: &state, at: "screen")
    for record in registry.all(cost: 30) {
      record.write(to: &state, at: "apps[\(record.bundleIdentifier)]", now: scheduler.now)
    }
    folders.write(to: &state, at: "folders")
    iconCaches.write(to: &state, at: "iconCaches", now: scheduler.now)
    scheduler.write(to: &state, at: "due")
  }
}

extension AppRecord {
  /// Writes the app, and its process if it has one.
  fileprivate func write(to state: inout DeviceState, at path: String, now: VirtualTime) {
    state.write("\(path).package", prepared.fingerprint)
    state.write("\(path).lifeCycle", options.lifeCycle?.rawValue)
    state.write("\(path).distribution", options.distribution.rawValue)
    state.write("\(path).isPublished", isSet: options.isPublished)
    state.write("\(path).sdk", sdk.map { "\($0.platform.rawValue) \($0.version)" })
    state.write("\(path).signedAs", options.signedAs)
    state.write("\(path).download", download?.rawValue)
    state.write("\(path).isOffloaded", isSet: isOffloaded)
    state.write("\(path).wasQuitByUser", isSet: wasQuitByUser)
    state.write("\(path).requiresAuthentication", isSet: requiresAuthentication)
    state.write("\(path).crash", crash?.reason)
    icon.write(to: &state, at: "\(path).icon")
    presence.write(to: &state, at: "\(path).icon")
    state.write("\(path).shortcutItems", each: dynamicItems) { state, path, item in item.write(to: &state, at: path) }
    state.write("\(path).hiddenItems.locale", hiddenItems?.locale)
    state.write("\(path).hiddenItems", each: hiddenItems?.items ?? []) { state, path, item in
      item.write(to: &state, at: path)
    }
    scenes.write(to: &state, at: "\(path).scenes")
    process?.write(to: &state, at: "\(path).process", now: now)
  }
}

extension AppProcess {
  fileprivate func write(to state: inout DeviceState, at path: String, now: VirtualTime) {
    state.write("\(path).lifeCycle", lifeCycle.rawValue)
    state.write("\(path).phase", phase.rawValue)
    state.write("\(path).wasActive", isSet: wasActive)
    state.write("\(path).waitingBlocks", queues.waiting)
    iconService.write(to: &state, at: "\(path).iconService", now: now)
    stack.write(to: &state, at: path)
    if !sideBySide.isEmpty {
      state.write("\(path).sideBySide", each: sideBySide) { state, path, scene in state.write(path, scene.identifier) }
    }
    state.write("\(path).scenes", each: scenes) { state, path, scene in
      state.write(path, scene.identifier)
      state.write("\(path).title", scene.title)
      state.write("\(path).state", scene.state.rawValue)
      state.write("\(path).canActivate", scene.activationConditions.canActivate)
      state.write("\(path).prefersToActivate", scene.activationConditions.prefersToActivate)
      state.write("\(path).hasDelegate", isSet: scene.delegate != nil)
      scene.stack.write(to: &state, at: path)
    }
    state.write("\(path).displays", each: sideScenes) { state, path, scene in
      state.write(path, scene.identifier)
      state.write("\(path).role", scene.session.role.rawValue)
      state.write("\(path).hasDelegate", isSet: scene.delegate != nil)
      scene.stack.write(to: &state, at: path)
    }
  }
}

extension WindowStack {
  /// Writes the uppermost window, and the others if there are any.
  fileprivate func write(to state: inout DeviceState, at path: String) {
    top?.write(to: &state, at: "\(path).window")
    guard windows.count > 1 || top !== key else { return }
    state.write("\(path).windows", each: windows) { state, path, window in
      state.write("\(path).isKey", isSet: window.isKey)
      window.write(to: &state, at: path)
    }
  }
}

extension AppWindow {
  /// Writes the chain of presented controllers, from the root.
  fileprivate func write(to state: inout DeviceState, at path: String) {
    state.write("\(path).isVisible", isSet: isVisible)
    let controllers = sequence(first: rootViewController, next: { $0?.presentedViewController }).prefix { $0 != nil }
    state.write("\(path).controllers", each: controllers) { state, path, controller in
      state.write(path, controller?.className)
      state.write("\(path).title", controller?.title)
      (controller as? AlertController)?.content?.write(to: &state, at: "\(path).alert")
    }
  }
}
