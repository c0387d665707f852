import CameraLifecycle
import CameraMutants
import Testing

@Suite("Decisions about several cameras")
struct CameraListTests {
    private static let both = CameraSet.first(2)

    /// A machine with a camera that is live, as far as it may be.
    private struct Fixture {
        var machine = Mutation.rehearsedMachine()
        var now = CameraTime.zero
        var effects: [CameraEffect] = []
        var cameras: CameraSet?
        var ticket = CameraTicket(number: 0)

        mutating func tell(_ event: CameraEvent) {
            now = now.after(milliseconds: 10)
            effects = machine.handle(event, now: now)
            for effect in effects {
                switch effect {
                case .configure(let ticket, .all, let cameras): (self.ticket, self.cameras) = (ticket, cameras)
                case .start(let ticket), .tearDown(let ticket, _), .awaitFrame(let ticket), .countFrames(let ticket):
                    self.ticket = ticket
                default: break
                }
            }
        }

        /// Goes on until the picture is live.
        mutating func goLive() {
            for event in [CameraEvent.permission(.granted), .start] { tell(event) }
            tell(.configured(ticket))
            tell(.started(ticket, isRunning: true, isInterrupted: false))
            tell(.firstFrame(ticket))
        }

        /// So many cameras are wanted, and come.
        mutating func addCameras(_ count: Int) {
            tell(.cameraCount(count))
            tell(.configured(ticket))
        }

        mutating func record() {
            tell(.record(RecordingTicket(number: 1), goesOn: false))
            tell(.recordingStarted(RecordingTicket(number: 1)))
        }

        /// Lets the machine look at the frames, which come.
        mutating func poll(others: Int...) {
            now = now.after(milliseconds: 1_500)
            tell(.timer(.frameCheck))
            tell(.frames(ticket, [45] + others))
        }

        /// An additional camera, as it is to be seen.
        func camera(_ index: Int) -> SessionCameraState { machine.cameraStates[index] }

        func has(_ isWanted: (CameraEffect) -> Bool) -> Bool { effects.contains(where: isWanted) }
        var tearsDown: Bool { has { if case .tearDown = $0 { true } else { false } } }
        var stopsRecorder: Bool { has { if case .stopRecorder = $0 { true } else { false } } }
        var configures: Bool { has { if case .configure = $0 { true } else { false } } }
    }

    private static func live(cameras: Int = 2) -> Fixture {
        var fixture = Fixture()
        fixture.goLive()
        if cameras > 1 { fixture.addCameras(cameras) }
        return fixture
    }

    @Test("R-MULTI-1: a second camera comes and goes while the picture stays live, and no first frame is waited for")
    func comesAndGoes() {
        var fixture = Self.live(cameras: 1)
        fixture.tell(.cameraCount(2))
        #expect(fixture.cameras == Self.both)
        #expect(fixture.machine.status == .live)
        fixture.tell(.configured(fixture.ticket))
        #expect(fixture.machine.status == .live)
        #expect(fixture.camera(1).isOn)
        #expect(!fixture.has { if case .awaitFrame = $0 { true } else { false } })
        fixture.tell(.cameraCount(1))
        #expect(fixture.cameras == .leading)
        fixture.tell(.configured(fixture.ticket))
        #expect(fixture.machine.status == .live)
        #expect(fixture.machine.cameraStates.count == 1)
    }

    @Test("R-MULTI-3: who wants two from the beginning gets them with the first configuration")
    func fromTheBeginning() {
        var fixture = Fixture()
        fixture.tell(.cameraCount(2))
        fixture.goLive()
        #expect(fixture.cameras == Self.both)
        #expect(fixture.camera(1).isOn)
        #expect(fixture.machine.status == .live)
    }

    @Test(
        "A second camera that is refused leaves the first one live, and is not tried again until something is different"
    )
    func refused() {
        var fixture = Self.live(cameras: 1)
        fixture.tell(.cameraCount(2))
        let ticket = fixture.ticket
        fixture.tell(.cameraRefused(ticket, index: 1))
        fixture.tell(.configured(ticket))
        #expect(fixture.machine.status == .live)
        #expect(fixture.camera(1).obstacle == .refused)
        for _ in 0..<10 {
            fixture.poll()
            #expect(!fixture.configures)
        }
        fixture.tell(.cameras(available: true))
        fixture.poll()
        #expect(fixture.cameras == Self.both)
    }

