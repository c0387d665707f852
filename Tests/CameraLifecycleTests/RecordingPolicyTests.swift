import CameraLifecycle
import Testing

@Suite("When movies begin and end")
struct RecordingPolicyTests {
    private static let first = RecordingTicket(number: 1)
    private static let answers = CameraTiming().recorderPollInterval

    /// A camera that records.
    private static func recording(goesOn: Bool = false) -> Rehearsal {
        var camera = Rehearsal.live()
        camera.tell(.record(first, goesOn: goesOn))
        camera.tell(.recordingStarted(first))
        return camera
    }

    @Test("R-REC: a recording begins when the camera is live, and whoever asked is told when it does")
    func begins() {
        var camera = Rehearsal.live()
        camera.tell(.record(Self.first, goesOn: false))
        #expect(camera.effects.contains(.startRecorder(Self.first)))
        #expect(!camera.effects.contains(.recordingBegan(Self.first)))
        #expect(camera.machine.recordingPhase == .starting)
        camera.tell(.recordingStarted(Self.first))
        #expect(camera.effects.contains(.recordingBegan(Self.first)))
        #expect(camera.machine.recordingPhase == .recording)
    }

    @Test("R-REC: without a live picture nothing is recorded, and that is said")
    func notLive() {
        var camera = Rehearsal()
        camera.tell(.start)
        camera.tell(.record(Self.first, goesOn: false))
        #expect(camera.effects == [.recordingEnded(Self.first, .notLive)])
        var interrupted = Rehearsal.live()
        interrupted.tell(.interrupted(.cameraInUse))
        interrupted.tell(.record(Self.first, goesOn: false))
        #expect(interrupted.effects == [.recordingEnded(Self.first, .notLive)])
    }

    @Test("R-REC: one recording at a time; a request that is told twice is one")
    func oneAtATime() {
        var camera = Self.recording()
        camera.tell(.record(Self.first, goesOn: false))
        #expect(camera.effects.isEmpty)
        let second = RecordingTicket(number: 2)
        camera.tell(.record(second, goesOn: false))
        #expect(camera.effects == [.recordingEnded(second, .alreadyRecording)])
        #expect(camera.machine.recordingPhase == .recording)
    }

    @Test("R-REC-2: paused and resumed, each once")
    func pause() {
        var camera = Self.recording()
        camera.tell(.pauseRecording)
        #expect(camera.effects == [.pauseRecorder(Self.first)])
        camera.tell(.pauseRecording)
        #expect(camera.effects.isEmpty)
        camera.tell(.resumeRecording)
        #expect(camera.effects == [.resumeRecorder(Self.first)])
        camera.tell(.resumeRecording)
        #expect(camera.effects.isEmpty)
    }

    @Test("R-REC-2: stopped while it starts, it ends once, as it was asked to")
    func stopAtOnce() {
        var camera = Rehearsal.live()
        camera.tell(.record(Self.first, goesOn: false))
        camera.tell(.stopRecording)
        #expect(camera.effects.contains(.stopRecorder(Self.first)))
        camera.tell(.recordingStarted(Self.first))
        #expect(!camera.effects.contains(.recordingBegan(Self.first)))
        camera.tell(.recordingFinished(Self.first, .requested))
        #expect(camera.effects.contains(.recordingEnded(Self.first, .requested)))
        camera.tell(.recordingFinished(Self.first, .requested))
        #expect(camera.effects.isEmpty)
    }

    @Test("R-REC-2: an end that nobody asked for is told with its reason, also when a stop crosses it")
    func ownEnd() {
        for end in [RecordingEnd.diskFull, .maximumDuration, .maximumFileSize, .failed(code: -11_800)] {
            var camera = Self.recording()
            camera.tell(.recordingFinished(Self.first, end))
            #expect(camera.effects == [.recordingEnded(Self.first, end)])
            var crossed = Self.recording()
            crossed.tell(.stopRecording)
            crossed.tell(.recordingFinished(Self.first, end))
            #expect(crossed.effects.contains(.recordingEnded(Self.first, end)))
        }
    }

    private static let endings: [(CameraEvent, RecordingEnd)] = [
        (.stop, .cameraStopped), (.restart, .cameraRestarted), (.enteredBackground, .background),
        (.cameraLost(), .cameraLost), (.failed(.other, isRunning: false), .cameraFailed),
        (.failed(.mediaServicesReset, isRunning: false), .mediaServicesReset),
        (.pressure(isTooHigh: true), .interrupted(.systemPressure)), (.permission(.denied), .notPermitted),
    ]

    @Test("R-LIFE-3, R-REC-5: the file is finished before the session is taken from under it", arguments: 0..<8)
    func finishFirst(_ number: Int) {
        let (event, end) = Self.endings[number]
        var camera = Self.recording()
        camera.tell(event)
        #expect(camera.effects.contains(.stopRecorder(Self.first)))
        #expect(camera.teardown == nil)
        camera.tell(.recordingFinished(Self.first, .interrupted(nil)))
        #expect(camera.effects.contains(.recordingEnded(Self.first, end)))
        #expect(camera.teardown != nil)
    }

    @Test("R-LIFE-9: an interruption ends the recording with its reason, also a paused one; a resume then does nothing")
    func interruption() {
        var camera = Self.recording()
        camera.tell(.pauseRecording)
        camera.tell(.interrupted(.microphoneInUse))
        #expect(camera.effects.contains(.stopRecorder(Self.first)))
        camera.tell(.resumeRecording)
        #expect(camera.effects.isEmpty)
        camera.tell(.interruptionEnded)
        camera.tell(.recordingFinished(Self.first, .interrupted(nil)))
        #expect(camera.effects.contains(.recordingEnded(Self.first, .interrupted(.microphoneInUse))))
    }

