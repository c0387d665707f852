import CameraLifecycle
import Testing

@Suite("What the camera does next")
struct CameraStateMachineTests {
    @Test("R-LIFE-1: permission is asked for once, before anything is configured")
    func permission() {
        var camera = Rehearsal(permission: nil)
        camera.tell(.start)
        #expect(camera.effects.contains(.requestPermission))
        #expect(camera.configuration == nil)
        #expect(camera.status == .askingForPermission)
        camera.tell(.start)
        #expect(!camera.effects.contains(.requestPermission))
        camera.tell(.permission(.granted))
        #expect(camera.configuration != nil)
    }

    @Test("R-LIFE-1: a refusal shows, and a change of mind starts the camera")
    func refusal() {
        var camera = Rehearsal(permission: .denied)
        camera.tell(.start)
        #expect(camera.status == .denied)
        #expect(camera.configuration == nil)
        camera.tell(.permission(.granted))
        camera.succeed()
        #expect(camera.status == .live)
    }

    @Test("R-LIFE-1: a refusal that comes after permission was given anew is out of date; without that it counts")
    func lateRefusal() throws {
        var camera = Rehearsal()
        camera.tell(.start)
        let first = try #require(camera.configuration)
        camera.tell(.permission(.restricted))
        #expect(camera.status == .restricted)
        camera.tell(.permission(.granted))
        camera.tell(.configurationFailed(first, .notPermitted))
        #expect(camera.teardown != nil)
        camera.tell(.tornDown(try #require(camera.teardown)))
        let second = try #require(camera.configuration)
        #expect(second != first)
        var refused = camera
        camera.succeed()
        #expect(camera.status == .live)
        refused.tell(.configurationFailed(second, .notPermitted))
        #expect(refused.status == .denied)
    }

    @Test(
        "R-LIFE-1: a refusal that is known to be a lock stays one",
        arguments: [CameraPermission.restricted, .denied]
    )
    func knownRefusal(_ permission: CameraPermission) throws {
        var camera = Rehearsal()
        camera.tell(.start)
        let ticket = try #require(camera.configuration)
        camera.tell(.permission(permission))
        camera.tell(.configurationFailed(ticket, .notPermitted))
        #expect(camera.status == (permission == .restricted ? .restricted : .denied))
    }

    @Test("R-LIFE-1: a refusal of what was permitted before is believed, whatever another configuration heard")
    func newRefusal() throws {
        var camera = Rehearsal()
        camera.tell(.start)
        let first = try #require(camera.configuration)
        camera.tell(.permission(.granted))
        camera.tell(.configurationFailed(first, .cameraUnavailable))
        camera.tell(.tornDown(try #require(camera.teardown)))
        for _ in 0..<1_000 where camera.configuration == nil { camera.wait(milliseconds: 10) }
        camera.tell(.configurationFailed(try #require(camera.configuration), .notPermitted))
        #expect(camera.status == .denied)
    }

    @Test("R-LIFE-3: a stop removes inputs and outputs, a start configures everything anew")
    func teardown() {
        var camera = Rehearsal.live()
        camera.tell(.stop)
        #expect(camera.teardown != nil)
        camera.succeed()
        #expect(camera.status == .off)
        camera.tell(.start)
        #expect(camera.configuration != nil)
        camera.succeed()
        #expect(camera.status == .live)
    }

    @Test("R-LIFE-5: a start that leaves the session standing is a failure, not a black picture")
    func unverifiedStart() {
        var camera = Rehearsal()
        camera.tell(.start)
        camera.tell(.configured(camera.configuration!))
        camera.tell(.started(camera.start!, isRunning: false, isInterrupted: false))
        #expect(camera.teardown != nil)
        #expect(camera.status == .recovering(attempt: 1))
    }

    @Test("R-LIFE-5: a running session without a frame is a failure too")
    func missingFrame() {
        var camera = Rehearsal()
        camera.tell(.start)
        camera.tell(.configured(camera.configuration!))
        camera.tell(.started(camera.start!, isRunning: true, isInterrupted: false))
        camera.wait(milliseconds: 2_999)
        #expect(camera.teardown == nil)
        camera.wait(milliseconds: 1)
        #expect(camera.teardown != nil)
    }

    @Test("R-LIFE-6: exhausted hardware needs the user, even when the error comes late")
    func exhaustion() {
        var camera = Rehearsal()
        camera.tell(.start)
        camera.tell(.configured(camera.configuration!))
        camera.tell(.started(camera.start!, isRunning: false, isInterrupted: false))
        camera.tell(.tornDown(camera.teardown!))
        camera.tell(.failed(.resourcesExhausted, isRunning: false))
        #expect(camera.status == .failed(.cameraSystemError))
        camera.wait(milliseconds: 60_000)
        #expect(camera.configuration == nil)
    }

    @Test("R-LIFE-7: a restart stops, clears the error, waits, and starts")
    func restart() {
        var camera = Rehearsal.live()
        camera.tell(.failed(.resourcesExhausted, isRunning: false))
        camera.succeed()
        #expect(camera.status == .failed(.cameraSystemError))
        camera.tell(.restart)
        #expect(camera.status == .starting(showsProgress: false))
        camera.wait(milliseconds: 749)
        #expect(camera.configuration == nil)
        camera.wait(milliseconds: 1)
        #expect(camera.configuration != nil)
        camera.succeed()
        #expect(camera.status == .live)
    }

    @Test("R-LIFE-8: a reset of the media services is recovered from, three times at most, with growing pauses")
    func mediaReset() {
        var camera = Rehearsal.live()
        for (attempt, pause) in [Int64(250), 1_000, 3_000].enumerated() {
            camera.tell(.failed(.mediaServicesReset, isRunning: false))
            #expect(camera.status == .recovering(attempt: attempt + 1))
            camera.succeed()
            camera.wait(milliseconds: pause - 1)
            #expect(camera.configuration == nil)
            camera.wait(milliseconds: 1)
            camera.succeed()
            #expect(camera.status == .live)
        }
        camera.tell(.failed(.mediaServicesReset, isRunning: false))
        #expect(camera.status == .failed(.cameraSystemError))
    }

    @Test("R-LIFE-8: recovery never undoes a stop of the user's")
    func stopDuringRecovery() {
        var camera = Rehearsal.live()
        camera.tell(.failed(.mediaServicesReset, isRunning: false))
        camera.tell(.stop)
        #expect(camera.status == .off)
        camera.succeed()
        camera.wait(milliseconds: 60_000)
        #expect(camera.status == .off)
        #expect(camera.configuration == nil)
    }

    @Test("R-LIFE-8: failures are forgotten once the camera was stable for a while")
    func stability() {
        var camera = Rehearsal.live()
        camera.tell(.failed(.mediaServicesReset, isRunning: false))
        camera.succeed()
        camera.wait(milliseconds: 250)
        camera.succeed()
        for _ in 0..<6 {
            camera.wait(milliseconds: 1_500)
            let asked = camera.effects.lazy.compactMap { effect in
                if case .countFrames(let ticket) = effect { ticket } else { nil }
            }.first
            camera.tell(.frames(asked!, [45]))
        }
        camera.tell(.failed(.mediaServicesReset, isRunning: false))
        #expect(camera.status == .recovering(attempt: 1))
    }

    @Test("R-LIFE-9: each interruption shows its reason, and ends by itself", arguments: CameraInterruption.allCases)
    func interruption(_ reason: CameraInterruption) {
        var camera = Rehearsal.live()
        camera.tell(.interrupted(reason))
        #expect(camera.status == .interrupted(reason))
        #expect(camera.teardown == nil)
        camera.tell(.interruptionEnded)
        #expect(camera.awaited != nil)
        camera.succeed()
        #expect(camera.status == .live)
    }

    @Test("R-LIFE-9: a missed end of an interruption is noticed")
    func missedEnd() {
        var camera = Rehearsal.live()
        camera.tell(.interrupted(.microphoneInUse))
        camera.wait(milliseconds: 5_000)
        let asked = camera.effects.lazy.compactMap { effect in
            if case .readSessionState(let ticket) = effect { ticket } else { nil }
        }.first
        camera.tell(.sessionState(asked!, isInterrupted: false, isRunning: true))
        camera.succeed()
        #expect(camera.status == .live)
    }

    @Test("R-LIFE-9: a start that the system does not allow now is no failure")
    func startDuringCall() {
        var camera = Rehearsal()
        camera.tell(.start)
        camera.tell(.configured(camera.configuration!))
        camera.tell(.started(camera.start!, isRunning: false, isInterrupted: true))
        #expect(camera.status == .interrupted(nil))
        camera.tell(.interrupted(.microphoneInUse))
        #expect(camera.status == .interrupted(.microphoneInUse))
        camera.tell(.interruptionEnded)
        camera.succeed()
        #expect(camera.status == .live)
    }

    @Test("R-LIFE-10: the background stops the session, the foreground brings it back")
    func background() {
        var camera = Rehearsal.live()
        camera.tell(.enteredBackground)
        #expect(camera.status == .inBackground)
        camera.succeed()
        camera.tell(.failed(.mediaServicesReset, isRunning: false))
        camera.wait(milliseconds: 60_000)
        #expect(camera.configuration == nil)
        camera.tell(.enteredForeground)
        camera.succeed()
        #expect(camera.status == .live)
    }

    @Test("R-LIFE-11: a prewarmed session is configured, and started only when wanted")
    func prewarm() {
        var camera = Rehearsal()
        camera.tell(.prewarm)
        camera.succeed()
        #expect(camera.start == nil)
        #expect(camera.status == .off)
        camera.tell(.start)
        #expect(camera.start != nil)
    }

    @Test("R-LIFE-11: loading shows only when a start takes noticeable time")
    func loading() {
        var camera = Rehearsal()
        camera.tell(.start)
        #expect(camera.status == .starting(showsProgress: false))
        camera.wait(milliseconds: 99)
        #expect(camera.status == .starting(showsProgress: false))
        camera.wait(milliseconds: 1)
        #expect(camera.status == .starting(showsProgress: true))
    }

    @Test("R-LIFE-12: a lost camera is replaced by another one; without any the camera waits for one")
    func lostCamera() {
        var camera = Rehearsal.live()
        camera.tell(.cameraLost())
        camera.tell(.tornDown(camera.teardown!))
        camera.tell(.configurationFailed(camera.configuration!, .noCamera))
        #expect(camera.status == .noCamera)
        camera.succeed()
        camera.tell(.cameras(available: true))
        camera.succeed()
        #expect(camera.status == .live)
    }

    @Test("R-MULTI-5: too hot a camera is stopped; that shows, and it comes back when it has cooled down")
    func heat() {
        var camera = Rehearsal.live()
        camera.tell(.pressure(isTooHigh: true))
        #expect(camera.teardown != nil)
        #expect(camera.status == .interrupted(.systemPressure))
        camera.succeed()
        #expect(camera.configuration == nil)
        // What the user wants meanwhile holds afterwards.
        camera.tell(.restart)
        #expect(camera.configuration == nil)
        camera.tell(.pressure(isTooHigh: false))
        camera.wait(milliseconds: 750)
        camera.succeed()
        #expect(camera.status == .live)
    }

    @Test("R-LIFE-9: the reason of an interruption outlives a new start, which may not be told it again")
    func reasonKept() {
        var camera = Rehearsal.live()
        camera.tell(.interrupted(.cameraInUse))
        camera.tell(.selectCamera)
        camera.tell(.tornDown(camera.teardown!))
        camera.tell(.configured(camera.configuration!))
        camera.tell(.started(camera.start!, isRunning: false, isInterrupted: true))
        #expect(camera.status == .interrupted(.cameraInUse))
        camera.tell(.interruptionEnded)
        camera.succeed()
        #expect(camera.status == .live)
    }

    @Test("R-MULTI-5: a stop while the camera cools down holds")
    func stoppedWhileHot() {
        var camera = Rehearsal.live()
        camera.tell(.pressure(isTooHigh: true))
        camera.succeed()
        camera.tell(.stop)
        #expect(camera.status == .off)
        camera.tell(.pressure(isTooHigh: false))
        #expect(camera.configuration == nil)
    }

    @Test("A call that never returns is given up with its session, and the camera comes back")
    func hangingStart() {
        var camera = Rehearsal()
        camera.tell(.start)
        camera.tell(.configured(camera.configuration!))
        let lost = camera.start!
        camera.wait(milliseconds: 10_000)
        #expect(camera.effects.contains(.abandonSession))
        camera.wait(milliseconds: 250)
        camera.succeed()
        #expect(camera.status == .live)
        camera.tell(.started(lost, isRunning: false, isInterrupted: false))
        #expect(camera.status == .live)
        #expect(camera.effects.isEmpty)
    }

    @Test("Another camera is chosen without losing the picture")
    func switching() {
        var camera = Rehearsal.live()
        camera.tell(.selectCamera)
        #expect(camera.teardown == nil)
        #expect(camera.status == .live)
        camera.tell(.configured(camera.configuration!))
        camera.succeed()
        #expect(camera.status == .live)
    }
}
