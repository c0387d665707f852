import CameraLifecycle
import CameraMutants
import Testing

@Suite("One camera and several have sessions of their own")
struct SessionChangeTests {
    private struct Fixture {
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
        var fixture = Fixture()
        fixture.goLive()
        fixture.tell(.cameraCount(2))
        #expect(fixture.told == ["tear down"])
        #expect(fixture.machine.status == .starting(showsProgress: false))
        for _ in 0..<4 { fixture.answer() }
        #expect(fixture.told == ["tear down", "session for several", "configure 2", "start", "await frame"])
        #expect(fixture.machine.status == .live && fixture.machine.cameraStates.map(\.isOn) == [true, true])
        fixture.told = []
        fixture.tell(.cameraCount(1))
        for _ in 0..<4 { fixture.answer() }
        #expect(fixture.told == ["tear down", "session for one", "configure 1", "start", "await frame"])
        #expect(fixture.machine.status == .live)
    }

    @Test("R-MULTI-1: three in the place of two need no other session, and who changes the mind meanwhile gets none")
    func without() {
        var fixture = Fixture()
        fixture.goLive()
        fixture.tell(.cameraCount(2))
        for _ in 0..<4 { fixture.answer() }
        fixture.told = []
        fixture.tell(.cameraCount(3))
        #expect(fixture.told == ["configure 3"])
        fixture.answer()
        fixture.told = []
        fixture.tell(.cameraCount(1))
        fixture.tell(.cameraCount(2))
        for _ in 0..<4 { fixture.answer() }
        #expect(fixture.told == ["tear down", "configure 2", "start", "await frame"])
    }

    @Test("A start that was prepared for one is prepared anew for two")
    func prewarmed() {
        var fixture = Fixture()
        for event in [CameraEvent.permission(.granted), .prewarm] { fixture.tell(event) }
        fixture.answer()
        fixture.told = []
        fixture.tell(.cameraCount(2))
        for _ in 0..<2 { fixture.answer() }
        #expect(fixture.told == ["tear down", "session for several", "configure 2"])
    }

    @Test("R-REC-5: the movie is finished first; one that goes on waits for the other session, but not for ever")
    func recording() {
        let number = RecordingTicket(number: 1)
        for isStopped in [false, true] {
            var fixture = Fixture()
            fixture.goLive()
            fixture.tell(.record(number, goesOn: true))
            fixture.tell(.recordingStarted(number))
            fixture.told = []
            fixture.tell(.cameraCount(2))
            #expect(fixture.told == ["stop recording"])
            fixture.tell(.recordingFinished(number, .requested))
            #expect(fixture.effects.contains(.recordingEnded(number, .cameraChanged)))
            #expect(fixture.told.last == "tear down" && fixture.machine.recordingPhase == .starting)
            if isStopped {
                fixture.tell(.stop)
                #expect(fixture.machine.recordingPhase == .idle)
            } else {
                for _ in 0..<4 { fixture.answer() }
                #expect(fixture.told.last == "record")
            }
        }
    }

    @Test("A session for two that fails to start is tried again, and a recording does not wait for that")
    func failure() {
        let number = RecordingTicket(number: 1)
        var fixture = Fixture()
        fixture.goLive()
        fixture.tell(.record(number, goesOn: true))
        fixture.tell(.recordingStarted(number))
        fixture.tell(.cameraCount(2))
        fixture.tell(.recordingFinished(number, .requested))
        for _ in 0..<2 { fixture.answer() }
        #expect(fixture.told.last == "start")
        guard case .start(let ticket)? = fixture.effects.first(where: { if case .start = $0 { true } else { false } })
        else {
            Issue.record("\(fixture.effects)")
            return
        }
        fixture.tell(.started(ticket, isRunning: false, isInterrupted: false))
        #expect(fixture.machine.recordingPhase == .idle)
        #expect(fixture.machine.status == .recovering(attempt: 1))
    }
}