    @Test("R-REC-5: a recorder that never finishes is waited for in bounded time, and then the session is stopped")
    func bound() {
        var camera = Self.recording()
        camera.tell(.enteredBackground)
        camera.wait(milliseconds: Self.answers * 5 - 1)
        #expect(camera.teardown == nil)
        camera.wait(milliseconds: 1)
        #expect(camera.effects.contains(.recordingEnded(Self.first, .unanswered)))
        #expect(camera.teardown != nil)
        camera.tell(.recordingFinished(Self.first, .background))
        #expect(!camera.effects.contains(.recordingEnded(Self.first, .background)))
    }

    @Test("R-REC-4: while nothing else waits, a slow disk has a minute")
    func slowDisk() {
        var camera = Self.recording()
        camera.tell(.stopRecording)
        camera.wait(milliseconds: Self.answers * 30 - 1)
        #expect(camera.machine.recordingPhase == .finishing)
        camera.wait(milliseconds: 1)
        #expect(camera.machine.recordingPhase == .idle)
        #expect(camera.status == .live)
    }

    @Test("R-REC: a process that was suspended does not give up a recorder for that")
    func suspended() {
        var camera = Self.recording()
        camera.tell(.enteredBackground)
        let hour = camera.now.after(milliseconds: 3_600_000)
        var machine = camera.machine
        #expect(
            machine.handle(.timer(.recorder), now: hour).contains { if case .setTimer = $0 { true } else { false } }
        )
        #expect(machine.recordingPhase == .finishing)
        let effects = machine.handle(.recordingFinished(Self.first, .requested), now: hour)
        #expect(effects.contains(.recordingEnded(Self.first, .background)))
    }

    @Test("R-REC: a recorder that does not begin is given up, and can be asked again")
    func neverBegins() {
        var camera = Rehearsal.live()
        camera.tell(.record(Self.first, goesOn: false))
        camera.wait(milliseconds: Self.answers * 5)
        #expect(camera.effects.contains(.stopRecorder(Self.first)))
        camera.tell(.recordingFinished(Self.first, .requested))
        #expect(camera.effects.contains(.recordingEnded(Self.first, .unanswered)))
        camera.tell(.record(RecordingTicket(number: 2), goesOn: false))
        #expect(camera.effects.contains(.startRecorder(RecordingTicket(number: 2))))
    }

    @Test("R-REC: another camera ends the file before the session is changed; the recording goes on only if it is to")
    func switching() {
        var camera = Self.recording()
        camera.tell(.selectCamera)
        #expect(camera.configuration == nil)
        camera.tell(.recordingFinished(Self.first, .interrupted(nil)))
        #expect(camera.effects.contains(.recordingEnded(Self.first, .cameraChanged)))
        #expect(camera.configuration != nil)
        camera.succeed()
        #expect(camera.status == .live)
        #expect(camera.machine.recordingPhase == .idle)
    }

    @Test("R-REC: a recording that goes on begins its next file when the other camera is live")
    func goingOn() {
        var camera = Self.recording(goesOn: true)
        camera.tell(.selectCamera)
        camera.tell(.recordingFinished(Self.first, .requested))
        #expect(camera.effects.contains(.recordingEnded(Self.first, .cameraChanged)))
        #expect(camera.machine.recordingPhase == .starting)
        camera.succeed()
        #expect(camera.effects.contains(.startRecorder(Self.first.next)))
        camera.tell(.recordingStarted(Self.first.next))
        #expect(camera.machine.recordingPhase == .recording)
        camera.tell(.stopRecording)
        camera.tell(.recordingFinished(Self.first.next, .requested))
        #expect(camera.machine.recordingPhase == .idle)
    }

    @Test("R-REC: a recording that was to go on ends where the other camera does not come, or when it is stopped")
    func notGoingOn() {
        var camera = Self.recording(goesOn: true)
        camera.tell(.selectCamera)
        camera.tell(.recordingFinished(Self.first, .requested))
        camera.tell(.configurationFailed(camera.configuration!, .cameraUnavailable))
        #expect(camera.effects.contains(.recordingEnded(Self.first.next, .cameraFailed)))
        #expect(camera.machine.recordingPhase == .idle)

        var stopped = Self.recording(goesOn: true)
        stopped.tell(.selectCamera)
        stopped.tell(.stopRecording)
        stopped.tell(.recordingFinished(Self.first, .requested))
        #expect(stopped.effects.contains(.recordingEnded(Self.first, .requested)), "no other file follows")
        #expect(stopped.machine.recordingPhase == .idle)
    }

    @Test("R-LIFE-8: a session that failed while it was interrupted is recovered while a movie is being finished")
    func failureDuringInterruption() {
        var camera = Self.recording()
        camera.tell(.stopRecording)
        camera.tell(.interrupted(.cameraInUse))
        #expect(camera.status == .interrupted(.cameraInUse))
        camera.tell(.failed(.other, isRunning: false))
        #expect(camera.status == .recovering(attempt: 1))
        camera.tell(.recordingFinished(Self.first, .requested))
        #expect(camera.teardown != nil)
    }

    @Test("R-LIFE-8: who changes their mind while a movie is finished keeps the camera")
    func changeOfMind() {
        var camera = Self.recording()
        camera.tell(.stop)
        #expect(camera.status == .off)
        camera.tell(.start)
        #expect(camera.status == .live)
        camera.tell(.recordingFinished(Self.first, .requested))
        #expect(camera.teardown == nil)
        #expect(camera.effects.contains(.recordingEnded(Self.first, .cameraStopped)))
    }
}