    @Test("R-MULTI-8: of two cameras either may be lost: the other one is live, and the recording goes on")
    func lost() {
        for event in [CameraEvent.cameraLost(index: 1), .cameraLost()] {
            var fixture = Self.live()
            fixture.record()
            fixture.tell(event)
            #expect(fixture.cameras == .leading)
            #expect(!fixture.tearsDown && !fixture.stopsRecorder)
            fixture.tell(.configured(fixture.ticket))
            #expect(fixture.machine.status == .live)
            #expect(fixture.machine.recordingPhase == .recording)
            #expect(fixture.camera(1).obstacle == .lost)
            // What comes back by itself waits for the end of the recording.
            fixture.tell(.cameras(available: true))
            fixture.poll()
            #expect(!fixture.configures)
            fixture.tell(.stopRecording)
            fixture.tell(.recordingFinished(RecordingTicket(number: 1), .requested))
            fixture.poll()
            #expect(fixture.cameras == Self.both)
        }
    }

    @Test("The only camera that is lost is a lost camera")
    func onlyOneLost() {
        var fixture = Self.live(cameras: 1)
        fixture.tell(.cameraLost())
        #expect(fixture.tearsDown)
    }

    @Test("R-MULTI-5: a second camera that is too hot is taken out, and comes back when it has cooled down")
    func heat() {
        var fixture = Self.live()
        fixture.record()
        fixture.tell(.pressure(isTooHigh: true, index: 1))
        #expect(fixture.cameras == .leading && !fixture.stopsRecorder)
        fixture.tell(.configured(fixture.ticket))
        #expect(fixture.camera(1).obstacle == .tooHot)
        fixture.tell(.stopRecording)
        fixture.tell(.recordingFinished(RecordingTicket(number: 1), .requested))
        fixture.tell(.pressure(isTooHigh: false, index: 1))
        fixture.poll()
        #expect(fixture.cameras == Self.both)
    }

    @Test("A change that the user asks for ends the recording first, which may go on in another file")
    func recordingEnds() {
        var fixture = Self.live(cameras: 1)
        fixture.tell(.record(RecordingTicket(number: 1), goesOn: true))
        fixture.tell(.recordingStarted(RecordingTicket(number: 1)))
        fixture.tell(.cameraCount(2))
        #expect(fixture.stopsRecorder && !fixture.configures)
        fixture.tell(.recordingFinished(RecordingTicket(number: 1), .requested))
        #expect(fixture.has { $0 == .recordingEnded(RecordingTicket(number: 1), .cameraChanged) })
        #expect(fixture.cameras == Self.both)
        fixture.tell(.configured(fixture.ticket))
        #expect(fixture.has { $0 == .startRecorder(RecordingTicket(number: 1, part: 2)) })
    }

    @Test("Who wants one, and two again, has changed nothing: a recording that begins then is not ended by heat")
    func changedMind() {
        var fixture = Self.live()
        fixture.tell(.record(RecordingTicket(number: 1), goesOn: false))
        fixture.tell(.recordingStarted(RecordingTicket(number: 1)))
        fixture.tell(.cameraCount(1))
        fixture.tell(.cameraCount(2))
        fixture.tell(.recordingFinished(RecordingTicket(number: 1), .requested))
        #expect(!fixture.configures)
        fixture.tell(.record(RecordingTicket(number: 2), goesOn: false))
        fixture.tell(.recordingStarted(RecordingTicket(number: 2)))
        fixture.tell(.pressure(isTooHigh: true, index: 1))
        #expect(fixture.cameras == .leading && !fixture.stopsRecorder)
    }

    @Test("A second camera that falls silent is taken out after two looks")
    func silent() {
        var fixture = Self.live()
        fixture.poll(others: 0)
        #expect(!fixture.configures)
        fixture.poll(others: 0)
        #expect(fixture.cameras == .leading)
        fixture.tell(.configured(fixture.ticket))
        #expect(fixture.camera(1).obstacle == .silent)
        #expect(fixture.machine.status == .live)
    }

