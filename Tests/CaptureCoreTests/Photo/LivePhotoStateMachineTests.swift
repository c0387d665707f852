import CaptureCore
import CoreMedia
import Testing

@Suite struct LivePhotoStateMachineTests {
    typealias Machine = PhotoCaptureStateMachine
    typealias Action = PhotoCaptureStateMachine.Action

    private func running() -> Machine {
        var machine = Machine()
        _ = machine.sessionStarted()
        return machine
    }

    private func livePhoto(_ id: Int64) -> Machine.Capture {
        var capture = Machine.Capture(id: id)
        capture.hasMovie = true
        return capture
    }

    private func use(_ id: Int64) -> Machine.FrameUse { .init(id: id, photo: 0) }

    @Test("S-149, S-164: the movie is told of behind the photo, and the end comes last")
    func order() {
        var machine = running()
        var actions = machine.submit(livePhoto(1))
        actions += machine.frameArrived(at: .zero).actions + machine.processed(use(1))
        #expect(machine.unfinishedCount == 1 && machine.busyCount == 0 && machine.awaitsMovie(1))
        actions += machine.movieRecorded(1) + machine.movieFinished(1, nil)
        #expect(
            actions == [
                .willBegin(1), .willCapture(1), .didCapture(1), .deliver(1, photo: 0), .didRecordMovie(1),
                .deliverMovie(1, nil), .didFinish(1, nil),
            ]
        )
        #expect(machine.unfinishedCount == 0 && !machine.awaitsMovie(1))
    }

    @Test("S-164: the next photo is taken while the movie of the last one is recorded")
    func overlapping() {
        var machine = running()
        _ = machine.submit(livePhoto(1))
        _ = machine.frameArrived(at: .zero)
        _ = machine.processed(use(1))
        #expect(machine.readiness == .ready)
        #expect(machine.submit(livePhoto(2)) == [.willBegin(2), .willCapture(2)])
        #expect(machine.frameArrived(at: .zero).use == use(2))
        _ = machine.processed(use(2))
        #expect(machine.movieFinished(2, nil).last == .didFinish(2, nil))
        #expect(machine.movieFinished(1, nil).last == .didFinish(1, nil))
    }

    @Test("A movie that is ready before its photo waits for it")
    func early() {
        var machine = running()
        _ = machine.submit(livePhoto(1))
        _ = machine.frameArrived(at: .zero)
        #expect(machine.movieFinished(1, nil) == [.didRecordMovie(1), .deliverMovie(1, nil)])
        #expect(machine.processed(use(1)) == [.deliver(1, photo: 0), .didFinish(1, nil)])
    }

    @Test("A movie that fails takes nothing from its photo, and is the request's error")
    func failingMovie() {
        var machine = running()
        _ = machine.submit(livePhoto(1))
        _ = machine.frameArrived(at: .zero)
        #expect(machine.processed(use(1)) == [.deliver(1, photo: 0)])
        _ = machine.movieRecorded(1)
        let failure = PhotoCaptureFailure.movieFailed(code: -11807, "")
        #expect(machine.movieFinished(1, failure) == [.deliverMovie(1, failure), .didFinish(1, failure)])
        #expect(machine.movieFinished(1, nil) == [])
    }

    @Test("A photo that is not taken has no movie, which is told of, so that nobody waits for it")
    func failingPhoto() {
        var machine = running()
        _ = machine.submit(livePhoto(1))
        #expect(
            machine.sessionEnded(.interrupted) == [
                .deliverFailure(1, photo: 0, .interrupted), .didRecordMovie(1), .deliverMovie(1, .interrupted),
                .didFinish(1, .interrupted),
            ]
        )
    }

    @Test("A photo that could not be made leaves its movie as it is")
    func failedPhoto() {
        var machine = running()
        _ = machine.submit(livePhoto(1))
        _ = machine.frameArrived(at: .zero)
        #expect(machine.failed(use(1), .unencodable("")) == [.deliverFailure(1, photo: 0, .unencodable(""))])
        #expect(machine.movieFinished(1, nil).last == .didFinish(1, .unencodable("")))
    }

    @Test("The session's end leaves a movie that is being written to whoever writes it")
    func end() {
        var machine = running()
        _ = machine.submit(livePhoto(1))
        _ = machine.frameArrived(at: .zero)
        _ = machine.processed(use(1))
        #expect(machine.sessionEnded(.sessionNotRunning) == [])
        #expect(machine.expired(1) == [])
        #expect(machine.movieFinished(1, .sessionNotRunning).last == .didFinish(1, .sessionNotRunning))
    }
}
