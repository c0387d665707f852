import CameraLifecycle
import CameraMutants
import Testing

@Suite("Decisions about several cameras")
struct CameraListTests {
    private static let both = CameraSet.first(2)

    /// A machine with a camera that is live, as far as it may be.
    private struct Stage {
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
        mutating func look(others: Int...) {
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

    private static func live(cameras: Int = 2) -> Stage {
        var stage = Stage()
        stage.goLive()
        if cameras > 1 { stage.addCameras(cameras) }
        return stage
    }

    @Test("R-MULTI-1: a second camera comes and goes while the picture stays live, and no first frame is waited for")
    func comesAndGoes() {
        var stage = Self.live(cameras: 1)
        stage.tell(.cameraCount(2))
        #expect(stage.cameras == Self.both)
        #expect(stage.machine.status == .live)
        stage.tell(.configured(stage.ticket))
        #expect(stage.machine.status == .live)
        #expect(stage.camera(1).isOn)
        #expect(!stage.has { if case .awaitFrame = $0 { true } else { false } })
        stage.tell(.cameraCount(1))
        #expect(stage.cameras == .leading)
        stage.tell(.configured(stage.ticket))
        #expect(stage.machine.status == .live)
        #expect(stage.machine.cameraStates.count == 1)
    }

    @Test("R-MULTI-3: who wants two from the beginning gets them with the first configuration")
    func fromTheBeginning() {
        var stage = Stage()
        stage.tell(.cameraCount(2))
        stage.goLive()
        #expect(stage.cameras == Self.both)
        #expect(stage.camera(1).isOn)
        #expect(stage.machine.status == .live)
    }

    @Test(
        "A second camera that is refused leaves the first one live, and is not tried again until something is different"
    )
    func refused() {
        var stage = Self.live(cameras: 1)
        stage.tell(.cameraCount(2))
        let ticket = stage.ticket
        stage.tell(.cameraRefused(ticket, index: 1))
        stage.tell(.configured(ticket))
        #expect(stage.machine.status == .live)
        #expect(stage.camera(1).obstacle == .refused)
        for _ in 0..<10 {
            stage.look()
            #expect(!stage.configures)
        }
        stage.tell(.cameras(available: true))
        stage.look()
        #expect(stage.cameras == Self.both)
    }

    @Test("R-MULTI-8: of two cameras either may be lost: the other one is live, and the recording goes on")
    func lost() {
        for event in [CameraEvent.cameraLost(index: 1), .cameraLost()] {
            var stage = Self.live()
            stage.record()
            stage.tell(event)
            #expect(stage.cameras == .leading)
            #expect(!stage.tearsDown && !stage.stopsRecorder)
            stage.tell(.configured(stage.ticket))
            #expect(stage.machine.status == .live)
            #expect(stage.machine.recordingPhase == .recording)
            #expect(stage.camera(1).obstacle == .lost)
            // What comes back by itself waits for the end of the recording.
            stage.tell(.cameras(available: true))
            stage.look()
            #expect(!stage.configures)
            stage.tell(.stopRecording)
            stage.tell(.recordingFinished(RecordingTicket(number: 1), .requested))
            stage.look()
            #expect(stage.cameras == Self.both)
        }
    }

    @Test("The only camera that is lost is a lost camera")
    func onlyOneLost() {
        var stage = Self.live(cameras: 1)
        stage.tell(.cameraLost())
        #expect(stage.tearsDown)
    }

    @Test("R-MULTI-5: a second camera that is too hot is taken out, and comes back when it has cooled down")
    func heat() {
        var stage = Self.live()
        stage.record()
        stage.tell(.pressure(isTooHigh: true, index: 1))
        #expect(stage.cameras == .leading && !stage.stopsRecorder)
        stage.tell(.configured(stage.ticket))
        #expect(stage.camera(1).obstacle == .tooHot)
        stage.tell(.stopRecording)
        stage.tell(.recordingFinished(RecordingTicket(number: 1), .requested))
        stage.tell(.pressure(isTooHigh: false, index: 1))
        stage.look()
        #expect(stage.cameras == Self.both)
    }

    @Test("A change that the user asks for ends the recording first, which may go on in another file")
    func recordingEnds() {
        var stage = Self.live(cameras: 1)
        stage.tell(.record(RecordingTicket(number: 1), goesOn: true))
        stage.tell(.recordingStarted(RecordingTicket(number: 1)))
        stage.tell(.cameraCount(2))
        #expect(stage.stopsRecorder && !stage.configures)
        stage.tell(.recordingFinished(RecordingTicket(number: 1), .requested))
        #expect(stage.has { $0 == .recordingEnded(RecordingTicket(number: 1), .cameraChanged) })
        #expect(stage.cameras == Self.both)
        stage.tell(.configured(stage.ticket))
        #expect(stage.has { $0 == .startRecorder(RecordingTicket(number: 1, part: 2)) })
    }

    @Test("Who wants one, and two again, has changed nothing: a recording that begins then is not ended by heat")
    func changedMind() {
        var stage = Self.live()
        stage.tell(.record(RecordingTicket(number: 1), goesOn: false))
        stage.tell(.recordingStarted(RecordingTicket(number: 1)))
        stage.tell(.cameraCount(1))
        stage.tell(.cameraCount(2))
        stage.tell(.recordingFinished(RecordingTicket(number: 1), .requested))
        #expect(!stage.configures)
        stage.tell(.record(RecordingTicket(number: 2), goesOn: false))
        stage.tell(.recordingStarted(RecordingTicket(number: 2)))
        stage.tell(.pressure(isTooHigh: true, index: 1))
        #expect(stage.cameras == .leading && !stage.stopsRecorder)
    }

    @Test("A second camera that falls silent is taken out after two looks")
    func silent() {
        var stage = Self.live()
        stage.look(others: 0)
        #expect(!stage.configures)
        stage.look(others: 0)
        #expect(stage.cameras == .leading)
        stage.tell(.configured(stage.ticket))
        #expect(stage.camera(1).obstacle == .silent)
        #expect(stage.machine.status == .live)
    }

    @Test("R-MULTI-4: two cameras that are too much are tried once more with less, then one alone; only that may fail")
    func tooMuch() {
        var stage = Self.live()
        for round in 1...2 {
            stage.tell(.failed(.resourcesExhausted, isRunning: false))
            #expect(stage.tearsDown)
            stage.tell(.tornDown(stage.ticket))
            #expect(stage.cameras == (round == 1 ? Self.both : .leading))
            stage.tell(.configured(stage.ticket))
            stage.tell(.started(stage.ticket, isRunning: true, isInterrupted: false))
            stage.tell(.firstFrame(stage.ticket))
            #expect(stage.machine.status == .live)
        }
        #expect(stage.camera(1).obstacle == .tooExpensive)
        stage.tell(.failed(.resourcesExhausted, isRunning: false))
        #expect(stage.machine.status == .failed(.cameraSystemError))
    }

    @Test("R-MULTI-4: one camera that costs too much is tried with less, a few times, before the user has to act")
    func oneIsTooMuch() {
        var stage = Self.live(cameras: 1)
        for attempt in 1...3 {
            stage.tell(.failed(.overBudget, isRunning: false))
            #expect(stage.tearsDown && stage.machine.status == .recovering(attempt: attempt))
            stage.tell(.tornDown(stage.ticket))
            stage.now = stage.now.after(milliseconds: 5_000)
            stage.tell(.timer(.pause))
            #expect(stage.cameras == .leading)
            stage.tell(.configured(stage.ticket))
            stage.tell(.started(stage.ticket, isRunning: true, isInterrupted: false))
            stage.tell(.firstFrame(stage.ticket))
            #expect(stage.machine.status == .live)
        }
        stage.tell(.failed(.overBudget, isRunning: false))
        #expect(stage.machine.status == .failed(.cameraSystemError))
    }

    @Test("R-MULTI-4: what was taken back comes back while all is well and nothing is recorded, and once")
    func roomAgain() {
        var stage = Self.live()
        stage.tell(.failed(.overBudget, isRunning: false))
        stage.tell(.tornDown(stage.ticket))
        stage.tell(.configured(stage.ticket))
        stage.tell(.started(stage.ticket, isRunning: true, isInterrupted: false))
        stage.tell(.firstFrame(stage.ticket))
        stage.record()
        stage.tell(.hardwareFreed)
        stage.look(others: 45)
        #expect(!stage.configures)
        stage.tell(.stopRecording)
        stage.tell(.recordingFinished(RecordingTicket(number: 1), .requested))
        stage.look(others: 45)
        #expect(stage.configures && stage.cameras == Self.both)
        stage.tell(.configured(stage.ticket))
        stage.look(others: 45)
        #expect(!stage.configures && stage.machine.status == .live)
    }

    @Test("R-MULTI-4: a second camera that was too much is tried again when there is room")
    func roomForSecond() {
        var stage = Self.live(cameras: 1)
        stage.tell(.cameraCount(2))
        stage.tell(.cameraRefused(stage.ticket, index: 1))
        stage.tell(.configured(stage.ticket))
        stage.look()
        #expect(!stage.configures)
        stage.tell(.hardwareFreed)
        stage.look()
        #expect(stage.cameras == Self.both)
    }

    @Test("R-MULTI-5: a session that is interrupted because its second camera is too hot goes on with the first one")
    func interruptedByHeat() {
        for isInterruptedFirst in [true, false] {
            var stage = Self.live()
            let heat: [CameraEvent] = [.interrupted(.systemPressure), .pressure(isTooHigh: true, index: 1)]
            for event in isInterruptedFirst ? heat : heat.reversed() {
                stage.tell(event)
                #expect(!stage.tearsDown)
            }
            #expect(stage.cameras == .leading && stage.machine.status == .interrupted(.systemPressure))
            stage.tell(.interruptionEnded)
            stage.tell(.configured(stage.ticket))
            if isInterruptedFirst { stage.tell(.firstFrame(stage.ticket)) }
            #expect(stage.machine.status == .live)
            #expect(stage.camera(1).obstacle == .tooHot)
        }
    }

    @Test("A configuration with two that never returns is tried with one")
    func hangs() {
        var stage = Self.live(cameras: 1)
        stage.tell(.cameraCount(2))
        stage.now = stage.now.after(milliseconds: 20_000)
        stage.tell(.timer(.answer))
        #expect(stage.has { $0 == .abandonSession })
        stage.now = stage.now.after(milliseconds: 20_000)
        stage.tell(.timer(.pause))
        #expect(stage.cameras == .leading)
        #expect(stage.camera(1).obstacle == .suspected)
    }

    @Test("An interruption while a second camera is added is waited for, and ends the recording of both")
    func interrupted() {
        var stage = Self.live()
        stage.record()
        stage.tell(.pressure(isTooHigh: true, index: 1))
        stage.tell(.interrupted(.cameraInUse))
        #expect(stage.stopsRecorder)
        #expect(stage.machine.status == .interrupted(.cameraInUse))
        stage.tell(.configured(stage.ticket))
        #expect(stage.machine.status == .interrupted(.cameraInUse))
        stage.tell(.interruptionEnded)
        stage.tell(.firstFrame(stage.ticket))
        #expect(stage.machine.status == .live)
    }

    @Test("R-LIFE-3: a stop while a second camera is added gives everything back")
    func stopped() {
        var stage = Self.live(cameras: 1)
        stage.tell(.cameraCount(2))
        stage.tell(.stop)
        #expect(stage.machine.status == .off)
        #expect(!stage.tearsDown)
        stage.tell(.configured(stage.ticket))
        #expect(stage.tearsDown)
        stage.tell(.tornDown(stage.ticket))
        #expect(!stage.camera(1).isOn && stage.camera(1).isWanted)
    }

    // MARK: More than two

    @Test("R-MULTI-1: three cameras come with one configuration, and whichever is too hot or silent goes alone")
    func three() {
        var stage = Self.live(cameras: 3)
        #expect(stage.cameras == .first(3) && stage.machine.status == .live)
        stage.tell(.pressure(isTooHigh: true, index: 1))
        #expect(stage.cameras == [.leading, CameraSet(index: 2)])
        stage.tell(.configured(stage.ticket))
        #expect(stage.camera(1).obstacle == .tooHot && stage.camera(2).isOn)
        stage.tell(.pressure(isTooHigh: false, index: 1))
        stage.look(others: 0, 45)
        #expect(stage.cameras == .first(3))
        stage.tell(.configured(stage.ticket))
        stage.look(others: 45, 0)
        stage.look(others: 45, 0)
        #expect(stage.cameras == .first(2))
        stage.tell(.configured(stage.ticket))
        #expect(stage.camera(2).obstacle == .silent && stage.camera(1).isOn && stage.machine.status == .live)
    }

    @Test("R-MULTI-4: three cameras that are too much are tried with less, then two, then one; only that may fail")
    func threeTooMuch() {
        var stage = Self.live(cameras: 3)
        for count in [3, 2, 1] {
            stage.tell(.failed(.overBudget, isRunning: false))
            stage.tell(.tornDown(stage.ticket))
            #expect(stage.cameras == .first(count))
            stage.tell(.configured(stage.ticket))
            stage.tell(.started(stage.ticket, isRunning: true, isInterrupted: false))
            stage.tell(.firstFrame(stage.ticket))
            #expect(stage.machine.status == .live)
        }
        #expect(stage.camera(1).obstacle == .tooExpensive && stage.camera(2).obstacle == .tooExpensive)
    }

    @Test("R-MULTI-8: a movie of three goes on with those that are left, and none comes back into it")
    func threeInMovie() {
        var stage = Self.live(cameras: 3)
        stage.record()
        stage.tell(.cameraLost(index: 1))
        #expect(stage.cameras == [.leading, CameraSet(index: 2)] && !stage.stopsRecorder)
        stage.tell(.configured(stage.ticket))
        stage.tell(.cameras(available: true))
        stage.tell(.cameraLost(index: 0))
        #expect(stage.cameras == .leading && !stage.stopsRecorder && !stage.tearsDown)
        stage.tell(.configured(stage.ticket))
        #expect(stage.machine.recordingPhase == .recording && stage.machine.status == .live)
    }
}