    @Test("R-MULTI-4: two cameras that are too much are tried once more with less, then one alone; only that may fail")
    func tooMuch() {
        var fixture = Self.live()
        for round in 1...2 {
            fixture.tell(.failed(.resourcesExhausted, isRunning: false))
            #expect(fixture.tearsDown)
            fixture.tell(.tornDown(fixture.ticket))
            #expect(fixture.cameras == (round == 1 ? Self.both : .leading))
            fixture.tell(.configured(fixture.ticket))
            fixture.tell(.started(fixture.ticket, isRunning: true, isInterrupted: false))
            fixture.tell(.firstFrame(fixture.ticket))
            #expect(fixture.machine.status == .live)
        }
        #expect(fixture.camera(1).obstacle == .tooExpensive)
        fixture.tell(.failed(.resourcesExhausted, isRunning: false))
        #expect(fixture.machine.status == .failed(.cameraSystemError))
    }

    @Test("R-MULTI-4: one camera that costs too much is tried with less, a few times, before the user has to act")
    func oneIsTooMuch() {
        var fixture = Self.live(cameras: 1)
        for attempt in 1...3 {
            fixture.tell(.failed(.overBudget, isRunning: false))
            #expect(fixture.tearsDown && fixture.machine.status == .recovering(attempt: attempt))
            fixture.tell(.tornDown(fixture.ticket))
            fixture.now = fixture.now.after(milliseconds: 5_000)
            fixture.tell(.timer(.pause))
            #expect(fixture.cameras == .leading)
            fixture.tell(.configured(fixture.ticket))
            fixture.tell(.started(fixture.ticket, isRunning: true, isInterrupted: false))
            fixture.tell(.firstFrame(fixture.ticket))
            #expect(fixture.machine.status == .live)
        }
        fixture.tell(.failed(.overBudget, isRunning: false))
        #expect(fixture.machine.status == .failed(.cameraSystemError))
    }

    @Test("R-MULTI-4: what was taken back comes back while all is well and nothing is recorded, and once")
    func roomAgain() {
        var fixture = Self.live()
        fixture.tell(.failed(.overBudget, isRunning: false))
        fixture.tell(.tornDown(fixture.ticket))
        fixture.tell(.configured(fixture.ticket))
        fixture.tell(.started(fixture.ticket, isRunning: true, isInterrupted: false))
        fixture.tell(.firstFrame(fixture.ticket))
        fixture.record()
        fixture.tell(.hardwareFreed)
        fixture.poll(others: 45)
        #expect(!fixture.configures)
        fixture.tell(.stopRecording)
        fixture.tell(.recordingFinished(RecordingTicket(number: 1), .requested))
        fixture.poll(others: 45)
        #expect(fixture.configures && fixture.cameras == Self.both)
        fixture.tell(.configured(fixture.ticket))
        fixture.poll(others: 45)
        #expect(!fixture.configures && fixture.machine.status == .live)
    }

    @Test("R-MULTI-4: a second camera that was too much is tried again when there is room")
    func roomForSecond() {
        var fixture = Self.live(cameras: 1)
        fixture.tell(.cameraCount(2))
        fixture.tell(.cameraRefused(fixture.ticket, index: 1))
        fixture.tell(.configured(fixture.ticket))
        fixture.poll()
        #expect(!fixture.configures)
        fixture.tell(.hardwareFreed)
        fixture.poll()
        #expect(fixture.cameras == Self.both)
    }

    @Test("R-MULTI-5: a session that is interrupted because its second camera is too hot goes on with the first one")
    func interruptedByHeat() {
        for isInterruptedFirst in [true, false] {
            var fixture = Self.live()
            let heat: [CameraEvent] = [.interrupted(.systemPressure), .pressure(isTooHigh: true, index: 1)]
            for event in isInterruptedFirst ? heat : heat.reversed() {
                fixture.tell(event)
                #expect(!fixture.tearsDown)
            }
            #expect(fixture.cameras == .leading && fixture.machine.status == .interrupted(.systemPressure))
            fixture.tell(.interruptionEnded)
            fixture.tell(.configured(fixture.ticket))
            if isInterruptedFirst { fixture.tell(.firstFrame(fixture.ticket)) }
            #expect(fixture.machine.status == .live)
            #expect(fixture.camera(1).obstacle == .tooHot)
        }
    }

