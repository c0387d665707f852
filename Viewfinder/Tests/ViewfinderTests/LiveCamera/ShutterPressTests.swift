import CameraEngine
import CameraLifecycle
import Testing

@testable import Viewfinder

@Suite("What presses of the phone's own shutter are for")
struct ShutterPressTests {
    private var presses = ShutterPresses()

    @Test("R-MULTI-10: photos, each press one, as long as nothing is recorded")
    mutating func photos() {
        for _ in 0..<3 {
            #expect(presses.press(mode: .photo, phase: .idle) == .photo)
            #expect(presses.press(mode: .scan, phase: .idle) == .scan)
        }
        guard case .stopRecording = presses.press(mode: .photo, phase: .recording) else {
            Issue.record("A press while something is recorded ends it, whatever the page shows.")
            return
        }
    }

    @Test("R-MULTI-10: a press while a recording is being begun or ended is for nothing")
    mutating func between() {
        for phase in [RecordingPhase.starting, .finishing] {
            #expect(presses.press(mode: .video, phase: phase) == .nothing)
        }
    }

    @Test("R-MULTI-10: a second press does not ask again for what the first one asked for, until that has failed")
    mutating func twice() throws {
        guard case .startRecording(let first) = presses.press(mode: .video, phase: .idle) else {
            Issue.record("The first press begins.")
            return
        }
        #expect(presses.press(mode: .video, phase: .idle) == .nothing)
        presses.answered(first)
        guard case .startRecording(let second) = presses.press(mode: .video, phase: .idle) else {
            Issue.record("What failed can be tried again.")
            return
        }
        // The first one's answer says nothing of the second.
        presses.answered(first)
        #expect(presses.press(mode: .video, phase: .idle) == .nothing)
        presses.answered(second)
    }

    @Test("R-MULTI-10: a press counts as soon as the recording can be seen, before who began it has heard so")
    mutating func atOnce() {
        guard case .startRecording(let begin) = presses.press(mode: .video, phase: .idle),
            case .stopRecording(let end) = presses.press(mode: .video, phase: .recording)
        else {
            Issue.record("One press begins, the next one ends.")
            return
        }
        presses.answered(begin)
        #expect(presses.press(mode: .video, phase: .paused) == .nothing)
        guard case .startRecording = presses.press(mode: .video, phase: .idle) else {
            Issue.record("The movie is over: a press begins the next one.")
            return
        }
        presses.answered(end)
        #expect(presses.press(mode: .video, phase: .idle) == .nothing)
    }
}
