import CameraLifecycle
import CameraMutants
import Testing

@Suite("One camera and several have sessions of their own")
struct SessionChangeTests {
    private struct Stage {
        var machine = Mutation.rehearsedMachine(keepsMultiCamSession: false)
        var now = CameraTime.zero
        var effects: [CameraEffect] = []
        /// What the session is told, in order.
        var told: [String] = []
        private var ticket = CameraTicket(number: 0)

        mutating func tell(_ event: CameraEvent) {
            now = now.after(milliseconds: 10)
            effects = machine.handle(event, now: now)
            for effect in effects {
                switch effect {
                case .configure(let ticket, .all, let cameras): note("configure \(cameras.count)", ticket)
                case .start(let ticket): note("start", ticket)
                case .tearDown(let ticket, .all): note("tear down", ticket)
                case .awaitFrame(let ticket): note("await frame", ticket)
                case .changeSession(let forSeveral): told.append(forSeveral ? "session for several" : "session for one")
                case .startRecorder: told.append("record")
                case .stopRecorder: told.append("stop recording")
                default: break
                }
            }
        }

        private mutating func note(_ line: String, _ ticket: CameraTicket) {
            told.append(line)
            self.ticket = ticket
        }

        /// Answers what the session was told last.
        mutating func answer() {
            switch told.last {
            case "start": tell(.started(ticket, isRunning: true, isInterrupted: false))
            case "tear down": tell(.tornDown(ticket))
            case "await frame": tell(.firstFrame(ticket))
            default: tell(.configured(ticket))
            }
        }

        mutating func goLive() {
            for event in [CameraEvent.permission(.granted), .start] { tell(event) }
            for _ in 0..<3 { answer() }
            told = []
        }
    }

    @Test("R-MULTI-1: the session is emptied first, then replaced, then configured with both; and back")
    func order() {
        var stage = Stage()
        stage.goLive()
        stage.tell(.cameraCount(2))
        #expect(stage.told == ["tear down"])
        #expect(stage.machine.status == .starting(showsProgress: false))
        for _ in 0..<4 { stage.answer() }
        #expect(stage.told == ["tear down", "session for several", "configure 2", "start", "await frame"])
        #expect(stage.machine.status == .live && stage.machine.cameraStates.map(\.isOn) == [true, true])
        stage.told = []
        stage.tell(.cameraCount(1))
        for _ in 0..<4 { stage.answer() }
        #expect(stage.told == ["tear down", "session for one", "configure 1", "start", "await frame"])
        #expect(stage.machine.status == .live)
    }

    @Test("R-MULTI-1: three in the place of two need no other session, and who changes the mind meanwhile gets none")
    func without() {
        var stage = Stage()
        stage.goLive()
        stage.tell(.cameraCount(2))
        for _ in 0..<4 { stage.answer() }
        stage.told = []
        stage.tell(.cameraCount(3))
        #expect(stage.told == ["configure 3"])
        stage.answer()
        stage.told = []
        stage.tell(.cameraCount(1))
        stage.tell(.cameraCount(2))
        for _ in 0..<4 { stage.answer() }
        #expect(stage.told == ["tear down", "configure 2", "start", "await frame"])
    }

    @Test("A start that was prepared for one is prepared anew for two")
    func prewarmed() {
        var stage = Stage()
        for event in [CameraEvent.permission(.granted), .prewarm] { stage.tell(event) }
        stage.answer()
        stage.told = []
        stage.tell(.cameraCount(2))
        for _ in 0..<2 { stage.answer() }
        #expect(stage.told == ["tear down", "session for several", "configure 2"])
    }

    @Test("R-REC-5: the movie is finished first; one that goes on waits for the other session, but not for ever")
    func recording() {
        let number = RecordingTicket(number: 1)
        for isStopped in [false, true] {
            var stage = Stage()
            stage.goLive()
            stage.tell(.record(number, goesOn: true))
            stage.tell(.recordingStarted(number))
            stage.told = []
            stage.tell(.cameraCount(2))
            #expect(stage.told == ["stop recording"])
            stage.tell(.recordingFinished(number, .requested))
            #expect(stage.effects.contains(.recordingEnded(number, .cameraChanged)))
            #expect(stage.told.last == "tear down" && stage.machine.recordingPhase == .starting)
            if isStopped {
                stage.tell(.stop)
                #expect(stage.machine.recordingPhase == .idle)
            } else {
                for _ in 0..<4 { stage.answer() }
                #expect(stage.told.last == "record")
            }
        }
    }

    @Test("A session for two that fails to start is tried again, and a recording does not wait for that")
    func failure() {
        let number = RecordingTicket(number: 1)
        var stage = Stage()
        stage.goLive()
        stage.tell(.record(number, goesOn: true))
        stage.tell(.recordingStarted(number))
        stage.tell(.cameraCount(2))
        stage.tell(.recordingFinished(number, .requested))
        for _ in 0..<2 { stage.answer() }
        #expect(stage.told.last == "start")
        guard case .start(let ticket)? = stage.effects.first(where: { if case .start = $0 { true } else { false } })
        else {
            Issue.record("\(stage.effects)")
            return
        }
        stage.tell(.started(ticket, isRunning: false, isInterrupted: false))
        #expect(stage.machine.recordingPhase == .idle)
        #expect(stage.machine.status == .recovering(attempt: 1))
    }
}
