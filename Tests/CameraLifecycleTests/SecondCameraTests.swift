import CameraLifecycle
import Testing

@Suite("Decisions about a second camera")
struct SecondCameraTests {
    private static let both: ConfigurationSteps = [.all, .addSecondCamera]

    /// A machine with a camera that is live, as far as it may be.
    private struct Stage {
        var machine = CameraStateMachine()
        var now = CameraTime.zero
        var effects: [CameraEffect] = []
        var steps: ConfigurationSteps?
        var ticket = CameraTicket(number: 0)

        mutating func tell(_ event: CameraEvent) {
            now = now.after(milliseconds: 10)
            effects = machine.handle(event, now: now)
            for effect in effects {
                switch effect {
                case .configure(let ticket, let steps): (self.ticket, self.steps) = (ticket, steps)
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

        /// The wish for two is fulfilled.
        mutating func addSecond() {
            tell(.secondCamera(isWanted: true))
            tell(.configured(ticket))
        }

        mutating func record() {
            tell(.record(RecordingTicket(number: 1), goesOn: false))
            tell(.recordingStarted(RecordingTicket(number: 1)))
        }

        /// Lets the machine look at the frames, which come.
        mutating func look(second: Int?) {
            now = now.after(milliseconds: 1_500)
            tell(.timer(.frameCheck))
            let ticket = ticket
            var all: [CameraEffect] = []
            if let second {
                tell(.secondFrames(ticket, second))
                all = effects
            }
            tell(.frames(ticket, 45))
            effects = all + effects
        }

        func has(_ isWanted: (CameraEffect) -> Bool) -> Bool { effects.contains(where: isWanted) }
        var tearsDown: Bool { has { if case .tearDown = $0 { true } else { false } } }
        var stopsRecorder: Bool { has { if case .stopRecorder = $0 { true } else { false } } }
        var configures: Bool { has { if case .configure = $0 { true } else { false } } }
    }

    private static func live(two: Bool = true) -> Stage {
        var stage = Stage()
        stage.goLive()
        if two { stage.addSecond() }
        return stage
    }

    @Test("R-MULTI-1: a second camera comes and goes while the picture stays live, and no first frame is waited for")
    func comesAndGoes() {
        var stage = Self.live(two: false)
        stage.tell(.secondCamera(isWanted: true))
        #expect(stage.steps == Self.both)
        #expect(stage.machine.status == .live)
        stage.tell(.configured(stage.ticket))
        #expect(stage.machine.status == .live)
        #expect(stage.machine.secondCamera.isOn)
        #expect(!stage.has { if case .awaitFrame = $0 { true } else { false } })
        stage.tell(.secondCamera(isWanted: false))
        #expect(stage.steps == .all)
        stage.tell(.configured(stage.ticket))
        #expect(stage.machine.status == .live)
        #expect(!stage.machine.secondCamera.isOn)
    }

    @Test("R-MULTI-3: who wants two from the beginning gets them with the first configuration")
    func fromTheBeginning() {
        var stage = Stage()
        stage.tell(.secondCamera(isWanted: true))
        stage.goLive()
        #expect(stage.steps == Self.both)
        #expect(stage.machine.secondCamera.isOn)
        #expect(stage.machine.status == .live)
    }

    @Test(
        "A second camera that is refused leaves the first one live, and is not tried again until something is different"
    )
    func refused() {
        var stage = Self.live(two: false)
        stage.tell(.secondCamera(isWanted: true))
        let ticket = stage.ticket
        stage.tell(.secondCameraRefused(ticket))
        stage.tell(.configured(ticket))
        #expect(stage.machine.status == .live)
        #expect(stage.machine.secondCamera.obstacle == .refused)
        for _ in 0..<10 {
            stage.look(second: nil)
            #expect(!stage.configures)
        }
        stage.tell(.cameras(available: true))
        stage.look(second: nil)
        #expect(stage.steps == Self.both)
    }

    @Test("R-MULTI-8: of two cameras either may be lost: the other one is live, and the recording goes on")
    func lost() {
        for event in [CameraEvent.secondCameraLost, .cameraLost] {
            var stage = Self.live()
            stage.record()
            stage.tell(event)
            #expect(stage.steps == .all)
            #expect(!stage.tearsDown && !stage.stopsRecorder)
            stage.tell(.configured(stage.ticket))
            #expect(stage.machine.status == .live)
            #expect(stage.machine.recordingPhase == .recording)
            #expect(stage.machine.secondCamera.obstacle == .lost)
            // What comes back by itself waits for the end of the recording.
            stage.tell(.cameras(available: true))
            stage.look(second: nil)
            #expect(!stage.configures)
            stage.tell(.stopRecording)
            stage.tell(.recordingFinished(RecordingTicket(number: 1), .requested))
            stage.look(second: nil)
            #expect(stage.steps == Self.both)
        }
    }

    @Test("The only camera that is lost is a lost camera")
    func onlyOneLost() {
        var stage = Self.live(two: false)
        stage.tell(.cameraLost)
        #expect(stage.tearsDown)
    }

    @Test("R-MULTI-5: a second camera that is too hot is taken out, and comes back when it has cooled down")
    func heat() {
        var stage = Self.live()
        stage.record()
        stage.tell(.secondCameraPressure(isTooHigh: true))
        #expect(stage.steps == .all && !stage.stopsRecorder)
        stage.tell(.configured(stage.ticket))
        #expect(stage.machine.secondCamera.obstacle == .tooHot)
        stage.tell(.stopRecording)
        stage.tell(.recordingFinished(RecordingTicket(number: 1), .requested))
        stage.tell(.secondCameraPressure(isTooHigh: false))
        stage.look(second: nil)
        #expect(stage.steps == Self.both)
    }

    @Test("A change that the user asks for ends the recording first, which may go on in another file")
    func recordingEnds() {
        var stage = Self.live(two: false)
        stage.tell(.record(RecordingTicket(number: 1), goesOn: true))
        stage.tell(.recordingStarted(RecordingTicket(number: 1)))
        stage.tell(.secondCamera(isWanted: true))
        #expect(stage.stopsRecorder && !stage.configures)
        stage.tell(.recordingFinished(RecordingTicket(number: 1), .requested))
        #expect(stage.has { $0 == .recordingEnded(RecordingTicket(number: 1), .cameraChanged) })
        #expect(stage.steps == Self.both)
        stage.tell(.configured(stage.ticket))
        #expect(stage.has { $0 == .startRecorder(RecordingTicket(number: 1, part: 2)) })
    }

    @Test("Who wants one, and two again, has changed nothing: a recording that begins then is not ended by heat")
    func changedMind() {
        var stage = Self.live()
        stage.tell(.record(RecordingTicket(number: 1), goesOn: false))
        stage.tell(.recordingStarted(RecordingTicket(number: 1)))
        stage.tell(.secondCamera(isWanted: false))
        stage.tell(.secondCamera(isWanted: true))
        stage.tell(.recordingFinished(RecordingTicket(number: 1), .requested))
        #expect(!stage.configures)
        stage.tell(.record(RecordingTicket(number: 2), goesOn: false))
        stage.tell(.recordingStarted(RecordingTicket(number: 2)))
        stage.tell(.secondCameraPressure(isTooHigh: true))
        #expect(stage.steps == .all && !stage.stopsRecorder)
    }

    @Test("A second camera that falls silent is taken out after two looks")
    func silent() {
        var stage = Self.live()
        stage.look(second: 0)
        #expect(!stage.configures)
        stage.look(second: 0)
        #expect(stage.steps == .all)
        stage.tell(.configured(stage.ticket))
        #expect(stage.machine.secondCamera.obstacle == .silent)
        #expect(stage.machine.status == .live)
    }

    @Test("R-MULTI-4: two cameras that are too much are tried once more with less, then one alone; only that may fail")
    func tooMuch() {
        var stage = Self.live()
        for round in 1...2 {
            stage.tell(.failed(.resourcesExhausted, isRunning: false))
            #expect(stage.tearsDown)
            stage.tell(.tornDown(stage.ticket))
            #expect(stage.steps == (round == 1 ? Self.both : .all))
            stage.tell(.configured(stage.ticket))
            stage.tell(.started(stage.ticket, isRunning: true, isInterrupted: false))
            stage.tell(.firstFrame(stage.ticket))
            #expect(stage.machine.status == .live)
        }
        #expect(stage.machine.secondCamera.obstacle == .tooExpensive)
        stage.tell(.failed(.resourcesExhausted, isRunning: false))
        #expect(stage.machine.status == .failed(.cameraSystemError))
    }

    @Test("A configuration with two that never returns is tried with one")
    func hangs() {
        var stage = Self.live(two: false)
        stage.tell(.secondCamera(isWanted: true))
        stage.now = stage.now.after(milliseconds: 20_000)
        stage.tell(.timer(.answer))
        #expect(stage.has { $0 == .abandonSession })
        stage.now = stage.now.after(milliseconds: 20_000)
        stage.tell(.timer(.pause))
        #expect(stage.steps == .all)
        #expect(stage.machine.secondCamera.obstacle == .suspected)
    }

    @Test("An interruption while a second camera is added is waited for, and ends the recording of both")
    func interrupted() {
        var stage = Self.live()
        stage.record()
        stage.tell(.secondCameraPressure(isTooHigh: true))
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
        var stage = Self.live(two: false)
        stage.tell(.secondCamera(isWanted: true))
        stage.tell(.stop)
        #expect(stage.machine.status == .off)
        #expect(!stage.tearsDown)
        stage.tell(.configured(stage.ticket))
        #expect(stage.tearsDown)
        stage.tell(.tornDown(stage.ticket))
        #expect(!stage.machine.secondCamera.isOn && stage.machine.secondCamera.isWanted)
    }
}