    @Test("A configuration with two that never returns is tried with one")
    func hangs() {
        var fixture = Self.live(cameras: 1)
        fixture.tell(.cameraCount(2))
        fixture.now = fixture.now.after(milliseconds: 20_000)
        fixture.tell(.timer(.answer))
        #expect(fixture.has { $0 == .abandonSession })
        fixture.now = fixture.now.after(milliseconds: 20_000)
        fixture.tell(.timer(.pause))
        #expect(fixture.cameras == .leading)
        #expect(fixture.camera(1).obstacle == .suspected)
    }

    @Test("An interruption while a second camera is added is waited for, and ends the recording of both")
    func interrupted() {
        var fixture = Self.live()
        fixture.record()
        fixture.tell(.pressure(isTooHigh: true, index: 1))
        fixture.tell(.interrupted(.cameraInUse))
        #expect(fixture.stopsRecorder)
        #expect(fixture.machine.status == .interrupted(.cameraInUse))
        fixture.tell(.configured(fixture.ticket))
        #expect(fixture.machine.status == .interrupted(.cameraInUse))
        fixture.tell(.interruptionEnded)
        fixture.tell(.firstFrame(fixture.ticket))
        #expect(fixture.machine.status == .live)
    }

    @Test("R-LIFE-3: a stop while a second camera is added gives everything back")
    func stopped() {
        var fixture = Self.live(cameras: 1)
        fixture.tell(.cameraCount(2))
        fixture.tell(.stop)
        #expect(fixture.machine.status == .off)
        #expect(!fixture.tearsDown)
        fixture.tell(.configured(fixture.ticket))
        #expect(fixture.tearsDown)
        fixture.tell(.tornDown(fixture.ticket))
        #expect(!fixture.camera(1).isOn && fixture.camera(1).isWanted)
    }

    // MARK: More than two

    @Test("R-MULTI-1: three cameras come with one configuration, and whichever is too hot or silent goes alone")
    func three() {
        var fixture = Self.live(cameras: 3)
        #expect(fixture.cameras == .first(3) && fixture.machine.status == .live)
        fixture.tell(.pressure(isTooHigh: true, index: 1))
        #expect(fixture.cameras == [.leading, CameraSet(index: 2)])
        fixture.tell(.configured(fixture.ticket))
        #expect(fixture.camera(1).obstacle == .tooHot && fixture.camera(2).isOn)
        fixture.tell(.pressure(isTooHigh: false, index: 1))
        fixture.poll(others: 0, 45)
        #expect(fixture.cameras == .first(3))
        fixture.tell(.configured(fixture.ticket))
        fixture.poll(others: 45, 0)
        fixture.poll(others: 45, 0)
        #expect(fixture.cameras == .first(2))
        fixture.tell(.configured(fixture.ticket))
        #expect(fixture.camera(2).obstacle == .silent && fixture.camera(1).isOn && fixture.machine.status == .live)
    }

    @Test("R-MULTI-4: three cameras that are too much are tried with less, then two, then one; only that may fail")
    func threeTooMuch() {
        var fixture = Self.live(cameras: 3)
        for count in [3, 2, 1] {
            fixture.tell(.failed(.overBudget, isRunning: false))
            fixture.tell(.tornDown(fixture.ticket))
            #expect(fixture.cameras == .first(count))
            fixture.tell(.configured(fixture.ticket))
            fixture.tell(.started(fixture.ticket, isRunning: true, isInterrupted: false))
            fixture.tell(.firstFrame(fixture.ticket))
            #expect(fixture.machine.status == .live)
        }
        #expect(fixture.camera(1).obstacle == .tooExpensive && fixture.camera(2).obstacle == .tooExpensive)
    }

    @Test("R-MULTI-8: a movie of three goes on with those that are left, and none comes back into it")
    func threeInMovie() {
        var fixture = Self.live(cameras: 3)
        fixture.record()
        fixture.tell(.cameraLost(index: 1))
        #expect(fixture.cameras == [.leading, CameraSet(index: 2)] && !fixture.stopsRecorder)
        fixture.tell(.configured(fixture.ticket))
        fixture.tell(.cameras(available: true))
        fixture.tell(.cameraLost(index: 0))
        #expect(fixture.cameras == .leading && !fixture.stopsRecorder && !fixture.tearsDown)
        fixture.tell(.configured(fixture.ticket))
        #expect(fixture.machine.recordingPhase == .recording && fixture.machine.status == .live)
    }
}
