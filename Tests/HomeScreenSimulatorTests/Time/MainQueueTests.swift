import HomeScreenSimulator
import Testing

/// Virtual time and the main queue.
@Suite struct MainQueueTests {
  @Test func blocksRunInOrderOfTimeAndQueueing() throws {
    let scene = try Scene()
    var steps: [String] = []
    try scene.app.run { application in
      let queue = application.mainQueue
      try queue.asyncAfter(0.2) { steps.append("0.2 first") }
      try queue.asyncAfter(0.1) { steps.append("0.1") }
      try queue.asyncAfter(0.2) { steps.append("0.2 second") }
      try queue.async {
        steps.append("now")
        try queue.async { steps.append("now, later turn") }
      }
      try queue.async { steps.append("now, second") }
      try queue.asyncAfter(-5) { steps.append("negative") }
      steps.append("body")
    }
    #expect(steps == ["body", "now", "now, second", "negative", "now, later turn"])
    steps = []
    try scene.device.advance(0.1)
    #expect(steps == ["0.1"])
    try scene.device.advance(0.1)
    #expect(steps == ["0.1", "0.2 first", "0.2 second"])
  }

  @Test func timerSeesItsTimeOnTheClock() throws {
    let scene = try Scene()
    let start = scene.device.time
    var seen: [Int] = []
    try scene.app.run { application in
      for delay in [0.5, 0.25] {
        try application.mainQueue.asyncAfter(delay) {
          seen.append(Int(((scene.device.time - start) * 1000).rounded()))
        }
      }
    }
    try scene.device.advance(10)
    #expect(seen == [250, 500])
    #expect(((scene.device.time - start) * 1000).rounded() == 10_000)
  }

  @Test func settleRunsAllBlocksAndReturnsTheTime() throws {
    let scene = try Scene()
    var count = 0
    try scene.app.run { application in
      func again() throws {
        count += 1
        if count < 5 { try application.mainQueue.asyncAfter(1.5, again) }
      }
      try application.mainQueue.asyncAfter(1.5, again)
    }
    #expect(try scene.device.settle() == 7.5)
    #expect(count == 5)
    #expect(try scene.device.settle() == 0)
  }

  @Test func settleReportsAnEndlessTimer() throws {
    let scene = try Scene()
    var count = 0
    try scene.app.run { application in
      func again() throws {
        count += 1
        try application.mainQueue.asyncAfter(0.25, again)
      }
      try again()
    }
    let error = try #require(simulatorError { try scene.device.settle() })
    #expect(error.code == .neverSettles)
    #expect(error.message.contains("a timer of 0.250 s of com.example.paint"))
    let before = count
    try scene.device.advance(1)  // the device still works, and the timer still runs
    #expect(count == before + 4)
  }

  @Test func endlesslyRequeuedBlockIsStoppedWithAReason() throws {
    let scene = try Scene()
    let error = try #require(
      simulatorError {
        try scene.app.run { application in
          func again() throws { try application.mainQueue.async(again) }
          try again()
        }
      })
    #expect(error.code == .mainQueueNeverIdle)
    #expect(error.message.contains("com.example.paint"))
    #expect(try scene.app.state == .runningForeground)
    try scene.request("night")
    try scene.tapOK()
    #expect(scene.codes == [0])
  }

  @Test func blocksBeyondTheLimitAreRefused() throws {
    let scene = try Scene()
    var count = 0
    try scene.app.run { application in
      for _ in 0..<10_000 { try application.mainQueue.async { count += 1 } }
    }
    #expect(count == 10_000)
    #expect(
      simulatorError {
        try scene.app.run { application in
          for _ in 0...MainQueue.maximumWaiting { try application.mainQueue.async { count += 1 } }
        }
      }?.code == .mainQueueFull)
  }

  @Test(arguments: [-1, Double.nan, .infinity, -.infinity, 1e300])
  func invalidTimesAreRefused(seconds: Double) throws {
    let scene = try Scene()
    #expect(simulatorError { try scene.device.advance(seconds) }?.code == .badTime)
    if !(seconds < 0) {
      let error = simulatorError { try scene.app.run { try $0.mainQueue.asyncAfter(seconds) {} } }
      #expect(error?.code == .badTime)
    }
  }

  @Test func millisecondsStayExactOverManySteps() throws {
    let device = try Device()
    for _ in 0..<1000 { try device.advance(0.001) }
    #expect(device.time == 1)
    #expect(simulatorError { _ = try VirtualTime(seconds: -0.001) }?.code == .badTime)
    #expect(try VirtualTime(seconds: 1.0004).milliseconds == 1000)
    #expect(try VirtualTime(seconds: 61.005).description == "61.005 s")
    #expect(VirtualTime(milliseconds: .max) + VirtualTime(milliseconds: 1) == VirtualTime(milliseconds: 1 << 53))
  }

  /// LAUNCH-073.
  @Test func timersOfASuspendedProcessRunAfterItResumes() throws {
    let scene = try Scene()
    var steps: [String] = []
    try scene.app.run { application in
      try application.mainQueue.asyncAfter(2) { steps.append("in the background") }
      try application.mainQueue.asyncAfter(60) { steps.append("held") }
    }
    try scene.device.pressHome()
    try scene.device.advance(100)
    #expect(try scene.app.state == .runningBackgroundSuspended)
    #expect(steps == ["in the background"])
    try scene.app.activate()
    #expect(steps == ["in the background", "held"])
    #expect(try scene.app.state == .runningForeground)
  }

  @Test func blocksEndWithTheirProcess() throws {
    let scene = try Scene()
    var ran = false
    try scene.app.run { try $0.mainQueue.asyncAfter(1) { ran = true } }
    try scene.app.terminate()
    try scene.device.launch(scene.app)
    try scene.device.advance(5)
    #expect(!ran)
  }
}
